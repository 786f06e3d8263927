"""An object on the command line is text: what value it is.

The predicate says: where it takes numbers or booleans, text that is written as one becomes one; where it takes dates or
words, the library reads the text as that; else it is a name. Text that is not what the predicate takes is handed on as
it is, and the library refuses it, naming the predicate and what it expects. `--object-kind` and `--unit` say it where
the predicate does not.
"""

import re
from datetime import date

import typer

from tkg.errors import WrongKind
from tkg.graph import Graph
from tkg.values import Entity, Quantity, Text, Value

_NUMBER = re.compile(r"[+-]?([0-9]+(\.[0-9]+)?|\.[0-9]+)([eE][+-]?[0-9]+)?")
_PARTIAL = re.compile(r"[0-9]{4}(-[0-9]{2})?")
_BOOLEANS = {"true": True, "false": False}


def entity(name: str, type_: str | None) -> str | Entity:
    """A subject, with its type if one is said."""
    return name if type_ is None else Entity(name, type_)


def value(graph: Graph, predicate: str | None, text: str, kind: str | None = None, unit: str | None = None) -> Value:
    """The value that `text` is as an object of `predicate`. Raises WrongKind."""
    takes = "any" if predicate is None else taken(graph, predicate)
    if unit is not None:
        if kind not in (None, "number"):
            raise typer.BadParameter(f"a {kind} has no unit", param_hint="--unit")
        return Quantity(_number(text), unit)
    match kind:
        case None:
            return _as_taken(text, takes)
        case "text":
            return Text(text)
        case "number":
            return _number(text)
        case "boolean":
            return _boolean(text)
        case "date":
            return _date(text, takes)
        case "entity":
            return Entity(text)
    return Entity(text, kind)


def value_if_said(
    graph: Graph, predicate: str | None, text: str | None, kind: str | None, unit: str | None
) -> Value | None:
    """The same where the object may be left out. Raises WrongKind."""
    if text is not None:
        return value(graph, predicate, text, kind, unit)
    if kind is not None or unit is not None:
        raise typer.BadParameter("there is no OBJECT to read", param_hint="--unit" if kind is None else "--object-kind")
    return None


def taken(graph: Graph, predicate: str) -> str:
    """The kind of object that the predicate takes now; read the other way round it takes an entity."""
    found, flip = graph.reads_as(predicate)
    return "any" if flip else found.object


def _as_taken(text: str, takes: str) -> Value:
    try:
        if takes == "number":
            return _number(text)
        if takes == "boolean":
            return _boolean(text)
    except WrongKind:
        return text
    return text


def _number(text: str) -> int | float:
    written = text.strip()
    found = _NUMBER.fullmatch(written)
    if found is None:
        raise WrongKind(f"{text!r} is not written as a number, such as 70, -2.5 or 1e6; a unit goes into --unit")
    try:
        return float(written) if found[2] or found[3] or written.lstrip("+-").startswith(".") else int(written)
    except ValueError as error:
        raise WrongKind(f"a number of {len(written)} digits is too long: {error}") from None


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
