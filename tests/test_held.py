"""What is held waits for somebody to look at it, and is not believed until then."""

from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime
from pathlib import Path
from random import Random
from typing import Any

import pytest

import tkg
from tests.told import Told, lives, said, standing
from tkg.errors import BadTime, InputError, RefusedError, UnknownHeld

UNSURE: dict[str, Sequence[dict[str, Any]]] = {
    "a": [{"value": "Oslo", "confidence": 0.4}],
    "b": [{"value": "tea", "predicate": "likes"}],
}


@pytest.fixture
def graph(tmp_path: Path) -> Iterator[tkg.Graph]:
    with tkg.open(tmp_path / "held.db", durability="normal", embedder=None, hold_below=0.5) as graph:
        yield graph


@pytest.fixture
def told() -> Told:
    return Told(finds=dict(UNSURE))


def test_what_is_less_sure_than_the_threshold_is_held_and_not_believed(graph: tkg.Graph, told: Told) -> None:
    done = graph.ingest([said("a"), said("b", 2)], extractor=told)
    assert (done.recorded, done.held, done.passed_over) == (1, 1, ())
    assert lives(graph) == []
    (held,) = graph.held()
    assert (held.why, held.change.object, held.change.confidence) == ("confidence", "Oslo", 0.4)
    assert (held.text, held.speaker, held.said_at) == ("a", "Ann", datetime(2024, 6, 1, 10, tzinfo=UTC))
    assert held.to_dict()["change"]["quotes"] == [{"text": "a", "start": 0}]


def test_just_the_threshold_is_not_held(graph: tkg.Graph, told: Told) -> None:
    done = graph.ingest([said("a")], extractor=told, hold_below=0.4)
    assert (done.recorded, done.held) == (1, 0)


def test_nothing_is_held_unless_it_is_asked_for(tmp_path: Path, told: Told) -> None:
    with tkg.open(tmp_path / "other.db", embedder=None) as graph:
        assert graph.ingest([said("a")], extractor=told).recorded == 1


@pytest.mark.parametrize("share", [-0.1, 1.5, True, "half"])
def test_a_threshold_is_a_confidence(graph: tkg.Graph, share: object) -> None:
    with pytest.raises(InputError, match="hold_below"):
        graph.ingest([said("a")], hold_below=share)  # type: ignore[call-overload]


def test_what_is_accepted_is_believed_and_rests_on_its_words(graph: tkg.Graph, told: Told) -> None:
    graph.ingest([said("a")], extractor=told)
    claim = graph.accept(graph.held()[0], actor="eve", reason="she said so")
    assert claim is not None
    assert (claim.object, claim.source, claim.confidence) == ("Oslo", "Ann", 0.4)
    assert lives(graph) == ["Oslo"]
    (evidence,) = graph.find("Ann", "lives_in")[0].evidence
    assert (evidence.quote, evidence.extractor) == ("a", "told/1")
    assert graph.held() == []
    assert graph.verify().ok


def test_it_is_believed_from_when_it_was_accepted(graph: tkg.Graph, told: Told) -> None:
    graph.ingest([said("a")], extractor=told)
    stored = graph.record("Bob", "likes", "tea").recorded_at
    graph.accept(1)
    assert lives(graph.as_of(known_at=stored)) == []


def test_what_is_accepted_with_other_values_says_these(graph: tkg.Graph) -> None:
    since = {"start_text": "2020", "start_span": (3, 7), "confidence": 0.1, "tense": "past"}
    graph.ingest([said("a: 2020")], extractor=Told(finds={"a: 2020": [{"value": "Oslo", **since}]}))
    claim = graph.accept(1, object="Bergen", valid_from="2021")
    assert claim is not None
    assert (claim.object, claim.valid_from) == ("Bergen", "2021")
    assert graph.verify().ok


IN_2020 = {"start_text": "2020", "start_span": (3, 7), "end_text": "2020", "end_span": (3, 7), "tense": "past"}


@pytest.mark.parametrize(
    ("given", "said_so"),
    [
        ({"valid_from": "2019"}, (None, None, "2019/2020")),
        ({"valid_from": date(2019, 5, 1)}, (None, None, "2019-05-01/2020")),
        ({"valid_from": "always"}, (None, None, "../2020")),
        ({"valid_to": "2022"}, ("2020", "2022", None)),
        ({"valid_from": "2019", "valid_to": "2022"}, ("2019", "2022", None)),
        ({"valid": "2018/2019"}, (None, None, "2018/2019")),
    ],
)
def test_one_bound_of_an_interval_can_be_given_anew(
    graph: tkg.Graph, given: dict[str, Any], said_so: tuple[str | None, ...]
) -> None:
    unsure = {"value": "Oslo", "confidence": 0.1, **IN_2020}
    graph.ingest([said("a: 2020")], extractor=Told(finds={"a: 2020": [unsure]}))
    assert graph.held()[0].change.valid == "2020"
    claim = graph.accept(1, **given)
    assert claim is not None
    assert (claim.valid_from, claim.valid_to, claim.valid) == said_so
    assert graph.verify().ok


def test_an_interval_takes_the_place_of_both_bounds(graph: tkg.Graph) -> None:
    since = {"value": "Oslo", "start_text": "2020", "start_span": (3, 7), "confidence": 0.1, "tense": "past"}
    graph.ingest([said("a: 2020")], extractor=Told(finds={"a: 2020": [since]}))
    with pytest.raises(InputError, match="both bounds"):
        graph.accept(1, valid="2018/2019", valid_from="2018")
    claim = graph.accept(1, valid="2018/2019")
    assert claim is not None
    assert (claim.valid_from, claim.valid) == (None, "2018/2019")


def test_what_cannot_be_said_is_not_accepted_and_stays_held(graph: tkg.Graph, told: Told) -> None:
    graph.ingest([said("a")], extractor=told)
    with pytest.raises(BadTime):
        graph.accept(1, valid_from="soon")
    with pytest.raises(InputError, match="'statement'"):
        graph.accept(1, statement="x")
    with pytest.raises(InputError, match="subject=None"):
        graph.accept(1, subject=None)
    assert [held.id for held in graph.held()] == [1]
    assert standing(graph) == []


def test_a_correction_of_what_is_not_there_is_not_accepted(graph: tkg.Graph) -> None:
    unsure = {"value": "Rome", "op": "retract", "predicate": "visits", "modality": "planned", "confidence": 0.1}
    graph.ingest([said("off")], extractor=Told(finds={"off": [unsure]}))
    with pytest.raises(RefusedError, match="no such plan"):
        graph.accept(1)


def test_what_is_rejected_is_not_found_again(graph: tkg.Graph, told: Told) -> None:
    graph.ingest([said("a")], extractor=told)
    graph.reject(graph.held()[0], reason="a joke")
    assert graph.held() == []
    told.finds = {"a": [{"value": "Oslo", "confidence": 0.9}]}
    done = graph.reextract(extractor=told)
    assert [item.reason for item in done.passed_over] == ["rejected by hand: held 1"]
    assert lives(graph) == []
    told.finds = {"a": [{"value": "Bergen"}]}
    graph.reextract(extractor=told)
    assert lives(graph) == ["Bergen"]


def test_what_was_accepted_is_left_alone_by_a_later_run(graph: tkg.Graph, told: Told) -> None:
    graph.ingest([said("a")], extractor=told)
    graph.accept(1, object="Bergen")
    told.finds = {"a": [{"value": "Oslo", "confidence": 0.9}]}
    done = graph.reextract(extractor=told)
    assert [value for _, value in standing(graph)] == ["Bergen"]
    assert [item.reason for item in done.passed_over] == ["settled by hand: see claim 1"]
    told.finds = {}
    graph.reextract(extractor=told)
    assert [value for _, value in standing(graph)] == ["Bergen"]


def test_what_is_settled_is_not_settled_again(graph: tkg.Graph, told: Told) -> None:
    graph.ingest([said("a")], extractor=told)
    graph.accept(1)
    for settle in (graph.accept, graph.reject):
        with pytest.raises(UnknownHeld, match="held 1"):
            settle(1)
        with pytest.raises(UnknownHeld, match="held 7"):
            settle(7)
        with pytest.raises(InputError, match="held change"):
            settle("1")  # type: ignore[arg-type]


def test_a_scope_holds_its_own(graph: tkg.Graph, told: Told) -> None:
    graph.ingest([said("a")], extractor=told, scope="other")
    assert (len(graph.held()), len(graph.held(scope="other"))) == (0, 1)
    with pytest.raises(UnknownHeld):
        graph.accept(1)
    claim = graph.accept(1, scope="other")
    assert claim is not None
    assert claim.scope == "other"


def test_what_is_read_anew_or_set_aside_is_held_no_longer(graph: tkg.Graph, told: Told) -> None:
    graph.ingest([said("a")], extractor=told)
    told.finds = {"a": [{"value": "Bergen", "confidence": 0.3}]}
    graph.reextract(extractor=told)
    assert [held.change.object for held in graph.held()] == ["Bergen"]
    graph.remove([1], extractor=told)
    assert graph.held() == []


def test_a_merge_is_held_always_and_recorded_when_it_is_accepted(graph: tkg.Graph, told: Told) -> None:
    graph.record("Ann Lee", "likes", "tea")
    told.finds = {"I am Ann Lee": [{"value": "Ann Lee", "op": "merge", "predicate": None}]}
    graph.ingest([said("I am Ann Lee")], extractor=told)
    assert [held.why for held in graph.held()] == ["merge"]
    before = graph.record("Ann", "lives_in", "Oslo").recorded_at
    assert graph.accept(1) is None
    assert [fact.object for fact in graph.find("Ann Lee")] == ["Oslo", "tea"]
    assert [fact.object for fact in graph.as_of(known_at=before).find("Ann Lee")] == ["tea"]


def test_a_sample_is_of_claims_that_rest_on_words(graph: tkg.Graph) -> None:
    told = Told(finds={f"m{n}": [{"value": f"city {n}"}] for n in range(20)})
    graph.ingest([said(f"m{n}") for n in range(20)], extractor=told)
    graph.record("Bob", "likes", "tea")
    graph.retract(1)
    drawn = graph.sample(5, random=Random(1))
    assert drawn == graph.sample(5, random=Random(1))
    assert len({each.claim.id for each in drawn}) == 5
    assert all(each.evidence[0].quote == f"m{each.claim.id - 1}" for each in drawn)
    assert {each.claim.id for each in graph.sample(100)} == set(range(2, 21))
    assert graph.sample(0) == graph.sample(scope="nobody") == []
    with pytest.raises(InputError, match="count"):
        graph.sample(-1)


def test_what_is_held_is_why_a_message_has_no_facts_and_a_fact_once_it_is_accepted(graph: tkg.Graph) -> None:
    unsure = {"confidence": 0.1}
    told = Told(finds={"a": [{"value": "Oslo", **unsure}], "b": [{"value": "tea", "predicate": "likes", **unsure}]})
    graph.ingest([said("a"), said("b", 2)], extractor=told)

    def states() -> list[tuple[int, str | None]]:
        return [(each.facts, each.why) for each in graph.episodes(extractor=told)]

    assert states() == [(0, "1 held for review"), (0, "1 held for review")]
    graph.accept(1)
    graph.reject(2)
    assert states() == [(1, None), (0, "1 rejected by hand")]
    graph.reextract(extractor=told)
    assert states() == [(1, None), (0, "1 rejected by hand")]


def test_what_an_accepted_correction_did_goes_with_its_message(graph: tkg.Graph) -> None:
    told = Told(
        finds={"a": [{"value": "Oslo"}], "no": [{"value": "Rome", "op": "correct", "was": "Oslo", "confidence": 0.2}]}
    )
    graph.ingest([said("a"), said("no", 2)], extractor=told)
    graph.accept(1)
    assert lives(graph) == ["Rome"]
    graph.remove([2], extractor=told)
    assert lives(graph) == ["Oslo"]


def test_a_message_that_was_taken_back_in_is_held_again(graph: tkg.Graph, told: Told) -> None:
    graph.ingest([said("a")], extractor=told)
    graph.accept(1)
    graph.remove([1], extractor=told)
    graph.reextract([1], extractor=told)
    assert [held.change.object for held in graph.held()] == ["Oslo"]


@pytest.mark.parametrize(
    "found",
    [
        {"value": "Acme Corp.", "predicate": "works_for"},
        {"value": "ACME CORP", "predicate": "worksFor"},
        {"value": "Acme Corp", "predicate": "employed_by"},
    ],
)
def test_what_is_rejected_is_not_found_again_under_another_name(graph: tkg.Graph, found: dict[str, Any]) -> None:
    told = Told(finds={"a": [{"value": "Acme Corp", "predicate": "works_for", "confidence": 0.1}]})
    graph.ingest([said("a")], extractor=told)
    graph.reject(1)
    done = graph.reextract(extractor=Told("other", {"a": [found]}))
    assert [item.reason for item in done.passed_over] == ["rejected by hand: held 1"]
    graph.merge("Ann", "Annie")
    again = graph.reextract(extractor=Told("third", {"a": [{**found, "subject": "Annie"}]}))
    assert [item.reason for item in again.passed_over] == ["rejected by hand: held 1"]


def test_what_was_accepted_as_something_else_is_not_found_again(graph: tkg.Graph, told: Told) -> None:
    graph.ingest([said("a")], extractor=told)
    graph.accept(1, subject="Rob", predicate="visited")
    done = graph.reextract(extractor=Told("other", {"a": [{"value": "Oslo", "confidence": 0.9}]}))
    assert [item.reason for item in done.passed_over] == ["settled by hand: see held 1"]
    assert [(claim.subject, claim.predicate) for claim in graph.claims()] == [("Rob", "visited")]
