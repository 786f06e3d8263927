"""Rows put into a table: one, or many in a statement.

Where a table has a trigger that looks at each new row, SQLite keeps aside, for every statement, the pages that it is
about to change, in case it has to take it back. A statement with a hundred rows does that once for all of them, which
halves what a claim costs.
"""

import sqlite3
from collections.abc import Sequence
from itertools import chain
from typing import Any

_SIZES = (128, 16, 1)
"""How many rows a statement takes: few sizes, so that the connection keeps each prepared."""


class Insertion:
    """INSERT into some columns of a table."""

    def __init__(self, table: str, columns: Sequence[str]) -> None:
        row = f"({', '.join('?' * len(columns))})"
        names = ", ".join(f'"{column}"' for column in columns)
        self._statements = {
            size: f'INSERT INTO "{table}" ({names}) VALUES {", ".join([row] * size)}' for size in _SIZES
        }

    def __call__(self, connection: sqlite3.Connection, rows: Sequence[Sequence[Any]]) -> None:
        """Insert rows, in order."""
        done = 0
        for size, statement in self._statements.items():
            while len(rows) - done >= size:
                connection.execute(statement, list(chain.from_iterable(rows[done : done + size])))
                done += size
