"""The filter language: what a filter keeps is what a plain reading of it keeps, and nothing of it is unknown."""

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing
from datetime import UTC, date, datetime, timedelta, timezone
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.conftest import Opener
from tests.filtering import JOINS, KINDS, METADATA_KEYS, Base, Claim, Fact, Message, Row, Term, at, expected
from tkg.errors import BadFilter, BadName, BadTime, EmptyInterval
from tkg.filters import MOST, OPERATORS, compiled, register
from tkg.intervals import MAX, MIN
from tkg.terms import BOOLEAN, DATE, ENTITY, ERASED, NUMBER, TEXT


@pytest.fixture(scope="module")
def base() -> Iterator[Base]:
    made = Base()
    with closing(made.connection):
        yield made


# --- random rows and random filters ---

NAMES = st.sampled_from(
    ["Ann", "ann", "ANN LEE", "Zoë", "ZOË", "上海", "上海浦东", "ＡＣＭＥ", "Straße", "a", "1", "true"]
)
TYPES = st.sampled_from(["", "person", "Person", "组织"])
NUMBERS = st.sampled_from(
    [0, 1, 1.0, -1, 0.1, 0.30000000000000004, 2.5, 10, 2**63, 2**70, -(2**63), 1e300, 9007199254740993]
)
TEXTS = st.sampled_from(
    ["", "red", "Red", "RED CAR", "1", "true", "null", "É", "é", "红色", "红", '["red"]', "[", "\n"]
)
SCALARS = NUMBERS | TEXTS | st.booleans()
JSON = st.recursive(
    st.none() | SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("ab"), inner),
    max_leaves=4,
)
KEYS = ("a", "b", "c.d", 'q"x', '"', "上", "[0]", "$", "")
ATTRS = st.none() | st.dictionaries(st.sampled_from(KEYS), JSON, max_size=3)
MOMENTS = st.sampled_from(
    [
        at(day) + more
        for day in ("2020-12-31", "2021-01-01", "2021-03-01", "2021-03-14", "2022-01-01")
        for more in (-1, 0, 1)
    ]
)
WHENS = st.sampled_from(
    ["2021", "2020", "2021-03", "2020-12", "2021-03-14", "2021-01-01", "2021-01-01T00:00:00",
     "2021-03-14T00:00:00.000001", "2020/2021-03", "../2021", "2021-03/..", "../.."]
)  # fmt: skip
ENTITIES = st.builds(Term, st.just(ENTITY), NAMES, TYPES)
LITERALS = st.sampled_from(
    [Term(TEXT, "red"), Term(TEXT, "1"), Term(NUMBER, "1"), Term(NUMBER, "2.5", "kg"), Term(NUMBER, str(2**70)),
     Term(NUMBER, "0.1"), Term(DATE, "2021-03"), Term(BOOLEAN, "true"), Term(BOOLEAN, "false"),
     Term(ENTITY, f"{ERASED}a1")]
)  # fmt: skip
CLAIMS = st.builds(Claim, NAMES | st.just(""), st.sampled_from([0.0, 0.1, 0.5, 1.0]), ATTRS, MOMENTS)
FACTS = st.builds(
    Fact, ENTITIES, NAMES, ENTITIES | LITERALS, st.just(MIN) | MOMENTS, st.just(MAX) | MOMENTS,
    st.lists(CLAIMS, min_size=1, max_size=2).map(tuple), st.sampled_from(["main", "other"]),
)  # fmt: skip
MESSAGES = st.builds(
    Message, NAMES | st.sampled_from([" Ann ", "Zoe\u0308"]), TEXTS, MOMENTS, st.none() | TEXTS, ATTRS, MOMENTS
)


def _operators(compared: st.SearchStrategy[Any], ordered: st.SearchStrategy[Any]) -> dict[str, st.SearchStrategy[Any]]:
    return {
        **dict.fromkeys(("eq", "ne"), compared), **dict.fromkeys(("gt", "gte", "lt", "lte"), ordered),
        **dict.fromkeys(("in", "nin"), st.lists(compared, max_size=3)), "exists": st.booleans(),
    }  # fmt: skip


def _with_text(operators: dict[str, st.SearchStrategy[Any]], *texts: st.SearchStrategy[Any]) -> Any:
    return {**operators, "contains": texts[0], "icontains": texts[-1]}


NAME = _with_text(_operators(NAMES, NAMES), NAMES | st.sampled_from(["", "nn", "海"]))
OBJECT = _with_text(_operators(NAMES | NUMBERS | st.booleans(), NAMES | NUMBERS), NAMES)
METADATA = _with_text(_operators(SCALARS, TEXTS | NUMBERS), SCALARS, TEXTS)
CONFIDENCE, WHEN = _operators(NUMBERS, NUMBERS), _operators(WHENS, WHENS)
RAW = _with_text(_operators(TEXTS, TEXTS), TEXTS)
FIELDS: Mapping[str, Any] = {
    "scope": NAME, "source": NAME, "subject": NAME, "predicate": NAME, "object": OBJECT, "subject_type": NAME,
    "object_type": NAME, "entity_type": NAME, "name": NAME, "confidence": CONFIDENCE, "valid_from": WHEN,
    "valid_to": WHEN, "recorded_at": WHEN, "said_at": WHEN, "role": RAW, "id": RAW,
}  # fmt: skip


@st.composite
def conditions(draw: st.DrawFn) -> dict[str, Any]:
    is_metadata = draw(st.booleans())
    name = draw(st.sampled_from(sorted(METADATA_KEYS if is_metadata else FIELDS)))
    operators = METADATA if is_metadata else FIELDS[name]
    chosen = draw(st.lists(st.sampled_from(sorted(operators)), min_size=1, max_size=2, unique=True))
    found = {operator: draw(operators[operator]) for operator in chosen}
    return {name: found["eq"] if list(found) == ["eq"] and draw(st.booleans()) else found}


def _nested(inner: st.SearchStrategy[dict[str, Any]]) -> st.SearchStrategy[dict[str, Any]]:
    several = st.lists(inner, max_size=3)
    alone = [
        st.fixed_dictionaries({"NOT": inner}),
        st.fixed_dictionaries({"AND": several}),
        st.fixed_dictionaries({"OR": several}),
    ]
    both = st.tuples(inner, st.one_of(alone)).map(lambda pair: {**pair[0], **pair[1]})
    return st.one_of(*alone, both)


FILTERS = st.recursive(conditions(), _nested, max_leaves=8)


def _identity(row: Row) -> Any:
    if isinstance(row, Fact):
        return row.subject, row.predicate, row.object, row.scope
    return repr(row)


ROWS = st.lists(FACTS | MESSAGES | ENTITIES, min_size=1, max_size=5, unique_by=_identity)


@settings(deadline=None)
@given(ROWS, st.lists(FILTERS, min_size=1, max_size=5))
def test_a_filter_keeps_what_a_plain_reading_of_it_keeps(
    base: Base, rows: list[Row], filters: list[dict[str, Any]]
) -> None:
    with base.holding(rows):
        for filter_ in filters:
            for kind, sql in compiled(filter_, KINDS.values(), UTC).items():
                of_kind = [row for row in rows if KINDS[type(row)] == kind]
                assert base.told(sql, kind) == [said for row in of_kind for said in expected(filter_, row)], sql


# --- what each operator means ---

TEAM = (
    Fact(claims=(Claim("HR", 0.9, {"team": "red"}),)),
    Fact(predicate="role", claims=(Claim("HR", 0.4, {"team": "Rote Gruppe"}), Claim("Payroll", 0.8, {"team": None}))),
    Fact(predicate="likes", object=Term(TEXT, "Café Zoë"), claims=(Claim("", 0.5, {"team": ["red", 1, True]}),)),
    Fact(predicate="lives_in", object=Term(ENTITY, "上海浦东", "place"), start=at("2021-03-14"), end=at("2023-01-01")),
    Fact(
        predicate="age", object=Term(NUMBER, "41", "years"), claims=(Claim(attrs={"a": {"b": 7}, "a.b": 8, "c": True}),)
    ),
)


@pytest.mark.parametrize(
    ("filter_", "kept"),
    [
        ({}, [1, 2, 3, 4, 5]),
        ({"AND": []}, [1, 2, 3, 4, 5]),
        ({"OR": []}, []),
        ({"NOT": {}}, []),
        ({"source": "HR"}, [1, 2, 4, 5]),
        ({"source": " HR "}, [1, 2, 4, 5]),
        ({"source": "hr"}, []),
        ({"source": {"exists": False}}, [3]),
        ({"source": {"ne": "HR"}}, [2, 3]),
        ({"source": {"in": ["HR", "Payroll"]}, "confidence": {"lt": 0.9}}, [2]),
        ({"source": {"nin": []}}, [1, 2, 3, 4, 5]),
        ({"confidence": {"gte": 0.5, "lt": 0.9}}, [2, 3]),
        ({"confidence": {"in": [0.4, 1]}}, [2, 4, 5]),
        # One claim of HR, another sure enough: none is both.
        ({"source": "HR", "confidence": {"gt": 0.7}, "predicate": "role"}, []),
        ({"NOT": {"source": "HR"}, "predicate": "role"}, [2]),
        ({"metadata.team": "red"}, [1]),
        ({"metadata.team": {"ne": "red"}}, [2, 3, 4, 5]),
        ({"metadata.team": {"gt": "S"}}, [1]),
        ({"NOT": {"metadata.team": {"gt": "S"}}}, [2, 3, 4, 5]),
        ({"metadata.team": {"exists": True}}, [1, 2, 3]),
        ({"metadata.team": {"exists": False}}, [2, 4, 5]),
        ({"metadata.team": {"contains": "red"}}, [1, 3]),
        ({"metadata.team": {"contains": "re"}}, [1]),
        ({"metadata.team": {"contains": True}}, [3]),
        ({"metadata.team": {"icontains": "RED"}}, [1, 3]),
        ({"metadata.team": {"icontains": "gruppe"}}, [2]),
        ({"metadata.a.b": 7}, [5]),
        ({'metadata."a.b"': 8}, [5]),
        ({"metadata.a.b": {"in": ["7", True]}}, []),
        ({"object": {"icontains": "CAFÉ ZOE\u0308"}}, [3]),
        ({"object": {"contains": "浦东"}}, [4]),
        ({"metadata.c": True}, [5]),
        ({"metadata.c": {"in": [1, "true"]}}, []),
        ({"object": " Café  Zoë"}, [3]),
        ({"object": 41}, [5]),
        ({"object": {"gt": 40.5}}, [5]),
        ({"object": "41"}, []),
        ({"entity_type": "place"}, [4]),
        ({"subject_type": {"exists": True}}, []),
        ({"object_type": {"in": ["place"]}}, [4]),
        ({"object_type": {"exists": True}}, [4]),
        ({"valid_from": {"in": ["2020", "2021-03"]}}, [4]),
        ({"valid_from": {"nin": ["2020", "2021-03"]}}, [1, 2, 3, 5]),
        ({"OR": [{"predicate": "age"}, {"predicate": {"contains": "like"}}]}, [3, 5]),
        ({"predicate": "age", "OR": [{"predicate": "likes"}]}, []),
    ],
)  # fmt: skip
def test_what_a_filter_keeps(base: Base, filter_: dict[str, Any], kept: list[int]) -> None:
    with base.holding(TEAM):
        assert base.kept(filter_) == kept


@pytest.mark.parametrize(
    ("operator", "kept"),
    [("eq", [2, 3]), ("lt", [1]), ("gte", [2, 3, 4]), ("lte", [1, 2, 3]), ("gt", [4]), ("ne", [1, 4, 5])],
)
def test_a_time_is_before_in_or_after_a_stretch(base: Base, operator: str, kept: list[int]) -> None:
    starts = [at("2020-12-31"), at("2021-01-01"), at("2021-12-31T23:59:59"), at("2022-01-01"), MIN]
    with base.holding(Fact(predicate=str(start), start=start) for start in starts):
        assert base.kept({"valid_from": {operator: "2021"}}) == kept


@pytest.mark.parametrize(
    "when", ["2021-03-14T01:00:00+01:00", datetime(2021, 3, 14, 8, tzinfo=timezone(timedelta(hours=8)))]
)
def test_a_time_of_the_clock_is_an_instant(base: Base, when: str | datetime) -> None:
    with base.holding([Fact(start=at("2021-03-14")), Fact(predicate="p", start=at("2021-03-14") + 1)]):
        assert base.kept({"valid_from": when}) == [1]
        assert base.kept({"valid_from": {"gt": when}}) == [2]
        assert base.kept({"valid_from": date(2021, 3, 14)}) == [1, 2]


def test_a_time_without_an_offset_is_read_in_the_zone(base: Base) -> None:
    sql = compiled({"valid_from": "2021-03-14T08:00"}, ["facts"], ZoneInfo("Asia/Shanghai"))["facts"]
    with base.holding([Fact(start=at("2021-03-14"))]):
        assert base.told(sql, "facts") == [True]


def test_no_beginning_and_no_end_are_missing(base: Base) -> None:
    with base.holding([Fact(), Fact(predicate="p", start=0, end=1)]):
        assert base.kept({"valid_to": {"exists": False}}) == base.kept({"NOT": {"valid_to": {"lt": "9998"}}}) == [1]
        assert base.kept({"valid_from": {"lte": "../.."}}) == [2]


def test_messages_and_entities_have_fields_of_their_own(base: Base) -> None:
    rows = (
        Message("Zoe\u0308", labels={"chat": "a"}, ref=" 7", said=at("2026-02-03")),
        Message("Bob", "assistant", recorded=at("2026-05-06")),
    )
    with base.holding(rows):
        assert base.kept({"source": "Zoë"}, "episodes") == base.kept({"id": " 7"}, "episodes") == [1]
        assert base.kept({"id": {"ne": " 7"}}, "episodes") == base.kept({"id": {"exists": False}}, "episodes") == [2]
        assert base.kept({"id": "7"}, "episodes") == base.kept({"metadata.chat": "b"}, "episodes") == []
        assert base.kept({"metadata.chat": "a", "said_at": "2026-02"}, "episodes") == [1]
        assert base.kept({"role": {"in": ["assistant"]}, "recorded_at": "2026-05-06"}, "episodes") == [2]
    with base.holding([Term(ENTITY, "Apple", "company"), Term(ENTITY, "Apple")]):
        assert base.kept({"name": "Apple", "entity_type": "company"}, "entities") == [1]


def test_a_field_that_only_another_kind_has_is_missing() -> None:
    found = compiled({"confidence": {"gt": 0.5}}, ["facts", "episodes", "entities"], UTC)
    assert [found["facts"].sql, found["episodes"].sql, found["entities"].sql] == [
        "((c.confidence > :filter_0))",
        "0",
        "0",
    ]
    assert compiled({"role": {"ne": "user"}}, ["facts", "episodes"], UTC)["facts"].sql == "1"


def test_it_says_what_it_reads() -> None:
    def aliases(filter_: dict[str, Any]) -> set[str]:
        return set(compiled(filter_, ["facts"], UTC)["facts"].aliases)

    assert aliases({"subject": "Ann", "object_type": "place", "scope": "main"}) == set()
    assert aliases({"valid_to": "2021", "subject": "Ann"}) == {"b"}
    assert aliases({"NOT": {"OR": [{"metadata.a": 1}, {"valid_from": "2021"}]}}) == {"b", "c"}
    assert set(compiled({"source": "Ann"}, ["episodes"], UTC)["episodes"].aliases) == {"m"}


@settings(deadline=None)
@given(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), min_size=1), st.integers(0, 2))
def test_any_key_and_any_text_are_found_and_are_in_no_sql(base: Base, text: str, depth: int) -> None:
    attrs: Any = text
    for _ in range(depth + 1):
        attrs = {text: attrs}
    name = "metadata" + '."{}"'.format(text.replace('"', '""')) * (depth + 1)
    plain = compiled({name: "x", "OR": [{name: {"in": ["y"]}}, {name: {"contains": "z"}}]}, ["facts"], UTC)["facts"].sql
    asked = {name: text, "OR": [{name: {"in": [text]}}, {name: {"contains": text}}]}
    sql = compiled(asked, ["facts"], UTC)["facts"]
    assert sql.sql == plain
    with base.holding([Fact(claims=(Claim(attrs=attrs), Claim()))]):
        assert base.told(sql, "facts") == [True, False]


# --- how large a filter may be ---


@pytest.mark.parametrize("depth", [499, 500, 20_000])
def test_negations_nest_to_any_depth(base: Base, depth: int) -> None:
    filter_: dict[str, Any] = {"source": "HR"}
    for _ in range(depth):
        filter_ = {"NOT": filter_}
    with base.holding([Fact(), Fact(predicate="p", claims=(Claim("CRM"),))]):
        assert base.kept(filter_) == ([2] if depth % 2 else [1])


@pytest.mark.parametrize("deep_first", [True, False])
@pytest.mark.parametrize("in_pairs", [True, False])
def test_and_within_or_within_and_nests_to_any_depth(base: Base, deep_first: bool, in_pairs: bool) -> None:
    """k0 or (k1 and (k2 or ...)): true if an even one is true and every odd one before it, or all odd ones and more."""
    depth = (MOST - 1) // (2 if in_pairs else 1)
    filter_: dict[str, Any] = {"confidence": 1}
    for number in reversed(range(depth)):
        one: dict[str, Any] = {f"metadata.k{number}": True}
        if in_pairs:
            one = {"OR" if number % 2 else "AND": [one, {f"metadata.k{number}": {"ne": False}}]}
        filter_ = {"AND" if number % 2 else "OR": [filter_, one] if deep_first else [one, filter_]}
    odd = {f"k{number}": bool(number % 2) for number in range(depth)}
    rows = [
        Fact(predicate="all", claims=(Claim(confidence=1.0, attrs=odd),)),
        Fact(predicate="last", claims=(Claim(confidence=0.5, attrs=odd),)),
        Fact(predicate="gap", claims=(Claim(confidence=1.0, attrs={**odd, "k201": False}),)),
        Fact(predicate="in time", claims=(Claim(confidence=0.5, attrs={**odd, "k201": False, "k200": True}),)),
        Fact(predicate="too late", claims=(Claim(confidence=0.5, attrs={**odd, "k201": False, "k202": True}),)),
    ]
    with base.holding(rows):
        assert base.kept(filter_) == [1, 4]


@pytest.mark.parametrize("outer", ["AND", "OR"])
def test_a_filter_that_branches_everywhere_is_within_what_sqlite_takes(base: Base, outer: str) -> None:
    filters: list[dict[str, Any]] = [{f"metadata.k{number}": {"contains": number}} for number in range(512)]
    word = outer
    while len(filters) > 1:
        filters = [{word: filters[at : at + 2]} for at in range(0, len(filters), 2)]
        word = "OR" if word == "AND" else "AND"
    with base.holding([Fact(claims=(Claim(attrs={f"k{number}": [number] for number in range(512)}), Claim()))]):
        assert base.told(compiled(filters[0], ["facts"], UTC)["facts"], "facts") == [True, False]


@pytest.mark.parametrize("word", ["AND", "OR"])
def test_a_filter_may_have_so_many_conditions_and_no_more(base: Base, word: str) -> None:
    conditions = [{"metadata.a.b.c": {"icontains": str(number)}} for number in range(MOST)]
    with base.holding([Fact()]):
        assert base.kept({word: conditions}) == []
        assert base.kept({"NOT": {word: conditions}}) == [1]
    with pytest.raises(BadFilter, match=str(MOST)):
        compiled({word: [*conditions, {"source": "HR"}]}, ["facts"], UTC)


def test_a_list_of_values_may_be_long(base: Base) -> None:
    names = [f"source {number}" for number in range(50_000)]
    with base.holding([Fact(claims=(Claim("source 49999"),)), Fact(predicate="p")]):
        assert base.kept({"source": {"in": names}}) == [1]
        assert base.kept({"confidence": {"nin": list(range(2, 50_000))}}) == [1, 2]


def test_a_filter_within_itself_is_refused() -> None:
    filter_: dict[str, Any] = {}
    filter_["NOT"] = filter_
    with pytest.raises(BadFilter, match="has more"):
        compiled(filter_, ["facts"], UTC)


def test_what_is_too_deep_to_show_is_refused_by_name() -> None:
    deep: dict[str, Any] = {}
    for _ in range(20_000):
        deep = {"NOT": deep}
    for filter_ in ({"NOT": [deep]}, {"AND": deep}, {"source": {"eq": deep}}):
        with pytest.raises(BadFilter, match=r"\.\.\."):
            compiled(filter_, ["facts"], UTC)


# --- what is refused ---


@pytest.mark.parametrize(
    ("filter_", "says"),
    [
        ({"sauce": "HR"}, "'sauce' of facts.*source.*metadata.<key>"),
        ({"role": "user"}, "'role'"),
        ({"metadata": {"team": "red"}}, "'metadata'"),
        ({"metadata.": 1}, "metadata.<key>"),
        ({"metadata.a..b": 1}, "metadata.<key>"),
        ({'metadata."a"b': 1}, "metadata.<key>"),
        ({"metadata" + ".a" * 70: 1}, "70 keys deep.*16"),
        ({7: 1}, "field 7"),
        ({"and": []}, "'and'.*AND, OR, NOT"),
        ({"AND": {"source": "HR"}}, "AND takes a list"),
        ({"OR": "source"}, "OR takes a list"),
        ({"NOT": [{"source": "HR"}]}, "is no filter"),
        ({"AND": ["source"]}, "'source' is no filter"),
        ([], r"\[\] is no filter"),
        (None, "None is no filter"),
        ({"source": {"like": "H%"}}, "'like'.*icontains"),
        ({"source": {}}, "no operator"),
        ({"source": {"source": "HR"}}, "no operator 'source'"),
        ({"source": None}, "source eq takes text, got None.*exists"),
        ({"source": 7}, "source eq takes text, got 7"),
        ({"source": ["HR"]}, "source eq takes text, got"),
        ({"source": {"in": "HR"}}, "source in takes a list"),
        ({"source": {"nin": ["HR", 7]}}, "source nin takes text, got 7"),
        ({"source": {"exists": "yes"}}, "True or False, got 'yes'"),
        ({"source": {"contains": 1}}, "contains takes text"),
        ({"confidence": "0.5"}, "takes a number, got '0.5'"),
        ({"confidence": {"gt": True}}, "takes a number, got True"),
        ({"confidence": {"contains": "0"}}, "confidence contains asks for text"),
        ({"valid_from": {"icontains": "2021"}}, "valid_from icontains asks for text"),
        ({"metadata.team": {"gt": True}}, "text or a number, got True"),
        ({"metadata.team": {"icontains": 1}}, "takes text, got 1"),
        ({"metadata.team": {"eq": ["red"]}}, "text or a number or true or false"),
        ({"metadata.team": date(2021, 3, 14)}, "got datetime.date"),
        ({"metadata.team": "a\0b"}, "zero byte"),
        ({"object": {"lt": False}}, "text or a number, got False"),
    ],
)  # fmt: skip
def test_what_cannot_be_meant_is_refused(filter_: Any, says: str) -> None:
    with pytest.raises(BadFilter, match=says):
        compiled(filter_, ["facts"], UTC)


@pytest.mark.parametrize(
    ("filter_", "error"),
    [
        ({"source": ""}, BadName),
        ({"source": {"icontains": "\ud800"}}, BadName),
        ({"metadata.a": "\ud800"}, BadName),
        ({"confidence": float("nan")}, BadName),
        ({"metadata.a": {"lt": float("inf")}}, BadName),
        ({"metadata.a": 10**400}, BadName),
        ({"valid_from": "last spring"}, BadTime),
        ({"valid_from": 2021}, BadTime),
        ({"valid_from": {"in": ["2021", None]}}, BadTime),
        ({"valid_from": "2021/2020"}, EmptyInterval),
    ],
)
def test_an_operand_is_refused_as_it_is_elsewhere(filter_: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        compiled(filter_, ["facts"], UTC)


@pytest.mark.parametrize("operator", OPERATORS)
def test_every_operator_is_taken_of_metadata(operator: str) -> None:
    operand: Any = {"in": ["a"], "nin": ["a"], "exists": True}.get(operator, "a")
    assert compiled({"metadata.a": {operator: operand}}, ["facts"], UTC)["facts"].sql != "0"


# --- on a file as it is ---


def test_the_tables_of_a_graph_are_what_it_reads(reopen: Opener, path: Path) -> None:
    graph = reopen()
    graph.record("Ann", "works_for", "Acme", valid_from="2021", source="HR", attrs={"team": "red"})
    graph.record("Bob", "works_for", "Initech", valid_from="2023", source="CRM", confidence=0.5)
    with closing(sqlite3.connect(path)) as connection:
        register(connection)
        connection.executescript("""
            DELETE FROM entry; DELETE FROM saying;
            INSERT INTO entry (id, scope, kind, a, b, c, digest) SELECT id, scope, 0, s, p, o, x'' FROM claim;
            INSERT INTO saying SELECT id, id, id, 9223372036854775807 FROM claim;
        """)

        def subjects(filter_: dict[str, Any]) -> list[str]:
            sql = compiled(filter_, ["facts"], graph.zone)["facts"]
            query = f"SELECT (SELECT name FROM term WHERE id = e.a) {JOINS['facts']} AND {sql.sql} ORDER BY 1"
            return [name for (name,) in connection.execute(query, sql.parameters)]

        assert subjects({"valid_from": "2021", "metadata.team": "red", "source": "HR"}) == ["Ann"]
        assert subjects({"confidence": {"lt": 1}, "object": {"icontains": "INI"}}) == ["Bob"]
        assert subjects({"recorded_at": {"lte": "2026"}, "scope": graph.scope}) == ["Ann", "Bob"]
