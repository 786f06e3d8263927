"""`merge` and `split`: two names for one thing, one name for two, and back."""

from collections.abc import Callable
from typing import Any

import pytest

import tkg
from tests.conftest import Opener, SetClock, line, objects
from tests.embedding import by_words
from tests.searching import facts, key, texts
from tkg import errors
from tkg.extract import Message
from tkg.known import known_facts
from tkg.views import View


def test_all_that_reads_as_the_old_name_reads_as_the_new_one(graph: tkg.Graph) -> None:
    graph.record("Bob", "lives_in", "Oslo", valid_from="2019-01-01")
    graph.record("Robert", "lives_in", "Rome", valid_from="2021-01-01")
    graph.record("Ann", "knows", "Bob", valid_from="2020-01-01")
    graph.merge("Bob", "Robert")
    both = [("Oslo", "2019-01-01", "2021-01-01"), ("Rome", "2021-01-01", None)]
    assert line(graph, "Robert", "lives_in") == line(graph, "Bob", "lives_in") == both
    assert objects(graph, "Ann", "knows") == ["Robert"]
    assert [fact.subject for fact in graph.find(object="Bob")] == ["Ann"]


def test_before_a_merge_there_were_two(graph: tkg.Graph) -> None:
    graph.record("Bob", "lives_in", "Oslo", valid_from="2019-01-01")
    last = graph.record("Robert", "lives_in", "Rome", valid_from="2021-01-01")
    graph.merge("Bob", "Robert")
    before = graph.as_of(known_at=last.recorded_at)
    assert objects(before, "Bob", "lives_in") == ["Oslo"]
    assert objects(before, "Robert", "lives_in") == ["Rome"]
    assert objects(graph, "Bob", "lives_in") == ["Rome"]


def test_merges_are_followed_through(graph: tkg.Graph) -> None:
    graph.record("A", "likes", "tea")
    graph.merge("A", "B")
    graph.merge("B", "C")
    graph.record("A", "likes", "coffee")
    assert {(fact.subject, fact.object) for fact in graph.find("A", "likes")} == {("C", "tea"), ("C", "coffee")}


def test_a_claim_keeps_the_name_that_it_was_said_with(graph: tkg.Graph) -> None:
    graph.record("Bob", "likes", "tea")
    graph.merge("Bob", "Robert")
    assert [claim.subject for claim in graph.claims()] == ["Bob"]


def test_the_claims_about_an_entity_are_those_under_all_of_its_names(graph: tkg.Graph) -> None:
    graph.record("Liz", "likes", "tea")
    graph.record("Elizabeth", "likes", "rum")
    last = graph.record("Ann", "likes", "rum")
    graph.merge("Liz", "Elizabeth")
    for name in ("Liz", "Elizabeth"):
        assert [claim.subject for claim in graph.claims(name)] == ["Liz", "Elizabeth"]
        assert [claim.object for claim in graph.claims(name, "likes")] == ["tea", "rum"]
    assert [claim.subject for claim in graph.as_of(known_at=last.recorded_at).claims("Elizabeth")] == ["Elizabeth"]
    graph.split([(1, "subject")], "Lisa")
    assert [claim.object for claim in graph.claims("Elizabeth")] == ["rum"]
    assert [claim.subject for claim in graph.claims("Lisa")] == ["Liz"]


@pytest.mark.parametrize(
    ("before", "pair", "error"),
    [
        ([], ("Bob", "Bob"), errors.IntoItself),
        ([], ("Bob", " Bob "), errors.IntoItself),
        ([("Bob", "Robert")], ("Robert", "Bob"), errors.Cycle),
        ([("Bob", "Robert"), ("Robert", "Rob")], ("Rob", "Bob"), errors.Cycle),
        ([("Bob", "Robert")], ("Bob", "Robert"), errors.AlreadyMapped),
        ([("Bob", "Robert"), ("Rob", "Robert")], ("Bob", "Rob"), errors.AlreadyMapped),
        ([], ("", "Bob"), errors.BadName),
        ([], (3, "Bob"), errors.BadName),
        ([], ("Bob", b"Robert"), errors.BadName),
    ],
)
def test_a_merge_that_cannot_be(
    graph: tkg.Graph, before: list[tuple[str, str]], pair: tuple[Any, Any], error: type[tkg.TkgError]
) -> None:
    for old, into in before:
        graph.merge(old, into)
    rows = list(graph._store.connection.iterdump())
    with pytest.raises(error):
        graph.merge(*pair)
    assert list(graph._store.connection.iterdump()) == rows


def test_a_split_takes_mentions_out_again(graph: tkg.Graph) -> None:
    first = graph.record("John Smith", "lives_in", "Oslo", valid_from="2020-01-01")
    second = graph.record("John Smith", "works_for", "Acme", valid_from="2020-01-01")
    third = graph.record("Ann", "knows", "John Smith", valid_from="2020-01-01")
    graph.split([(first, "subject"), (third, "object")], "John Smith of Oslo")
    assert {(f.subject, f.predicate) for f in graph.find("John Smith")} == {("John Smith", "works_for")}
    assert objects(graph, "John Smith of Oslo", "lives_in") == ["Oslo"]
    assert objects(graph, "Ann", "knows") == ["John Smith of Oslo"]
    before = graph.as_of(known_at=third.recorded_at)
    assert objects(before, "John Smith", "lives_in") == ["Oslo"]
    assert second.subject == "John Smith"


def test_a_split_undoes_a_merge(graph: tkg.Graph) -> None:
    bob = graph.record("Bob", "lives_in", "Oslo", valid_from="2019-01-01")
    graph.record("Robert", "lives_in", "Rome", valid_from="2021-01-01")
    graph.merge("Bob", "Robert")
    graph.split([(bob, "subject")], "Bob")
    assert line(graph, "Bob", "lives_in") == [("Oslo", "2019-01-01", None)]
    assert line(graph, "Robert", "lives_in") == [("Rome", "2021-01-01", None)]
    graph.record("Bob", "likes", "tea")
    assert [fact.subject for fact in graph.find("Bob", "likes")] == ["Bob"]


def test_a_correction_keeps_the_split_mention(graph: tkg.Graph) -> None:
    claim = graph.record("John", "lives_in", "Oslo", valid_from="2020-01-01")
    graph.split([(claim, "subject")], "Jon")
    graph.correct(claim, valid_from="2021-01-01")
    assert line(graph, "Jon", "lives_in") == [("Oslo", "2021-01-01", None)]


def test_a_split_name_can_be_merged_again(graph: tkg.Graph) -> None:
    claim = graph.record("John", "lives_in", "Oslo", valid_from="2020-01-01")
    graph.split([(claim, "subject")], "Jon")
    graph.merge("Jon", "Jonathan")
    assert [fact.subject for fact in graph.find("Jon", "lives_in")] == ["Jonathan"]


def test_a_split_that_cannot_be(graph: tkg.Graph) -> None:
    claim = graph.record("Ann", "lives_in", "Oslo")
    ended = graph.end("Ann", "lives_in")
    with pytest.raises(errors.BadRole, match="no object"):
        graph.split([(ended, "object")], "X")
    with pytest.raises(errors.BadRole, match="predicate"):
        graph.split([(claim, "predicate")], "X")
    for role in (["subject"], None, 0):
        with pytest.raises(errors.InputError, match="subject"):
            graph.split([(claim, role)], "X")  # type: ignore[list-item]
    with pytest.raises(errors.UnknownClaim):
        graph.split([(claim, "subject"), (99, "subject")], "X")
    with pytest.raises(errors.InputError, match="at least one"):
        graph.split([], "X")
    with pytest.raises(errors.BadName):
        graph.split([(claim, "subject")], " ")
    assert [fact.subject for fact in graph.timeline()] == ["Ann"]


def test_a_merge_is_of_one_scope(graph: tkg.Graph) -> None:
    for scope in ("one", "two"):
        graph.record("Bob", "likes", "tea", scope=scope)
    graph.merge("Bob", "Robert", scope="one")
    assert [fact.subject for scope in ("one", "two") for fact in graph.find(scope=scope)] == ["Robert", "Bob"]


# --- through every read: two before the merge, one after it, two again after the split ---

Read = Callable[[View], object]


def two(graph: tkg.Graph) -> list[tuple[int, str]]:
    """Bob of Oslo and Robert of Rome, and who knows them; the mentions of Bob."""
    graph.record("Robert", "lives_in", "Rome", valid_from="2021-01-01")
    home = graph.record("Bob", "lives_in", "Oslo", valid_from="2019-01-01")
    known = graph.record("Ann", "knows", "Bob", valid_from="2020-01-01")
    graph.record("Ann", "knows", "Robert", valid_from="2020-01-01")
    return [(home.id, "subject"), (known.id, "object")]


def _found(view: View, question: str, what: Any = "facts") -> list[str]:
    return sorted(texts(view.search(question, what=what)))


READS: dict[str, Read] = {
    "find": lambda view: [key(fact) for name in ("Bob", "Robert") for fact in view.find(name)],
    "find by object": lambda view: [key(fact) for name in ("Bob", "Robert") for fact in view.find(object=name)],
    "get": lambda view: [getattr(view.get(name, "lives_in"), "object", None) for name in ("Bob", "Robert")],
    "timeline": lambda view: [key(fact) for fact in view.timeline()],
    "claims": lambda view: [[claim.id for claim in view.claims(name)] for name in ("Bob", "Robert")],
    "facts found": lambda view: [_found(view, question) for question in ("Bob lives in", "Robert lives in")],
    "facts about who is named": lambda view: [
        sorted(key(hit.fact) for hit in facts(view.search(name, weights={"entity": 1.0, "words": 0.0})))
        for name in ("Bob", "Robert")
    ],
    "entities found": lambda view: [_found(view, name, "entities") for name in ("Bob", "Robert")],
}


@pytest.mark.parametrize("read", READS.values(), ids=READS)
@pytest.mark.parametrize("embedder", [None, by_words(dimension=512)], ids=["words", "meaning"])
def test_a_merge_makes_one_of_two_and_a_split_two_of_one(reopen: Opener, read: Read, embedder: Any) -> None:
    graph = reopen(embedder=embedder)
    mentions = two(graph)
    apart = read(graph)
    before = graph.as_of()
    graph.merge("Bob", "Robert")
    together, merged = read(graph), graph.as_of()
    graph.split(mentions, "Bob")
    assert together != apart
    assert read(graph) == apart
    assert (read(before), read(merged)) == (apart, together)
    graph.reindex()
    assert (read(before), read(merged), read(graph)) == (apart, together, apart)


def test_a_split_takes_back_no_more_than_it_names(graph: tkg.Graph) -> None:
    home, _ = two(graph)
    graph.merge("Bob", "Robert")
    graph.split([home], "Bob")
    assert objects(graph, "Bob", "lives_in") == ["Oslo"]
    assert objects(graph, "Ann", "knows") == ["Robert"]


def test_entities_of_two_types_stay_two_until_they_are_merged(graph: tkg.Graph) -> None:
    person, place = tkg.Entity("Washington", "person"), tkg.Entity("Washington", "place")
    graph.record(person, "works_for", "Acme")
    last = graph.record("Ann", "lives_in", place)
    graph.merge(person, place)
    assert [fact.subject for fact in graph.find("Washington")] == [place]
    before = graph.as_of(known_at=last.recorded_at)
    assert [fact.subject for fact in before.find("Washington")] == [person]
    graph.split([(1, "subject")], person)
    assert [fact.subject for fact in graph.find(person)] == [person]
    assert graph.find(place) == []


def test_a_model_is_shown_the_facts_of_who_a_name_is_by_now(graph: tkg.Graph, clock: SetClock) -> None:
    def shown(name: str) -> set[str]:
        message = Message("Mia", "user", f"What about {name}?", clock.now)
        with graph._store.snapshot():
            return {fact.text for fact in known_facts(graph._store, 1, [message])}

    mentions = two(graph)
    apart = [shown("Bob"), shown("Robert")]
    assert apart == [
        {"Bob lives_in Oslo", "Ann knows Bob"},
        {"Robert lives_in Rome", "Ann knows Robert"},
    ]
    graph.merge("Bob", "Robert")
    assert shown("Bob") == shown("Robert") == {"Robert lives_in Rome", "Ann knows Robert"}
    graph.split(mentions, "Bob")
    assert [shown("Bob"), shown("Robert")] == apart
