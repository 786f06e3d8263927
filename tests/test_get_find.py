"""`get` and `find`: what is believed at one instant, and how values and names are asked for."""

from datetime import date
from typing import Any

import pytest

import tkg
from tests.conftest import SetClock, objects
from tkg import completions, errors


@pytest.fixture(autouse=True)
def people(graph: tkg.Graph) -> None:
    graph.record("Ann", "works_for", "Acme", valid_from="2019-03-01", valid_to="2023-07-01")
    graph.record("Ann", "works_for", "Globex", valid_from="2023-07-01")
    graph.record("Ann", "likes", "tea", valid_from="2020-01-01")
    graph.record("Ann", "likes", "coffee", valid_from="2020-01-01")
    graph.record("Bob", "works_for", "Globex", valid_from="2020-01-01")


def test_get_is_one_fact_or_none(graph: tkg.Graph) -> None:
    fact = graph.get("Ann", "works_for", valid_at="2021-01-01")
    assert fact is not None
    assert (fact.subject, fact.predicate, fact.object) == ("Ann", "works_for", "Acme")
    assert graph.get("Ann", "works_for", valid_at="2018-01-01") is None
    assert graph.get("Nobody", "works_for") is None
    assert graph.get("Ann", "never said") is None


def test_get_of_several_values_is_refused(graph: tkg.Graph) -> None:
    with pytest.raises(errors.ManyValues, match=r"'tea'.*find"):
        graph.get("Ann", "likes")


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ({}, {"Ann works_for Globex", "Ann likes tea", "Ann likes coffee", "Bob works_for Globex"}),
        ({"subject": "Ann"}, {"Ann works_for Globex", "Ann likes tea", "Ann likes coffee"}),
        ({"predicate": "works_for"}, {"Ann works_for Globex", "Bob works_for Globex"}),
        ({"object": "Globex"}, {"Ann works_for Globex", "Bob works_for Globex"}),
        ({"subject": "Ann", "object": "Globex"}, {"Ann works_for Globex"}),
        ({"subject": "Ann", "predicate": "likes", "object": "tea"}, {"Ann likes tea"}),
        ({"predicate": "works_for", "object": "Acme"}, set()),
        ({"object": "Acme", "valid_at": "2021-01-01"}, {"Ann works_for Acme"}),
        ({"subject": "Ann", "valid_at": "2019-06-01"}, {"Ann works_for Acme"}),
        ({"scope": "other"}, set()),
        ({"modality": "planned"}, set()),
    ],
)
@pytest.mark.parametrize("policy", ["latest", "all"])
def test_find_is_by_whatever_is_named(graph: tkg.Graph, asked: dict[str, Any], found: set[str], policy: str) -> None:
    facts = graph.find(**{"policy": policy, **asked})
    assert {f"{fact.subject} {fact.predicate} {fact.object}" for fact in facts} == found
    assert len(facts) == len(found)


@pytest.mark.parametrize(
    "named",
    [
        {"subject": "Cy"},
        {"predicate": "speaks"},
        {"object": "Irish"},
        {"subject": "Cy", "predicate": "speaks"},
        {"subject": "Cy", "object": "Irish"},
        {"predicate": "speaks", "object": "Irish"},
        {"subject": "Cy", "predicate": "speaks", "object": "Irish"},
        {},
    ],
)
def test_a_fact_holds_at_its_start_and_not_at_its_end_however_it_is_asked_for(
    graph: tkg.Graph, named: dict[str, Any]
) -> None:
    said = graph.record("Cy", "speaks", "Irish", valid_from="2015-01-01", valid_to="2016-01-01")
    retracted = graph.retract(said).retracted_at
    for known_at, held in ((said.recorded_at, [False, True, True, False]), (retracted, [False] * 4)):
        found = [
            [fact.object for fact in graph.find(**named, valid_at=day, known_at=known_at)] == ["Irish"]
            for day in ("2014-12-31", "2015-01-01", "2015-12-31", "2016-01-01")
        ]
        assert found == held
    graph.undo(said)
    assert graph.find(**named, valid_at="2015-01-01") != []
    assert graph.find(**named, valid_at="2016-01-01") == []


@pytest.mark.parametrize("name", ["works_for", "works at", "employer", "就职于", " works  at "])
def test_an_alias_of_the_vocabulary_is_the_predicate(graph: tkg.Graph, name: str) -> None:
    assert [fact.object for fact in graph.find("Ann", name)] == ["Globex"]
    graph.record("Cat", name, "Acme")
    assert [(fact.predicate, fact.object) for fact in graph.find("Cat")] == [("works_for", "Acme")]


def test_an_inverse_asks_the_other_way_round(graph: tkg.Graph) -> None:
    assert {fact.subject for fact in graph.find("Globex", "employs")} == {"Ann", "Bob"}
    assert [fact.object for fact in graph.find("Globex", "employs", "Bob")] == ["Globex"]
    graph.record("Initech", "employs", "Ann", valid_from="2024-01-01")
    assert [fact.object for fact in graph.find("Ann", "works_for")] == ["Initech"]
    with pytest.raises(errors.WrongKind, match="works_for"):
        graph.record("Initech", "employs", 7)
    with pytest.raises(errors.WrongKind, match="works_for takes a subject of type person: got one of type place"):
        graph.record("Initech", "employs", tkg.Entity("Rome", "place"))


@pytest.mark.parametrize(
    ("predicate", "value", "asked"),
    [
        ("note", "a name", "a name"),
        ("note", tkg.Text("two words"), "two words"),
        ("note", tkg.Text(" kept  as it is\n"), tkg.Text(" kept  as it is\n")),
        ("note", 7, 7.0),
        ("note", 0.1, 0.1),
        ("note", -12, -12),
        ("note", 10**30, 10**30),
        ("note", 1e300, 1e300),
        ("note", True, True),
        ("note", False, False),
        ("note", date(2021, 3, 14), "2021-03-14"),
        ("note", tkg.Quantity(60, "kg"), tkg.Quantity(60.0, "kg")),
        ("note", tkg.Entity("Apple", "organisation"), "Apple"),
        ("note", "李雷", "李雷"),
        ("born_on", "1990-05-01", date(1990, 5, 1)),
        ("born_on", "1990-05", "1990-05"),
        ("born_on", date(1990, 5, 1), "1990-05-01"),
        ("job_title", "CFO", "CFO"),
        ("job_title", "CFO", tkg.Text("CFO")),
    ],
)
def test_a_value_comes_back_as_it_was_and_is_found(
    graph: tkg.Graph, predicate: str, value: tkg.values.Value, asked: tkg.values.Value
) -> None:
    graph.record("Eve", predicate, value)
    (fact,) = graph.find("Eve", predicate)
    expected = date(1990, 5, 1) if value == "1990-05-01" else value
    assert fact.object == expected
    assert isinstance(fact.object, type(value)) or predicate in ("born_on", "job_title")
    assert [found.subject for found in graph.find(predicate=predicate, object=asked)] == ["Eve"]


@pytest.mark.parametrize("asked", [1, "true", "1", tkg.Quantity(1, "kg"), tkg.Text("True")])
def test_true_is_not_one(graph: tkg.Graph, asked: tkg.values.Value) -> None:
    graph.record("Eve", "note", True)
    assert graph.find("Eve", "note", asked) == []


@pytest.mark.parametrize("number", [float("nan"), float("inf"), -float("inf")])
def test_what_is_no_number_is_refused(graph: tkg.Graph, number: float) -> None:
    with pytest.raises(errors.InputError):
        graph.record("Eve", "note", number)


def test_a_fact_is_a_value(graph: tkg.Graph) -> None:
    one, two = graph.get("Ann", "works_for"), graph.get("Ann", "works_for")
    assert one == two
    assert hash(one) == hash(two)
    assert one is not None
    with pytest.raises(AttributeError):
        one.object = "x"  # type: ignore[misc]
    shown = one.to_dict()
    assert (shown["valid_from"], shown["valid_to"], shown["valid_from_grain"]) == ("2023-07-01", None, "day")


def test_the_claims_of_a_fact_are_those_that_say_it(graph: tkg.Graph) -> None:
    graph.record("Ann", "works_for", "Globex", valid_from="2023-07-01", source="HR", observed="2024-02-01")
    fact = graph.get("Ann", "works_for")
    assert fact is not None
    assert [(claim.object, claim.source) for claim in fact.claims] == [("Globex", ""), ("Globex", "HR")]
    assert fact.evidence == ()
    assert fact.last_observed is not None
    assert fact.last_observed == graph.last_observed("Ann", "works_for", "Globex")
    assert graph.last_observed("Ann", "works_for", "Acme") is None


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"valid_at": "2021"}, errors.AmbiguousTime),
        ({"known_at": "2021-05"}, errors.AmbiguousTime),
        ({"valid_at": "whenever"}, errors.BadTime),
        ({"policy": "newest"}, errors.BadPolicy),
        ({"policy": "source_priority"}, errors.BadPolicy),
        ({"policy": "source_priority", "priority": "HR"}, errors.InputError),
        ({"modality": "wished"}, errors.BadModality),
        ({"certainty": "likely"}, errors.InputError),
        ({"at": "2021-01-01"}, errors.InputError),
        ({"scope": " "}, errors.BadName),
    ],
)
def test_a_question_that_cannot_be_meant_is_refused(
    graph: tkg.Graph, options: dict[str, Any], error: type[tkg.TkgError]
) -> None:
    for read in (graph.find, graph.timeline, graph.history, graph.conflicts, graph.beliefs):
        with pytest.raises(error):
            read("Ann", "works_for", **options)


def test_certain_and_possible_in_view_of_a_vague_start(graph: tkg.Graph) -> None:
    graph.record("Eve", "lives_in", "Oslo", valid_from="2021-03")
    found = {
        (at, certainty): bool(graph.find("Eve", "lives_in", valid_at=at, certainty=certainty))
        for at in ("2021-02-28", "2021-03-15", "2021-04-01")
        for certainty in ("certain", "nominal", "possible")
    }
    assert [found["2021-02-28", certainty] for certainty in ("certain", "nominal", "possible")] == [False, False, False]
    assert [found["2021-03-15", certainty] for certainty in ("certain", "nominal", "possible")] == [False, True, True]
    assert [found["2021-04-01", certainty] for certainty in ("certain", "nominal", "possible")] == [True, True, True]


@pytest.mark.parametrize("certainty", ["certain", "possible"])
def test_nothing_is_certain_or_possible_of_what_nobody_spoke_of(graph: tkg.Graph, certainty: Any) -> None:
    assert graph.find("Nobody", "lives_in", certainty=certainty) == []
    assert graph.find("Ann", "lives_in", certainty=certainty) == []


def test_certain_and_possible_of_many_places_known_by_their_year(graph: tkg.Graph) -> None:
    for year in range(1950, 2012):
        graph.record("Eve", "lives_in", f"place {year}", valid_from=str(year))
    places = {
        certainty: objects(graph, "Eve", "lives_in", valid_at="2005-05-01", certainty=certainty)
        for certainty in ("certain", "nominal", "possible")
    }
    assert places == {"certain": [], "nominal": ["place 2005"], "possible": ["place 2004", "place 2005"]}


def test_what_cannot_be_worked_out_is_refused_by_name(graph: tkg.Graph, monkeypatch: pytest.MonkeyPatch) -> None:
    """Such slots are rare: see test_completions."""
    monkeypatch.setattr(completions, "MOST", 0)
    graph.record("Eve", "works_for", "Acme", valid_from="2003-01-01")
    graph.record("Eve", "works_for", "Globex", valid_from="2004")
    graph.end("Eve", "works_for", observed="2002-01-01")
    with pytest.raises(errors.TooImprecise, match="Eve works_for"):
        graph.find("Eve", "works_for", valid_at="2004-06-01", certainty="certain")


def test_now_is_not_before_the_last_commit(graph: tkg.Graph, clock: SetClock) -> None:
    """A clock that is put back still sees what was recorded just now, with no start but that."""
    clock.set("2025-01-01")
    for place, source in (("Oslo", "a"), ("Rome", "b")):
        graph.record("Eve", "lives_in", place, observed="2026-05-10T12:00:00Z", source=source)
    graph.record("Eve", "note", "seen")
    for view in (graph, graph.as_of()):
        assert [fact.object for fact in view.find("Eve")] == ["Rome", "seen"]
        assert [belief.object for belief in view.beliefs("Eve", "note")] == ["seen"]
        assert len(view.conflicts("Eve")) == 1


def test_now_moves_with_the_clock(graph: tkg.Graph, clock: SetClock) -> None:
    graph.record("Ann", "works_for", "Initech", valid_from="2026-06-01")
    fact = graph.get("Ann", "works_for")
    assert fact is not None
    assert (fact.object, fact.valid_to_text) == ("Globex", "2026-06-01")
    clock.forward(days=30)
    assert [fact.object for fact in graph.find("Ann", "works_for")] == ["Initech"]
