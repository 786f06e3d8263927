"""What a graph extracts with: the extractor, the predicates it knows, and what may be spent on it.

The built-in rules are made when something is first read, since their patterns take time to load.
"""

import secrets
from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias

from tkg.errors import InputError
from tkg.ontology import Ontology
from tkg.spending import Budgets

if TYPE_CHECKING:
    from collections.abc import Callable

    from tkg.embed import Embedder
    from tkg.extract import BatchExtractor, Extractor
    from tkg.ingest import Reading
    from tkg.timex import Conventions

Chosen: TypeAlias = "Extractor | BatchExtractor | None"
"""An extractor, or None for the built-in rules."""


class Extracting:
    """The extraction of one open file. Raises InputError for what is no extractor, or no confidence."""

    def __init__(
        self, extractor: Chosen, ontology: Ontology | None, budgets: Budgets | None, hold_below: float = 0.0
    ) -> None:
        self._given, self._ontology, self.budgets = _checked(extractor), ontology, budgets or Budgets()
        self._hold_below = _share(hold_below)
        self._worker = secrets.token_hex(8)

    @cached_property
    def extractor(self) -> "Extractor | BatchExtractor":
        """The one that reads unless a call names another."""
        if self._given is not None:
            return self._given
        from tkg.extract import Rules

        return Rules()

    @cached_property
    def ontology(self) -> Ontology:
        """The predicates that an extractor knows."""
        return self._ontology or Ontology.shipped()

    def reading(
        self,
        extractor: Chosen = None,
        budgets: Budgets | None = None,
        conventions: "Conventions | None" = None,
        hold_below: float | None = None,
        embedder: "Callable[[], Embedder | None]" = lambda: None,
    ) -> "Reading":
        """How messages are read by the graph's extractor and within its budgets, or by others. Raises InputError."""
        from tkg.ingest import Reading

        chosen = _checked(extractor) or self.extractor
        least = self._hold_below if hold_below is None else _share(hold_below)
        return Reading(chosen, self.ontology, self._worker, budgets or self.budgets, conventions, least, embedder)


def _share(hold_below: float) -> float:
    if isinstance(hold_below, bool) or not isinstance(hold_below, (int, float)) or not 0 <= hold_below <= 1:
        raise InputError(f"hold_below={hold_below!r}: a confidence from 0, which holds nothing, to 1")
    return float(hold_below)


def _checked(extractor: Chosen) -> Chosen:
    if extractor is not None and not isinstance(getattr(extractor, "name", None), str):
        raise InputError(
            f"extractor={extractor!r}: give an extractor (see tkg.extract), or None for the built-in rules"
        )
    return extractor
