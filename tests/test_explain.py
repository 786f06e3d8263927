"""`explain`: the rule that decided, the claims it beat, and the words they came from."""

from typing import Any

import pytest

import tkg
from tkg import errors
from tkg.facts import Fact


def the_fact(graph: tkg.Graph, **options: Any) -> Fact:
    fact = graph.get("Ann", "works_for", **options)
    assert fact is not None
    return fact


def verdicts(graph: tkg.Graph, fact: Fact) -> dict[str, str]:
    explained = graph.explain(fact)
    return {
        f"{item.claim.op} {item.claim.object} {item.claim.source}".strip(): item.reason for item in explained.beaten
    }


def test_the_only_claim_there_is(graph: tkg.Graph) -> None:
    claim = graph.record("Ann", "works_for", "Acme", valid_from="2019-01-01", source="HR")
    explained = graph.explain(the_fact(graph))
    assert explained.rule == "the only claim there is"
    assert [item.claim for item in explained.believed] == [claim]
    assert (explained.beaten, explained.policy) == ((), "latest")


def test_each_claim_that_was_beaten_says_by_what(graph: tkg.Graph) -> None:
    graph.record("Ann", "works_for", "Acme", valid_from="2019-01-01", source="HR")
    graph.record("Ann", "works_for", "Initech", valid_from="2030-01-01", source="HR")
    graph.record("Ann", "works_for", "Umbrella", valid_from="2015-01-01", valid_to="2016-01-01", source="HR")
    graph.record("Ann", "works_for", "Hooli", valid_from="2020-01-01", source="Bob")
    graph.record("Ann", "works_for", "Globex", valid_from="2021", source="HR")
    better = graph.record("Ann", "works_for", "Globex", valid_from="2021-06-01", source="HR")
    fact = the_fact(graph)
    explained = graph.explain(fact)
    assert [item.claim.id for item in explained.believed] == [better.id]
    assert verdicts(graph, fact) == {
        "record Acme HR": "another value has begun since, and this predicate does not resume",
        "record Initech HR": "has not begun",
        "record Umbrella HR": "is over",
        "record Hooli Bob": "another value has begun since, and this predicate does not resume",
        "record Globex HR": "said better by a later claim of the same source",
    }
    restated = next(item for item in explained.beaten if item.claim.object == "Globex")
    assert restated.by == better.id


@pytest.mark.parametrize(
    ("policy", "rule"),
    [
        ({"policy": "latest"}, "sources disagree, and the claim recorded last is taken"),
        ({"policy": "confidence"}, "sources disagree, and the claim of the greatest confidence is taken"),
        ({"policy": "source_priority", "priority": ["a"]}, "sources disagree, and the source named first is taken"),
    ],
)
def test_a_dispute_names_the_policy(graph: tkg.Graph, policy: dict[str, Any], rule: str) -> None:
    graph.record("Ann", "works_for", "Acme", valid_from="2019-01-01", source="a", confidence=0.9)
    graph.record("Ann", "works_for", "Globex", valid_from="2019-01-01", source="b", confidence=0.5)
    fact = the_fact(graph, **policy)
    explained = graph.explain(fact)
    assert explained.rule == rule
    (beaten,) = explained.beaten
    assert (beaten.reason, beaten.claim.object != fact.object) == ("the policy prefers another source's claim", True)
    assert beaten.by == explained.believed[0].claim.id


def test_all_that_is_believed_in_a_dispute_says_that_it_is_one(graph: tkg.Graph) -> None:
    graph.record("Ann", "lives_in", "Lyon", valid_from="2020-01-01", source="Ben")
    graph.record("Ann", "lives_in", "Nice", valid_from="2020-01-01", source="Tom")
    for fact in graph.find("Ann", policy="all"):
        explained = graph.explain(fact)
        assert explained.rule == "sources disagree, and all of their values are given"
        assert len(explained.believed) == 2


def test_what_is_only_possible_says_so(graph: tkg.Graph) -> None:
    graph.record("Ann", "lives_in", "Lyon", valid_from="2019", valid_to="2020", source="Ben")
    graph.record("Ann", "lives_in", "Nice", valid_from="2020", source="Tom")
    lyon, nice = graph.find("Ann", valid_at="2020-06-01", certainty="possible")
    assert graph.explain(lyon).rule == "possible in view of imprecise bounds, and not believed as they are read"
    assert lyon.believed_since is None
    assert nice.believed_since == graph.claims()[1].recorded_at


def test_whether_sources_are_left_out_is_said_of_the_view(graph: tkg.Graph) -> None:
    graph.record("Ann", "lives_in", "Lyon", valid_from="2020-01-01", source="Ben")
    view = graph.as_of(without=["Tom"], valid_at="2021-01-01")
    before = view.explain(view.find("Ann")[0]).rule
    graph.record("Eva", "lives_in", "Nice", source="Tom")
    assert view.explain(view.find("Ann")[0]).rule == before == "the only claim there is, with other sources left out"


def test_what_ended_a_value_is_named(graph: tkg.Graph) -> None:
    graph.record("Ann", "lives_in", "Oslo", valid_from="2018-01-01", source="x")
    graph.record("Ann", "lives_in", "Rome", valid_from="2019-01-01", valid_to="2030-01-01", source="x")
    ended = graph.end("Ann", "lives_in", "Rome", valid_from="2020-01-01", source="x")
    fact = graph.get("Ann", "lives_in")
    assert fact is not None
    beaten = {item.claim.op + str(item.claim.object): item for item in graph.explain(fact).beaten}
    assert beaten["recordRome"].reason == "its value was said to be over"
    assert beaten["recordRome"].by == ended.id
    assert beaten["endRome"].reason == "says that a value is over"


def test_a_fact_of_the_past_is_explained_by_what_was_known_then(graph: tkg.Graph) -> None:
    hired = graph.record("Ann", "works_for", "Acme", valid_from="2019-01-01")
    fact = the_fact(graph, known_at=hired.recorded_at)
    graph.record("Ann", "works_for", "Globex", valid_from="2020-01-01")
    explained = graph.explain(fact)
    assert [item.claim.object for item in (*explained.believed, *explained.beaten)] == ["Acme"]


def test_it_goes_down_to_the_quote(graph: tkg.Graph) -> None:
    said = {"speaker": "Ann", "content": "By the way, I work for Acme now.", "timestamp": "2024-05-01T10:00:00Z"}
    graph.ingest([said])
    explained = graph.explain(the_fact(graph))
    (quote,) = explained.believed[0].evidence
    assert quote.quote in said["content"]
    assert "I work for Acme" in quote.quote
    assert (quote.speaker, quote.text) == ("Ann", said["content"])
    assert quote.quote in str(explained)
    assert explained.to_dict()["believed"][0]["evidence"][0]["quote"] == quote.quote
    assert the_fact(graph).evidence == (quote,)


@pytest.mark.parametrize("given", [None, "Ann", 1])
def test_what_is_no_fact_cannot_be_explained(graph: tkg.Graph, given: Any) -> None:
    with pytest.raises(errors.InputError, match=f"takes a Fact.*{given}"):
        graph.explain(given)


def test_an_erased_value_is_not_in_it(graph: tkg.Graph) -> None:
    secret = graph.record("Ann", "works_for", "Secret", valid_from="2018-01-01")
    graph.record("Ann", "works_for", "Acme", valid_from="2019-01-01")
    graph.erase(secret)
    text = str(graph.explain(the_fact(graph)))
    assert "Secret" not in text
    assert "[erased]" in text
