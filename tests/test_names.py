"""How names are written, compared and kept apart."""

import pytest

import tkg
from tkg.errors import BadName, WrongKind


@pytest.mark.parametrize(
    ("written", "kept"),
    [("  Ann   Lee ", "Ann Lee"), ("Ann\tLee\n", "Ann Lee"), ("Jose\u0301", "José"), ("李\u3000雷", "李 雷")],
)
def test_space_and_the_form_of_accents_do_not_make_another_name(graph: tkg.Graph, written: str, kept: str) -> None:
    graph.record(written, "likes", "tea")
    graph.record(kept, "likes", "coffee")
    assert [fact.subject for fact in graph.find(written)] == [kept, kept]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Ann", "ann"),
        ("ＡＮＮ", "ANN"),
        ("Ann", "Anne"),
        ("李雷", "李蕾"),
        ("straße", "strasse"),
        ("我喜欢喝茶", "我住在上海"),
    ],
)
def test_nothing_else_is_guessed_to_be_the_same(graph: tkg.Graph, first: str, second: str) -> None:
    graph.record(first, "likes", "tea")
    graph.record(second, "likes", "tea")
    assert len(graph.find(predicate="likes")) == 2
    assert [fact.subject for fact in graph.find(first)] == [first]


def test_the_type_of_an_entity_is_a_name_too(graph: tkg.Graph) -> None:
    graph.record(tkg.Entity("x", " person "), "note", tkg.Entity("y", "a  place"))
    graph.record(tkg.Entity("x", "person"), "note", tkg.Entity("z"))
    facts = graph.find(tkg.Entity("x", "person"))
    assert [fact.subject for fact in facts] == [tkg.Entity("x", "person")] * 2
    assert [fact.object for fact in facts] == [tkg.Entity("y", "a place"), "z"]


@pytest.mark.parametrize("name", ["  ", "\u3000", "a\x00b", "a\x07b", "\ud800", 12])
@pytest.mark.parametrize("place", ["subject", "predicate", "scope"])
def test_what_is_no_name_is_refused_everywhere(graph: tkg.Graph, place: str, name: object) -> None:
    said = {"subject": "Ann", "predicate": "likes", "object": "tea", place: name}
    with pytest.raises(BadName):
        graph.record(**said)  # type: ignore[arg-type]
    assert graph.claims() == []


@pytest.mark.parametrize("value", ["", " ", "a\x00b", tkg.Text(""), tkg.Entity("")])
def test_an_object_without_words_is_refused(graph: tkg.Graph, value: str | tkg.Entity) -> None:
    with pytest.raises(BadName):
        graph.record("Ann", "mentions", value)
    assert graph.claims() == []


def test_a_person_and_a_company_of_one_name_are_two(graph: tkg.Graph) -> None:
    person, company = tkg.Entity("Apple", "person"), tkg.Entity("Apple", "organisation")
    graph.record(person, "lives_in", "Oslo")
    graph.record("Ann", "works_for", company)
    graph.record(company, "based_in", "Cupertino")
    assert [fact.object for fact in graph.find(person)] == ["Oslo"]
    assert [fact.object for fact in graph.find(company)] == ["Cupertino"]
    assert {fact.subject for fact in graph.find("Apple")} == {person, company}
    assert [fact.subject for fact in graph.find(object=company)] == ["Ann"]


def test_words_a_name_and_a_number_are_three_values(graph: tkg.Graph) -> None:
    for value in ("42", tkg.Text("42"), 42):
        graph.record("Ann", "notes", value)
    assert [type(fact.object) for fact in graph.find("Ann", "notes")] == [str, tkg.Text, int]
    assert [fact.object for fact in graph.find("Ann", "notes", 42)] == [42]


def test_an_entity_of_the_wrong_type_is_refused_by_the_predicate(graph: tkg.Graph) -> None:
    with pytest.raises(WrongKind, match="works_for takes organisation: got one of type person"):
        graph.record("Ann", "works_for", tkg.Entity("Apple", "person"))


def test_scopes_do_not_share_names(graph: tkg.Graph) -> None:
    graph.record("Ann", "lives_in", "Oslo", scope="one")
    graph.record("Ann", "lives_in", "Rome", scope="two")
    graph.merge("Ann", "Ann Lee", scope="one")
    assert [fact.object for fact in graph.find("Ann Lee", scope="one")] == ["Oslo"]
    assert graph.find("Ann Lee", scope="two") == []
    assert [(fact.subject, fact.object) for fact in graph.find(scope="two")] == [("Ann", "Rome")]
    assert graph.find() == []


# --- names in questions ---


@pytest.mark.parametrize("asked", ["acme corp", "ＡＣＭＥ Corp", "“Acme Corp”", "Acme Corp."])
def test_a_name_that_nobody_bears_is_looked_for_in_any_way_of_writing_it(graph: tkg.Graph, asked: str) -> None:
    graph.record("Acme Corp", "based_in", "Oslo")
    graph.record("Ann", "works_for", "Acme Corp")
    assert [fact.object for fact in graph.find(asked)] == ["Oslo"]
    assert [fact.subject for fact in graph.find(object=asked)] == ["Ann"]
    assert [claim.subject for claim in graph.claims(asked)] == ["Acme Corp"]
    assert [fact.object for fact in graph.find(tkg.Entity(asked, "person"))] == []


def test_the_very_name_is_all_that_is_meant_where_there_is_one(graph: tkg.Graph) -> None:
    graph.record("ACME", "based_in", "Oslo")
    graph.record("Acme", "mentions", "tea")
    assert graph.find("Acme", "based_in") == []
    assert [fact.object for fact in graph.find("acme")] == ["Oslo", "tea"]


def test_a_name_that_comes_up_later_changes_no_past_answer(graph: tkg.Graph) -> None:
    first = graph.record("ACME", "based_in", "Oslo")
    second = graph.record("Ann", "works_for", "ACME")
    graph.record("Acme", "mentions", "tea")
    graph.merge("acme", "Globex")
    assert [graph.find("Acme", "based_in"), graph.find("acme", "based_in")] == [[], []]
    before = graph.as_of(known_at=second.recorded_at)
    assert [fact.object for asked in ("Acme", "acme") for fact in before.find(asked, "based_in")] == ["Oslo", "Oslo"]
    assert [fact.subject for fact in before.find(object="acme")] == ["Ann"]
    assert [fact.object for fact in graph.as_of(known_at=first.recorded_at).find("Acme")] == ["Oslo"]


def test_words_and_dates_are_asked_for_as_they_are(graph: tkg.Graph) -> None:
    graph.record("Ann", "likes", "Tea")
    graph.record("Ann", "mentions", tkg.Text("Tea"))
    assert [graph.find(object=asked) for asked in ("tea", tkg.Text("tea"))] == [[], []]


def test_a_type_may_be_one_of_several(graph: tkg.Graph) -> None:
    graph.record(tkg.Entity("Apple", "organisation|person"), "smokes", False)
    with pytest.raises(WrongKind, match=r"got one of type organisation\|person"):
        graph.record("Ann", "lives_in", tkg.Entity("Apple", "organisation|person"))
