"""What a search finds, in what order, and how it marks what is out of date."""

from collections.abc import Sequence
from typing import Any

import pytest

import tkg
from tests.conftest import Opener, SetClock
from tests.embedding import by_words
from tests.searching import ann_moved, facts, key, marked, texts, values
from tkg import errors


@pytest.fixture
def graph(reopen: Opener) -> tkg.Graph:
    return reopen(embedder=by_words(dimension=512))


@pytest.fixture
def moved(graph: tkg.Graph) -> tkg.Graph:
    return ann_moved(graph)


def test_a_hit_carries_its_interval_and_whether_it_holds_now(moved: tkg.Graph) -> None:
    now, before = facts(moved.search("Where does Ann live?"))
    assert key(now.fact) == ("Ann", "lives_in", "Rome", "2020-01-01", None)
    assert (now.is_current, now.superseded_by) == (True, None)
    assert key(before.fact) == ("Ann", "lives_in", "Oslo", "2015-01-01", "2020-01-01")
    assert before.superseded_by == now.fact
    assert not before.is_current


@pytest.mark.parametrize("question", ["Oslo", "Did Ann live in Oslo?", "Ann lives in Oslo", "Rome", "Ann"])
def test_a_superseded_value_comes_under_the_current_one_whatever_the_words(moved: tkg.Graph, question: str) -> None:
    assert marked(moved.search(question))[:2] == [("Rome", True, None), ("Oslo", False, "Rome")]
    assert values(moved.search(question, k=1)) == ["Rome"]


@pytest.mark.parametrize("more", [0, 300])
def test_a_current_value_that_no_signal_finds_comes_first_too(graph: tkg.Graph, more: int) -> None:
    """No word of the question is in it, and it is not connected with any."""
    told = [("Ann", "works_for", f"Firm {n} Oslo", f"{1500 + n}-01-01") for n in range(more + 3)]
    told.append(("Ann", "works_for", "Elsewhere", "2020-01-01"))
    graph.record_many([dict(zip(("subject", "predicate", "object", "valid_from"), each, strict=True)) for each in told])
    weights = {"meaning": 0, "graph": 0, "entity": 0}
    hits = facts(graph.search("Firm Oslo", k=3, weights=weights, explain=True))
    assert values(hits)[0] == "Elsewhere"
    assert set(hits[0].signals) == {"slot"}
    assert [hit.is_current for hit in hits] == [True, False, False]
    assert hits[0].score >= hits[1].score > 0


def test_what_a_filter_leaves_out_is_not_brought_back_by_its_slot(moved: tkg.Graph) -> None:
    (hit,) = facts(moved.search("Ann Oslo", filters={"source": "HR"}))
    assert marked([hit]) == [("Oslo", False, "Rome")]


def test_a_value_that_is_over_and_replaced_by_none_is_marked(moved: tkg.Graph) -> None:
    moved.end("Ann", "lives_in", "Rome", valid_from="2024-01-01")
    assert sorted(marked(moved.search("Where does Ann live?"))) == [("Oslo", False, None), ("Rome", False, None)]


def test_what_is_to_come_does_not_hold_now(graph: tkg.Graph) -> None:
    graph.record("Bob", "lives_in", "Nice", valid_from="2020-01-01")
    graph.record("Bob", "lives_in", "Pisa", valid_from="2030-01-01")
    assert marked(graph.search("Bob Pisa")) == [("Nice", True, None), ("Pisa", False, "Nice")]


def test_a_value_that_came_back_is_one_hit_of_now(graph: tkg.Graph) -> None:
    graph.record("Ann", "lives_in", "Oslo", valid_from="2010-01-01")
    graph.record("Ann", "lives_in", "Rome", valid_from="2015-01-01", valid_to="2018-01-01")
    now, before = facts(graph.search("Ann"))
    assert (key(now.fact)[2:], key(before.fact)[2:]) == (
        ("Oslo", "2018-01-01", None), ("Rome", "2015-01-01", "2018-01-01")
    )  # fmt: skip


def test_values_that_stand_side_by_side_supersede_none(graph: tkg.Graph) -> None:
    graph.record("Ann", "speaks", "French", valid_from="2010-01-01", valid_to="2015-01-01")
    graph.record("Ann", "speaks", "Italian", valid_from="2015-01-01")
    assert sorted(marked(graph.search("What does Ann speak?"))) == [("French", False, None), ("Italian", True, None)]


def test_of_data_that_is_nine_tenths_superseded_nothing_is_unmarked(graph: tkg.Graph, clock: SetClock) -> None:
    """Thirty people with ten homes each: each question names a home that was given up, by all its words."""
    graph.record_many([
        {"subject": f"P{person}", "predicate": "lives_in", "object": f"Town {person} {year}", "valid_from": f"{year}"}
        for person in range(30) for year in range(2010, 2020)
    ])  # fmt: skip
    current = {key(fact) for fact in graph.find()}
    for person in range(30):
        question = f"P{person} lives in Town {person} 2012"
        hits = facts(graph.search(question))
        assert all(hit.is_current is (key(hit.fact) in current) for hit in hits)
        assert all(hit.is_current is (hit.superseded_by is None) for hit in hits)
        slots: dict[str, bool] = {}
        for hit in hits:
            assert slots.setdefault(str(hit.fact.subject), hit.is_current), (
                f"{question}: {hit} is before what holds now"
            )
        assert f"Town {person} 2012" in values(hits)
        now = facts(graph.search(question, valid_at=clock.now))
        assert {key(hit.fact) for hit in now} <= current
        assert values(now)[0] == f"Town {person} 2019"


# --- whose, and what else never comes ---


def test_retracted_and_erased_facts_are_not_found(moved: tkg.Graph) -> None:
    tea, milk = moved.record("Bob", "drinks", "tea"), moved.record("Bob", "drinks", "milk")
    assert sorted(values(moved.search("What does Bob drink?", filters={"predicate": "drinks"}))) == ["milk", "tea"]
    moved.retract(tea)
    assert values(moved.search("Bob tea", filters={"predicate": "drinks"})) == ["milk"]
    before = moved.as_of()
    moved.erase(milk)
    for view in (moved, before):
        found = texts(view.search("Bob tea milk", what="all"))
        assert not [text for text in found if "milk" in text or "tea" in text]


def test_an_entity_that_is_erased_is_gone_from_every_kind(moved: tkg.Graph) -> None:
    moved.search("Ann", what="all")
    moved.erase(entity="Ann")
    assert texts(moved.search("Ann Oslo Rome", what="all")) == []


@pytest.mark.parametrize("what", ["facts", "episodes", "entities", "all"])
def test_another_scope_is_never_found(graph: tkg.Graph, what: Any) -> None:
    for name, place in (("u1", "USA"), ("u2", "France")):
        graph.record(f"I am {name}", "lives_in", place, scope=name)
        message = {"speaker": name, "content": f"I live in {place}.", "timestamp": "2024-01-01T10:00:00Z"}
        graph.ingest([message], scope=name)
    question = "where do I live, in the USA or in France?"
    found = graph.as_of(scope="u1").search(question, what=what)
    assert texts(found) == texts(graph.search(question, what=what, scope="u1")) != []
    assert not [hit for hit in found if "u2" in hit.text or "France" in hit.text]
    assert texts(graph.search(question, what=what)) == texts(graph.search(question, what=what, scope="nobody")) == []


def test_p03_a_scope_that_is_none_and_a_wrong_name_for_it(graph: tkg.Graph) -> None:
    graph.record("u1", "lives_in", "USA", scope="u1")
    graph.record("u2", "lives_in", "France", scope="u2")
    view, question = graph.as_of(scope="u1"), "where do I live: USA, France?"
    unset: Any = None
    assert values(view.search(question, scope=unset)) == ["USA"]
    for empty in ("", " "):
        with pytest.raises(errors.BadName, match="the scope"):
            view.search(question, scope=empty)
    for wrong in ("user_id", "tenant"):
        wrongly: dict[str, Any] = {wrong: "u2"}
        with pytest.raises(errors.InputError, match=f"no '{wrong}'"):
            view.search(question, **wrongly)


def test_what_is_only_planned_is_found_among_plans(graph: tkg.Graph) -> None:
    graph.record("Ann", "lives_in", "Tokyo", valid_from="2025-01-01", modality="planned")
    assert texts(graph.search("Ann Tokyo", what="all")) == []
    assert values(graph.search("Ann Tokyo", modality="planned")) == ["Tokyo"]


def test_a_fact_is_found_as_it_reads_whichever_way_it_was_said(graph: tkg.Graph) -> None:
    graph.record("Acme", "employs", "Bob")
    for question in ("Who does Acme employ?", "Who is Bob's employer?", "Bob works for Acme"):
        assert texts(graph.search(question)) == ["Bob works for Acme"]


def test_a_person_and_a_company_of_one_name_are_two_hits(graph: tkg.Graph) -> None:
    graph.record(tkg.Entity("Apple", "organisation"), "located_in", "Cupertino")
    graph.record(tkg.Entity("Apple", "person"), "lives_in", "Oslo")
    assert sorted(texts(graph.search("Apple"))) == ["Apple lives in Oslo", "Apple located in Cupertino"]
    assert texts(graph.search("Apple", what="entities", threshold=0.001)) == ["Apple", "Apple"]
    assert texts(graph.search("Apple", filters={"subject_type": "person"})) == ["Apple lives in Oslo"]


# --- in which order, and over which stretches ---


def test_a_reranker_does_not_put_what_is_superseded_first(moved: tkg.Graph) -> None:
    def oslo_first(_: str, given: Sequence[str]) -> list[float]:
        return [float("Oslo" in text) for text in given]

    found = moved.search("Ann", reranker=oslo_first)
    assert marked(found)[:2] == [("Rome", True, None), ("Oslo", False, "Rome")]


def test_what_holds_again_is_one_hit_that_has_both_stretches(graph: tkg.Graph) -> None:
    for value, start in (("Acme", "2010"), ("Globex", "2012"), ("Acme", "2015")):
        graph.record("Ann", "works_for", value, valid_from=start)
    hit = facts(graph.search("Ann Acme"))[0]
    assert (hit.fact.valid_from_text, [fact.valid_from_text for fact in hit.also]) == ("2015", ["2010"])
    assert str(hit) == "Ann works for Acme, 2015 to .., also 2010 to 2012"


def test_other_stretches_are_told_as_json_and_are_those_of_the_time_asked_about(graph: tkg.Graph) -> None:
    for value, start in (("Acme", "2010"), ("Globex", "2012"), ("Acme", "2015")):
        graph.record("Ann", "works_for", value, valid_from=start)
    also = graph.search("Ann Acme", k=1)[0].to_dict()["also"]
    assert [(each["object"], each["valid_from"], each["valid_to"]) for each in also] == [("Acme", "2010", "2012")]
    (then,) = facts(graph.search("Ann Acme", valid_at="2011-06-01"))
    assert (then.fact.valid_from_text, then.also) == ("2010", ())


@pytest.mark.parametrize(
    ("interval", "shown"),
    [
        ({"observed": "2024-03-05"}, "by 2024-03-05 to .."),
        ({"valid_from": "2020-01-01", "valid_to": "unknown", "observed": "2024-03-05"}, "2020-01-01 to by 2024-03-05"),
        ({"valid_from": "2020-01-01"}, "2020-01-01 to .."),
    ],
)
def test_of_an_unknown_bound_is_told_only_by_when_it_was(
    graph: tkg.Graph, interval: dict[str, Any], shown: str
) -> None:
    graph.record("Leo", "lives_in", "Oslo", **interval)
    (hit,) = graph.search("Leo")
    assert str(hit).removesuffix(" (not current)") == f"Leo lives in Oslo, {shown}"


@pytest.mark.parametrize("question", ["Bonn", "Ann Bonn", "Did Ann live in Bonn?"])
def test_all_that_holds_now_comes_before_what_it_superseded(graph: tkg.Graph, question: str) -> None:
    graph.record("Ann", "lives_in", "Bonn", valid_from="2010-01-01", valid_to="2020-01-01")
    for place in ("Oslo", "Rome", "Nice"):
        graph.record("Ann", "lives_in", place, valid_from="2020-01-01", source=place)
    hits = facts(graph.search(question, policy="all"))
    assert [hit.is_current for hit in hits] == [True, True, True, False]
    assert (sorted(values(hits[:3])), values(hits[3:])) == (["Nice", "Oslo", "Rome"], ["Bonn"])
