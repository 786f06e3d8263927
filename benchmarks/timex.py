"""Are time words anchored to the right dates, on gold sets that others wrote? How often not, and how fast?

    .venv/bin/python benchmarks/timex.py [--data DIR] [--errors N] [--made N] [--json]

Each set is scored by `tkg.timex.anchor`, one expression at a time, with the reference time of its row:

    start day    the answer starts on the day of an accepted reading
    interval     it does, and ends within one day of the end of that same reading
    abstains     no answer, or one with neither a start nor an end
    precision    `interval`, among the answers
    to the minute    `interval`, and the clock is right too, among the rows whose gold says a time of day
    holds the gold   the answer is another interval, which an accepted reading lies in: all of a month for its first day

Any reading that the gold accepts counts; of an answer only the chosen one does, not its own alternatives. An end that
is open (None) is no interval, because every row of these sets has an end; its start day can be right.

Each set has its own policy for words without a direction ('Friday', 'in March'): Duckling's gold is the next one,
chrono's the nearest one except in the rows that say otherwise, and Recognizers' has both, so there `prefer` is not
given. Duckling's festivals are sets of their own. Left out are rows whose text is a whole sentence (`span_known`) and
rows of Recognizers in the lunar calendar, whose gold is not converted. References are wall times, read as UTC.

One day is allowed at an end because Recognizers gives the end of 'from 4 to 22 May' as the 22nd, the others as the
23rd. That hides a wrong hour, and a day that ends a day late: hence the last column. At day grain chrono's gold keeps
the clock of the reference ('tomorrow' starts at 12:00), so that only the days are compared there.

Speed is measured warm, after scoring, in three passes with the references a week further each time, over these sets;
`made` inputs are expressions cut up, joined and mixed with arbitrary characters by a fixed seed: what must not take
long is not only what is well formed. An input that raises ends the run.

The gold is looked for at `--data`, else under `$TKG_DATA`, else at `../shared/data/timex` beside the checkout; where it
is missing the script says so and exits with 0. None of its words go into the result file: `--errors N` prints N
sampled disagreements of each kind. Exit status 1 if a set misses its `least`, or the speed its own.
"""

import argparse
import json
import os
import platform
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime, timedelta
from enum import IntEnum
from pathlib import Path
from typing import Any, NamedTuple

from rich.console import Console
from rich.markup import escape
from rich.progress import track
from rich.table import Table

from tkg.timex import Anchored, Prefer, anchor, scan

CHECKOUT = Path(__file__).resolve().parents[1]
RESULTS = CHECKOUT / "benchmarks" / "results" / "timex.json"
SOURCES = ("duckling", "chrono", "recognizers")
LANGUAGES = ("en", "zh")
LEAST = {  # set, without its language: the interval and the precision, in per cent
    "duckling": (80, 93),
    "duckling_festivals": (75, 95),
    "chrono": (85, 95),
    "recognizers": (90, 96),
}
LEAST_PER_S, MOST_MS = 3_000, 50
PASSES = 3
_CLOCK_GRAINS = {"time", "hour", "minute", "second", "range_time"}
_DAY = timedelta(days=1)
_STDERR = Console(stderr=True)
_TABLE_WIDTH = 100


class Interval(NamedTuple):
    """Half-open; None is a side that is open."""

    start: datetime | None
    end: datetime | None


class Row(NamedTuple):
    """One expression: how it was said, and the readings that count as right."""

    text: str
    lang: str
    reference: datetime
    prefer: Prefer | None
    clock: bool
    accepted: tuple[Interval, ...]


class Kind(IntEnum):
    """How an answer compares with the gold, best first. Both of the first two have the right interval."""

    RIGHT = 0
    CLOCK = 1
    END = 2
    OPEN_END = 3
    START_DAY = 4
    NO_ANSWER = 5

    @property
    def label(self) -> str:
        return self.name.lower().replace("_", " ")


class Score(NamedTuple):
    """Counts over the rows of a set; `clocked` are those whose gold says a time of day, `to_the_minute` is of them."""

    rows: int
    start_day: int
    interval: int
    abstained: int
    clocked: int
    to_the_minute: int

    @property
    def precision(self) -> float | None:
        """Right intervals among the answers, None where there is no answer."""
        answered = self.rows - self.abstained
        return self.interval / answered if answered else None


def default_data() -> Path:
    root = os.environ.get("TKG_DATA")
    return (Path(root) if root else CHECKOUT.parent / "shared" / "data") / "timex"


def load(directory: Path) -> dict[str, list[Row]]:
    """The sets by name, festivals apart, without the rows that are left out."""
    sets: dict[str, list[Row]] = {}
    for source in SOURCES:
        for lang in LANGUAGES:
            with (directory / f"{source}_{lang}.jsonl").open(encoding="utf-8") as lines:
                for item in map(json.loads, lines):
                    if item.get("span_known", True) and not item.get("lunar", False):
                        name = f"{source}_festivals_{lang}" if item.get("holiday") else f"{source}_{lang}"
                        sets.setdefault(name, []).append(row(item))
    return sets


def row(item: dict[str, Any]) -> Row:
    """A line of a gold file. Every wall time in it is taken as UTC."""
    return Row(
        text=item["text"],
        lang=item["lang"],
        reference=wall(item["reference"]),
        prefer=item.get("policy"),
        clock=item["grain"] in _CLOCK_GRAINS,
        accepted=tuple(Interval(wall(start), wall(end)) for start, end in item["alternatives"]),
    )


def wall(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def answer(asked: Row) -> Interval | None:
    """What `anchor` makes of the words; None if it gives no date at all."""
    found = anchored(asked)
    return Interval(found.start, found.end) if found is not None and found.is_dated else None


def judge(given: Interval | None, asked: Row) -> Kind:
    """The kind of an answer by the accepted reading that it is closest to."""
    if given is None:
        return Kind.NO_ANSWER
    return min((compare(given, reading, asked.clock) for reading in asked.accepted), default=Kind.START_DAY)


def compare(given: Interval, gold: Interval, clock: bool) -> Kind:
    assert gold.start is not None
    assert gold.end is not None
    if given.start is None or given.start.date() != gold.start.date():
        return Kind.START_DAY
    if given.end is None:
        return Kind.OPEN_END
    if abs(given.end - gold.end) > _DAY:
        return Kind.END
    return Kind.CLOCK if clock and minute(given.start) != minute(gold.start) else Kind.RIGHT


def minute(at: datetime) -> datetime:
    return at.replace(second=0, microsecond=0)


def holds(given: Interval | None, asked: Row) -> bool:
    """Whether an accepted reading lies in the answer, a day more or less at its end."""
    if given is None or given.start is None or given.end is None:
        return False
    return any(
        gold.start is not None and gold.end is not None and given.start <= gold.start and gold.end <= given.end + _DAY
        for gold in asked.accepted
    )


def score(judged: Iterable[tuple[Row, Kind]]) -> Score:
    pairs = list(judged)
    return Score(
        rows=len(pairs),
        start_day=sum(kind < Kind.START_DAY for _, kind in pairs),
        interval=sum(kind <= Kind.CLOCK for _, kind in pairs),
        abstained=sum(kind is Kind.NO_ANSWER for _, kind in pairs),
        clocked=sum(asked.clock for asked, _ in pairs),
        to_the_minute=sum(asked.clock and kind is Kind.RIGHT for asked, kind in pairs),
    )


def percent(part: int, whole: int) -> float | None:
    return round(100 * part / whole, 1) if whole else None


def report(name: str, judged: list[tuple[Row, Kind]]) -> dict[str, Any]:
    """One set's figures in per cent, its counts of disagreements, and whether it meets its `least`."""
    found = score(judged)
    least_interval, least_precision = LEAST[name.rpartition("_")[0]]
    precision = found.precision
    return {
        "rows": found.rows,
        "start_day": percent(found.start_day, found.rows),
        "interval": percent(found.interval, found.rows),
        "abstains": percent(found.abstained, found.rows),
        "precision": None if precision is None else round(100 * precision, 1),
        "precision_of_start_day": percent(found.start_day, found.rows - found.abstained),
        "to_the_minute": percent(found.to_the_minute, found.clocked),
        "rows_with_a_clock": found.clocked,
        "least_interval": least_interval,
        "least_precision": least_precision,
        "disagreements": {
            kind.label: count for kind, count in sorted(Counter(kind for _, kind in judged).items()) if kind
        },
        "ok": 100 * found.interval >= least_interval * found.rows
        and precision is not None
        and 100 * precision >= least_precision,
    }


def made(rows: list[Row], count: int) -> Iterator[Row]:
    """Inputs nobody would write, the same ones at every run: pieces of the rows' texts among arbitrary characters."""
    chance = random.Random(20250618)
    for _ in range(count):
        pieces = []
        for _ in range(chance.randint(1, 6)):
            text = chance.choice(rows).text
            low = chance.randrange(len(text))
            pieces.append(text[low : low + chance.randint(1, 12)])
            if chance.random() < 0.3:
                pieces.append(chr(chance.choice((chance.randrange(0x250), chance.randrange(0xD800)))))
        asked = chance.choice(rows)
        yield asked._replace(text=chance.choice(("", " ")).join(pieces), lang=chance.choice(LANGUAGES))


def anchored(asked: Row) -> Anchored | None:
    return anchor(asked.text, asked.reference, lang=asked.lang, prefer=asked.prefer)


def scanned(asked: Row) -> list[Anchored]:
    return scan(asked.text, asked.reference, lang=asked.lang, prefer=asked.prefer)


def speed(call: Callable[[Row], object], rows: Iterable[Row]) -> dict[str, Any]:
    """Calls one timed after the other in this thread."""
    taken_ns = []
    for asked in rows:
        began = time.perf_counter_ns()
        call(asked)
        taken_ns.append(time.perf_counter_ns() - began)
    taken_ns.sort()
    worst = -(-len(taken_ns) * 999 // 1_000) - 1
    return {
        "inputs": len(taken_ns),
        "per_s": round(len(taken_ns) / sum(taken_ns) * 1e9),
        "p50_ms": round(taken_ns[len(taken_ns) // 2] / 1e6, 3),
        "p99_9_ms": round(taken_ns[worst] / 1e6, 3),
        "longest_ms": round(taken_ns[-1] / 1e6, 3),
    }


def measure(sets: dict[str, list[Row]], made_inputs: int) -> tuple[dict[str, Any], dict[str, list[tuple[Row, Kind]]]]:
    """The result, and every row with its kind for those who want to see some."""
    judged = {name: [(asked, judge(answer(asked), asked)) for asked in rows] for name, rows in sets.items()}
    every = [asked for rows in sets.values() for asked in rows]
    later = (asked._replace(reference=asked.reference + 7 * _DAY * n) for n in range(1, PASSES + 1) for asked in every)
    speeds = {"gold": speed(anchored, later)}
    if made_inputs:
        strange = list(track(made(every, made_inputs), total=made_inputs, description="making inputs", console=_STDERR))
        speeds["made, anchor"] = speed(anchored, track(strange, description="anchor", console=_STDERR))
        speeds["made, scan"] = speed(scanned, track(strange, description="scan", console=_STDERR))
    scored = {name: report(name, pairs) for name, pairs in judged.items()}
    for name, pairs in judged.items():
        wrong = [asked for asked, kind in pairs if kind > Kind.CLOCK]
        scored[name]["holds_the_gold"] = percent(sum(holds(answer(asked), asked) for asked in wrong), len(pairs))
    result = {
        "sets": scored,
        "speed": speeds,
        "least_anchors_per_s": LEAST_PER_S,
        "most_p99_9_ms": MOST_MS,
        "ok": all(found["ok"] for found in scored.values())
        and speeds["gold"]["per_s"] >= LEAST_PER_S
        and all(found["p99_9_ms"] <= MOST_MS for found in speeds.values()),
        "python": platform.python_version(),
        "cpus": os.cpu_count(),
    }
    return result, judged


def show(result: dict[str, Any], console: Console) -> None:
    table = Table(box=None)
    table.add_column("per cent\n(at least)", no_wrap=True)
    for head in ("rows", "start\nday", "interval", "abstains", "precision", "to the\nminute", "holds\nthe gold"):
        table.add_column(head, justify="right", no_wrap=True)
    for name, found in result["sets"].items():
        cells = {key: "-" if value is None else str(value) for key, value in found.items()}
        table.add_row(
            name,
            cells["rows"],
            cells["start_day"],
            f"{cells['interval']} ({cells['least_interval']})",
            cells["abstains"],
            f"{cells['precision']} ({cells['least_precision']})",
            cells["to_the_minute"],
            cells["holds_the_gold"],
            style=None if found["ok"] else "red",
        )
    console.print(table)
    for name, found in result["speed"].items():
        print(
            f"{name:12} {found['per_s']:,} a second; one input takes {found['p50_ms']} ms (median), "
            f"{found['p99_9_ms']} ms (p99.9), {found['longest_ms']} ms (longest of {found['inputs']:,})",
            file=console.file,
        )


def show_errors(judged: dict[str, list[tuple[Row, Kind]]], most: int, console: Console) -> None:
    """Up to `most` disagreements of each kind and set, the same ones as long as the answers are the same."""
    for name, pairs in judged.items():
        for kind in list(Kind)[1:]:
            rows = [asked for asked, found in pairs if found is kind]
            if rows:
                console.print(f"\n[bold]{name}: {kind.label}[/bold] ({len(rows)})", highlight=False)
            for asked in random.Random(0).sample(rows, min(most, len(rows))):
                gold = " or ".join(span(reading) for reading in asked.accepted)
                line = f"  {asked.text!r} at {asked.reference:%Y-%m-%dT%H:%M}: {span(answer(asked))}, gold {gold}"
                console.print(escape(line), highlight=False, soft_wrap=True)


def span(given: Interval | None) -> str:
    if given is None:
        return "none"
    return "/".join(".." if side is None else side.isoformat()[:16].removesuffix("T00:00") for side in given)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--data", type=Path, default=default_data(), help="the directory of the gold sets")
    parser.add_argument("--errors", type=int, default=0, metavar="N", help="print N disagreements of each kind and set")
    parser.add_argument("--made", type=int, default=100_000, metavar="N", help="made inputs (default 100,000)")
    parser.add_argument("--json", action="store_true", help="print the result as JSON")
    arguments = parser.parse_args()
    if not arguments.data.is_dir():
        print(f"skipped: no gold sets at {arguments.data} (give --data DIR, or set TKG_DATA)", file=sys.stderr)
        return 0
    result, judged = measure(load(arguments.data), arguments.made)
    text = json.dumps(result, ensure_ascii=False, indent=2)
    RESULTS.parent.mkdir(exist_ok=True)
    RESULTS.write_text(text + "\n", encoding="utf-8")
    if arguments.json:
        print(text)
    else:
        show(result, Console(width=max(_STDERR.width, _TABLE_WIDTH)))
    if arguments.errors:
        show_errors(judged, arguments.errors, Console(stderr=arguments.json))
    return 0 if result["ok"] else 1


if __name__ == "__main__":
    raise SystemExit(main())
