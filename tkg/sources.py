"""Who says things, as integers: the sources of one file, remembered.

One that was erased is known by the keyed hash of its name, and has its name again once it speaks again.
"""

import sqlite3

from tkg.terms import Terms, lifted, source_code

_FIND = "SELECT id, name FROM source WHERE scope = ? AND name IN (?, ?) ORDER BY name = ? DESC"
_ADD = "INSERT INTO source (scope, name) VALUES (?, ?)"
_RENAME = "UPDATE source SET name = ? WHERE id = ?"
_CACHED = 100_000


class Sources:
    """The sources of one file, over one connection."""

    def __init__(self, connection: sqlite3.Connection, terms: Terms) -> None:
        self._connection, self._terms = connection, terms
        self.forget()

    def forget(self) -> None:
        """Drop what is remembered: after a rollback, which takes sources back, or an erasure, which renames them."""
        self._ids: dict[tuple[int, str], int] = {}

    def intern(self, scope: int, name: str) -> int:
        """The source of this name, added if it is new. Only inside a write transaction."""
        known = self._ids.get((scope, name))
        if known is not None:
            return known
        row = self._row(scope, name)
        if row is None:
            found = int(self._connection.execute(_ADD, (scope, name)).lastrowid or 0)
        else:
            found, kept = row
            if kept != name:
                with lifted(self._connection):
                    self._connection.execute(_RENAME, (name, found))
        if len(self._ids) > _CACHED:
            self._ids.clear()
        self._ids[scope, name] = found
        return found

    def find(self, scope: int, name: str) -> int | None:
        """The source of this name, or None if it never said anything."""
        row = self._row(scope, name)
        return None if row is None else row[0]

    def _row(self, scope: int, name: str) -> tuple[int, str] | None:
        given = (scope, name, self._terms.hashed(source_code(name)), name)
        row: tuple[int, str] | None = self._connection.execute(_FIND, given).fetchone()
        return row
