"""Is the bitemporal engine close to the raw cost of SQLite, and flat as the store grows?

    .venv/bin/python benchmarks/engine.py --work DIR [--quick] [--sizes N ...] [--only PART ...] [--json]

One workload, described in `bitemporal/workload.py`, is built once for each size, counted in belief rectangles (default
10,000, 100,000 and 1,000,000), and kept in `--work`. First all reads are compared with the oracle of the contract, in a
small file; then, part by part:

    reads     through the public API and in SQL by hand, on the same file, in turn; and other policies and certainties
    record    one statement a transaction, beside its rows put in by hand; in files of every size, and in a long slot
    bulk      record_many beside its rows put in by hand, and import_facts
    costs     bytes a belief, `import tkg`, `tkg get`, memory

Every part has bars, printed at the end: exit status 1 if one falls. What is not judged says why: an absolute speed
counts only where the load of the machine is under 1.5. The result goes to `results/engine.json`, or
`results/engine_quick.json` with `--quick` (10,000 and 100,000, and fewer calls); parts that are not measured stay as
they were. 1,000,000 rectangles take a quarter of an hour to build, 0.4 GB, and twice as much again for the copies.

Traps are in the README beside this.
"""

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from benchmarks.bitemporal import brute_force, bulk, costs, files, reads, writes
from benchmarks.bitemporal.files import Built
from benchmarks.bitemporal.measuring import Bar, load, machine
from benchmarks.showing import workplace

RESULTS = Path(__file__).resolve().parent / "results"
Part = tuple[dict[str, Any], list[Bar]]


@dataclass(frozen=True)
class Plan:
    """How much of everything."""

    sizes: tuple[int, ...]
    reads: int
    writes: int
    batches: int
    longest_slot: int
    imported: int
    starts: int
    checked: tuple[int, int]


FULL = Plan((10_000, 100_000, 1_000_000), 1_000, 500, 10, 50_000, 100_000, 15, (300, 100))
QUICK = Plan((10_000, 100_000), 200, 100, 3, 10_000, 20_000, 7, (200, 40))


def together(**parts: Part) -> Part:
    """Several figures under their names, and all their bars."""
    return {name: found for name, (found, _) in parts.items()}, [bar for _, bars in parts.values() for bar in bars]


def parts(plan: Plan, built: Sequence[Built], work: Path) -> dict[str, Callable[[], Part]]:
    """What can be measured, by name."""
    return {
        "reads": lambda: reads.measure(built, plan.reads),
        "record": lambda: together(
            by_size=writes.record(built, work, plan.writes),
            long_slot=writes.long_slot(work, plan.writes, plan.longest_slot),
        ),
        "bulk": lambda: together(
            record_many=bulk.record_many(built[-1], work, plan.batches),
            import_facts=bulk.import_facts(work, plan.imported),
        ),
        "costs": lambda: together(
            size=costs.size(built), start=costs.start(built[-1], plan.starts), memory=costs.memory(built[-1])
        ),
    }


def measured(call: Callable[[], Part]) -> dict[str, Any]:
    """A part as it is kept: when, under what load, the figures, and how they stand."""
    before, when = load(), datetime.now(UTC)
    figures, bars = call()
    return {
        "date": when.date().isoformat(),
        "load": [before, load()],
        "figures": figures,
        "bars": [bar.to_dict() for bar in bars],
    }


def shown(result: dict[str, Any]) -> str:
    """The bars as lines."""
    words = {True: "met", False: "MISSED", None: "not judged"}
    lines = []
    for name, part in result["parts"].items():
        lines.append(f"{name}, {part['date']}, load {part['load'][0]} to {part['load'][1]}")
        for bar in part["bars"]:
            why = f": {bar['not judged']}" if "not judged" in bar else ""
            figure = "-" if bar["figure"] is None else f"{bar['figure']:g}"
            lines.append(f"  {bar['what']:<58} {figure:>9}  {bar['asked']:<16} {words[bar['met']]}{why}")
    return "\n".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--work", type=Path, help="a directory to keep the files in; without it they are made anew")
    parser.add_argument("--quick", action="store_true", help="the smaller sizes, and fewer calls")
    parser.add_argument("--sizes", type=int, nargs="+", help="belief rectangles, instead of the usual sizes")
    parser.add_argument("--only", nargs="+", metavar="PART", help="reads, record, bulk, costs")
    parser.add_argument("--json", action="store_true", help="print the result as JSON")
    arguments = parser.parse_args()
    plan = QUICK if arguments.quick else FULL
    path = RESULTS / ("engine_quick.json" if arguments.quick else "engine.json")
    with workplace(arguments.work) as work:
        checked = brute_force.check(*plan.checked)
        built = [files.built(work, size) for size in sorted(arguments.sizes or plan.sizes)]
        known = parts(plan, built, work)
        unknown = set(arguments.only or ()) - set(known)
        if unknown:
            parser.error(f"there is no part {min(unknown)!r}: {', '.join(known)}")
        kept = json.loads(path.read_text(encoding="utf-8"))["parts"] if path.exists() and arguments.only else {}
        for name in arguments.only or known:
            print(f"{name} ...", file=sys.stderr, flush=True)
            kept[name] = measured(known[name])
    result = {
        "ok": all(bar["met"] is not False for part in kept.values() for bar in part["bars"]),
        "machine": machine(),
        "checked against brute force": checked,
        "files": files.shape(built),
        "parts": {name: kept[name] for name in known if name in kept},
    }
    text = json.dumps(result, ensure_ascii=False, indent=2)
    path.write_text(text + "\n", encoding="utf-8")
    print(text if arguments.json else shown(result))
    return 0 if result["ok"] else 1


if __name__ == "__main__":
    raise SystemExit(main())
