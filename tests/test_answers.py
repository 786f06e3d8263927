"""Answers of many facts: what a list does, each fact made when it is looked at, and nothing that changes meanwhile."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import tkg
from tests.conftest import Opener
from tkg.answers import Facts
from tkg.errors import EmptyInterval
from tkg.facts import Fact

HOMES = ("Oslo", "Rome", "Lima")


@contextmanager
def statements(graph: tkg.Graph) -> Iterator[list[str]]:
    """The statements that are run on the connection of a graph while the block runs."""
    run: list[str] = []
    graph._store.connection.set_trace_callback(run.append)
    try:
        yield run
    finally:
        graph._store.connection.set_trace_callback(None)


def fill(graph: tkg.Graph) -> None:
    for year, home in enumerate(HOMES, start=2020):
        graph.record("Ann", "lives_in", home, valid_from=f"{year}-01-01")
    graph.record("Bob", "lives_in", "Nice", valid_from="2019-01-01")


@pytest.fixture
def filled(graph: tkg.Graph) -> tkg.Graph:
    fill(graph)
    return graph


@pytest.fixture
def answer(filled: tkg.Graph) -> Facts:
    return filled.timeline("Ann", "lives_in")


@pytest.fixture
def listed(filled: tkg.Graph) -> list[Fact]:
    return list(filled.timeline("Ann", "lives_in"))


# --- as a list ---


def test_it_is_a_sequence_in_order(answer: Facts) -> None:
    assert isinstance(answer, Sequence)
    assert isinstance(answer, tkg.Facts)
    assert len(answer) == 3
    assert [fact.object for fact in answer] == list(HOMES)
    assert [answer[place].object for place in (0, 2, -1, -3)] == ["Oslo", "Lima", "Lima", "Oslo"]
    assert [fact.object for fact in reversed(answer)] == ["Lima", "Rome", "Oslo"]
    first, *others = answer
    assert (first.object, [fact.object for fact in others]) == ("Oslo", ["Rome", "Lima"])


@pytest.mark.parametrize("place", [3, -4])
def test_past_its_ends_there_is_nothing(answer: Facts, place: int) -> None:
    with pytest.raises(IndexError):
        answer[place]


@pytest.mark.parametrize("cut", [slice(None), slice(1, None), slice(-1), slice(None, None, -1), slice(5, 9)])
def test_a_slice_is_that_of_a_list(answer: Facts, listed: list[Fact], cut: slice) -> None:
    assert answer[cut] == listed[cut]


def test_it_equals_what_holds_the_same_facts(answer: Facts, listed: list[Fact], filled: tkg.Graph) -> None:
    assert answer == listed
    assert listed == answer
    assert answer == filled.timeline("Ann", "lives_in")
    assert answer != listed[:2]
    assert answer != [*listed[:2], listed[0]]
    assert answer != filled.timeline("Bob", "lives_in")
    assert answer != tuple(listed)
    assert filled.find("Nobody") == []
    assert filled.find("Nobody") != [None]


def test_it_is_added_to_lists_and_answers(answer: Facts, listed: list[Fact], filled: tkg.Graph) -> None:
    other = filled.timeline("Bob", "lives_in")
    one = list(other)
    assert answer + other == answer + one == [*listed, *one]
    assert other + answer == one + answer == [*one, *listed]
    with pytest.raises(TypeError):
        answer + tuple(one)


def test_it_is_looked_through_and_shown(answer: Facts, listed: list[Fact], filled: tkg.Graph) -> None:
    assert listed[1] in answer
    assert filled.timeline("Bob")[0] not in answer
    assert (answer.index(listed[1]), answer.count(listed[1])) == (1, 1)
    assert repr(answer) == repr(listed)
    assert (bool(answer), bool(filled.find("Nobody"))) == (True, False)


def test_it_has_no_hash_as_a_list_has_none(answer: Facts, listed: list[Fact]) -> None:
    with pytest.raises(TypeError, match="make a tuple"):
        hash(answer)
    assert hash(tuple(answer)) == hash(tuple(listed))


def test_a_fact_is_the_same_one_each_time(answer: Facts) -> None:
    assert answer[0] is answer[0]
    assert list(answer)[1] is answer[1]
    assert answer[-1:][0] is answer[2]


Look = Callable[[Sequence[Fact]], Any]


def looks() -> st.SearchStrategy[Look]:
    """Ways to look at an answer of three facts."""
    places = st.integers(-3, 2)
    ends = st.none() | st.integers(-4, 4)
    cuts = st.builds(slice, ends, ends, st.none() | st.sampled_from((-2, -1, 1, 2)))
    return st.one_of(
        places.map(lambda place: lambda facts: facts[place]),
        cuts.map(lambda cut: lambda facts: facts[cut]),
        places.map(lambda place: lambda facts: facts.index(facts[place])),
        st.sampled_from((len, list, repr, bool, lambda facts: list(reversed(facts)), lambda facts: next(iter(facts)))),
    )


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(looks(), max_size=6))
def test_whatever_is_looked_at_first_it_is_what_a_list_gives(filled: tkg.Graph, looks: list[Look]) -> None:
    answer, listed = filled.timeline("Ann", "lives_in"), list(filled.timeline("Ann", "lives_in"))
    assert [look(answer) for look in looks] == [look(listed) for look in looks]


# --- made when looked at ---


def test_names_are_looked_up_for_what_is_looked_at(filled: tkg.Graph, reopen: Opener) -> None:
    reader = reopen()
    with statements(reader) as run:
        answer = reader.find(predicate="lives_in", valid_at="2021-06-01")
        assert len(answer) == 2
        assert not [text for text in run if "FROM term WHERE id" in text]
        assert (answer[1].subject, answer[1].object) == ("Bob", "Nice")
    assert len([text for text in run if "FROM term WHERE id" in text]) == 2


@pytest.mark.parametrize("look", ["find", "timeline", "range", "history"])
def test_what_is_written_meanwhile_changes_nothing_in_it(filled: tkg.Graph, reopen: Opener, look: str) -> None:
    reader = reopen()
    looks = {
        "find": lambda: reader.find("Ann", valid_at="2022-06-01"),
        "timeline": lambda: reader.timeline("Ann"),
        "range": lambda: reader.range("2021", subject="Ann"),
        "history": lambda: reader.history("Ann"),
    }
    before, answer = looks[look](), looks[look]()
    shown = [(fact.to_dict(), repr(fact)) for fact in before]
    filled.end("Ann", "lives_in", "Lima", valid_from="2022-03-01")
    filled.retract(filled.claims("Ann")[1])
    filled.merge("Ann", "Anna")
    assert looks[look]() != before
    assert [(fact.to_dict(), repr(fact)) for fact in answer] == shown


def test_the_run_of_a_segment_that_became_exacter_is_that_of_the_answer(graph: tkg.Graph) -> None:
    first = graph.record("Ann", "lives_in", "Oslo", valid_from="2020", source="HR")
    graph.record("Ann", "lives_in", "Oslo", valid_from="2020-01-01", source="HR")
    answer = graph.timeline("Ann")
    graph.retract(first)
    (fact,) = answer
    assert (fact.valid_from_grain, fact.recorded_from, fact.recorded_to) == ("day", first.recorded_at, None)


def test_a_write_that_is_rolled_back_meanwhile_takes_no_names_away(filled: tkg.Graph) -> None:
    answer = filled.timeline()
    with pytest.raises(EmptyInterval):
        filled.record("Ann", "lives_in", "Kiel", valid_from="2022-01-01", valid_to="2021-01-01")
    assert [(fact.subject, fact.predicate, fact.object) for fact in answer] == [
        *(("Ann", "lives_in", home) for home in HOMES),
        ("Bob", "lives_in", "Nice"),
    ]


def test_what_is_erased_meanwhile_is_gone_from_what_nobody_has_looked_at(filled: tkg.Graph) -> None:
    answer = filled.timeline("Ann", "lives_in")
    assert answer[1].object == "Rome"
    filled.erase(filled.claims("Ann")[0])
    filled.erase(filled.claims("Ann")[1])
    assert [fact.object for fact in answer] == ["[erased]", "Rome", "Lima"]


def test_it_stays_readable_when_the_graph_is_closed(filled: tkg.Graph, reopen: Opener) -> None:
    shown = [fact.to_dict() for fact in filled.timeline()]
    with reopen() as reader:
        answer, part = reader.timeline(), reader.as_of(valid_at="2019-06-01").find()
    reader.close()
    assert [fact.to_dict() for fact in answer] == shown
    assert [fact.object for fact in part] == ["Nice"]


def test_an_answer_that_is_gone_is_not_kept(filled: tkg.Graph) -> None:
    answer = filled.timeline()
    assert list(filled._store.unread.values()) == [answer]
    del answer
    assert not filled._store.unread


# --- of a moment that is over ---


def test_a_view_of_before_a_commit_that_was_seen_asks_nothing(filled: tkg.Graph) -> None:
    at = filled.claims()[1].recorded_at
    with statements(filled) as run:
        view = filled.as_of(known_at=at, valid_at="2021-06-01")
    assert run == []
    assert view.known_at == at
    assert [fact.object for fact in view.find("Ann")] == ["Rome"]
    assert view.find("Bob") == []


def test_a_view_of_what_was_not_seen_yet_asks_for_the_last_commit(filled: tkg.Graph, reopen: Opener) -> None:
    reader = reopen()
    seen = reader.as_of().known_at
    last = filled.record("Bob", "lives_in", "Kiel", valid_from="2020-01-01").recorded_at
    assert seen is not None
    assert seen < last
    assert reader.as_of(known_at=last).known_at == last
    assert reader.as_of(known_at="2100-01-01").known_at == last
