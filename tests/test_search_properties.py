"""Search against the reads: whatever happened, it finds nothing that they do not give, and all that shares a word."""

import re
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tkg
from tests.conftest import SetClock
from tests.embedding import by_words
from tests.searching import facts, key
from tkg.embed import Embedder

NAMES = ("Ann", "Bob", "Cy Lee")
PREDICATES = ("lives_in", "speaks", "visited", "knows")
VALUES = ("Oslo", "Rome", "Ann", "Bob")
YEARS = st.integers(2010, 2020)
EVERYTHING = 10_000


class Step(NamedTuple):
    """One write: `do` with the rest as far as it takes it."""

    do: str
    subject: str
    predicate: str
    value: str
    start: int | None
    length: int
    which: int


steps = st.lists(
    st.builds(
        Step,
        st.sampled_from(
            ("record", "record", "record", "end", "retract", "correct", "merge", "split", "erase", "search")
        ),
        st.sampled_from(NAMES),
        st.sampled_from(PREDICATES),
        st.sampled_from(VALUES),
        st.none() | YEARS,
        st.integers(0, 5),
        st.integers(0, 20),
    ),
    min_size=1,
    max_size=12,
)


def write(graph: tkg.Graph, said: list[tkg.Claim], step: Step) -> None:
    start = None if step.start is None else f"{step.start}-01-01"
    end = None if step.start is None or not step.length else f"{step.start + step.length}-01-01"
    claim = said[step.which % len(said)] if said else None
    if step.do == "record":
        said.append(graph.record(step.subject, step.predicate, step.value, valid_from=start, valid_to=end))
    elif step.do == "end":
        graph.end(step.subject, step.predicate, step.value, valid_from=start)
    elif step.do == "merge":
        graph.merge(step.subject, step.value)
    elif step.do == "search":
        graph.search(f"{step.subject} {step.value}")
    elif claim is not None and step.do == "retract":
        graph.retract(claim)
    elif claim is not None and step.do == "correct":
        said.append(graph.correct(claim, object=step.value))
    elif claim is not None and step.do == "split":
        graph.split([(claim, "subject")], f"{step.subject} 2")
    elif claim is not None and step.do == "erase":
        graph.erase(claim)


def words(text: str) -> set[str]:
    return set(re.findall(r"\w+", text.lower()))


def happened(graph: tkg.Graph, steps: Sequence[Step], clock: SetClock) -> list[datetime]:
    """What was written, without what is refused; the moments after each step."""
    said: list[tkg.Claim] = []
    moments = []
    for step in steps:
        try:
            write(graph, said, step)
        except tkg.TkgError:
            continue
        clock.forward(days=100)
        if (known_at := graph.as_of().known_at) is not None:
            moments.append(known_at)
    return moments


@pytest.mark.parametrize("embedder", [None, by_words(dimension=64)], ids=["words", "meaning"])
@given(
    steps=steps,
    valid_year=st.none() | st.integers(2008, 2024),
    moment=st.none() | st.integers(0, 20),
    question=st.lists(st.sampled_from((*NAMES, *VALUES, "lives in", "speaks", "visited", "opera")), min_size=3),
    policy=st.sampled_from(("latest", "latest", "latest", "confidence", "all")),
)
@settings(max_examples=60, deadline=None)
def test_search_gives_what_the_reads_give(
    template: Path, embedder: Embedder | None, steps: Sequence[Step], valid_year: int | None, moment: int | None,
    question: Sequence[str], policy: Any,
) -> None:  # fmt: skip
    clock = SetClock()
    with TemporaryDirectory() as directory:
        path = Path(directory, "store.db")
        path.write_bytes(template.read_bytes())
        with tkg.open(path, clock=clock, embedder=embedder, durability="normal") as graph:
            graph.declare("visited", extent="event")
            moments = happened(graph, steps, clock)
            view = graph
            known_at: Any = None if moment is None or not moments else moments[moment % len(moments)]
            valid_at: Any = None if valid_year is None else f"{valid_year}-06-01"
            text = " ".join(question)
            hits = facts(view.search(text, k=EVERYTHING, valid_at=valid_at, known_at=known_at, policy=policy))
            segments = view.timeline(known_at=known_at, policy=policy)
            believed = [fact for fact in segments if valid_year is None or had(fact, valid_year)]
            assert {key(hit.fact) for hit in hits} <= {key(fact) for fact in believed}
            assert len({key(hit.fact)[:3] for hit in hits}) == len(hits)
            asked = words(text)
            sharing = {key(fact)[:3] for fact in believed if asked & words(" ".join(key(fact)[:3]).replace("_", " "))}
            assert sharing - {("", "", "")} <= {key(hit.fact)[:3] for hit in hits}
            current = {key(fact) for fact in view.find(known_at=known_at, policy=policy)}
            for hit in hits:
                if hit.fact.predicate != "visited":
                    assert hit.is_current is (key(hit.fact) in current)
                if hit.superseded_by is not None:
                    assert key(hit.superseded_by) in current


@given(steps=steps, year=st.integers(2008, 2024), certainty=st.sampled_from(("certain", "possible")))
@settings(max_examples=40, deadline=None)
def test_what_is_certain_or_possible_is_found_as_find_finds_it(
    template: Path, steps: Sequence[Step], year: int, certainty: Any
) -> None:
    clock = SetClock()
    with TemporaryDirectory() as directory:
        path = Path(directory, "store.db")
        path.write_bytes(template.read_bytes())
        with tkg.open(path, clock=clock, embedder=None, durability="normal") as graph:
            happened(graph, steps, clock)
            at = f"{year}-06-01"
            hits = graph.search(" ".join((*NAMES, *VALUES)), k=EVERYTHING, valid_at=at, certainty=certainty)
            expected = {key(fact)[:3] for fact in graph.find(valid_at=at, certainty=certainty)}
            assert {key(hit.fact)[:3] for hit in facts(hits)} == expected


def had(fact: tkg.Fact, year: int) -> bool:
    """Whether a fact holds on 1 June of a year; of an event, whether it had happened by then."""
    at = datetime.fromisoformat(f"{year}-06-01T00:00:00+00:00")
    starts, ends = fact.valid_from, fact.valid_to
    over = ends is not None and ends <= at and fact.predicate != "visited"
    return (starts is None or starts <= at) and not over
