"""What `record` costs above its rows: one statement a transaction, in files of every size and in slots of every length.

A write goes through the API into one copy of a file, and its rows by hand into another (`raw_writes`), one after the
other. The cost is CPU time of the process, with synchronous OFF, since nothing then waits for the disk; under FULL,
where the disk decides, it is elapsed time. Statements are those of the workload, corrections and retractions apart,
which are verbs of their own.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from datetime import datetime
from functools import partial
from itertools import islice
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

import tkg
from benchmarks.bitemporal.files import Built, Ticking, declared, remove
from benchmarks.bitemporal.measuring import GROWTH, Bar, spread, timed
from benchmarks.bitemporal.raw_writes import Measured, Pair, Synchronous, last_of, paired
from benchmarks.bitemporal.reads import Disagreement
from benchmarks.bitemporal.statements import Statement, mixed, successive
from benchmarks.bitemporal.workload import FIRST_RECORDED, TICK

RECORD_ABOVE_RAW_US = 300
LENGTHS = (100, 1_000, 10_000, 50_000)
BATCH, WARM_UP, IN_A_ROW = 1_000, 50, 10

Times = list[tuple[float, float]]
"""Of each write, what it cost us and what its rows cost by hand, in seconds."""


def cpu(call: Callable[[], object]) -> float:
    """CPU time of this process, in seconds."""
    return timed(call, time.process_time)


class Place(NamedTuple):
    """A closed file that is written to, in copies: after `now`, what is `said`."""

    path: Path
    now: datetime
    said: Iterator[Statement]


def record(files: Sequence[Built], work: Path, calls: int) -> tuple[dict[str, Any], list[Bar]]:
    """In files of several sizes."""
    figures: dict[str, Any] = {}
    ways: tuple[tuple[Synchronous, Measured, int], ...] = (("OFF", cpu, calls), ("FULL", timed, max(calls // 5, 10)))
    for synchronous, measured, number in ways:
        places = {str(file.size): Place(file.path, file.now, mixed(file.subjects, seed=5)) for file in files}
        figures[synchronous] = _in_turn(places, work, synchronous, measured, number)
    bars = _bars("record at {}", figures["OFF"])
    if len(files) > 1:
        bars.append(_growth("record, above raw, {} over {}", figures["OFF"]))
    return figures, bars


def long_slot(work: Path, calls: int, longest: int) -> tuple[dict[str, Any], list[Bar]]:
    """The next of many successive values of one slot, where each is a new one, and where five take turns."""
    figures: dict[str, Any] = {}
    bars = []
    for name, turns in (("new values", None), ("five values in turn", 5)):
        places = {str(length): _slot(work, length, turns) for length in LENGTHS if length <= longest}
        figures[name] = found = _in_turn(places, work, "OFF", cpu, calls, in_order=True)
        for place in places.values():
            remove(place.path)
        bars += _bars(f"record after {{}} values, {name}", found)
        bars.append(_growth(f"record, above raw, after {{}} values over {{}}, {name}", found))
    return figures, bars


def _slot(work: Path, length: int, turns: int | None) -> Place:
    path, now, values = work / f"long_slot_{length}.db", FIRST_RECORDED, successive(0, turns)
    remove(path)
    for low in range(0, length, BATCH):
        now += TICK
        with tkg.open(path, ontology=declared(), durability="normal", clock=Ticking(now)) as graph:
            graph.record_many(islice(values, min(BATCH, length - low)))
    return Place(path, now, values)


def _in_turn(
    places: dict[str, Place],
    work: Path,
    synchronous: Synchronous,
    measured: Measured,
    calls: int,
    *,
    in_order: bool = False,
) -> dict[str, Any]:
    """Some writes here, some there, each beside its rows put in by hand.

    Ten in a row, since a single one would find the caches of the processor full of the other files.
    """
    with ExitStack() as stack:
        pairs = {
            name: stack.enter_context(paired(place.path, work, place.now, synchronous, in_order=in_order))
            for name, place in places.items()
        }
        before = {name: _warmed(pair, places[name].said) for name, pair in pairs.items()}
        taken: dict[str, Times] = {name: [] for name in pairs}
        for _ in range(max(calls // IN_A_ROW, 1)):
            for name, pair in pairs.items():
                for statement in islice(places[name].said, IN_A_ROW):
                    taken[name].append(pair.both(_writing(pair, statement), measured))
        for name, pair in pairs.items():
            if not pair.is_equal(before[name]):
                raise Disagreement(f"{name}: the rows that were put in by hand are not those that we wrote")
        return {name: _above(times, pairs[name]) for name, times in taken.items()}


def _writing(pair: Pair, statement: Statement) -> Callable[[], object]:
    given = dict(statement)
    verb = pair.graph.end if given.pop("op", "record") == "end" else pair.graph.record
    return partial(verb, **given)


def _warmed(pair: Pair, said: Iterator[Statement]) -> int:
    """Some writes that are not measured; the last transaction before them."""
    before = last_of(pair.looking, "tx")
    pair.warm_up([_writing(pair, statement) for statement in islice(said, WARM_UP)])
    return before


def _above(times: Times, pair: Pair) -> dict[str, Any]:
    ours, by_hand = zip(*times, strict=True)
    above = round((median(ours) - median(by_hand)) * 1e6, 1)
    found = {"calls": len(times), "api_us": spread(ours), "raw_us": spread(by_hand), "above_us": above}
    return found | ({"tables left out by hand": sorted(pair.missed)} if pair.missed else {})


def _bars(what: str, figures: dict[str, Any]) -> list[Bar]:
    above = {size: each["above_us"] for size, each in figures.items()}
    return [Bar(f"{what.format(size)}, µs of CPU above raw", us, RECORD_ABOVE_RAW_US) for size, us in above.items()]


def _growth(what: str, figures: dict[str, Any]) -> Bar:
    """Of what lies above raw: the rows alone cost more in a larger file, whose pages are not at hand."""
    first, *_, last = figures
    return Bar(what.format(last, first), round(figures[last]["above_us"] / figures[first]["above_us"], 2), GROWTH)
