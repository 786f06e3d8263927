"""An object that was written as text, on a command line or in a file: what value it is.

The predicate says: where it takes numbers or booleans, text that is written as one becomes one; where it takes dates or
words, the library reads the text as that; else it is a name. Text that is not what the predicate takes is handed on as
it is, and the library refuses it, naming the predicate and what it expects. A kind or a unit beside it says it where
the predicate does not.
"""

import re
from datetime import date

from tkg.errors import InputError, WrongKind
from tkg.values import Entity, Quantity, Text, Value

_NUMBER = re.compile(r"[+-]?([0-9]+(\.[0-9]+)?|\.[0-9]+)([eE][+-]?[0-9]+)?")
_PARTIAL = re.compile(r"[0-9]{4}(-[0-9]{2})?")
_BOOLEANS = {"true": True, "false": False}


def value_of(text: str, takes: str, kind: str | None = None, unit: str | None = None) -> Value:
    """The value that `text` is as an object of a predicate that takes objects of the kind `takes`.

    `kind` is text, number, date, boolean, entity, or a type of entity. Raises WrongKind, and InputError for a unit of
    something else than a number.
    """
    if unit is not None:
        if kind not in (None, "number"):
            raise InputError(f"a {kind} has no unit: leave out the unit {unit!r}")
        return Quantity(number_of(text), unit)
    match kind:
        case None:
            return _as_taken(text, takes)
        case "text":
            return Text(text)
        case "number":
            return number_of(text)
        case "boolean":
            return _boolean(text)
        case "date":
            return _date(text, takes)
        case "entity":
            return Entity(text)
    return Entity(text, kind)


def number_of(text: str) -> int | float:
    """The number that is written so. Raises WrongKind."""
    written = text.strip()
    found = _NUMBER.fullmatch(written)
    if found is None:
        raise WrongKind(f"{text!r} is not written as a number, such as 70, -2.5 or 1e6; a unit is said beside it")
    try:
        return float(written) if found[2] or found[3] or written.lstrip("+-").startswith(".") else int(written)
    except ValueError as error:
        raise WrongKind(f"a number of {len(written)} digits is too long: {error}") from None


def _as_taken(text: str, takes: str) -> Value:
    try:
        if takes == "number":
            return number_of(text)
        if takes == "boolean":
            return _boolean(text)
    except WrongKind:
        return text
    return text


def _boolean(text: str) -> bool:
    try:
        return _BOOLEANS[text.strip().lower()]
    except KeyError:
        raise WrongKind(f"{text!r} is neither true nor false") from None


def _date(text: str, takes: str) -> Value:
    written = text.strip()
    if _PARTIAL.fullmatch(written) and takes == "date":
        return written
    try:
        if len(written) == len("2021-03-14"):
            return date.fromisoformat(written)
    except ValueError:
        pass
    raise WrongKind(f"{text!r} is not a day such as 2021-03-14 (a predicate declared to take dates takes 2021-03, too)")
