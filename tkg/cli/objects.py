"""An object on the command line is text: what value it is, by its predicate, `--object-kind` and `--unit`."""

import typer

from tkg.graph import Graph
from tkg.value_text import value_of
from tkg.values import Entity, Value


def entity(name: str, type_: str | None) -> str | Entity:
    """A subject, with its type if one is said."""
    return name if type_ is None else Entity(name, type_)


def value(graph: Graph, predicate: str | None, text: str, kind: str | None = None, unit: str | None = None) -> Value:
    """The value that `text` is as an object of `predicate`. Raises WrongKind."""
    if unit is not None and kind not in (None, "number"):
        raise typer.BadParameter(f"a {kind} has no unit", param_hint="--unit")
    return value_of(text, "any" if predicate is None else taken(graph, predicate), kind, unit)


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
