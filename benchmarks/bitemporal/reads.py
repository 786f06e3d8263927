"""The reads that are timed: each through the public API, in raw SQL, and as the oracle of the contract answers it.

`READS` are those with a bar against raw SQL, `WAYS` the policies and certainties whose bar is the default read. A read
is timed only once `brute_force` has found that all three answer alike.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import tkg
from benchmarks.bitemporal.files import Built, Point, opened
from benchmarks.bitemporal.measuring import GROWTH, Bar, in_turn, spread
from benchmarks.bitemporal.raw_reads import Raw, Row
from tkg.facts import Fact

Call = tuple[Callable[[Point], object], Sequence[Point]]
Answer = frozenset[tuple[Any, ...]]
"""(subject, predicate, object, valid from, to, recorded from, to), the times in microseconds."""


@dataclass(frozen=True)
class Read:
    """One kind of read. `most` is the greatest ratio to raw SQL; `grows` says that the time grows with the answer."""

    name: str
    api: Callable[[tkg.Graph, Point], Sequence[Fact]]
    raw: Callable[[Raw, Point], list[Row]]
    named: Callable[[Point, Row], tuple[Any, ...]]
    oracle: dict[str, str]
    most: float
    grows: bool = False
    calls_divided_by: int = 1


def _get(graph: tkg.Graph, point: Point, **options: Any) -> list[Fact]:
    fact = graph.as_of(valid_at=point.valid_at, known_at=point.known_at).get(point.subject, point.predicate, **options)
    return [] if fact is None else [fact]


def _snapshot(graph: tkg.Graph, point: Point) -> Sequence[Fact]:
    return graph.as_of(valid_at=point.valid_at, known_at=point.known_at).find(predicate=point.predicate)


def touched(graph: tkg.Graph, point: Point) -> int:
    """A snapshot of which each fact is looked at."""
    return sum(len(str(fact.object)) for fact in _snapshot(graph, point) if fact.subject)


READS = (
    Read(
        "as_of(v, k).get(s, p)", _get, Raw.get,
        lambda point, row: (point.subject, point.predicate, *row[2:7]),
        {"query": "facts", "s": "subject", "p": "predicate", "valid_at": "valid_at", "known_at": "known_at"}, 4,
    ),
    Read(
        "find(s), now", lambda graph, point: graph.find(point.subject), Raw.find_now,
        lambda point, row: (point.subject, row[0], *row[3:8]),
        {"query": "facts", "s": "subject", "valid_at": "now", "known_at": "now"}, 5,
    ),
    Read(
        "as_of(v, k).find(s)",
        lambda graph, point: graph.as_of(valid_at=point.valid_at, known_at=point.known_at).find(point.subject),
        Raw.find, lambda point, row: (point.subject, row[0], *row[3:8]),
        {"query": "facts", "s": "subject", "valid_at": "valid_at", "known_at": "known_at"}, 5,
    ),
    Read(
        "timeline(s, p)", lambda graph, point: graph.timeline(point.subject, point.predicate), Raw.timeline,
        lambda point, row: (point.subject, point.predicate, *row[2:7]),
        {"query": "timeline", "s": "subject", "p": "predicate", "known_at": "now"}, 5,
    ),
    Read(
        "as_of(v, k).find(predicate=p)", _snapshot, Raw.snapshot,
        lambda point, row: (row[0], point.predicate, *row[3:8]),
        {"query": "facts", "p": "predicate", "valid_at": "valid_at", "known_at": "known_at"}, 3,
        grows=True, calls_divided_by=20,
    ),
)  # fmt: skip
WAYS: dict[str, dict[str, Any]] = {
    "policy confidence": {"policy": "confidence"},
    "certain": {"certainty": "certain"},
    "possible": {"certainty": "possible"},
}
WAYS_MOST = 1.5


def answer(facts: Sequence[Fact]) -> Answer:
    return frozenset(
        (str(fact.subject), fact.predicate, str(fact.object), *fact._row[3:7]) for fact in facts
    )  # the row has the bounds in microseconds, which the fact shows as text


def raw_answer(read: Read, point: Point, rows: Sequence[Row]) -> Answer:
    return frozenset(read.named(point, row) for row in rows)


class Disagreement(Exception):
    """Two ways to answer a question gave different answers, so that their times cannot be compared."""


def measure(files: Sequence[Built], calls: int) -> tuple[dict[str, Any], list[Bar]]:
    """Times of all reads in files of several sizes, smallest first, and the bars on them."""
    figures: dict[str, Any] = {}
    bars: list[Bar] = []
    graphs = {each.size: opened(each) for each in files}
    raws = {each.size: Raw(each.path, graphs[each.size]._store.clock()) for each in files}
    try:
        for read in READS:
            number = max(calls // read.calls_divided_by, 5)
            points = {each.size: _points(each, number) for each in files}
            for size, graph in graphs.items():
                _agree(read, graph, raws[size], points[size])
            figures[read.name] = found = _timed(read, graphs, raws, points, number)
            bars += _bars(read, found)
        figures["other ways to settle"], more = _ways(graphs, {each.size: _points(each, calls) for each in files})
        return figures, bars + more
    finally:
        for raw in raws.values():
            raw.close()
        for graph in graphs.values():
            graph.close()


def _points(file: Built, number: int) -> list[Point]:
    return [point for point, _ in zip(file.questions(11), range(number), strict=False)]


def _agree(read: Read, graph: tkg.Graph, raw: Raw, points: Sequence[Point]) -> None:
    for point in points:
        ours, theirs = answer(read.api(graph, point)), raw_answer(read, point, read.raw(raw, point))
        if ours != theirs:
            raise Disagreement(f"{read.name} of {point}: {sorted(ours ^ theirs)} in one answer only")


def _timed(
    read: Read,
    graphs: dict[int, tkg.Graph],
    raws: dict[int, Raw],
    points: dict[int, list[Point]],
    number: int,
) -> dict[str, Any]:
    calls: dict[str, Call] = {}
    for size, graph in graphs.items():
        asked, raw = points[size], raws[size]
        calls[f"{size} api"] = partial(read.api, graph), asked
        calls[f"{size} raw"] = partial(raw.in_transaction, read.raw), asked
        calls[f"{size} raw_no_transaction"] = partial(read.raw, raw), asked
        if read.grows:
            calls[f"{size} touched"] = partial(touched, graph), asked
    taken = in_turn(calls)
    found: dict[str, Any] = {}
    for size, graph in graphs.items():
        of_size = {name.partition(" ")[2]: spread(each) for name, each in taken.items() if name.startswith(f"{size} ")}
        rows = [len(read.api(graph, point)) for point in points[size]]
        found[str(size)] = {
            "calls": number,
            "rows_mean": round(sum(rows) / len(rows), 2),
            **{f"{name}_us": each for name, each in of_size.items()},
            "ratio": round(of_size["api"]["median"] / of_size["raw"]["median"], 2),
        }
    medians = [each["api_us"]["median"] for each in found.values()]
    found["growth"] = round(medians[-1] / medians[0], 2)
    return found


def _bars(read: Read, found: dict[str, Any]) -> list[Bar]:
    sizes = [size for size in found if size != "growth"]
    bars = [Bar(f"{read.name} at {size}, times raw", found[size]["ratio"], read.most) for size in sizes]
    if not read.grows and len(sizes) > 1:
        bars.append(Bar(f"{read.name}, {sizes[-1]} over {sizes[0]}", found["growth"], GROWTH))
    return bars


def _ways(graphs: dict[int, tkg.Graph], points: dict[int, list[Point]]) -> tuple[dict[str, Any], list[Bar]]:
    """Reads of slots where nothing is contested or imprecise, under other policies and certainties."""
    figures: dict[str, Any] = {}
    bars = []
    for size, graph in graphs.items():
        asked = points[size]
        for point in asked[:50]:
            told = {way: {fact[:3] for fact in answer(_get(graph, point, **given))} for way, given in WAYS.items()}
            if any(each != {fact[:3] for fact in answer(_get(graph, point))} for each in told.values()):
                raise Disagreement(f"{point} is not the same under all policies: {told}")
        calls: dict[str, Call] = {"default": (partial(_get, graph), asked)}
        calls |= {way: (partial(_get, graph, **given), asked) for way, given in WAYS.items()}
        taken = {name: spread(each) for name, each in in_turn(calls).items()}
        ratios = {way: round(taken[way]["median"] / taken["default"]["median"], 2) for way in WAYS}
        figures[str(size)] = {"us": taken, "ratio": ratios}
        bars += [Bar(f"{way} at {size}, times the default read", ratio, WAYS_MOST) for way, ratio in ratios.items()]
    return figures, bars
