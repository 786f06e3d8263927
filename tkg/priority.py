"""The order of sources that a file declares, as of any moment: `source_priority` ranks by it where a reader gives none.

It stands in the ontology, above the predicates:

    priority = ["HR", "CRM"]

and is recorded like all of it, in a row of the log with a place: in a new file before all time, in one that is in use
from then on. Before that there was none, and all sources rank alike then. Names are those of any scope. An erased name
is a hash in the order as well, and found by it: what it ranked stays ranked.
"""

import json
import sqlite3
from dataclasses import replace
from typing import TYPE_CHECKING

from tkg.errors import BadPolicy
from tkg.policy import Policy
from tkg.terms import ERASED, Terms, source_code, source_name

if TYPE_CHECKING:
    from tkg.store import Moment

_AS_OF = "SELECT sources FROM source_order WHERE place <= ? ORDER BY place DESC LIMIT 1"
_CHANGED_AT = "SELECT tx.at FROM source_order JOIN tx ON tx.id = source_order.tx WHERE source_order.place > 0"
_OF_SCOPE = "SELECT id, name FROM source WHERE scope = ?"


def order_of(given: object) -> tuple[str, ...]:
    """An order of sources, best first, as a reader or an ontology gives it. Raises BadPolicy, BadName."""
    if not isinstance(given, (list, tuple)):
        raise BadPolicy(f"priority={given!r} is no list: give the names of sources, best first")
    names = tuple(source_name(name) for name in given)
    twice = next((name for number, name in enumerate(names) if name in names[:number]), None)
    if twice is not None:
        raise BadPolicy(f"priority={list(given)!r} has {twice!r} twice: name each source once, where it ranks")
    return names


class Priority:
    """The declared order of the sources of one file, over one connection, read inside the snapshot that is open."""

    def __init__(self, connection: sqlite3.Connection, terms: Terms) -> None:
        self._connection, self._terms = connection, terms

    def declared(self, place: int) -> tuple[str, ...] | None:
        """The names in order as of a place of the log, erased ones as their hashes; None if none was declared."""
        row = self._connection.execute(_AS_OF, (place,)).fetchone()
        return None if row is None else tuple(json.loads(row[0]))

    def is_declared(self, names: tuple[str, ...], place: int) -> bool:
        """Whether the order as of a place is this one, erased names or not."""
        known = self.declared(place)
        return known is not None and len(known) == len(names) and all(map(self._is, known, names))

    def under(self, policy: Policy, scope: int, moment: "Moment") -> Policy:
        """The policy with the order that is declared as of a moment, where it ranks by that; any other as it is."""
        if policy.name != "source_priority" or not policy.by_file:
            return policy
        names = self.declared(moment.place) or ()
        ranked = self._terms.sources(scope, names)
        return replace(policy, priority=tuple(self._erased(scope, *pair) for pair in zip(names, ranked, strict=True)))

    def _erased(self, scope: int, name: str, source: int) -> int:
        """The source of a name that was erased in another scope, where it is found by its hash alone."""
        if source >= 0 or not name.startswith(ERASED):
            return source
        others = self._connection.execute(_OF_SCOPE, (scope,))
        return next((id_ for id_, plain in others if self._is(name, plain)), source)

    def changed_at(self) -> set[int]:
        """The recorded times at which another order came to be declared."""
        return {at for (at,) in self._connection.execute(_CHANGED_AT)}

    def _is(self, ranked: str, name: str) -> bool:
        """Whether a name of the order is that of a source, either of which may be erased."""
        if ranked == name:
            return True
        erased, plain = (ranked, name) if ranked.startswith(ERASED) else (name, ranked)
        return erased.startswith(ERASED) and erased == self._terms.hashed(source_code(plain))
