"""Which entity a name is that was read out of words: known by its form and its type, or new, and never by a guess."""

from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import tkg
from tests.resolving import Sides, resolved, told
from tkg.alike import form
from tkg.errors import BadName
from tkg.resolving import Resolver
from tkg.statement import Statement
from tkg.values import Entity, Text, Value
from tkg.writer import Writer

PERSON, PLACE = Entity("Washington", "person"), Entity("Washington", "place")


def found(sides: Sides) -> list[tuple[Value, str]]:
    return [(side.value, side.how) for side in sides if side is not None]


def names(graph: tkg.Graph, name: str | Entity, **options: str) -> set[tuple[str, str, str]]:
    """What is believed about a name, as subject or object, as words."""
    facts = graph.find(name, **options) + graph.find(object=name, **options)  # type: ignore[arg-type]
    return {(str(fact.subject), fact.predicate, str(fact.object)) for fact in facts}


# --- names ---


def test_what_nobody_knows_is_new_and_what_was_said_before_is_it(graph: tkg.Graph) -> None:
    assert found(told(graph, "Ann", "works_for", "Acme")) == [("Ann", "new"), ("Acme", "new")]
    assert found(told(graph, "Bob", "works_for", "Acme")) == [("Bob", "new"), ("Acme", "exact")]


@pytest.mark.parametrize(
    ("known", "said"),
    [
        ("Acme Corp", "ACME  corp"),
        ("ACME", "ＡＣＭＥ"),
        ("Acme Inc.", "Acme Inc"),
        ("Acme Inc", "Acme Inc."),
        ("字节跳动", "「字节跳动」"),
        ("Straße 7", "STRASSE 7"),
    ],
)
def test_a_name_is_found_in_whatever_way_it_is_written(graph: tkg.Graph, known: str, said: str) -> None:
    graph.record("Ann", "works_for", known)
    assert found(told(graph, "Bob", "works_for", said))[1] == (known, "name")
    assert [fact.subject for fact in graph.find(predicate="works_for", object=said)] == ["Ann", "Bob"]


def test_a_new_name_is_written_without_the_marks_around_it(graph: tkg.Graph) -> None:
    assert found(told(graph, "“Ann”", "works_for", "“Acme”,")) == [("Ann", "new"), ("Acme", "new")]


def test_what_was_recorded_with_marks_is_found_by_its_very_name(graph: tkg.Graph) -> None:
    graph.record("“Ann”", "likes", "tea")
    assert (resolved(graph, "“Ann”").value, resolved(graph, "Ann").how) == ("“Ann”", "new")


def test_a_near_name_is_another(graph: tkg.Graph) -> None:
    told(graph, "Ann Lee", "works_for", "Acme")
    for said in ("Anne Lee", "Ann-Lee", "Lee Ann", "Ann Leé", "A. Lee", "Ann"):
        assert (resolved(graph, said).value, resolved(graph, said).how) == (said, "new")


def test_the_very_name_goes_before_another_way_of_writing_it(graph: tkg.Graph) -> None:
    for name in ("ACME", "Acme"):
        graph.record("Ann", "works_for", name)
    assert [resolved(graph, name).value for name in ("ACME", "Acme")] == ["ACME", "Acme"]


def test_two_that_are_written_alike_are_no_reason_to_pick_one(graph: tkg.Graph) -> None:
    for name in ("ACME", "Acme"):
        graph.record("Ann", "works_for", name)
    assert (resolved(graph, "acme").value, resolved(graph, "acme").how) == ("acme", "new")
    graph.merge("ACME", "Acme")
    assert (resolved(graph, "acme").value, resolved(graph, "acme").how) == ("Acme", "name")


def test_a_merged_name_is_written_as_it_was_said_and_reads_as_the_other(graph: tkg.Graph) -> None:
    graph.record("Robert", "lives_in", "Rome")
    graph.merge("Bob", "Robert")
    sides = told(graph, "Bob", "likes", "tea")
    assert found(sides) == [("Bob", "alias")]
    assert [fact.subject for fact in graph.find("Bob", "likes")] == ["Robert"]


def test_a_scope_has_names_of_its_own(graph: tkg.Graph) -> None:
    told(graph, "Ann", "works_for", "Acme", scope="one")
    assert resolved(graph, "ACME", scope="two").how == "new"


def test_a_name_that_was_erased_is_new(graph: tkg.Graph) -> None:
    told(graph, "Ann", "works_for", "Acme")
    graph.erase(entity="Ann")
    assert (resolved(graph, "ANN").value, resolved(graph, "ANN").how) == ("ANN", "new")
    assert found(told(graph, "Ann", "likes", "tea")) == [("Ann", "new")]


@pytest.mark.parametrize("name", ["", " \u3000", "a\x00b"])
def test_what_is_no_name_is_refused(graph: tkg.Graph, name: str) -> None:
    with pytest.raises(BadName):
        resolved(graph, name)


@pytest.mark.parametrize(
    ("predicate", "value"), [("likes", "tea"), ("born_on", "1990-01-01"), ("mentions", Text("tea")), ("mentions", 7)]
)
def test_a_literal_is_no_entity(graph: tkg.Graph, predicate: str, value: Value) -> None:
    assert told(graph, "Ann", predicate, value)[1] is None


# --- types ---


def test_one_name_with_two_types_is_two_entities(graph: tkg.Graph) -> None:
    told(graph, "Ann", "lives_in", "Washington")
    assert found(told(graph, "Washington", "works_for", "Acme"))[0] == (PERSON, "new")
    assert found(told(graph, "Washington", "lives_in", "Oslo"))[0] == (PERSON, "exact")
    assert found(told(graph, "Bob", "lives_in", "WASHINGTON"))[1] == ("Washington", "name")
    assert {fact.subject for fact in graph.find("Washington")} == {PERSON}
    assert [fact.subject for fact in graph.find(object="Washington")] == ["Ann", "Bob"]


def test_what_is_recorded_by_hand_is_of_the_type_that_its_predicate_declares(graph: tkg.Graph) -> None:
    graph.record("Ann", "works_for", "Acme")
    for said, type_ in (("Acme", ""), ("Acme", "organization"), ("ACME", "Organisation"), ("Acme", "company")):
        assert resolved(graph, said, type_).value == "Acme"
    assert resolved(graph, "Acme", "person").value == Entity("Acme", "person")


def test_a_bare_name_of_which_nothing_is_known_is_of_any_type(graph: tkg.Graph) -> None:
    graph.record("Acme", "mentions", "Oslo")
    assert found(told(graph, "Ann", "works_for", "Acme"))[1] == ("Acme", "exact")
    assert resolved(graph, "Acme", "place").value == Entity("Acme", "place")


def test_a_typed_entity_goes_before_a_bare_name_where_its_type_is_meant(graph: tkg.Graph) -> None:
    graph.record(Entity("Acme", "organisation"), "mentions", "Oslo")
    assert resolved(graph, "Acme").value == Entity("Acme", "organisation")
    graph.record("Acme", "mentions", "Oslo")
    assert resolved(graph, "Acme").value == "Acme"
    assert found(told(graph, "Ann", "works_for", "Acme"))[1] == (Entity("Acme", "organisation"), "exact")


def test_the_predicate_decides_between_two_typed_entities(graph: tkg.Graph) -> None:
    graph.record(PERSON, "mentions", PLACE)
    assert found(told(graph, "Ann", "lives_in", "Washington"))[1] == (PLACE, "exact")
    assert found(told(graph, "Washington", "smokes", True))[0] == (PERSON, "exact")
    assert found(told(graph, "Ann", "mentions", "Washington"))[1] == ("Washington", "new")


def test_one_of_several_types_is_whichever_of_them_there_is(graph: tkg.Graph) -> None:
    graph.record(PERSON, "mentions", PLACE)
    assert found(told(graph, "Washington", "owns", "boat"))[0] == (PERSON, "exact")
    graph.record(Entity("Washington", "organisation"), "mentions", "Oslo")
    assert found(told(graph, "Washington", "owns", "car"))[0] == ("Washington", "new")


def test_a_type_that_only_the_extractor_says_is_kept_and_counts(graph: tkg.Graph) -> None:
    first = told(graph, "Ann", "mentions", "Mercury", types=("", "place"))
    assert first[1] is not None
    assert (first[1].value, first[1].type) == ("Mercury", "place")
    assert found(told(graph, "Ann", "mentions", "Mercury", types=("", "person")))[1] == (
        Entity("Mercury", "person"),
        "new",
    )
    assert found(told(graph, "Bob", "mentions", "Mercury", types=("", "place")))[1] == ("Mercury", "exact")


def test_a_word_for_a_type_that_nothing_declares_says_nothing(graph: tkg.Graph) -> None:
    told(graph, "Ann", "lives_in", "Mercury")
    assert (resolved(graph, "Mercury", "celestial body").value, resolved(graph, "Mercury", "text").value) == (
        "Mercury",
        "Mercury",
    )


def test_a_type_of_ones_own_counts(reopen: Callable[..., tkg.Graph]) -> None:
    graph = reopen(ontology=tkg.Ontology.of({"sails_on": {"subject": "person", "object": "vessel"}}))
    told(graph, "Ann", "sails_on", "Olympic")
    assert resolved(graph, "Olympic", "vessel").value == "Olympic"
    assert resolved(graph, "Olympic", "person").value == Entity("Olympic", "person")


def test_a_type_that_the_predicate_does_not_take_is_not_believed(graph: tkg.Graph) -> None:
    told(graph, "Ann", "lives_in", "Rex", types=("animal", "animal"))
    assert [str(fact.object) for fact in graph.find("Ann", "lives_in")] == ["Rex"]
    assert resolved(graph, "Rex", "place").value == "Rex"


def test_the_other_direction_of_a_predicate_declares_the_same(graph: tkg.Graph) -> None:
    told(graph, "Washington", "has_resident", "Ann")
    assert found(told(graph, "Washington", "works_for", "Acme"))[0] == (PERSON, "new")
    assert found(told(graph, "Washington", "has_resident", "Bob"))[0] == ("Washington", "exact")


def test_a_name_merged_into_a_person_is_no_place(graph: tkg.Graph) -> None:
    graph.record("George Washington", "works_for", "Acme")
    graph.merge("Washington", "George Washington")
    assert found(told(graph, "Ann", "lives_in", "Washington"))[1] == (PLACE, "new")
    assert found(told(graph, "Washington", "smokes", False))[0] == ("Washington", "alias")


def test_what_was_split_off_says_nothing_of_what_is_left(graph: tkg.Graph) -> None:
    wrong = graph.record("Washington", "works_for", "Acme")
    graph.split([(wrong, "subject")], "George Washington")
    assert found(told(graph, "Ann", "lives_in", "Washington"))[1] == ("Washington", "exact")


def test_what_was_retracted_says_nothing(graph: tkg.Graph) -> None:
    graph.retract(graph.record("Washington", "works_for", "Acme"))
    assert found(told(graph, "Ann", "lives_in", "Washington"))[1] == ("Washington", "exact")


def test_types_that_were_put_together_stay_together(graph: tkg.Graph) -> None:
    graph.record("Stanford", "located_in", "California")
    graph.record("Ann", "studies_at", "Stanford")
    graph.record("Ann", "visited", "Stanford")
    assert resolved(graph, "Stanford", "place").value == resolved(graph, "Stanford", "organisation").value == "Stanford"


def test_one_of_several_types_is_told_apart_by_all_of_them(graph: tkg.Graph) -> None:
    told(graph, "Ann", "lives_in", "Washington")
    one_of_two = Entity("Washington", "organisation|person")
    assert found(told(graph, "Washington", "owns", "boat"))[0] == (one_of_two, "new")
    assert found(told(graph, "Washington", "smokes", False))[0] == (one_of_two, "exact")
    assert resolved(graph, "Washington", "place").value == "Washington"


# --- one transaction ---


def test_what_is_written_in_a_transaction_counts_in_it(graph: tkg.Graph) -> None:
    store = graph._store
    with store.transaction() as transaction:
        writer = Writer(store, transaction, "default")
        resolver = Resolver(store, writer.scope)
        said = [("Ann", "Washington"), ("Washington", "Oslo"), ("Bob", "Washington"), ("Washington", "Rome")]
        subjects = []
        for subject, value in said:
            sides = resolver.sides(subject, "lives_in", value, writer.here)
            assert sides[1] is not None
            writer.state(Statement(sides[0].value, "lives_in", sides[1].value))
            subjects.append(sides[0].value)
    assert subjects == ["Ann", PERSON, "Bob", PERSON]
    assert [fact.subject for fact in graph.find(object="Washington")] == ["Ann", "Bob"]


def test_a_known_name_is_looked_up_once(graph: tkg.Graph) -> None:
    told(graph, "Ann", "lives_in", "Oslo")
    store = graph._store
    asked: list[str] = []
    with store.transaction() as transaction:
        resolver = Resolver(store, 1)
        first = resolver.sides("Ann", "lives_in", "Oslo", transaction.place)
        store.connection.set_trace_callback(asked.append)
        assert resolver.sides("Ann", "lives_in", "Oslo", transaction.place) == first
        store.connection.set_trace_callback(None)
        transaction.abandon()
    assert asked == []


def test_what_is_made_of_an_entity_does_not_grow_with_its_claims(graph: tkg.Graph) -> None:
    """The steps of SQLite's machine, counted, for a name with few claims and for one with many."""

    def steps(name: str) -> int:
        count = 0

        def tick() -> int:
            nonlocal count
            count += 1
            return 0

        store = graph._store
        with store.transaction() as transaction:
            resolver = Resolver(store, 1)
            store.connection.set_progress_handler(tick, 1)
            resolver.sides(name, "lives_in", name, transaction.place)
            store.connection.set_progress_handler(None, 1)
            transaction.abandon()
        return count

    for name, claims in (("few", 200), ("many", 4_000)):
        graph.record_many({"subject": name, "predicate": "mentions", "object": f"{name} {n}"} for n in range(claims))
        graph.record_many({"subject": f"{name} {n}", "predicate": "mentions", "object": name} for n in range(claims))
    assert steps("many") < 1.5 * steps("few")


# --- whatever is said ---

_NAMES = st.sampled_from(
    ["Acme", "ACME", "ＡＣＭＥ", "acme.", "“Acme”", "Äcme", "Acme Inc", "李雷", "「李雷」", "李蕾"]
)
_SAID = st.sampled_from(
    [("lives_in", 1, ""), ("works_for", 1, ""), ("speaks", 0, ""), ("mentions", 0, ""), ("mentions", 1, "person"),
     ("mentions", 0, "place"), ("owns", 0, "organization"), ("owns", 0, ""), ("has_resident", 0, "")]
)  # fmt: skip
"""A predicate, the side that the name stands on, and the type that it is given: predicates of which two claims about
one subject both hold, so that what is believed of it does not depend on the order by itself."""
_MENTIONS = st.tuples(_NAMES, _SAID)
_EVERY = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
_scopes = iter(range(10**9))


def _tell(graph: tkg.Graph, mention: tuple[str, tuple[str, int, str]], number: int, scope: str) -> tuple[Value, str]:
    name, (predicate, role, type_) = mention
    other = f"other {number}"
    if role:
        side = told(graph, other, predicate, name, types=("", type_), scope=scope)[1]
        assert side is not None
    else:
        side = told(graph, name, predicate, other, types=(type_, ""), scope=scope)[0]
    return side.value, side.how


@_EVERY
@given(first=_MENTIONS, second=_MENTIONS)
def test_nothing_joins_names_of_different_forms(
    graph: tkg.Graph, first: tuple[str, tuple[str, int, str]], second: tuple[str, tuple[str, int, str]]
) -> None:
    scope = f"scope {next(_scopes)}"
    before, _ = _tell(graph, first, 1, scope)
    after, how = _tell(graph, second, 2, scope)
    assert form(str(after)) == form(second[0])
    if after == before:
        assert form(first[0]) == form(second[0])
        assert how == ("exact" if str(after) == second[0] else "name")
    else:
        assert how == "new"


@_EVERY
@given(first=_MENTIONS, second=_MENTIONS)
def test_the_order_in_which_two_come_changes_nothing_that_is_found(
    graph: tkg.Graph, first: tuple[str, tuple[str, int, str]], second: tuple[str, tuple[str, int, str]]
) -> None:
    asked = {first[0], second[0]}
    together = []
    answers = []
    for order in ((first, second), (second, first)):
        scope = f"scope {next(_scopes)}"
        values = {
            said: _tell(graph, said, number, scope)[0]
            for said, number in zip(order, _numbers(order, first), strict=True)
        }
        together.append(values[first] == values[second])
        answers.append({name: {(p, form(s), form(o)) for s, p, o in names(graph, name, scope=scope)} for name in asked})
    assert together[0] == together[1]
    assert answers[0] == answers[1]


def _numbers(order: tuple[object, object], first: object) -> tuple[int, int]:
    """The same number for the same mention, whichever comes first."""
    return (1, 2) if order[0] == first else (2, 1)
