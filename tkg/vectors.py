"""The vectors of entries, in the file: what an embedder made of their texts, once for each text.

A write embeds nothing. Entries without a vector are *pending*, and `embed` makes their vectors, a batch at a time: the
embedder works outside of any transaction, and each batch is written in a short one, so that it can be broken off and
goes on where it was. How far it has come is kept for each embedder, scope and kind. A text that was embedded before, in
another entry or by an earlier run, is not embedded again.

Vectors are kept as 16-bit floats: half the space of 32 bits, and a cosine of unit vectors is off by less than 0.001 (a
number by up to 2^-11 of itself), far less than what tells two hits apart.

Which embedder a file is searched with is in `index_state`, with a random text that changes when vectors that there were
are gone: `Standing`, by which a side index in memory or beside the file knows whether it can go on from where it is.
"""

import secrets
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from tkg.embed import Embedder, unit_vectors
from tkg.entries import GENERATION, Entries, Kind, Progress, put_state, renew
from tkg.errors import WrongEmbedder
from tkg.index import Block, Standing
from tkg.store import Store

BATCH = 64
"""Texts that are embedded between two transactions."""

_BLOCK = 5_000
_EMBEDDER = "embedder"
_GET = "SELECT value FROM index_state WHERE key = ?"
_KNOWN = "SELECT id, dimension FROM embedder WHERE name = ?"
_NAME = "SELECT name, dimension FROM embedder WHERE id = ?"
_CHOSEN_NAME = "SELECT name FROM embedder WHERE CAST(id AS TEXT) = (SELECT value FROM index_state WHERE key = ?)"
_ADD_EMBEDDER = "INSERT INTO embedder (name, dimension) VALUES (?, ?) RETURNING id"
_PENDING = "SELECT id FROM entry WHERE scope = ? AND kind = ? AND id > ? ORDER BY id LIMIT ?"
_COUNT = "SELECT COUNT(*) FROM entry WHERE scope = ? AND kind = ? AND id > ?"
_SAME_TEXT = "SELECT vector FROM vector WHERE embedder = ? AND digest = ? LIMIT 1"
_ADD = """
    INSERT INTO vector (entry, embedder, digest, stamp, vector) SELECT :entry, :embedder, :digest, :stamp, :vector
    WHERE EXISTS (SELECT 1 FROM entry WHERE id = :entry)
        AND NOT EXISTS (SELECT 1 FROM vector WHERE entry = :entry AND embedder = :embedder)
"""
# Both go by the order of ids, and not by the index of embedders, of which all would have to be sorted.
_LAST = "SELECT id FROM vector WHERE +embedder = ? ORDER BY id DESC LIMIT 1"
_STAMP = "SELECT stamp FROM vector WHERE id = ?"
_AFTER = """
    SELECT v.id, v.entry, e.scope, e.kind, v.vector FROM vector v JOIN entry e ON e.id = v.entry
    WHERE +v.embedder = ? AND v.id > ? ORDER BY v.id LIMIT ?
"""
_SCOPES = "SELECT id FROM scope ORDER BY id"
_FORGET_OTHERS = """
    DELETE FROM vector WHERE embedder <> ? OR NOT EXISTS (SELECT 1 FROM entry WHERE entry.id = vector.entry)
"""
_FORGET_PROGRESS = "DELETE FROM index_state WHERE key GLOB 'embedded:*' AND NOT key GLOB ?"


def embedder_of(store: Store) -> str | None:
    """The name of the embedder that a file is searched with; None as long as nothing was embedded."""
    row = store.connection.execute(_CHOSEN_NAME, (_EMBEDDER,)).fetchone()
    return None if row is None else str(row[0])


@dataclass(frozen=True, slots=True)
class Vectors:
    """The vectors of one file that one embedder makes: a `Feed` for a side index.

    `id` is the embedder's in the file, None as long as nothing was embedded with it.
    """

    store: Store
    embedder: Embedder
    entries: Entries

    # --- which embedder ---

    @property
    def id(self) -> int | None:
        """The embedder's id in the file. Raises WrongEmbedder if it had another dimension there."""
        row = self._row(_KNOWN, self.embedder.name)
        if row is None:
            return None
        if row[1] != self.embedder.dimension:
            raise WrongEmbedder(
                f"{self.embedder.name} gave {row[1]} numbers a text when this file was indexed, and says "
                f"{self.embedder.dimension} now: another model needs another name, under which `tkg reindex "
                "--embedder` makes all vectors anew"
            )
        return int(row[0])

    def require(self) -> None:
        """Raise WrongEmbedder if the file is searched with another embedder than this."""
        chosen = self._get(_EMBEDDER)
        if chosen is not None and int(chosen) != self.id:
            name, dimension = self._row(_NAME, int(chosen)) or ("another", "?")
            raise WrongEmbedder(
                f"this file is searched with {name} ({dimension} numbers a text), not with {self.embedder.name} "
                f"({self.embedder.dimension}): open it with that embedder, or change it with `tkg reindex --embedder`"
            )

    def choose(self) -> None:
        """From now on the file is searched with this embedder; vectors of others, and of entries that are gone, go."""
        with self.store.upkeep():
            id_ = self._registered()
            self._store(_EMBEDDER, str(id_))
            self.store.connection.execute(_FORGET_PROGRESS, (f"embedded:{id_}:*",))
            if self.store.connection.execute(_FORGET_OTHERS, (id_,)).rowcount:
                renew(self.store)

    def _registered(self) -> int:
        id_ = self.id
        if id_ is None:
            row = self.store.connection.execute(_ADD_EMBEDDER, (self.embedder.name, self.embedder.dimension)).fetchone()
            id_ = int(row[0])
        return id_

    # --- embedding ---

    def pending(self, scope: int, kinds: Collection[int]) -> int:
        """How many entries have no vector yet."""
        return sum(int(self._row(_COUNT, scope, kind, self._done(scope, kind))[0]) for kind in kinds)

    def pending_in_all(self) -> int:
        """The same, of all kinds in all scopes."""
        scopes = self.store.connection.execute(_SCOPES).fetchall()
        return sum(self.pending(scope, tuple(Kind)) for (scope,) in scopes)

    def embed(self, scopes: Collection[int] | None, kinds: Sequence[int], progress: Progress | None = None) -> int:
        """Make the vectors of what is pending, in all scopes if `scopes` is None; how many.

        Raises EmbedderError, BadEmbedding, WrongEmbedder, ReadOnly, Locked. What was made by then is kept.
        """
        chosen = [id_ for (id_,) in self.store.connection.execute(_SCOPES)] if scopes is None else list(scopes)
        of = sum(self.pending(scope, kinds) for scope in chosen)
        done = 0
        for scope in chosen:
            for kind in kinds:
                while batch := self._batch(scope, kind):
                    done += batch
                    if progress is not None:
                        progress(done, max(of, done))
        return done

    def _batch(self, scope: int, kind: int) -> int:
        """Embed some of one scope and kind, and write them; how many."""
        texts: dict[bytes, str] = {}
        made: dict[bytes, bytes] = {}
        digests: dict[int, bytes] = {}
        with self.store.snapshot():
            known, done = self.id, self._done(scope, kind)
            listed = [entry for (entry,) in self.store.connection.execute(_PENDING, (scope, kind, done, BATCH))]
            for entry in listed:
                text = self.entries.text(entry)
                digest = digests[entry] = self.entries.digest(text)
                kept = None if known is None else self._row(_SAME_TEXT, known, digest)
                if kept is None:
                    texts[digest] = text
                else:
                    made[digest] = kept[0]
        if not listed:
            return 0
        given = list(texts.values())
        vectors = unit_vectors(self.embedder.passages(given) if given else [], given, self.embedder)
        made |= {digest: row.astype("<f2").tobytes() for digest, row in zip(texts, vectors, strict=True)}
        self._write(scope, kind, listed[-1], {entry: (digest, made[digest]) for entry, digest in digests.items()})
        return len(listed)

    def _write(self, scope: int, kind: int, last: int, made: dict[int, tuple[bytes, bytes]]) -> None:
        with self.store.upkeep():
            id_, stamp = self._registered(), secrets.randbits(62)
            for entry, (digest, vector) in made.items():
                given = {"entry": entry, "embedder": id_, "digest": digest, "stamp": stamp, "vector": vector}
                self.store.connection.execute(_ADD, given)
            # Another process may have come further meanwhile.
            self._store(self._key(id_, scope, kind), str(max(last, self._done(scope, kind))))
            if self._get(_EMBEDDER) is None:
                self._store(_EMBEDDER, str(id_))

    def _done(self, scope: int, kind: int) -> int:
        """The last entry of a scope and kind up to which all have vectors."""
        id_ = self.id
        return 0 if id_ is None else int(self._get(self._key(id_, scope, kind)) or 0)

    def _key(self, embedder: int, scope: int, kind: int) -> str:
        return f"embedded:{embedder}:{scope}:{kind}"

    # --- what a side index takes in ---

    def standing(self) -> Standing:
        """What there is, inside a snapshot."""
        row = self._row(_LAST, self.id)
        last = 0 if row is None else row[0]
        return Standing(self.embedder.name, self.embedder.dimension, self.generation, last)

    @property
    def generation(self) -> str:
        """A text that changes when vectors that there were are gone."""
        return self._get(GENERATION) or ""

    def stamp(self, id_: int) -> int | None:
        """The stamp of the vector `id_`, None if there is none."""
        row = self._row(_STAMP, id_)
        return None if row is None else int(row[0])

    def after(self, id_: int) -> Iterator[Block]:
        """The vectors with greater ids, in order, a block at a time."""
        while True:
            rows = self.store.connection.execute(_AFTER, (self.id, id_, _BLOCK)).fetchall()
            if not rows:
                return
            ids, entries, scopes = (np.array([row[at] for row in rows], np.int64) for at in range(3))
            kinds = np.array([row[3] for row in rows], np.int8)
            halves = np.frombuffer(b"".join(row[4] for row in rows), "<f2")
            yield Block(ids, entries, scopes, kinds, halves.reshape(len(rows), -1).astype(np.float32))
            id_ = rows[-1][0]

    # --- the state ---

    def _row(self, query: str, *given: object) -> Any:
        return self.store.connection.execute(query, given).fetchone()

    def _get(self, key: str) -> str | None:
        row = self._row(_GET, key)
        return None if row is None else str(row[0])

    def _store(self, key: str, value: str) -> None:
        put_state(self.store, key, value)
