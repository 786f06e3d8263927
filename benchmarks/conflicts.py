"""Are graded conflicts in real histories what a plain pairwise definition says? How fast are they listed?

    .venv/bin/python benchmarks/conflicts.py [--data DIRECTORY] [--json]

Wikidata12k, YAGO11k and DyKnow: rows of a subject, a predicate, an object, and from when to when it was so, in years or
days. Each row of a one-valued predicate is recorded by a source of its own, so that rows which overlap disagree. What
`conflicts(during="../..", certainty="possible")` lists is compared with what follows from the rows by themselves, at
the beginning and in the middle of each piece between neighbouring bounds of a slot:

    pairs         where all rows that can hold have an end: two values disagree certainly if each has a row that holds
                  whichever instants its bounds are, possibly if each has one that can, and at a boundary if such rows
                  do only within overlapping units in which one ends and the other begins
    completions   where some row goes on until another begins: every choice of instants for all rows, at each bound and
                  once between two, as far as there are no more than 5,000

Precision and recall are of (slot, piece, pair of values, grade). Exit status 1 if either is below 1.
"""

import argparse
import csv
import json
import os
import platform
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from itertools import combinations, pairwise, product
from math import prod
from pathlib import Path
from typing import Any, NamedTuple

from rich.console import Console
from rich.table import Table

import tkg
from tkg.bounds import IMPRECISE, Bound, bound
from tkg.errors import EmptyInterval
from tkg.intervals import MAX, MIN, microseconds

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT / "benchmarks" / "results" / "conflicts.json"
WIKIDATA, YAGO = ("P17", "P131", "P6", "P26"), ("isMarriedTo",)
GRADES = ("boundary", "possible", "certain")
MOST = 5_000

Slot = tuple[str, str]
Graded = dict[frozenset[str], str]


class Row(NamedTuple):
    """One row: a value, and the text of its bounds. Without an end it goes on; a start of `..` is no beginning."""

    slot: Slot
    value: str
    start: str
    end: str

    def statement(self, number: int) -> dict[str, Any]:
        subject, predicate = self.slot
        about = {"subject": subject, "predicate": predicate, "object": self.value, "source": f"row {number}"}
        return {**about, "valid": f"{self.start}/{self.end or '..'}"} if self.start or self.end else about


class Held(NamedTuple):
    """From when to when a row holds, as ranges."""

    value: str
    start: Bound
    end: Bound

    @property
    def ongoing(self) -> bool:
        return self.end.at == MAX


def held(row: Row, recorded_at: int) -> Held:
    start = bound("always" if row.start == ".." else row.start or "unknown", recorded_at)
    return Held(row.value, start, bound(row.end or "ongoing", recorded_at, include_unit=True))


# --- the data ---


def years(path: Path, predicates: Iterable[str]) -> Iterator[Row]:
    with path.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
            if row["predicate"] in predicates:
                start, end = (year.zfill(4) if year else "" for year in (row["from"], row["to"]))
                yield Row((row["subject"], row["predicate"]), row["object"], start or _open(end), end)


def days(path: Path) -> Iterator[Row]:
    for row in json.loads(path.read_text(encoding="utf-8")):
        start, end = ((row[side] or "").replace("-00", "") for side in ("valid_from", "valid_to"))
        yield Row((row["subject"], row["predicate"]), row["object"], start or _open(end), end)


def _open(end: str) -> str:
    return ".." if end else ""


SETS: dict[str, Callable[[Path], Iterator[Row]]] = {
    "wikidata12k.tsv": lambda path: years(path, WIKIDATA),
    "yago11k.tsv": lambda path: years(path, YAGO),
    "dyknow.json": days,
}


# --- the plain definition ---


def choices(row: Held, at: int, grid: list[int]) -> list[int | None]:
    """Since when a row can hold at an instant, None if it does not; the instants of a grid stand for all."""
    found: list[int | None] = []
    for start in grid:
        for end in grid if not row.ongoing else [MAX]:
            if row.start.early <= start <= row.start.late and row.end.early <= end <= row.end.late and start < end:
                found.append(start if start <= at < end else None)
    return list(dict.fromkeys(found))


def meet(one: Held, other: Held) -> bool:
    low, high = max(one.start.early, other.start.early), min(one.end.late, other.end.late)
    for end, start in ((one.end, other.start), (other.end, one.start)):
        overlap = max(end.early, start.early) < min(end.late, start.late)
        within = min(end.early, start.early) <= low and high <= max(end.late, start.late)
        if end.grain in IMPRECISE and start.grain in IMPRECISE and overlap and within:
            return True
    return False


def expected(rows: list[Held], at: int, counted: Counter[str]) -> Graded | None:
    """The pairs of values that disagree at an instant, each with its grade; None if there are too many completions."""
    cuts = sorted({at, *(x for row in rows for b in (row.start, row.end) for x in b[:3])} - {MIN, MAX})
    grid = [MIN, *sorted({*cuts, *((a + b) // 2 for a, b in pairwise([cuts[0] - 2, *cuts]))})]
    ways = {row: choices(row, at, grid) for row in rows}
    holding = [row for row in ways if ways[row] != [None]]
    if len({row.value for row in holding}) < 2:
        return {}
    worlds: Iterable[tuple[int | None, ...]]
    if not any(row.ongoing for row in holding):
        counted["pairs"] += 1
        sure = {row.value for row in holding if None not in ways[row]}
        found = {pair: meet(*pair) for pair in combinations(holding, 2) if pair[0].value != pair[1].value}
    else:
        if prod(len(ways[row]) for row in holding) > MOST:
            counted["too many"] += 1
            return None
        counted["completions"] += 1
        worlds = product(*(ways[row] for row in holding))
        stood, found = [], {}
        for world in worlds:
            keys = {row: key for row, key in zip(holding, world, strict=True) if key is not None}
            last = max(keys.values(), default=MIN)
            stand = [row for row, key in keys.items() if not row.ongoing or key == last]
            stood.append({row.value for row in stand})
            found |= {pair: meet(*pair) for pair in combinations(stand, 2) if pair[0].value != pair[1].value}
        sure = set.intersection(*stood)
    graded: Graded = {}
    for (one, other), boundary in found.items():
        values = frozenset((one.value, other.value))
        grade = "certain" if values <= sure else "boundary" if boundary else "possible"
        graded[values] = max(grade, graded.get(values, "boundary"), key=GRADES.index)
    return graded


# --- the comparison ---


def listed(graph: tkg.Graph) -> dict[Slot, list[tuple[int, int, Graded]]]:
    found: dict[Slot, list[tuple[int, int, Graded]]] = defaultdict(list)
    for conflict in graph.conflicts(during="../..", certainty="possible"):
        assert conflict.stretch is not None
        start, end = conflict.stretch
        pairs = {frozenset(map(str, pair.values)): pair.grade for pair in conflict.pairs}
        low, high = MIN if start is None else microseconds(start), MAX if end is None else microseconds(end)
        found[str(conflict.subject), conflict.predicate].append((low, high, {**pairs}))
    return found


def compare(slots: dict[Slot, list[Held]], graph: tkg.Graph) -> dict[str, Any]:
    began = time.process_time()
    conflicts = listed(graph)
    listed_s = time.process_time() - began
    counted, right, wrong, missed, grades = Counter[str](), 0, 0, 0, Counter[str]()
    for slot, rows in slots.items():
        cuts = sorted({MIN, MAX, *(x for row in rows for b in (row.start, row.end) for x in b[:3])})
        for low, high in pairwise(cuts):
            sides = [expected(rows, at, counted) for at in (low, (low + high) // 2)]
            if any(side is None for side in sides):
                continue
            wanted: Graded = {}
            for values, grade in (item for side in sides if side is not None for item in side.items()):
                wanted[values] = max(grade, wanted.get(values, "boundary"), key=GRADES.index)
            found = next((pairs for x, y, pairs in conflicts[slot] if x <= low and high <= y), {})
            grades.update(wanted.values())
            right += len(wanted.items() & found.items())
            wrong += len(found.items() - wanted.items())
            missed += len(wanted.items() - found.items())
    return {
        "slots": len(slots),
        "rows": sum(map(len, slots.values())),
        "conflicting": len([slot for slot, found in conflicts.items() if found]),
        "listed_s": round(listed_s, 2),
        "precision": right / (right + wrong) if right + wrong else 1.0,
        "recall": right / (right + missed) if right + missed else 1.0,
        "grades": {grade: grades[grade] for grade in reversed(GRADES)},
        "instants": {kind: counted[kind] for kind in ("pairs", "completions", "too many")},
    }


def measure(rows: Iterable[Row]) -> dict[str, Any]:
    """One data set, in a file of its own. Rows that end before they start are refused, and counted."""
    slots: dict[Slot, list[Held]] = defaultdict(list)
    refused = 0
    with (
        tempfile.TemporaryDirectory(prefix="tkg-conflicts-") as directory,
        tkg.open(Path(directory) / "store.db", durability="normal") as graph,
    ):
        declared: set[str] = set()
        for number, row in enumerate(dict.fromkeys(rows)):
            if row.slot[1] not in declared:
                declared.add(row.slot[1])
                graph.declare(row.slot[1], cardinality="one", resumes=True)
            try:
                claim = graph.record(**row.statement(number))
            except EmptyInterval:
                refused += 1
            else:
                slots[row.slot].append(held(row, microseconds(claim.recorded_at)))
        return {**compare(slots, graph), "refused": refused}


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    data = Path(os.environ.get("TKG_DATA", ROOT.parent / "shared" / "data"))
    parser.add_argument("--data", type=Path, default=data, help="where intervals/ is (default $TKG_DATA)")
    parser.add_argument("--json", action="store_true", help="print the result as JSON")
    arguments = parser.parse_args()
    sets = {name: path for name in SETS if (path := arguments.data / "intervals" / name).exists()}
    if not sets:
        print(f"no data under {arguments.data}/intervals: nothing to compare", file=sys.stderr)
        return 0
    result = {name: measure(SETS[name](path)) for name, path in sets.items()}
    text = json.dumps({"sets": result, "python": platform.python_version(), "cpus": os.cpu_count()}, indent=2)
    RESULTS.parent.mkdir(exist_ok=True)
    RESULTS.write_text(text + "\n", encoding="utf-8")
    if arguments.json:
        print(text)
    else:
        table = Table("", "slots", "rows", "conflicting", "precision", "recall", *reversed(GRADES), "s", box=None)
        for name, found in result.items():
            figures = (f"{found['precision']:.4f}", f"{found['recall']:.4f}", *map(str, found["grades"].values()))
            counts = (str(found[key]) for key in ("slots", "rows", "conflicting"))
            table.add_row(name, *counts, *figures, str(found["listed_s"]))
        Console().print(table)
    return 0 if all(found["precision"] == found["recall"] == 1.0 for found in result.values()) else 1


if __name__ == "__main__":
    raise SystemExit(main())
