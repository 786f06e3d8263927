"""The demo, run as a user runs it; what it must say was read off the two conversations."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import tkg

DEMO = Path(__file__).parents[1] / "examples" / "demo.py"


def run(*arguments: str, status: int = 0) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(
        [sys.executable, "-X", "utf8", str(DEMO), *arguments], capture_output=True, encoding="utf-8", check=False
    )
    assert done.returncode == status, done.stderr
    return done


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("demo") / "files"


@pytest.fixture(scope="module")
def told(kept: Path) -> Any:
    return json.loads(run("--json", "--keep", str(kept)).stdout)


def answer(told: Any, language: str, name: str) -> Any:
    return told[language]["answers"][name]["answer"]


def short(facts: list[dict[str, Any]]) -> list[tuple[Any, ...]]:
    return [(fact["predicate"], fact["object"], fact["valid_from"][:10], fact["valid_to"]) for fact in facts]


def test_now_is_the_end_of_the_conversation_and_the_job_that_ended_is_not_in_it(told: Any) -> None:
    assert told["en"]["now"] == "2024-06-18T19:55:00+02:00"
    english = {(fact["predicate"], fact["object"]) for fact in answer(told, "en", "now")}
    assert english == {
        ("lives_in", "Berlin"), ("job_title", "data engineer"), ("has_sibling", "Clara"), ("has_pet", "Biscuit"),
        ("likes", "Thai food"), ("allergic_to", "peanuts"), ("works_on", "Apollo"),
    }  # fmt: skip
    chinese = {(fact["predicate"], fact["object"]) for fact in answer(told, "zh", "now")}
    assert chinese == {
        ("lives_in", "杭州"), ("has_sibling", "林菲"), ("has_pet", "豆豆"), ("likes", "吃辣"), ("allergic_to", "花生"),
    }  # fmt: skip


def test_an_earlier_day_has_the_job_of_then(told: Any) -> None:
    assert short(answer(told, "en", "earlier")) == [
        ("lives_in", "Berlin", "2023-03-10", None),  # "last Friday", said on Tuesday 14 March
        ("works_for", "Acme", "2023-03-14", "2023-04"),
    ]
    assert short(answer(told, "zh", "earlier")) == [
        ("lives_in", "杭州", "2023-02-15", None),  # 上周三, said on Monday 20 February
        ("works_for", "阿里巴巴", "2023-02-20", "2023-05"),
    ]


@pytest.mark.parametrize(("language", "wrong", "right"), [("en", "Hamburg", "Bremen"), ("zh", "南京大学", "东南大学")])
def test_a_correction_leaves_what_was_believed_before_it(told: Any, language: str, wrong: str, right: str) -> None:
    correction = answer(told, language, "correction")
    assert (correction["before"]["object"], correction["after"]["object"]) == (wrong, right)
    assert correction["before"]["recorded_to"] == correction["after"]["recorded_from"]


def test_the_timeline_keeps_the_gaps_and_ends_without_a_successor(told: Any) -> None:
    assert short(answer(told, "en", "timeline")) == [
        ("works_for", "Acme", "2023-03-14", "2023-04"),
        ("works_for", "Globex", "2023-05-19", "2024-06-10"),  # two weeks before 2 June; the week before 18 June
    ]
    assert short(answer(told, "zh", "timeline")) == [
        ("works_for", "阿里巴巴", "2023-02-20", "2023-05"),
        ("works_for", "字节跳动", "2023-06", "2024-07-29"),
    ]
    assert [fact["valid_to_grain"] for fact in answer(told, "en", "timeline")] == ["month", "about"]


@pytest.mark.parametrize(("language", "value"), [("en", "Lisbon"), ("zh", "深圳")])
def test_a_plan_that_was_called_off_is_no_plan_now_and_was_one_then(told: Any, language: str, value: str) -> None:
    plan = answer(told, language, "plan")
    assert (plan["before"]["object"], plan["before"]["valid_from"]) == (value, "2024-03")
    assert plan["after"] is None


@pytest.mark.parametrize(
    ("language", "value", "start", "end"), [("en", "Oslo", "2015", "2019"), ("zh", "成都", "2012", "2017")]
)
def test_an_old_fact_told_late_is_known_from_then_on(
    told: Any, language: str, value: str, start: str, end: str
) -> None:
    late = answer(told, language, "late")
    assert late["before"] is None
    assert (late["after"]["object"], late["after"]["valid_from"], late["after"]["valid_to"]) == (value, start, end)


@pytest.mark.parametrize(
    ("language", "quote"), [("en", "I started working at Globex two weeks ago"), ("zh", "我上个月加入了字节跳动")]
)
def test_the_explanation_goes_down_to_the_words(told: Any, language: str, quote: str) -> None:
    believed = answer(told, language, "why")["believed"]
    assert [evidence["quote"] for item in believed for evidence in item["evidence"]] == [quote]
    assert any(quote in line["content"] for line in conversation(language))


def conversation(language: str) -> list[dict[str, Any]]:
    lines = (DEMO.parent / f"conversation.{language}.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_kept_files_verify_and_hold_every_message(told: Any, kept: Path, language: str) -> None:
    assert told[language]["verify"]["ok"]
    with tkg.open(kept / f"{language}.db", readonly=True) as graph:
        report = graph.verify()
    assert report.ok
    assert report.episodes == len(conversation(language))


def test_files_that_are_there_already_are_left_alone(told: Any, kept: Path) -> None:
    before = (kept / "en.db").read_bytes()
    refused = run("--keep", str(kept), status=2)
    assert "is there already" in refused.stderr
    assert (kept / "en.db").read_bytes() == before


def test_piped_output_is_plain_and_has_the_questions_and_the_quotes() -> None:
    said = run().stdout
    assert "\x1b" not in said
    for expected in (
        "Where does her sister Clara live?",
        "她做过哪些工作？",
        '"I left Acme in April" (Nora, 2023-06-02)',
        "verified: 29 messages",
        "verified: 25 messages",
    ):
        assert expected in said
