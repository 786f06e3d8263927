"""How long does it take to say what is certain and possible in a slot whose bounds are imprecise?

    .venv/bin/python benchmarks/completions.py [--most SECONDS] [--json]

Slots of 30, 100 and 300 claims are asked about through `tkg.completions.values_at`, without a file, and the answers are
checked against what follows from how the slot is made:

    one year        every source says "2021" of a value of its own; asked in 2022 any of them may be the last to begin
    one year, sure  the same, each source surer than the one before; under `confidence` the last one decides
    successions     a new value each year; asked in the middle of a year, this year's or the last one's
    ends            one value, and as many sources that say it ended in 2021; asked within 2021

Each with a predicate that resumes and one that does not. Seconds are of CPU, the median of three calls. Exit status 1
if an answer is wrong, or one of 100 claims takes more than `--most`.
"""

import argparse
import os
import platform
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from rich.console import Console
from rich.table import Table

from benchmarks.showing import written
from tkg.belief import Rule
from tkg.bounds import bound, unit
from tkg.completions import values_at
from tkg.policy import LATEST, Policy
from tkg.restate import Reading

RESULTS = Path(__file__).resolve().parent / "results" / "completions.json"
COUNTS = (30, 100, 300)
GATED = 100
RULES = {"resumes": Rule(one=True), "does not resume": Rule(one=True, resumes=False)}


class Case(NamedTuple):
    """A slot of n claims, the instant asked about, the policy, and what is possible there. Nothing is certain but a
    value that is the only one and cannot be absent."""

    claims: Callable[[int], list[Reading]]
    at: str
    policy: Policy
    possible: Callable[[int], set[int]]
    certain: Callable[[int], set[int]] = lambda n: set()


def claim(place: int, value: int, start: str, *, source: int = 0, is_end: bool = False, sure: float = 1.0) -> Reading:
    shown = None if is_end else value
    began, end = bound(start, 0), bound("ongoing", 0)
    return Reading(place, place, source, value, shown, is_end, began, end, True, 0, (), sure)


def one_year(count: int) -> list[Reading]:
    return [claim(n, n, "2021", source=n, sure=n / count) for n in range(1, count + 1)]


def successions(count: int) -> list[Reading]:
    return [claim(n, n, str(1700 + n)) for n in range(1, count + 1)]


def ends(count: int) -> list[Reading]:
    ending = [claim(n, 1, "2021", source=n, is_end=True) for n in range(2, count + 1)]
    return [claim(1, 1, "2000-01-01"), *ending]


CASES = {
    "one year": Case(one_year, "2022-06-01", LATEST, lambda n: set(range(1, n + 1))),
    "one year, sure": Case(one_year, "2022-06-01", Policy("confidence"), lambda n: {n}, lambda n: {n}),
    "successions": Case(successions, "1720-06-01", LATEST, lambda n: {19, 20}),
    "ends": Case(ends, "2021-06-01", LATEST, lambda n: {1}),
}


def measured(call: Callable[[], Any]) -> tuple[float, Any]:
    """CPU seconds, the median of three calls, and what the call gave."""
    taken = []
    for _ in range(3):
        began = time.process_time()
        answer = call()
        taken.append(time.process_time() - began)
    return median(taken), answer


def measure(case: Case, rule: Rule, count: int) -> dict[str, Any]:
    claims, at = case.claims(count), unit(case.at)[0]
    certain_s, certain = measured(lambda: values_at(claims, rule, at, "certain", case.policy))
    possible_s, possible = measured(lambda: values_at(claims, rule, at, "possible", case.policy))
    right = set(certain) == case.certain(count) and set(possible) == case.possible(count)
    return {"claims": count, "certain_s": round(certain_s, 4), "possible_s": round(possible_s, 4), "right": right}


def show(rows: Sequence[dict[str, Any]], most_s: float) -> None:
    table = Table("", "", "claims", "certain ms", "possible ms", "", box=None)
    for row in rows:
        slow = row["claims"] == GATED and max(row["certain_s"], row["possible_s"]) > most_s
        figures = (str(row["claims"]), f"{row['certain_s'] * 1_000:.1f}", f"{row['possible_s'] * 1_000:.1f}")
        style = "red" if slow or not row["right"] else None
        table.add_row(row["case"], row["rule"], *figures, "" if row["right"] else "WRONG", style=style)
    Console().print(table)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--most", type=float, default=0.5, help="CPU seconds that an answer may take (default 0.5)")
    parser.add_argument("--json", action="store_true", help="print the result as JSON")
    arguments = parser.parse_args()
    rows = [
        {"case": name, "rule": said, **measure(case, rule, count)}
        for name, case in CASES.items()
        for said, rule in RULES.items()
        for count in COUNTS
    ]
    result = {"rows": rows, "python": platform.python_version(), "cpus": os.cpu_count()}
    text = written(result, RESULTS)
    if arguments.json:
        print(text)
    else:
        show(rows, arguments.most)
    gated = [row for row in rows if row["claims"] == GATED]
    fast = all(max(row["certain_s"], row["possible_s"]) <= arguments.most for row in gated)
    return 0 if fast and all(row["right"] for row in rows) else 1


if __name__ == "__main__":
    raise SystemExit(main())
