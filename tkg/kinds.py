"""Kinds of values: whether a subject's type and an object fit what a predicate takes.

A kind is `any`, `text`, `number`, `date`, `boolean`, or entity types joined by `|` (`organisation|project`). The
functions say what is wrong, in words that complete "works_for takes organisation: ...", or None when nothing is.
"""

import math
import re
from datetime import date, datetime

from tkg.values import Entity, Quantity, Text

LITERAL_KINDS = ("text", "number", "date", "boolean")
_TYPE = re.compile(r"[^\W\d]\w*(\|[^\W\d]\w*)*")
_DATE = re.compile(r"\d{4}(-\d{2}(-\d{2})?)?")


def is_kind(kind: str, *, literals: bool) -> bool:
    """Whether `kind` is well written; `literals=False` for a subject, which is always an entity."""
    if kind in LITERAL_KINDS:
        return literals
    return bool(_TYPE.fullmatch(kind)) and not set(kind.split("|")) & set(LITERAL_KINDS)


def entity_types(kind: str) -> frozenset[str]:
    """The types of entities that a kind names: none of `any`, and none of a kind of literals."""
    return frozenset() if kind == "any" or kind in LITERAL_KINDS else frozenset(kind.split("|"))


def type_problem(kind: str, type_: str) -> str | None:
    """What is wrong with an entity of `type_` (`""`: not known, which fits) where `kind` is taken. A type may be one of
    several, too (`organisation|person`): one that is taken is enough."""
    # What is no text is no type at all: whoever reads the name says so.
    if not type_ or kind == "any" or not isinstance(type_, str) or set(type_.split("|")) & set(kind.split("|")):
        return None
    return f"got one of type {type_}"


def kind_problem(kind: str, unit: str | None, value: object) -> str | None:
    """What is wrong with `value` where `kind` (numbers: in `unit`, if there is one) is taken."""
    if kind == "any" and type(value) is str:
        return None
    if not isinstance(value, (str, int, float, date, Entity, Quantity)):
        return f"{value!r} is no value: use a str, number, date, bool, Entity, Text or Quantity"
    if isinstance(value, datetime):
        return f"got the instant {value.isoformat()}: a value is a date; say the time with valid_from"
    if isinstance(value, Quantity) and (isinstance(value.value, bool) or not isinstance(value.value, (int, float))):
        return f"got {value!r}, whose value is no number"
    number = value.value if isinstance(value, Quantity) else value
    if isinstance(number, float) and not math.isfinite(number):
        return f"{number} is not a finite number"
    match kind:
        case "any":
            return None
        case "text":
            return None if isinstance(value, str) else f"got {value!r}"
        case "boolean":
            return None if isinstance(value, bool) else f"got {value!r}, which is neither True nor False"
        case "number":
            return _number_problem(unit, value)
        case "date":
            return _date_problem(value)
    if isinstance(value, Entity):
        return type_problem(kind, value.type)
    if isinstance(value, Text):
        return f"got the text {str(value)!r}, not an entity"
    return None if isinstance(value, str) else f"got {value!r}, which names no entity"


def _number_problem(unit: str | None, value: object) -> str | None:
    if isinstance(value, Quantity):
        return f"got {value}" if unit is not None and value.unit != unit else None
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return f"got {value!r}, which is no number"
    return None


def _date_problem(value: object) -> str | None:
    if isinstance(value, datetime):
        return f"got the instant {value.isoformat()}: say its date"
    if isinstance(value, date):
        return None
    if not isinstance(value, str) or isinstance(value, Text):
        return f"got {value!r}: use a date, or the text '2021', '2021-03' or '2021-03-14'"
    if not _DATE.fullmatch(value) or not _exists(value):
        return f"{value!r} is not the text of a date: use '2021', '2021-03' or '2021-03-14'"
    return None


def _exists(text: str) -> bool:
    try:
        date.fromisoformat(text + "0001-01-01"[len(text) :])
    except ValueError:
        return False
    return True
