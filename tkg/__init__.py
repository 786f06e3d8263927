"""A temporal knowledge graph on SQLite: facts that change, when they were true, and when we came to believe them."""

from tkg.errors import TkgError
from tkg.facts import Claim, Fact
from tkg.graph import Graph
from tkg.ontology import Ontology, Predicate
from tkg.opening import open
from tkg.statement import Statement
from tkg.values import Entity, Quantity, Text
from tkg.views import View

__all__ = [
    "Claim",
    "Entity",
    "Fact",
    "Graph",
    "Ontology",
    "Predicate",
    "Quantity",
    "Statement",
    "Text",
    "TkgError",
    "View",
    "open",
]
