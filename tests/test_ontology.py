"""Typed predicates: what loads, what is refused and in which words, and which values each kind takes."""

from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from tkg.errors import BadSchema, WrongKind
from tkg.ontology import Ontology, Predicate, check
from tkg.values import Entity, Quantity, Text


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_an_undeclared_predicate_is_many_valued_a_state_and_resumes() -> None:
    found = Ontology.of({}).get("mentors")
    assert (found.cardinality, found.extent, found.resumes) == ("many", "state", True)
    assert (found.subject, found.object, found.said) == ("any", "any", frozenset())


def test_a_bare_word_is_short_for_the_cardinality() -> None:
    ontology = Ontology.of({"lives_in": "one", "once": {"cardinality": "one", "resumes": False}})
    assert ontology.get("lives_in").rule() == {"cardinality": "one"}
    assert ontology.get("once").rule() == {"cardinality": "one", "resumes": False}
    assert ontology.get("once").extent == "state"


def test_a_rule_holds_only_what_was_said_and_comes_back_the_same() -> None:
    rule = {"object": "number", "unit": "kg", "aliases": ["weight"], "resumes": True}
    predicate = Predicate.from_rule("weighs", rule)
    assert predicate.rule() == rule
    assert Predicate.from_rule("weighs", predicate.rule()) == predicate


def test_the_shipped_vocabulary_loads_and_resolves_its_names() -> None:
    ontology = Ontology.shipped()
    assert len(ontology) >= 25
    assert ontology.named("works at") == ("works_for", False)
    assert ontology.named("工作于") == ("works_for", False)
    assert ontology.named("employs") == ("works_for", True)
    assert ontology.named("lives_in") == ("lives_in", False)
    assert ontology.named("teleports_to") is None
    assert {each.extent for each in ontology} == {"state", "event", "timeless"}


@pytest.mark.parametrize(
    ("name", "cardinality", "extent", "resumes"),
    [
        ("lives_in", "one", "state", True),
        ("works_for", "one", "state", False),
        ("married_to", "one", "state", False),
        ("likes", "many", "state", True),
        ("born_on", "one", "timeless", True),
        ("visited", "many", "event", True),
    ],
)
def test_how_time_treats_the_shipped_predicates(name: str, cardinality: str, extent: str, resumes: bool) -> None:
    found = Ontology.shipped().get(name)
    assert (found.cardinality, found.extent, found.resumes) == (cardinality, extent, resumes)


def test_every_shipped_predicate_has_patterns_in_both_languages() -> None:
    for predicate in Ontology.shipped():
        assert {pattern.language for pattern in predicate.patterns} == {"en", "zh"}, predicate.name


def test_an_ontology_cannot_be_changed() -> None:
    ontology = Ontology.of({"a": "one"})
    with pytest.raises(TypeError):
        ontology.predicates["b"] = Predicate("b")  # type: ignore[index]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[predicate.a]\ncardinality = "few"', ["'a'", "cardinality", "'few'", "one, many"]),
        ('[predicate.a]\nextent = "era"', ["'a'", "extent", "'era'", "state, event, timeless"]),
        ('[predicate.a]\nresumes = "no"', ["'a'", "resumes", "'no'", "true, false"]),
        ("[predicate.a]\nresumes = 1", ["'a'", "resumes", "1", "true, false"]),
        ('[predicate.a]\nobject = "two words"', ["'a'", "object", "'two words'", "text, number, date, boolean"]),
        ('[predicate.a]\nsubject = "text"', ["'a'", "subject", "'text'", "person|organisation"]),
        ('[predicate.a]\nunit = "kg"', ["'a'", "unit", "number"]),
        ('[predicate.a]\nobject = "date"\ninverse = "b"', ["'a'", "inverse", "date"]),
        ('[predicate.a]\naliases = "b"', ["'a'", "aliases", "'b'", "list"]),
        ('[predicate.a]\naliases = [""]', ["'a'", "aliases", "''"]),
        ("[predicate.a]\ncolour = 3", ["'a'", "colour", "cardinality, extent, resumes"]),
        ('[predicate.a]\naliases = ["b"]\n[predicate.b]', ["'a'", "aliases", "'b'"]),
        ('[predicate.a]\ninverse = "x"\n[predicate.b]\naliases = ["x"]', ["'b'", "'x'", "'a'"]),
        ('[predicate.a.en]\npast = ["{subject} did {object}"]', ["'a'", "en", "'past'", "present"]),
        ("[predicate]\na = 3", ["'a'", "3"]),
        ('[predicates.a]\ncardinality = "one"', ["predicates", "[predicate.<name>]"]),
        ("[language.en]\nverbs = 3", ["'en'", "verbs", "words or corrections"]),
        ("not toml", ["not TOML"]),
    ],
)
def test_a_bad_file_is_refused_with_its_place_and_what_it_takes(tmp_path: Path, text: str, said: list[str]) -> None:
    path = written(tmp_path, text)
    with pytest.raises(BadSchema) as caught:
        Ontology.load(path)
    assert str(path) in str(caught.value)
    for words in said:
        assert words in str(caught.value)


def test_a_file_of_ones_own_loads(tmp_path: Path) -> None:
    path = written(
        tmp_path, '[predicate.drives]\nobject = "car"\naliases = ["开"]\n[predicate.drives.en]\npresent = []'
    )
    ontology = Ontology.load(path)
    assert ontology.get("drives").rule() == {"object": "car", "aliases": ["开"]}
    assert ontology.named("开") == ("drives", False)


TAKEN = [
    ("place", None, "Berlin"),
    ("place", None, Entity("Berlin")),
    ("place", None, Entity("Berlin", "place")),
    ("organisation|project", None, Entity("Apollo", "project")),
    ("text", None, "hiking"),
    ("text", None, Text("hiking")),
    ("number", None, 3),
    ("number", "kg", 72.5),
    ("number", "kg", Quantity(72, "kg")),
    ("number", None, Quantity(72, "stone")),
    ("date", None, date(1990, 3, 14)),
    ("date", None, "1990"),
    ("date", None, "1990-03"),
    ("date", None, "2024-02-29"),
    ("boolean", None, False),
    ("any", None, True),
    ("any", None, Quantity(1, "m")),
]
REFUSED = [
    ("place", None, Entity("Acme", "organisation")),
    ("place", None, Text("somewhere warm")),
    ("place", None, 3),
    ("place", None, True),
    ("text", None, Entity("Tea", "drink")),
    ("text", None, 3),
    ("number", None, True),
    ("number", None, "3"),
    ("number", "kg", Quantity(160, "lb")),
    ("number", None, float("nan")),
    ("number", None, float("inf")),
    ("date", None, "14 March 1990"),
    ("date", None, "1990-3-14"),
    ("date", None, "2023-02-29"),
    ("date", None, "2023-13"),
    ("date", None, "0000"),
    ("date", None, "19900314"),
    ("date", None, Text("1990")),
    ("date", None, 1990),
    ("date", None, datetime(1990, 3, 14, tzinfo=UTC)),
    ("boolean", None, 1),
    ("boolean", None, "true"),
    ("any", None, ["a", "list"]),
    ("any", None, None),
]


@pytest.mark.parametrize(("kind", "unit", "value"), TAKEN)
def test_a_value_of_the_kind_is_taken(kind: str, unit: str | None, value: object) -> None:
    check(Predicate("p", object=kind, unit=unit), "", value)


@pytest.mark.parametrize(("kind", "unit", "value"), REFUSED)
def test_a_value_of_another_kind_is_refused_by_name(kind: str, unit: str | None, value: object) -> None:
    with pytest.raises(WrongKind, match=rf"^p takes {kind.replace('|', '[|]')}"):
        check(Predicate("p", object=kind, unit=unit), "", value)


def test_a_subject_of_another_type_is_refused_and_an_unknown_type_fits() -> None:
    works_on = Predicate("works_on", subject="person|organisation", object="project")
    check(works_on, "organisation", "Apollo")
    check(works_on, "", "Apollo")
    with pytest.raises(
        WrongKind, match=r"works_on takes a subject of type person\|organisation: got one of type place"
    ):
        check(works_on, "place", "Apollo")
