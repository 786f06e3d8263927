"""What is said of one subject and predicate changes nothing that is believed of another, whatever says it."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tkg
from tests.told import Told

SUBJECTS, PREDICATES, VALUES = ("Ann", "Bob"), ("works_for", "studies_at", "member_of"), ("Acme", "Orbi")
FIRST = datetime(2024, 6, 1, 12, tzinfo=UTC)


def messages_of(*about: int | None) -> st.SearchStrategy[list[tuple[str, int, dict[str, Any]]]]:
    """Messages, each with its speaker, its day and what it says; `about`: which message before it may be meant."""
    found = st.fixed_dictionaries(
        {
            "op": st.sampled_from(("record", "record", "end", "correct", "correct", "retract")),
            "subject": st.sampled_from(SUBJECTS),
            "predicate": st.sampled_from(PREDICATES),
            "value": st.sampled_from(VALUES),
            "was": st.sampled_from(VALUES),
            "still_holds": st.booleans(),
            "modality": st.sampled_from(("asserted", "asserted", "planned")),
            "about": st.sampled_from(about),
            "confidence": st.sampled_from((0.2, 0.9)),
        }
    )
    speaker = st.sampled_from(("Ann", "Ann", "Bob"))
    return st.lists(st.tuples(speaker, st.integers(0, 30), found), min_size=2, max_size=12)


@pytest.fixture(scope="module")
def graph() -> Iterator[tkg.Graph]:
    with tkg.open(":memory:", embedder=None) as graph:
        yield graph


_scopes = count()


def ingested(graph: tkg.Graph, messages: list[tuple[str, int, dict[str, Any]]]) -> str:
    """A scope of its own with these messages; "about" is the claim of a message so many before, if it has made one."""
    scope, claims = f"scope {next(_scopes)}", dict[int, int]()
    for number, (speaker, day, what) in enumerate(messages):
        about = claims.get(number - what["about"]) if what["about"] else None
        told = Told(f"told {scope}", {f"message {number}": [{**what, "about": about}]})
        message = {
            "speaker": speaker,
            "content": f"message {number}",
            "timestamp": (FIRST + timedelta(days=day)).isoformat(),
        }
        done = graph.ingest([message], extractor=told, scope=scope)
        if done.claims:
            claims[number] = done.claims[0]
    return scope


def believed(graph: tkg.Graph, scope: str, subject: str, predicate: str) -> list[tuple[Any, ...]]:
    return [
        (modality, fact.object, fact.valid_from_text, fact.valid_to_text, fact.valid_from_grain, fact.last_observed)
        for modality in ("asserted", "planned")
        for fact in graph.timeline(subject, predicate, scope=scope, modality=modality)
    ]


@settings(deadline=None)
@given(messages_of(None))
def test_what_is_believed_of_a_pair_is_what_its_own_messages_say(
    graph: tkg.Graph, messages: list[tuple[str, int, dict[str, Any]]]
) -> None:
    whole = ingested(graph, messages)
    for subject in SUBJECTS:
        for predicate in PREDICATES:
            own = [each for each in messages if (each[2]["subject"], each[2]["predicate"]) == (subject, predicate)]
            alone = ingested(graph, own)
            assert believed(graph, whole, subject, predicate) == believed(graph, alone, subject, predicate)


@settings(deadline=None)
@given(messages_of(None, 1, 2, 3))
def test_an_extractor_that_names_a_claim_of_another_pair_changes_neither(
    graph: tkg.Graph, messages: list[tuple[str, int, dict[str, Any]]]
) -> None:
    *first, (speaker, _, last) = messages
    scope = ingested(graph, first)
    before = {(s, p): believed(graph, scope, s, p) for s in SUBJECTS for p in PREDICATES}
    for number, claim in enumerate(graph.claims(scope=scope)):
        told = Told(f"named {number}", {f"named {number}": [{**last, "about": claim.id}]})
        message = {"speaker": speaker, "content": f"named {number}", "timestamp": FIRST.isoformat()}
        graph.ingest([message], extractor=told, scope=scope)
    for (subject, predicate), facts in before.items():
        if (subject, predicate) != (last["subject"], last["predicate"]):
            assert believed(graph, scope, subject, predicate) == facts


@pytest.mark.parametrize(
    ("messages", "holds"),
    [
        (["I am the CTO of Orbi.", "I administer Orbi's Git organisation."], None),
        (["I work at Acme.", "Bob moved to Acme's old office."], ("Ann", "works_for", "Acme")),
    ],
)
def test_a_change_of_something_else_retires_nothing(
    graph: tkg.Graph, messages: list[str], holds: tuple[str, str, str] | None
) -> None:
    scope = f"scope {next(_scopes)}"
    told = [
        {"speaker": "Ann", "content": content, "timestamp": (FIRST + timedelta(days=day)).isoformat()}
        for day, content in enumerate(messages)
    ]
    graph.ingest(told[:1], scope=scope)
    before = graph.find(scope=scope)
    graph.ingest(told[1:], scope=scope)
    after = [(fact.subject, fact.predicate, fact.object) for fact in graph.find(scope=scope)]
    assert {(fact.subject, fact.predicate, fact.object) for fact in before} <= set(after)
    assert holds is None or holds in after
