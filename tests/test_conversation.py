"""Passages with the words around them: what belongs to one conversation, and what is embedded and indexed of it."""

from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tkg
from tkg import conversation
from tkg.conversation import Passage, Turn

START = datetime(2024, 5, 6, 10, tzinfo=UTC)


def said(minute: float, content: str, speaker: str = "Ann") -> dict[str, Any]:
    return {"speaker": speaker, "content": content, "timestamp": START + timedelta(minutes=minute)}


def turns(graph: tkg.Graph) -> dict[str, Turn]:
    """All stored turns by their text."""
    connection = graph._store.connection
    found = [conversation.turn(connection, id_) for (id_,) in connection.execute("SELECT id FROM episode")]
    return {each.text: each for each in found if each is not None}


def around(graph: tkg.Graph, text: str, count: int = 9) -> tuple[list[str], list[str]]:
    """The texts before and after a turn, nearest first."""
    connection, of = graph._store.connection, turns(graph)[text]
    return (
        [each.text for each in conversation.before(connection, of, count)],
        [each.text for each in conversation.after(connection, of, count)],
    )


def passages(graph: tkg.Graph, text: str) -> list[Passage]:
    return list(conversation.passages_of(graph._store.connection, turns(graph)[text]))


def test_turns_around_one_come_the_nearest_first_and_no_more_than_asked_for(graph: tkg.Graph) -> None:
    graph.ingest([said(minute, str(minute)) for minute in range(7)])
    assert around(graph, "3") == (["2", "1", "0"], ["4", "5", "6"])
    assert around(graph, "3", 2) == (["2", "1"], ["4", "5"])
    assert around(graph, "0") == ([], ["1", "2", "3", "4", "5", "6"])


def test_turns_of_one_instant_are_in_the_order_in_which_they_were_stored(graph: tkg.Graph) -> None:
    graph.ingest([said(0, text) for text in "abc"])
    assert around(graph, "b") == (["a"], ["c"])


@pytest.mark.parametrize(("minutes", "together"), [(60, True), (60 + 1 / 60, False)])
def test_an_hour_of_silence_ends_a_conversation(graph: tkg.Graph, minutes: float, together: bool) -> None:
    graph.ingest([said(0, "a"), said(minutes, "b")])
    assert around(graph, "b") == (["a"] if together else [], [])
    assert around(graph, "a") == ([], ["b"] if together else [])


def test_a_conversation_goes_on_as_long_as_nobody_is_silent_for_an_hour(graph: tkg.Graph) -> None:
    graph.ingest([said(50 * number, str(number)) for number in range(5)])
    assert around(graph, "4")[0] == ["3", "2", "1", "0"]
    assert around(graph, "0")[1] == ["1", "2", "3", "4"]


def test_what_was_said_meanwhile_under_other_labels_does_not_come_between(graph: tkg.Graph) -> None:
    graph.ingest([said(0, "a"), said(2, "b")], labels={"chat": "1"})
    graph.ingest([said(1, "x"), said(3, "y")], labels={"chat": "2"})
    graph.ingest([said(1.5, "without")])
    assert around(graph, "b") == (["a"], [])
    assert around(graph, "x") == ([], ["y"])
    assert around(graph, "without") == ([], [])


def test_what_was_said_in_another_scope_is_not_there(graph: tkg.Graph) -> None:
    graph.ingest([said(0, "a"), said(2, "b")])
    graph.ingest([said(1, "x")], scope="other")
    assert around(graph, "b") == (["a"], [])
    assert around(graph, "x") == ([], [])


def test_of_one_moment_only_what_was_stored_and_said_by_then_is_around(graph: tkg.Graph) -> None:
    graph.ingest([said(1, "b"), said(2, "c"), said(4, "e")])
    graph.ingest([said(0, "a"), said(3, "d")])
    graph.ingest([said(1.5, "late")])
    of, connection = turns(graph)["c"], graph._store.connection

    def beside(**bounds: int) -> tuple[list[str], list[str]]:
        found = (side(connection, of, 9, **bounds) for side in (conversation.before, conversation.after))
        first, last = ([each.text for each in turns] for turns in found)
        return first, last

    assert beside() == (["late", "b", "a"], ["d", "e"])
    assert beside(tx=turns(graph)["d"].tx) == (["b", "a"], ["d", "e"])
    assert beside(tx=of.tx) == (["b"], ["e"])
    assert beside(until=turns(graph)["e"].observed) == (["late", "b", "a"], ["d"])
    assert beside(until=turns(graph)["e"].observed + 1) == beside()
    assert beside(tx=of.tx, until=of.observed + 1) == (["b"], [])


def test_what_was_not_known_yet_does_not_hold_a_conversation_together(graph: tkg.Graph) -> None:
    graph.ingest([said(0, "a"), said(100, "c")])
    of, connection = turns(graph)["a"], graph._store.connection
    graph.ingest([said(50, "b")])
    assert around(graph, "a")[1] == ["b", "c"]
    assert conversation.after(connection, of, 9, tx=of.tx) == ()


def test_what_is_embedded_begins_with_the_day_and_the_two_turns_before(graph: tkg.Graph) -> None:
    graph.ingest([said(0, "one"), said(1, "two", "Bob"), said(2, "three"), said(3, "four", "Bob"), said(4, "five")])
    (passage,) = passages(graph, "four")
    assert passage.embedded == "2024-05-06\nBob: two\nAnn: three\nBob: four"
    assert passage.own == "Bob four"
    assert passage.beside == "three five"


def test_a_turn_without_others_is_embedded_as_it_is(graph: tkg.Graph) -> None:
    graph.ingest([said(0, "one")])
    (passage,) = passages(graph, "one")
    assert (passage.embedded, passage.own, passage.beside) == ("Ann: one", "Ann one", "")


def test_the_day_is_that_of_who_said_it(graph: tkg.Graph) -> None:
    graph.ingest(
        [
            {"speaker": "Ann", "content": text, "timestamp": f"2024-05-06T23:{minute}:00-05:00"}
            for text, minute in (("one", 30), ("two", 31))
        ]
    )
    (passage,) = passages(graph, "two")
    assert passage.embedded.startswith("2024-05-06\n")


def test_of_long_turns_around_a_passage_only_what_is_near_it_counts(graph: tkg.Graph) -> None:
    early, late = "e" * 500 + "near", "near" + "l" * 500
    graph.ingest([said(0, early), said(1, "one"), said(2, late)])
    (passage,) = passages(graph, "one")
    assert passage.beside == f"{early[-300:]} {late[:300]}"
    assert passage.embedded == f"2024-05-06\nAnn: {early[-300:]}\nAnn: one"


def test_a_long_turn_has_its_surroundings_at_its_ends_only(graph: tkg.Graph) -> None:
    text = " ".join(f"word{number}" for number in range(300))
    graph.ingest([said(0, "first"), said(1, text), said(2, "last")])
    found = passages(graph, text)
    assert len(found) > 2
    assert [[turn.text for turn in each.before] for each in found] == [["first"], *[[]] * (len(found) - 1)]
    assert [[turn.text for turn in each.after] for each in found] == [*[[]] * (len(found) - 1), ["last"]]
    assert all(each.embedded == f"Ann: {each.text}" for each in found[1:])


_messages = st.lists(st.tuples(st.integers(0, 400), st.integers(0, 1)), max_size=12)


@settings(max_examples=20, deadline=None)
@given(_messages)
def test_before_and_after_are_those_of_walking_through_a_conversation(messages: list[tuple[int, int]]) -> None:
    with tkg.open(":memory:", embedder=None) as graph:
        for number, (minute, label) in enumerate(messages):
            graph.ingest([said(minute, str(number))], labels={"chat": str(label)})
        for number, (minute, label) in enumerate(messages):
            order = sorted((m, n) for n, (m, other) in enumerate(messages) if other == label)
            at = order.index((minute, number))
            walked = []
            for way in (order[at::-1], order[at:]):
                gaps = [abs(one[0] - other[0]) for one, other in pairwise(way)]
                near = next((place for place, gap in enumerate(gaps) if gap > 60), len(gaps))
                walked.append([str(n) for _, n in way[1 : near + 1]][:3])
            assert around(graph, str(number), 3) == tuple(walked)


def test_turns_of_other_conversations_are_not_gone_through_one_by_one(graph: tkg.Graph) -> None:
    plan = graph._store.connection.execute(
        f"EXPLAIN QUERY PLAN {conversation._EARLIER}",
        {"scope": 1, "labels": None, "observed": 0, "id": 1, "count": 2, "reach": 7_200_000_000, "tx": 1, "until": 1},
    ).fetchall()
    assert len(plan) == 1
    assert "episode_scope_observed (scope=? AND observed>? AND observed<?)" in plan[0][3]
