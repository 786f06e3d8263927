"""The word index of one scope: which entries have a word, and which words an entry has.

FTS5 finds the entries; how well one fits a question is worked out in `tkg.lexical`. An entry is found under a word of
its own that stands for its scope and kind, so that what others have costs nothing.
"""

import json
import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass

from tkg.entry_table import Kind, whose

_HAVING = "SELECT rowid FROM entry_words WHERE entry_words MATCH ? ORDER BY rowid LIMIT ?"
_NEWEST_HAVING = _HAVING.replace("ORDER BY rowid", "ORDER BY rowid DESC")
_WORDS = "SELECT rowid, own, beside FROM entry_words WHERE rowid IN (SELECT value FROM json_each(?))"
_COUNT = "SELECT COUNT(*), COALESCE(MIN(id), 0), COALESCE(MAX(id), 0) FROM entry WHERE scope = ? AND kind = ?"
_SAMPLE = "SELECT id FROM entry WHERE scope = ? AND kind = ? LIMIT ?"

SAMPLED = 200
"""Entries whose words are counted, for how many one has on average."""


@dataclass(frozen=True, slots=True)
class Size:
    """How many entries of a scope and kind there are, their first and last id, and the words of one on average."""

    entries: int
    first: int
    last: int
    average: float


@dataclass(frozen=True, slots=True)
class WordIndex:
    """Reads of one scope, inside a snapshot."""

    connection: sqlite3.Connection
    scope: int

    def having(self, matches: Iterable[str], kind: Kind, most: int | None, *, newest: bool = False) -> list[int]:
        """The first entries of a kind, or the newest, that have all of these words, each in the syntax of FTS5; all of
        them if `most` is None.

        The index is made to be read from the first on; the other way round costs several times as much.
        """
        parts = [f'whose : "{whose(self.scope, kind)}"', *(f"{{own beside}} : {phrase}" for phrase in matches)]
        given = " AND ".join(parts), -1 if most is None else most
        return [entry for (entry,) in self.connection.execute(_NEWEST_HAVING if newest else _HAVING, given)]

    def words(self, entries: Iterable[int]) -> list[tuple[int, str, str]]:
        """The words of entries, their own and those beside them."""
        return self.connection.execute(_WORDS, (json.dumps(list(entries)),)).fetchall()

    def size(self, kind: Kind) -> Size:
        """How many entries of a kind there are, counted, and how long they are by a sample."""
        count, first, last = self.connection.execute(_COUNT, (self.scope, kind)).fetchone()
        lengths = [len(own.split()) + len(beside.split()) for _, own, beside in self.words(self.sample(kind, SAMPLED))]
        return Size(count, first, last, max(sum(lengths) / len(lengths), 1.0) if lengths else 1.0)

    def sample(self, kind: Kind, most: int) -> list[int]:
        """Some entries of a kind."""
        return [entry for (entry,) in self.connection.execute(_SAMPLE, (self.scope, kind, most))]
