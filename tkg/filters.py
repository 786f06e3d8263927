"""The filter language of search: what a hit must be, as a mapping, checked once and compiled to SQL.

    {"source": "HR", "valid_from": {"gte": "2021"}, "OR": [{"confidence": {"gt": 0.8}}, {"metadata.team": "red"}]}

All that a mapping names is required. `AND` and `OR` take a list of filters (of none: true, and false), `NOT` takes one
filter. A field is compared by eq, ne, gt, gte, lt, lte, in, nin, contains, icontains and exists, several of which are
all required; a bare value is short for eq. `metadata.a.b` is the key b of the object at the key a. A key with a dot in
it is quoted, `metadata."a.b"`, and a quote in there is written twice.

A filter is true or false of a row, never unknown:

- What is missing satisfies no condition but `{"exists": False}`. `ne` and `nin` are the negations of eq and in, as NOT
  is of whatever it stands before, so these keep what is missing. Missing are a key that is not there or null, a source
  that is nobody in particular, a type that is not known, what is erased, "no beginning" and "no end" (an ongoing fact
  has no `valid_to`), and the fields that a kind does not have where several kinds are searched.
- Text is compared with text, by code points, numbers with numbers (whole ones beyond 64 bits as floats), true and false
  with themselves. Across types nothing is equal or in order. Names are compared in the form in which they are stored;
  metadata, ids and roles as they are.
- contains: text in text, or a value in an array of metadata, into which eq does not look. icontains: the same without
  case, as `terms.norm` reads both.
- The operand for a time is a date, a datetime, or ISO 8601 or EDTF text, and stands for a stretch [start, end): a year,
  a day, one microsecond, `2019/2021-03`. eq: the time lies within it. lt: before its start; gte: at its start or after.
  lte: before its end; gt: at its end or after. Bounds of facts are taken nominally.
- `object` is text, a number whatever its unit, or true or false; a date is its ISO text. Names are as they read: a
  predicate that is mapped to another has the name of that one.
- A fact is kept if one claim that says it is: `source`, `confidence`, `metadata` and `recorded_at` of one filter are
  asked of the same claim. `entity_type` is that of its subject or of its object.

The SQL is a row of conditions joined by AND, so that SQLite can test each as soon as it has the rows for it. What is
nested is a list of decisions, `CASE WHEN a THEN 1 WHEN NOT b THEN 0 ... END`, that follows the largest branch down. So
a filter may be of any depth: only the smaller branches nest in the SQL, by the logarithm of the size at most, while
brackets in brackets would meet the limits of SQLite's parser (100) and of its expressions (1,000).
"""

import json
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import tzinfo
from reprlib import repr as shown
from typing import Any, NamedTuple

from tkg.bounds import When, span
from tkg.errors import BadFilter, EmptyInterval
from tkg.filter_fields import Kind, Place, Sort, Type, Value, place, register, sort
from tkg.terms import encode, norm, storable

__all__ = ["MOST", "OPERATORS", "Compiled", "Kind", "compiled", "register"]

OPERATORS = ("eq", "ne", "gt", "gte", "lt", "lte", "in", "nin", "contains", "icontains", "exists")
MOST = 800
"""How many conditions a filter may have; SQLite joins up to 1,000. A list for `in` is one, but of times one each."""

_MOST_PARTS = 100_000
_NEGATIONS = {"ne": "eq", "nin": "in"}
_SIGNS = {"eq": "=", "gt": ">", "gte": ">=", "lt": "<", "lte": "<="}
_TYPES: Mapping[Sort, tuple[Type, ...]] = {
    "name": ("text",), "text": ("text",), "number": ("number",), "time": ("time",),
    "object": ("text", "number", "boolean"), "json": ("text", "number", "boolean"),
}  # fmt: skip
_WORDS: Mapping[Type, str] = {"text": "text", "number": "a number", "boolean": "true or false", "time": "a time"}

_Bind = Callable[[Any], str]


class Compiled(NamedTuple):
    """A filter on one kind of rows: an SQL expression that is 0 or 1, its parameters by name (`filter_0`, ...), and the
    aliases that it reads besides that of the entry, `e`: `b` a belief, `c` a claim that says it, `m` an episode."""

    sql: str
    parameters: dict[str, str | int | float]
    aliases: frozenset[str]


class _Condition(NamedTuple):
    """One operator on one field. `operands` has what it is compared with by type, for `in` as a JSON list."""

    field: str
    operator: str
    operands: Mapping[Type, Any]
    negated: bool


@dataclass(slots=True)
class _Group:
    """Parts that must hold, all or (`every` False) any. `size` counts them with all that is in them."""

    every: bool
    parts: list["_Condition | _Group"] = field(default_factory=list)
    size: int = 0


def compiled(given: Mapping[str, Any], kinds: Iterable[Kind], zone: tzinfo) -> dict[Kind, Compiled]:
    """A filter as SQL for each of `kinds`. Times without an offset are read in `zone`.

    Raises BadFilter for a field that none of the kinds has, an operator that there is not or that the field does not
    take, an operand of another type, another shape, and more than MOST conditions; BadTime and EmptyInterval for an
    operand that is no time, BadName for one that is no name or no number.
    """
    kinds = tuple(kinds)
    root = _parsed(given, kinds, zone)
    return {kind: _compiled(root, kind) for kind in kinds}


# --- from the mapping to a tree ---


def _parsed(given: object, kinds: tuple[Kind, ...], zone: tzinfo) -> _Group:
    """The tree, made without recursion. Negations go down to the conditions, and a group in its like becomes one."""
    groups = [_Group(every=True)]
    waiting: list[tuple[Any, _Group, bool]] = [(given, groups[0], False)]
    parts = conditions = 0

    def within(group: _Group, every: bool, count: int) -> _Group:
        if count == 1 or group.every is every:
            return group
        groups.append(_Group(every))
        group.parts.append(groups[-1])
        return groups[-1]

    while waiting:
        filter_, group, negated = waiting.pop()
        if not isinstance(filter_, Mapping):
            raise BadFilter(f"{shown(filter_)} is no filter: write a mapping, such as {{'source': 'HR'}}")
        group = within(group, not negated, len(filter_))
        for name, value in filter_.items():
            if name == "NOT":
                waiting.append((value, group, not negated))
            elif name in ("AND", "OR"):
                if not isinstance(value, (list, tuple)):
                    raise BadFilter(f"{name} takes a list of filters, got {shown(value)}")
                inner = within(group, (name == "AND") is not negated, len(value))
                waiting += [(each, inner, negated) for each in value]
            else:
                operators = value if isinstance(value, Mapping) else {"eq": value}
                if not operators:
                    raise BadFilter(f"{name} has no operator: use {', '.join(OPERATORS)}")
                inner, compared_as = within(group, not negated, len(operators)), sort(name, kinds)
                for operator, operand in operators.items():
                    none = negated is not (operator in _NEGATIONS)
                    found = _conditions(name, compared_as, operator, operand, none, zone)
                    within(inner, none, len(found)).parts += found
                    conditions += len(found)
        parts += 1
        if conditions > MOST or parts > _MOST_PARTS:
            raise BadFilter(f"a filter has up to {MOST} conditions in {_MOST_PARTS} mappings, and this one has more")
    for group in reversed(groups):
        group.size = sum(part.size if isinstance(part, _Group) else 1 for part in group.parts) + 1
    return groups[0]


def _conditions(
    name: str, compared_as: Sort, operator: Any, given: Any, negated: bool, zone: tzinfo
) -> list[_Condition]:
    """One operator on a field as conditions of which any is enough: several for a list of times."""
    if operator not in OPERATORS:
        raise BadFilter(f"{name} has no operator {operator!r}: use {', '.join(OPERATORS)}")
    base, what = _NEGATIONS.get(operator, operator), f"{name} {operator}"
    if base == "exists":
        if not isinstance(given, bool):
            raise BadFilter(f"{what} takes True or False, got {shown(given)}")
        return [_Condition(name, base, {}, negated is given)]
    if base != "in":
        return [_Condition(name, base, dict([_operand(what, compared_as, base, given, zone)]), negated)]
    if not isinstance(given, (list, tuple, set, frozenset)):
        raise BadFilter(f"{what} takes a list of values, got {shown(given)}")
    operands = [_operand(what, compared_as, base, each, zone) for each in given]
    if compared_as == "time":
        return [_Condition(name, "eq", {type_: value}, negated) for type_, value in operands]
    lists: dict[Type, list[Any]] = {}
    for type_, value in operands:
        lists.setdefault(type_, []).append(value)
    return [_Condition(name, base, {type_: json.dumps(values) for type_, values in lists.items()}, negated)]


def _operand(what: str, compared_as: Sort, operator: str, given: Any, zone: tzinfo) -> tuple[Type, Any]:
    """The type of an operand, and the operand in the form in which it is compared."""
    in_array = compared_as == "json" and operator == "contains"
    refused: tuple[Type, ...] = ()
    if "contains" in operator and not in_array:
        refused = ("number", "boolean", "time")
    elif operator in _SIGNS and operator != "eq":
        refused = ("boolean",)
    types = [type_ for type_ in _TYPES[compared_as] if type_ not in refused]
    if not types:
        raise BadFilter(f"{what} asks for text, and there is none in it: use another operator")
    if compared_as == "time":
        return "time", _stretch(given, zone)
    type_ = _type(given)
    if type_ not in types:
        hint = ": what is missing is found by exists" if given is None else ""
        raise BadFilter(f"{what} takes {' or '.join(_WORDS[each] for each in types)}, got {shown(given)}{hint}")
    return type_, _spelled(what, compared_as, operator, given)


def _type(given: object) -> Type | None:
    if isinstance(given, str):
        return "text"
    if isinstance(given, bool):
        return "boolean"
    return "number" if isinstance(given, (int, float)) else None


def _spelled(what: str, compared_as: Sort, operator: str, given: Any) -> str | int | float:
    if isinstance(given, bool):
        return "true" if given else "false"
    if not isinstance(given, str):
        encode(given, "any", what)
        return given if -(2**63) <= given < 2**63 else float(given)
    if "\0" in storable(given, what):
        raise BadFilter(f"{what} {given!r} has a zero byte in it, at which SQLite ends a text of JSON: take it out")
    if operator == "icontains":
        return norm(given)
    if compared_as not in ("name", "object"):
        return given
    return unicodedata.normalize("NFC", given) if operator == "contains" else encode(given, "any", what)[2]


def _stretch(when: When, zone: tzinfo) -> tuple[int, int]:
    """The stretch that an operand for a time stands for, in microseconds."""
    low, high = span(when, zone)
    if low >= high:
        raise EmptyInterval(f"{when!r} holds no time: its end comes after its start")
    return low, high


# --- from the tree to SQL ---


def _compiled(root: _Group, kind: Kind) -> Compiled:
    parameters: dict[str, str | int | float] = {}
    aliases: set[str] = set()

    def bind(value: str | int | float) -> str:
        name = f"filter_{len(parameters)}"
        parameters[name] = value
        return f":{name}"

    def told(part: _Condition | _Group) -> str:
        if isinstance(part, _Group):
            return _decided(part, told)
        found = place(part.field, kind, bind)
        if found is None:
            return str(int(part.negated))
        aliases.add(found.alias)
        return f"{'NOT ' if part.negated else ''}{found.condition.format(_test(part, found, bind))}"

    sql = " AND ".join(told(part) for part in root.parts) or "1"
    return Compiled(sql, parameters, frozenset(aliases - {"e"}))


def _decided(group: _Group, told: Callable[[_Condition | _Group], str]) -> str:
    """A group as a list of decisions, the largest group in it being what is left to decide after the others."""
    decisions: list[str] = []
    rest: _Group | None = group
    while rest is not None:
        group = rest
        rest = max((part for part in group.parts if isinstance(part, _Group)), key=lambda part: part.size, default=None)
        decide = "WHEN NOT ({}) THEN 0" if group.every else "WHEN {} THEN 1"
        decisions += (decide.format(told(part)) for part in group.parts if part is not rest)
    last = str(int(group.every))
    return f"CASE {' '.join(decisions)} ELSE {last} END" if decisions else last


def _test(condition: _Condition, found: Place, bind: _Bind) -> str:
    """What a condition asks of a value that is there."""
    if condition.operator == "exists":
        return "1"
    tests = []
    for type_, operand in condition.operands.items():
        if condition.operator not in ("contains", "icontains"):
            tests.append(_compared(condition.operator, type_, found.values[type_], operand, bind))
            continue
        fold = "tkg_norm({})" if condition.operator == "icontains" else "{}"
        if type_ == "text":
            guard, text = found.values[type_]
            tests.append(f"{guard}instr({fold.format(text)}, {bind(operand)}) > 0")
        if found.items is not None:
            guard, item = found.items.values[type_]
            tests.append(found.items.condition.format(f"{guard}{fold.format(item)} = {bind(operand)}"))
    return f"({' OR '.join(tests)})" if tests else "0"


def _compared(operator: str, type_: Type, value: Value, operand: Any, bind: _Bind) -> str:
    guard, sql = value
    if operator == "in":
        return f"{guard}{sql} IN (SELECT value FROM json_each({bind(operand)}))"
    if type_ != "time":
        return f"{guard}{sql} {_SIGNS[operator]} {bind(operand)}"
    low, high = operand
    if operator == "eq":
        return f"{sql} >= {bind(low)} AND {sql} < {bind(high)}"
    sign = ">=" if operator in ("gt", "gte") else "<"
    return f"{sql} {sign} {bind(low if operator in ('gte', 'lt') else high)}"
