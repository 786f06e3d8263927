"""A temporal knowledge graph on SQLite: facts that change, when they were true, and when we came to believe them.

What it exports is imported when it is first asked for, so that a part of it (`tkg.timex`) does not wait for the whole.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tkg.answers import Facts
    from tkg.asynchronous import AsyncGraph, AsyncView, aopen
    from tkg.errors import TkgError
    from tkg.facts import Claim, Fact
    from tkg.graph import Graph
    from tkg.ontology import Ontology, Predicate
    from tkg.opening import open
    from tkg.restoring import restore
    from tkg.statement import Statement
    from tkg.values import Entity, Quantity, Text
    from tkg.views import View

_HOMES = {
    "AsyncGraph": "asynchronous",
    "AsyncView": "asynchronous",
    "Claim": "facts",
    "Entity": "values",
    "Fact": "facts",
    "Facts": "answers",
    "Graph": "graph",
    "Ontology": "ontology",
    "Predicate": "ontology",
    "Quantity": "values",
    "Statement": "statement",
    "Text": "values",
    "TkgError": "errors",
    "View": "views",
    "aopen": "asynchronous",
    "open": "opening",
    "restore": "restoring",
}

__all__ = [
    "AsyncGraph",
    "AsyncView",
    "Claim",
    "Entity",
    "Fact",
    "Facts",
    "Graph",
    "Ontology",
    "Predicate",
    "Quantity",
    "Statement",
    "Text",
    "TkgError",
    "View",
    "aopen",
    "open",
    "restore",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'tkg' has no attribute {name!r}")
    found = getattr(import_module(f"tkg.{_HOMES[name]}"), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted(__all__)
