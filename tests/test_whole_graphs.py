"""`range`, `beliefs`, `diff` and `history` of one subject, one predicate and whole graphs, against their definitions.

What is asked is worked out a second time from points alone: `find` at one valid instant and one recorded time, or the
numbers that the facts were made of.
"""

import random
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

import tkg
from tests.conftest import Opener
from tkg.facts import Fact
from tkg.intervals import moment

YEARS = range(2010, 2015)
INTERVALS = [(low, high) for low in YEARS for high in YEARS if low < high]
MATCHES = {
    "overlaps": lambda start, end, low, high: start < high and low < end,
    "throughout": lambda start, end, low, high: start <= low and high <= end,
    "within": lambda start, end, low, high: low <= start and end <= high,
    "starts_within": lambda start, end, low, high: low <= start < high,
}
VIEWS: tuple[dict[str, Any], ...] = (
    {}, {"policy": "all"}, {"policy": "confidence"}, {"sources": ["a"]}, {"without": ["a"]}
)  # fmt: skip
NAMED: tuple[dict[str, Any], ...] = (
    {}, {"subject": "Bob"}, {"predicate": "held"}, {"subject": "Ann", "predicate": "held"}
)  # fmt: skip


@pytest.fixture(scope="module")
def all_intervals(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tkg.Graph]:
    """Every interval of whole years that there is between 2010 and 2014, said by a of one subject, by b of another."""
    with tkg.open(tmp_path_factory.mktemp("intervals") / "a.db", durability="normal") as graph:
        graph.record_many(
            {"subject": subject, "predicate": predicate, "object": f"{low}-{high}", "source": source,
             "valid_from": f"{low}-01-01", "valid_to": f"{high}-01-01"}
            for subject, predicate, source in (("Ann", "held", "a"), ("Bob", "held", "b"), ("Bob", "kept", "b"))
            for low, high in INTERVALS
        )  # fmt: skip
        yield graph


@pytest.mark.parametrize("match", list(MATCHES))
@pytest.mark.parametrize("view", VIEWS, ids=str)
def test_a_range_of_whatever_is_named(all_intervals: tkg.Graph, match: Any, view: dict[str, Any]) -> None:
    heard = {"a", "b"} & set(view.get("sources", "ab")) - set(view.get("without", ""))
    for low, high in INTERVALS:
        held = [f"{a}-{b}" for a, b in INTERVALS if MATCHES[match](a, b, low, high)]
        whole = [(s, p, o) for s, p in (("Ann", "held"), ("Bob", "held"), ("Bob", "kept")) for o in held]
        for about in NAMED:
            found = all_intervals.range(f"{low}-01-01", f"{high}-01-01", match=match, **about, **view)
            assert sorted(map(triple, found)) == [
                (s, p, o)
                for s, p, o in whole
                if about.get("subject", s) == s
                and about.get("predicate", p) == p
                and {"Ann": "a", "Bob": "b"}[s] in heard
            ]


def test_a_range_of_one_value(all_intervals: tkg.Graph) -> None:
    found = all_intervals.range("2011", object="2010-2013", match="throughout")
    assert [(fact.subject, fact.predicate) for fact in found] == [("Ann", "held"), ("Bob", "held"), ("Bob", "kept")]


# --- through recorded time ---


@pytest.fixture(params=range(3))
def changing(reopen: Opener, request: pytest.FixtureRequest) -> tkg.Graph:
    """A graph in which much was corrected, retracted, merged and declared."""
    r = random.Random(request.param)
    graph = reopen(embedder=None)
    for number in range(25):
        year = r.randrange(2010, 2016)
        graph.record(
            r.choice(("Ann", "Bob", "Annie")), r.choice(("lives_in", "works_for", "team")), r.choice("ABC"),
            valid_from=f"{year}-01-01", source=r.choice("ab"), confidence=r.choice((0.2, 0.8)),
            valid_to=f"{year + r.randrange(1, 4)}-01-01" if r.random() < 0.4 else None,
        )  # fmt: skip
        live = [claim for claim in graph.claims() if claim.retracted_at is None]
        if r.random() < 0.2:
            graph.retract(r.choice(live))
        elif r.random() < 0.2:
            graph.correct(r.choice(live), object="D")
        if number == 10:
            graph.declare("team", cardinality="one")
        if number == 15:
            graph.merge("Annie", "Ann")
    return graph


def moments(graph: tkg.Graph) -> list[datetime]:
    """Every recorded time."""
    rows = graph._store.connection.execute("SELECT at FROM tx WHERE id > 0 ORDER BY at").fetchall()
    return [moment(at) for (at,) in rows]


def runs(answers: list[tuple[datetime, set[Any]]]) -> set[Any]:
    """From what was believed at each recorded time to (item, since, until)."""
    found, open_runs = set(), dict[Any, datetime]()
    for at, items in answers:
        found |= {(item, open_runs.pop(item), at) for item in list(open_runs) if item not in items}
        for item in items:
            open_runs.setdefault(item, at)
    return found | {(item, since, None) for item, since in open_runs.items()}


def triple(fact: Fact) -> tuple[Any, ...]:
    return fact.subject, fact.predicate, fact.object


def segment(fact: Fact) -> tuple[Any, ...]:
    return (*triple(fact), fact.valid_from, fact.valid_to)


ABOUT: tuple[dict[str, Any], ...] = ({}, {"subject": "Ann"}, {"predicate": "team"}, {"object": "A"})


@pytest.mark.parametrize("view", VIEWS, ids=str)
def test_beliefs_and_history_are_what_was_believed_at_each_recorded_time(
    changing: tkg.Graph, view: dict[str, Any]
) -> None:
    for about in ABOUT:
        points, timelines = [], []
        for at in moments(changing):
            points.append((at, set(map(triple, changing.find(**about, valid_at="2014-06-01", known_at=at, **view)))))
            timelines.append((at, set(map(segment, changing.timeline(**about, known_at=at, **view)))))
        beliefs = changing.beliefs(**about, valid_at="2014-06-01", **view)
        shown = [((b.subject, b.predicate, b.object), b.recorded_from, b.recorded_to) for b in beliefs]
        assert len(shown) == len(set(shown))
        assert set(shown) == runs(points)
        history = [(segment(f), f.recorded_from, f.recorded_to) for f in changing.history(**about, **view)]
        assert len(history) == len(set(history))
        assert set(history) == runs(timelines)


@pytest.mark.parametrize("view", VIEWS, ids=str)
def test_diffs_are_what_one_moment_believes_and_the_other_does_not(changing: tkg.Graph, view: dict[str, Any]) -> None:
    known = moments(changing)
    for about in ABOUT[:3]:
        for a, b in ((known[0], known[-1]), (known[9], known[16]), (known[16], known[9]), (known[20], None)):
            for at in (None, "2014-06-01"):
                read, of = (changing.timeline, segment) if at is None else (changing.find, triple)
                old, new = ({of(f) for f in read(**about, valid_at=at, known_at=k, **view)} for k in (a, b))
                diff = changing.diff(a, b, **about, valid_at=at, **view)
                assert ({of(f) for f in diff.added}, {of(f) for f in diff.removed}) == (new - old, old - new)


def test_a_graph_without_anything(tmp_path: Path) -> None:
    with tkg.open(tmp_path / "a.db") as graph:
        assert [*graph.range("2020"), *graph.beliefs(), *graph.history(), *graph.conflicts()] == []
        assert graph.diff("2020-01-01") == tkg.facts.Diff((), ())
        assert graph.diff(graph.as_of(policy="all")) == tkg.facts.Diff((), ())


@pytest.mark.parametrize("view", VIEWS[:3], ids=str)
def test_a_value_is_found_whichever_way_its_predicate_turns(graph: tkg.Graph, view: dict[str, Any]) -> None:
    graph.record("Acme", "employs", "Ann", valid_from="2020-01-01")
    graph.record("Bob", "works_for", "ACME Inc", valid_from="2020-01-01")
    before = graph.record("Cat", "owns", "Acme", valid_from="2020-01-01").recorded_at
    graph.merge("ACME Inc", "Acme")
    works, owns = [("Ann", "works_for", "Acme"), ("Bob", "works_for", "Acme")], [("Cat", "owns", "Acme")]
    assert sorted(map(triple, graph.find(object="Acme", **view))) == works + owns
    assert sorted(map(triple, graph.find(object="ACME Inc", **view))) == works + owns
    assert sorted(map(triple, graph.find("Acme", "employs", **view))) == works
    assert list(map(triple, graph.find(predicate="employs", object="Ann", **view))) == works[:1]
    assert sorted(map(triple, graph.find(object="Acme", known_at=before, **view))) == works[:1] + owns
    assert graph.find("Acme", object="Acme", **view) == []
