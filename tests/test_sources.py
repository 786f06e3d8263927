"""What-if reads: what would be believed if some sources alone were heard, or all but some."""

from typing import Any

import pytest

import tkg
from tests.conftest import Opener, SetClock, line, objects
from tests.embedding import by_words
from tests.searching import values
from tkg import errors

SINCE = "2020-01-01"


@pytest.fixture
def told(graph: tkg.Graph) -> tkg.Graph:
    """HR knows of Oslo and of a later move, Bob of another home since the same day, somebody of a hobby."""
    graph.record("Ann", "lives_in", "Oslo", valid_from=SINCE, source="HR", observed="2020-03-01")
    graph.record("Ann", "lives_in", "Rome", valid_from=SINCE, source="Bob", observed="2020-03-01")
    graph.record("Ann", "lives_in", "Bergen", valid_from="2022-01-01", source="HR")
    graph.record("Ann", "likes", "tea", valid_from=SINCE)
    return graph


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, [("Rome", SINCE, "2022-01-01"), ("Bergen", "2022-01-01", None)]),
        ({"sources": ["HR"]}, [("Oslo", SINCE, "2022-01-01"), ("Bergen", "2022-01-01", None)]),
        ({"sources": ["Bob"]}, [("Rome", SINCE, None)]),
        ({"sources": ("Bob", "HR")}, [("Rome", SINCE, "2022-01-01"), ("Bergen", "2022-01-01", None)]),
        ({"sources": {"Bob", "HR"}, "without": {"HR"}}, [("Rome", SINCE, None)]),
        ({"without": ["HR"]}, [("Rome", SINCE, None)]),
        ({"without": ["Bob"]}, [("Oslo", SINCE, "2022-01-01"), ("Bergen", "2022-01-01", None)]),
        ({"without": ["nobody I know"]}, [("Rome", SINCE, "2022-01-01"), ("Bergen", "2022-01-01", None)]),
        ({"without": []}, [("Rome", SINCE, "2022-01-01"), ("Bergen", "2022-01-01", None)]),
        ({"sources": ["nobody I know"]}, []),
        ({"sources": ["HR"], "without": ["HR"]}, []),
        ({"sources": [""]}, []),
        ({"sources": [" HR "]}, [("Oslo", SINCE, "2022-01-01"), ("Bergen", "2022-01-01", None)]),
    ],
)
@pytest.mark.parametrize("policy", ["latest", "confidence"])
def test_the_claims_of_the_others_are_left_out(
    told: tkg.Graph, options: dict[str, Any], expected: list[Any], policy: str
) -> None:
    assert line(told, "Ann", "lives_in", policy=policy, **options) == expected
    assert line(told.as_of(policy=policy, **options), "Ann", "lives_in") == expected  # type: ignore[arg-type]


def test_somebody_in_particular_who_is_nobody(told: tkg.Graph) -> None:
    assert [fact.object for fact in told.find("Ann", sources=[""])] == ["tea"]
    assert [fact.object for fact in told.find("Ann", without=[""])] == ["Bergen"]


def test_every_read_takes_them(told: tkg.Graph) -> None:
    hr = told.as_of(sources=["HR"], valid_at="2021-01-01")
    fact = hr.get("Ann", "lives_in")
    assert fact is not None
    assert (fact.object, fact.contested, [claim.source for claim in fact.claims]) == ("Oslo", False, ["HR"])
    assert told.get("Ann", "lives_in", valid_at="2021-01-01").contested  # type: ignore[union-attr]
    assert [fact.object for fact in hr.find(object="Oslo")] == ["Oslo"]
    assert hr.find(object="Rome") == []
    assert [fact.object for fact in told.range("2021", sources=["HR"])] == ["Oslo"]
    assert [fact.object for fact in hr.history("Ann", "lives_in")] == ["Oslo", "Oslo", "Bergen"]
    assert [belief.object for belief in hr.beliefs("Ann", "lives_in")] == ["Oslo"]
    assert (hr.conflicts(), len(told.conflicts(valid_at="2021-01-01"))) == ([], 1)
    seen = hr.last_observed("Ann", "lives_in", "Oslo")
    assert seen is not None
    assert (seen.date().isoformat(), hr.last_observed("Ann", "lives_in", "Rome")) == ("2020-03-01", None)
    why = hr.explain(fact)
    assert [item.claim.source for item in (*why.believed, *why.beaten)] == ["HR", "HR"]
    assert why.rule == "no source that still stands says otherwise, with other sources left out"
    assert [each.entity for each in hr.neighbors("Ann")] == ["Oslo"]


def test_the_recorded_run_is_that_of_the_sources_alone(told: tkg.Graph) -> None:
    """Rome came between in what is believed of all, not in what HR alone says."""
    first, _, third, _ = told.claims()
    fact = told.get("Ann", "lives_in", valid_at="2021-01-01", sources=["HR"])
    assert fact is not None
    assert (fact.believed_since, fact.recorded_from, fact.recorded_to) == (first.recorded_at, third.recorded_at, None)


def test_as_of_the_past(told: tkg.Graph) -> None:
    first = told.claims()[0].recorded_at
    assert line(told, "Ann", "lives_in", sources=["HR"], known_at=first) == [("Oslo", SINCE, None)]
    assert line(told, "Ann", "lives_in", sources=["Bob"], known_at=first) == []


def test_what_was_retracted_stays_so_and_its_effect_is_gone(told: tkg.Graph) -> None:
    rome = next(claim for claim in told.claims() if claim.object == "Rome")
    told.retract(rome)
    assert line(told, "Ann", "lives_in", sources=["Bob"]) == []
    assert line(told, "Ann", "lives_in", sources=["HR"]) == line(told, "Ann", "lives_in")


def test_a_claim_that_turns_out_to_be_of_another_source_is_of_that_one_alone(told: tkg.Graph) -> None:
    rome = next(claim for claim in told.claims() if claim.object == "Rome")
    told.correct(rome, source="Cat")
    assert line(told, "Ann", "lives_in", sources=["Bob"]) == []
    assert line(told, "Ann", "lives_in", sources=["Cat"]) == [("Rome", SINCE, None)]
    assert line(told, "Ann", "lives_in", sources=["Bob"], known_at=rome.recorded_at) == [("Rome", SINCE, None)]


def test_names_read_as_all_of_the_record_says(told: tkg.Graph) -> None:
    told.record("Annie", "lives_in", "Turin", valid_from="2023-01-01", source="Bob")
    told.merge("Annie", "Ann")
    assert line(told, "Ann", "lives_in", sources=["Bob"]) == [
        ("Rome", SINCE, "2023-01-01"), ("Turin", "2023-01-01", None)
    ]  # fmt: skip


def test_an_end_that_is_not_heard_ends_nothing(told: tkg.Graph) -> None:
    told.end("Ann", "lives_in", "Bergen", valid_from="2023-01-01", source="Bob")
    assert objects(told, "Ann", "lives_in") == []
    assert objects(told, "Ann", "lives_in", without=["Bob"]) == ["Bergen"]


def test_claims_are_what_was_said_whoever_is_heard(told: tkg.Graph) -> None:
    assert told.as_of(sources=["HR"]).claims() == told.claims()


def test_scopes_have_their_own_sources(told: tkg.Graph) -> None:
    told.record("Ann", "lives_in", "Lima", source="HR", scope="other")
    assert objects(told, "Ann", "lives_in", sources=["HR"], scope="other") == ["Lima"]
    assert objects(told, "Ann", "lives_in", sources=["Bob"], scope="other") == []


def test_an_erased_source_is_asked_for_by_its_name(told: tkg.Graph) -> None:
    told.record("Bob", "likes", "tea")
    told.erase(entity="Bob")
    assert line(told, "Ann", "lives_in", sources=["Bob"]) == [("Rome", SINCE, None)]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"sources": "HR"}, "sources='HR' is no list"),
        ({"without": "HR"}, "without='HR' is no list"),
        ({"sources": []}, "hears nobody"),
        ({"sources": [3]}, "the source 3"),
        ({"without": [" "]}, "the source ' '"),
    ],
)
def test_a_list_that_cannot_be_meant(told: tkg.Graph, options: dict[str, Any], message: str) -> None:
    for read in (told.find, told.history, told.as_of):
        with pytest.raises(errors.InputError, match=message):
            read(**options)


def test_the_order_of_sources_has_another_name(told: tkg.Graph) -> None:
    """What once was `sources=` is refused by name, not taken for something else."""
    with pytest.raises(errors.BadPolicy, match=r"for an order of sources write priority=\['HR', 'Bob'\]"):
        told.find("Ann", policy="source_priority", sources=["HR", "Bob"])
    both: dict[str, Any] = {"policy": "source_priority", "priority": ["HR"], "valid_at": "2021-01-01"}
    assert objects(told, "Ann", "lives_in", **both) == ["Oslo"]
    assert objects(told, "Ann", "lives_in", **both, sources=["Bob"]) == ["Rome"]


def test_a_view_says_whose_claims_it_is_made_of(told: tkg.Graph) -> None:
    assert repr(told.as_of(sources=["HR"], without=["Bob"])).endswith("by HR, without Bob>")


# --- search ---


@pytest.fixture
def searched(reopen: Opener, clock: SetClock) -> tkg.Graph:
    graph = reopen(embedder=by_words(dimension=512))
    graph.record("Ann", "lives_in", "Oslo", valid_from=SINCE, source="HR")
    graph.record("Ann", "lives_in", "Rome", valid_from=SINCE, source="web")
    graph.record("Bob", "lives_in", "Oslo", valid_from=SINCE, source="HR")
    graph.record("Bob", "lives_in", "Oslo", valid_from=SINCE, source="web")
    return graph


@pytest.mark.parametrize("valid_at", [None, "2021-01-01"])
def test_a_search_finds_what_they_say(searched: tkg.Graph, valid_at: str | None) -> None:
    found = {
        name: sorted(values(searched.search("Oslo Rome Ann Bob", valid_at=valid_at, sources=[name])))
        for name in ("HR", "web", "nobody")
    }
    assert found == {"HR": ["Oslo", "Oslo"], "web": ["Oslo", "Rome"], "nobody": []}
    assert sorted(values(searched.search("Oslo Rome Ann", valid_at=valid_at, without=["web"]))) == ["Oslo", "Oslo"]


def test_a_filter_asks_of_what_is_heard(searched: tkg.Graph) -> None:
    """Both say that Bob lives in Oslo; a filter on what is not heard leaves nothing of it."""
    of_web = {"source": "web"}
    assert values(searched.search("Bob Oslo", filters=of_web, sources=["web"], k=1)) == ["Oslo"]
    assert values(searched.search("Bob Oslo", filters=of_web, sources=["HR"])) == []
    assert values(searched.search("Bob Oslo", filters=of_web, without=["web"])) == []
    with pytest.raises(errors.InputError, match="all sources"):
        searched.search("Oslo", filters={"valid_from": "2020"}, sources=["HR"])
