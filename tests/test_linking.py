"""From what an extractor calls a relation to the predicate that is recorded."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tkg
from tkg.errors import BadName
from tkg.intervals import MAX
from tkg.linking import PREDICATE, Linking, add_linking, link_predicate
from tkg.spelling import in_words, normal_form
from tkg.words import Episode, Words
from tkg.writer import Writer


def linked(graph: tkg.Graph, said: str, upto: int = MAX) -> tuple[str, str, float]:
    with graph._store.snapshot():
        link = link_predicate(graph._store.names, said, upto)
    assert link.said == said
    return link.name, link.how, link.score


@pytest.mark.parametrize(
    ("name", "form"),
    [
        ("works_for", "works_for"),
        ("Works For", "works_for"),
        ("works-for", "works_for"),
        ("worksFor", "works_for"),
        ("WorksFor", "works_for"),
        ("WORKS_FOR", "works_for"),
        (" works\u3000for\t", "works_for"),
        ("works\u2013for", "works_for"),
        ("__works__for__", "works_for"),
        ("ｗｏｒｋｓ＿ｆｏｒ", "works_for"),
        ("worksForNASA", "works_for_nasa"),
        ("NASAEmployee", "nasa_employee"),
        ("住在", "住在"),
        ("住 在", "住_在"),
        ("lebtAufÖland", "lebt_auf_öland"),
        ("STRASSE", "strasse"),
        ("Straße", "strasse"),
        ("живётВ", "живёт_в"),
        ("cafe\u0301_of", "café_of"),
        ("ᎣᏏᏲ ꮳꮃꭹ", "ᎣᏏᏲ_ᏣᎳᎩ"),
        ("version2Of", "version2of"),
        ("_", ""),
    ],
)
def test_the_normal_form_leaves_words_alone_of_every_script(name: str, form: str) -> None:
    assert normal_form(name) == form
    assert normal_form(form) == form
    assert in_words(name) == form.replace("_", " ")


@settings(max_examples=300)
@given(st.text())
def test_a_normal_form_is_its_own(name: str) -> None:
    form = normal_form(name)
    assert normal_form(form) == form
    assert form == form.strip("_")
    assert "__" not in form
    assert not any(letter.isspace() for letter in form)


@pytest.mark.parametrize(
    ("said", "name", "how"),
    [
        ("works_for", "works_for", "exact"),
        ("WorksFor", "works_for", "exact"),
        ("works-for", "works_for", "exact"),
        ("employed_by", "employed_by", "alias"),
        ("Employed By", "employed_by", "alias"),
        ("employs", "employs", "alias"),
        ("Has Resident", "has_resident", "alias"),
        ("住在", "住在", "alias"),
        ("plays in", "plays_in", "new"),
        ("PlaysIn", "plays_in", "new"),
        ("效力于", "效力于", "new"),
        ("works_with", "works_with", "new"),
        ("former_employer", "former_employer", "new"),
    ],
)
def test_a_name_of_the_file_is_found_and_no_other(graph: tkg.Graph, said: str, name: str, how: str) -> None:
    assert linked(graph, said) == (name, how, 0.0 if how == "new" else 1.0)


def test_a_name_that_is_only_used_is_one_of_the_file(graph: tkg.Graph) -> None:
    graph.record("Ann", "Plays In", "Kapp")
    assert linked(graph, "plays_in") == ("Plays In", "exact", 1.0)


def test_an_alias_is_recorded_under_its_own_name_so_that_it_can_be_freed(graph: tkg.Graph) -> None:
    graph.record("Ann", linked(graph, "employedBy")[0], "Acme", valid_from="2019-01-01")
    assert [fact.predicate for fact in graph.find("Ann")] == ["works_for"]
    graph.unmap_predicate("employed_by")
    assert [fact.predicate for fact in graph.find("Ann")] == ["employed_by"]
    assert linked(graph, "employedBy") == ("employed_by", "exact", 1.0)


def test_what_was_said_letter_for_letter_comes_first_then_the_normal_form(graph: tkg.Graph) -> None:
    graph.map_predicate("plays_in", "member_of")
    graph.map_predicate("Plays In", "works_for")
    assert linked(graph, "Plays In") == ("Plays In", "alias", 1.0)
    assert linked(graph, "playsIn") == ("plays_in", "alias", 1.0)


def test_names_that_differ_only_in_form_and_read_differently_are_not_chosen_from(graph: tkg.Graph) -> None:
    graph.map_predicate("Plays In", "member_of")
    graph.map_predicate("PLAYS IN", "member_of")
    assert linked(graph, "plays in") == ("Plays In", "alias", 1.0)
    graph.unmap_predicate("PLAYS IN")
    assert linked(graph, "plays in") == ("plays_in", "new", 0.0)


def test_it_answers_as_of_a_place(graph: tkg.Graph) -> None:
    graph.record("Ann", "plays_in", "Kapp")
    with graph._store.snapshot() as last:
        place = last.place
    graph.map_predicate("plays_in", "member_of")
    assert linked(graph, "plays_in", place) == ("plays_in", "exact", 1.0)
    assert linked(graph, "plays_in") == ("plays_in", "alias", 1.0)


def test_a_name_of_separators_alone_is_kept_and_none_is_refused(graph: tkg.Graph) -> None:
    assert linked(graph, "_") == ("_", "new", 0.0)
    with pytest.raises(BadName):
        linked(graph, " ")


def test_what_the_words_say_is_kept_where_the_claim_says_it_otherwise(graph: tkg.Graph) -> None:
    store = graph._store
    with store.transaction() as transaction:
        writer, words = Writer(store, transaction, "default"), Words(store, 1)
        episode = words.add(transaction, Episode("Ann", "user", 0, "UTC", "I play in Kapp", None), None)
        claim = writer.state(tkg.Statement("Ann", "plays_in", "Kapp"))
        evidence = words.add_evidence(transaction, claim, episode, (2, 14), (None, None), "x")
        add_linking(store.connection, evidence, Linking(PREDICATE, "playsIn", "new", 0.0))
    kept = store.connection.execute("SELECT evidence, role, said, how, score FROM linking").fetchall()
    assert kept == [(1, 2, "playsIn", "new", 0.0)]
