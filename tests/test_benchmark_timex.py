"""The scoring of benchmarks/timex.py on rows made up here: what counts as right, and the arithmetic over it."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from benchmarks.timex import LANGUAGES, SOURCES, Interval, Kind, Row, judge, load, report, row, score, wall

BENCHMARK = Path(__file__).parents[1] / "benchmarks" / "timex.py"


def gold(text: str, *accepted: tuple[str, str], grain: str = "day", **more: Any) -> dict[str, Any]:
    return {
        "text": text,
        "lang": "en",
        "reference": "2030-05-08T09:00:00",
        "grain": grain,
        "alternatives": accepted,
        **more,
    }


DAY = gold("the ninth", ("2030-05-09T00:00:00", "2030-05-10T00:00:00"))
EITHER = gold(
    "some June",
    ("2029-06-01T00:00:00", "2029-07-01T00:00:00"),
    ("2030-06-01T00:00:00", "2030-07-01T00:00:00"),
)
HOUR = gold("at five", ("2030-05-08T17:00:00", "2030-05-08T18:00:00"), grain="hour")


def given(start: str | None, end: str | None) -> Interval:
    return Interval(None if start is None else wall(start), None if end is None else wall(end))


@pytest.mark.parametrize(
    ("item", "answer", "kind"),
    [
        (DAY, given("2030-05-09", "2030-05-10"), Kind.RIGHT),
        (DAY, given("2030-05-09T12:00", "2030-05-11"), Kind.RIGHT),
        (DAY, given("2030-05-09", "2030-05-11T00:01"), Kind.END),
        (DAY, given("2030-05-09", None), Kind.OPEN_END),
        (DAY, given("2030-05-10", "2030-05-11"), Kind.START_DAY),
        (DAY, given(None, "2030-05-10"), Kind.START_DAY),
        (DAY, None, Kind.NO_ANSWER),
        (EITHER, given("2029-06-01", "2029-07-01"), Kind.RIGHT),
        (EITHER, given("2030-06-01", "2030-07-01"), Kind.RIGHT),
        (EITHER, given("2029-06-01", "2030-07-01"), Kind.END),
        (HOUR, given("2030-05-08T17:00:30", "2030-05-08T17:01"), Kind.RIGHT),
        (HOUR, given("2030-05-08T05:00", "2030-05-08T06:00"), Kind.CLOCK),
    ],
)
def test_an_answer_is_judged_by_the_closest_accepted_reading(
    item: dict[str, Any], answer: Interval | None, kind: Kind
) -> None:
    assert judge(answer, row(item)) is kind


def test_shares_are_of_all_rows_and_precision_is_of_the_answers() -> None:
    judged: list[tuple[Row, Kind]] = [(row(DAY), Kind.NO_ANSWER), (row(EITHER), Kind.END), (row(HOUR), Kind.CLOCK)]

    found = score(judged)

    assert found == (3, 2, 1, 1, 1, 0)
    assert found.precision == 1 / 2
    figures = report("chrono_en", judged)
    assert (figures["start_day"], figures["interval"], figures["abstains"]) == (66.7, 33.3, 33.3)
    assert (figures["precision"], figures["to_the_minute"], figures["ok"]) == (50.0, 0.0, False)
    assert figures["disagreements"] == {"clock": 1, "end": 1, "no answer": 1}


def test_a_set_without_an_answer_has_no_precision_and_is_not_met() -> None:
    figures = report("duckling_festivals_zh", [(row(DAY), Kind.NO_ANSWER)])

    assert figures["precision"] is None
    assert not figures["ok"]


def test_festivals_are_a_set_apart_and_unusable_rows_are_left_out(tmp_path: Path) -> None:
    lines = {
        "duckling_en": [DAY | {"holiday": False, "policy": "future"}, HOUR | {"holiday": True, "policy": "future"}],
        "chrono_en": [
            DAY | {"span_known": False, "policy": "nearest"},
            HOUR | {"span_known": True, "policy": "future"},
        ],
        "recognizers_en": [DAY | {"lunar": True}, EITHER | {"lunar": False}],
    }
    for name in (f"{source}_{lang}" for source in SOURCES for lang in LANGUAGES):
        text = "".join(json.dumps(item) + "\n" for item in lines.get(name, ()))
        (tmp_path / f"{name}.jsonl").write_text(text, encoding="utf-8")

    sets = {name: [(found.text, found.prefer) for found in rows] for name, rows in load(tmp_path).items()}

    assert sets == {
        "duckling_en": [("the ninth", "future")],
        "duckling_festivals_en": [("at five", "future")],
        "chrono_en": [("at five", "future")],
        "recognizers_en": [("some June", None)],
    }


def test_without_the_gold_it_says_so_and_passes(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, str(BENCHMARK), "--data", str(tmp_path / "nowhere")],
        capture_output=True,
        encoding="utf-8",
        check=False,
    )

    assert done.returncode == 0
    assert "skipped: no gold sets at" in done.stderr
