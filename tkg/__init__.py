"""A temporal knowledge graph on SQLite: facts that change, when they were true, and when we came to believe them."""

from tkg.errors import TkgError
from tkg.graph import Graph, open
from tkg.ontology import Ontology
from tkg.statement import Statement
from tkg.values import Entity, Quantity, Text

__all__ = ["Entity", "Graph", "Ontology", "Quantity", "Statement", "Text", "TkgError", "open"]
