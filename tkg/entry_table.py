"""The table of entries: what a search can find, each with the words that it is found by.

An *entry* is one thing to find: a fact (subject, predicate and object, as they read), a passage of a message, or an
entity. Whether it is believed, and when, is not in it: that is asked of the beliefs when it is found, so that an entry
which is out of date can cost time and never be an answer. Ids are never used again: a vector is of the text of one id.
"""

import hashlib
import secrets
from enum import IntEnum

from tkg.fulltext import indexed
from tkg.store import Store

GENERATION = "generation"
"""The key in `index_state` of a text that changes when vectors that there were are gone."""


class Kind(IntEnum):
    """What an entry is; the numbers are stored."""

    FACT = 0
    PASSAGE = 1
    ENTITY = 2


_SET = "INSERT INTO index_state (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value"
_COUNTS = """
    SELECT COUNT(*), COALESCE(SUM(NOT EXISTS (SELECT 1 FROM entry_words w WHERE w.rowid = entry.id)), 0) FROM entry
"""
_LAST = "SELECT COALESCE(MAX(id), 0) FROM entry"
_FIND = "SELECT id FROM entry WHERE scope = ? AND kind = ? AND a = ? AND b = ? AND c = ?"
_ADD = "INSERT INTO entry (scope, kind, a, b, c, digest) VALUES (?, ?, ?, ?, ?, ?) RETURNING id"
_ADD_WORDS = "INSERT INTO entry_words (rowid, own, beside, whose) VALUES (?, ?, ?, ?)"
_TAKE_OUT = ("DELETE FROM entry WHERE id = ?", "DELETE FROM entry_words WHERE rowid = ?")
_DROP = (
    *_TAKE_OUT,
    "DELETE FROM saying WHERE entry = ?",
    "DELETE FROM named_time WHERE entry = ?",
)
_DROP_ALL = tuple(f"DELETE FROM {table}" for table in ("entry", "entry_words", "saying", "named_time"))


def put_state(store: Store, key: str, value: str) -> None:
    """Keep something in `index_state`. Only inside a write."""
    store.connection.execute(_SET, (key, value))


def renew(store: Store) -> None:
    """Vectors that there were are gone: whatever holds some of them in memory or in a file is to drop them."""
    put_state(store, GENERATION, secrets.token_hex(8))


def whose(scope: int, kind: int) -> str:
    """The word under which a word index has the entries of one scope and kind."""
    return f"s{scope}k{kind}"


class EntryTable:
    """The entries of one file, whatever they are of."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._execute = store.connection.execute

    def last(self) -> int:
        """The last entry, 0 if there is none."""
        return int(self._execute(_LAST).fetchone()[0])

    def counts(self) -> tuple[int, int]:
        """How many entries there are, and how many of them are not in the word index."""
        return tuple(self._execute(_COUNTS).fetchone())

    def find(self, key: tuple[int, int, int, int, int]) -> int | None:
        """The entry of a scope, kind, a, b and c (see `tkg.models.search`), or None."""
        row = self._execute(_FIND, key).fetchone()
        return None if row is None else int(row[0])

    def add(self, key: tuple[int, int, int, int, int], text: str, own: str, beside: str) -> int:
        """Put in an entry with the text that is embedded for it, its own words, and those beside it."""
        (entry,) = self._execute(_ADD, (*key, self.digest(text))).fetchone()
        self._execute(_ADD_WORDS, (entry, indexed(own), indexed(beside), whose(*key[:2])))
        return int(entry)

    def drop(self, entry: int) -> None:
        """Take an entry out. Its vector stays as long as nothing is erased: the text may come again."""
        for query in _DROP:
            self._execute(query, (entry,))

    def take_out(self, entry: int) -> None:
        """Take an entry out, but for what is said of it."""
        for query in _TAKE_OUT:
            self._execute(query, (entry,))

    def drop_all(self) -> None:
        """Take all entries out. Only inside a write."""
        for query in _DROP_ALL:
            self._execute(query)

    def digest(self, text: str) -> bytes:
        """What names a text, without giving it away: a hash under the key of the file."""
        return hashlib.blake2b(text.encode(), key=self.store.terms.hash_key, digest_size=16).digest()
