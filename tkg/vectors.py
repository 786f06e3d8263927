"""The vectors of entries, in the file: what an embedder made of their texts, once for each text.

A write embeds nothing. Entries without a vector are *pending*, and `embed` makes their vectors, a batch at a time: the
embedder works outside of any transaction, and each batch is written in a short one, so that it can be broken off and
goes on where it was. How far it has come is kept for each embedder, scope and kind. A text that was embedded before, in
another entry or by an earlier run, is not embedded again.

A text whose vector is no number keeps back no other: its entry is *refused*, stays pending, and is tried again with
every run, which raises BadEmbedding when the rest is done. An embedder that gives no number for a whole batch is
broken, and the run ends there.

Vectors are kept as 16-bit floats: half the space of 32 bits, and a cosine of unit vectors is off by less than 0.001 (a
number by up to 2^-11 of itself), far less than what tells two hits apart.

Which embedder a file is searched with is in `index_state`, with a random text that changes when vectors that there were
are gone: `Standing`, by which a side index in memory or beside the file knows whether it can go on from where it is.
"""

import json
import secrets
from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import product
from typing import Any, NamedTuple

import numpy as np

from tkg.embed import Embedder, unit_vectors
from tkg.entries import Entries, Progress
from tkg.entry_table import GENERATION, Kind, put_state, renew
from tkg.errors import BadEmbedding, WrongEmbedder
from tkg.index import Block, Standing
from tkg.store import Store

BATCH = 64
"""Texts that are embedded between two transactions."""

BROKEN = 16
"""New texts of one batch that have no vector, with none that has one: then the fault is not in the texts."""

_BLOCK = 5_000
_EMBEDDER = "embedder"
_GET = "SELECT value FROM index_state WHERE key = ?"
_KNOWN = "SELECT id, dimension FROM embedder WHERE name = ?"
_NAME = "SELECT name, dimension FROM embedder WHERE id = ?"
_CHOSEN_NAME = "SELECT name FROM embedder WHERE CAST(id AS TEXT) = (SELECT value FROM index_state WHERE key = ?)"
_ADD_EMBEDDER = "INSERT INTO embedder (name, dimension) VALUES (?, ?) RETURNING id"
_PENDING = "SELECT id FROM entry WHERE scope = ? AND kind = ? AND id > ? ORDER BY id LIMIT ?"
_AMONG = "SELECT id FROM entry WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id"
_COUNT = "SELECT COUNT(*) FROM entry WHERE scope = ? AND kind = ? AND id > ?"
_SAME_TEXT = "SELECT vector FROM vector WHERE embedder = ? AND digest = ? LIMIT 1"
_ADD = """
    INSERT INTO vector (entry, embedder, digest, stamp, vector) SELECT :entry, :embedder, :digest, :stamp, :vector
    WHERE EXISTS (SELECT 1 FROM entry WHERE id = :entry)
        AND NOT EXISTS (SELECT 1 FROM vector WHERE entry = :entry AND embedder = :embedder)
"""
# In the index of embedders, the rows of each are in the order of their ids.
_LAST = "SELECT MAX(id) FROM vector WHERE embedder = ?"
_STAMP = "SELECT stamp FROM vector WHERE id = ?"
_AFTER = """
    SELECT v.id, v.entry, e.scope, e.kind, v.vector FROM vector v JOIN entry e ON e.id = v.entry
    WHERE v.embedder = ? AND v.id > ? ORDER BY v.id LIMIT ?
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


class _Progress(NamedTuple):
    """How far the vectors of one scope and kind have come: to the entry `last`, but for those `refused`."""

    last: int = 0
    refused: tuple[int, ...] = ()


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
        return sum(self._pending(scope, kind) for kind in kinds)

    def pending_in_all(self) -> int:
        """The same, of all kinds in all scopes."""
        return sum(self.pending(scope, tuple(Kind)) for scope in self._ids(_SCOPES))

    def embed(
        self,
        scopes: Collection[int] | None,
        kinds: Sequence[int],
        progress: Progress | None = None,
        *,
        beside: bool = False,
    ) -> int:
        """Make the vectors of what is pending, in all scopes if `scopes` is None; how many.

        `beside` is for an embedder that is chosen when this is done: until then the file is searched with another.
        Raises EmbedderError, BadEmbedding, WrongEmbedder, ReadOnly, Locked. What was made by then is kept.
        """
        with self.store.snapshot():
            chosen = self._ids(_SCOPES) if scopes is None else list(scopes)
            of = sum(self.pending(scope, kinds) for scope in chosen)
        done, refusal = 0, None
        for scope, kind in product(chosen, kinds):
            for made, error in self._batches(scope, kind, beside):
                done, refusal = done + made, refusal or error
                if progress is not None:
                    progress(done, max(of, done))
        if refusal is not None:
            raise refusal
        return done

    def _pending(self, scope: int, kind: int) -> int:
        last, refused = self._progress(scope, kind)
        return int(self._row(_COUNT, scope, kind, last)[0]) + len(self._ids(_AMONG, json.dumps(refused)))

    def _batches(self, scope: int, kind: int, beside: bool) -> Iterator[tuple[int, BadEmbedding | None]]:
        """Embed what is pending of one scope and kind, a batch at a time: what is new, then what was refused before."""
        with self.store.snapshot():
            before = self._progress(scope, kind).refused
        while (made := self._batch(scope, kind, None, beside)) is not None:
            yield made
        for at in range(0, len(before), BATCH):
            made = self._batch(scope, kind, before[at : at + BATCH], beside)
            if made is not None:
                yield made
                if not made[0]:
                    return

    def _batch(
        self, scope: int, kind: int, among: Sequence[int] | None, beside: bool
    ) -> tuple[int, BadEmbedding | None] | None:
        """Embed the next that are new, or those `among` some entries, and write them: how many got a vector, and what
        is wrong with the first that did not. None if there are no such entries. Raises BadEmbedding."""
        texts: dict[bytes, str] = {}
        made: dict[bytes, bytes] = {}
        digests: dict[int, bytes] = {}
        with self.store.snapshot():
            known, done = self.id, self._progress(scope, kind).last
            new = among is None
            listed = self._ids(_PENDING, scope, kind, done, BATCH) if new else self._ids(_AMONG, json.dumps(among))
            for entry in listed:
                text = self.entries.text(entry)
                digest = digests[entry] = self.entries.table.digest(text)
                kept = None if known is None else self._row(_SAME_TEXT, known, digest)
                if kept is None:
                    texts[digest] = text
                else:
                    made[digest] = kept[0]
        if not digests:
            return None
        fresh, refusal = self._embedded(texts)
        if refusal is not None and new and not fresh and len(texts) >= BROKEN:
            raise refusal
        made |= fresh
        found = {entry: (digest, made.get(digest)) for entry, digest in digests.items()}
        if not self._write(scope, kind, done, found, beside):
            return 0, None
        return sum(vector is not None for _, vector in found.values()), refusal

    def _embedded(self, texts: dict[bytes, str]) -> tuple[dict[bytes, bytes], BadEmbedding | None]:
        """The vectors of texts as they are kept, and what is wrong with the first that has none."""
        asked = list(texts.values())
        given: Any = self.embedder.passages(asked) if asked else []
        try:
            found, refusal = dict(zip(texts, unit_vectors(given, asked, self.embedder), strict=True)), None
        except BadEmbedding as error:
            found, refusal = dict(_sound(given, texts, self.embedder)), error
        return {digest: row.astype("<f2").tobytes() for digest, row in found.items()}, refusal

    def _write(
        self, scope: int, kind: int, done: int, found: dict[int, tuple[bytes, bytes | None]], beside: bool
    ) -> bool:
        """Keep what was made of entries by one who saw all vectors up to `done`; whether they were still there."""
        with self.store.upkeep():
            if not beside:
                self.require()
            last, refused = self._progress(scope, kind)
            if last < done:
                # Another process has changed the embedder, and back: to note this batch as done would leave a gap.
                return False
            id_, stamp = self._registered(), secrets.randbits(62)
            left = set(refused)
            for entry, (digest, vector) in found.items():
                if vector is None:
                    left.add(entry)
                    continue
                left.discard(entry)
                given = {"entry": entry, "embedder": id_, "digest": digest, "stamp": stamp, "vector": vector}
                self.store.connection.execute(_ADD, given)
            # Another process may have come further meanwhile.
            now = max(last, *found), *self._ids(_AMONG, json.dumps(sorted(left)))
            self._store(self._key(id_, scope, kind), " ".join(map(str, now)))
            if self._get(_EMBEDDER) is None:
                self._store(_EMBEDDER, str(id_))
            return True

    def _progress(self, scope: int, kind: int) -> _Progress:
        id_ = self.id
        kept = None if id_ is None else self._get(self._key(id_, scope, kind))
        if kept is None:
            return _Progress()
        last, *refused = map(int, kept.split())
        return _Progress(last, tuple(refused))

    def _key(self, embedder: int, scope: int, kind: int) -> str:
        return f"embedded:{embedder}:{scope}:{kind}"

    # --- what a side index takes in ---

    def standing(self) -> Standing:
        """What there is, inside a snapshot."""
        (last,) = self._row(_LAST, self.id)
        return Standing(self.embedder.name, self.embedder.dimension, self.generation, last or 0)

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

    def _ids(self, query: str, *given: object) -> list[int]:
        return [id_ for (id_,) in self.store.connection.execute(query, given)]

    def _get(self, key: str) -> str | None:
        row = self._row(_GET, key)
        return None if row is None else str(row[0])

    def _store(self, key: str, value: str) -> None:
        put_state(self.store, key, value)


def _sound(given: Any, texts: dict[bytes, str], embedder: Embedder) -> Iterator[tuple[bytes, Any]]:
    """The unit vectors of those texts that have one; of none if there is not a row for each."""
    rows = list(given) if np.iterable(given) else []
    if len(rows) == len(texts):
        for row, (digest, text) in zip(rows, texts.items(), strict=True):
            with suppress(BadEmbedding):
                yield digest, unit_vectors([row], [text], embedder)[0]
