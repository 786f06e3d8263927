"""The vectors in memory, and what the SQLite file says of them.

A *row* is one vector: its id in the SQLite file, which grows and is never given twice, the *entry* that it stands for,
the scope and the kind of that entry. Vectors are float32 of unit length, so that their inner product is their cosine;
a text that says nothing has a vector of zeros, whose cosine with anything is 0. An entry that was embedded again has
several rows. The last one counts: it is the *live* one.

Rows are only ever added, so a row's place in the arrays stays the same as long as the arrays do. Cosines are worked out
row by row (`vecdot`): equal vectors have equal cosines, wherever they stand and however many are scored with them,
which a product of matrices does not promise. Here it is also the faster of the two.
"""

from collections.abc import Iterator
from typing import NamedTuple, Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

Integers: TypeAlias = npt.NDArray[np.int64]
Vectors: TypeAlias = npt.NDArray[np.float32]

GATHERED = 512
"""Rows that are copied together before they are scored: few enough to stay in the cache of a core."""

SCATTERED = 2
"""What scoring a row costs that has to be copied together first, in rows of one sweep over all of them (measured)."""

_SMALLEST = 1_024
_NONE = np.int32(-1)


class Standing(NamedTuple):
    """What the SQLite file holds."""

    model: str
    dimension: int
    generation: str
    """A random text. It changes when something was erased or all vectors were made anew: nothing kept is valid then."""
    last: int
    """The highest id of a row of this model, 0 if there is none. Its entry may be gone, and then it is in no block."""


class Block(NamedTuple):
    """Rows in the order of their ids: int64, entries int64 from 0 on, scopes int64, kinds int8, vectors float32."""

    ids: Integers
    entries: Integers
    scopes: Integers
    kinds: npt.NDArray[np.int8]
    vectors: Vectors


class Feed(Protocol):
    """Where the vectors come from. All that one refresh asks it is answered from one state of the database."""

    def standing(self) -> Standing: ...

    def stamp(self, id: int) -> int | None:  # noqa: A002 - as the column is called
        """The random number that came with an id when it was the last; None if it never was. It outlives the row."""
        ...

    def after(self, id: int) -> Iterator[Block]:  # noqa: A002
        """The rows of the standing model with greater ids, a block at a time."""
        ...


class Rows:
    """All rows, in arrays that double when they are full."""

    def __init__(self, dimension: int, block: Block | None = None) -> None:
        """No rows, or those of a block whose arrays are taken over."""
        self.dimension = dimension
        self._count = 0
        self._block = block or _room(0, dimension)
        self._live = np.zeros(len(self._block.ids), np.bool_)
        self._row_of = np.full(0, _NONE, np.int32)
        self._groups: dict[tuple[int, int], Integers] = {}
        if block is not None:
            self._taken_in(len(block.ids))

    def __len__(self) -> int:
        return self._count

    @property
    def block(self) -> Block:
        """All rows, without a copy. What `extend` does later changes nothing in them."""
        ids, entries, scopes, kinds, vectors = self._block
        count = self._count
        return Block(ids[:count], entries[:count], scopes[:count], kinds[:count], vectors[:count])

    @property
    def entries(self) -> Integers:
        """The entry of each row."""
        return self._block.entries[: self._count]

    @property
    def vectors(self) -> Vectors:
        """The vectors, a row each. What `extend` does later changes nothing in them."""
        return self._block.vectors[: self._count]

    def extend(self, block: Block) -> None:
        """Adds rows whose ids are greater than those that are here."""
        count = self._count + len(block.ids)
        if count > len(self._block.ids):
            room = _room(max(count, 2 * self._count, _SMALLEST), self.dimension)
            for name in Block._fields:
                getattr(room, name)[: self._count] = getattr(self.block, name)
            self._live = np.concatenate([self._live, np.zeros(len(room.ids) - len(self._live), np.bool_)])
            self._block = room
        for name in Block._fields:
            getattr(self._block, name)[self._count : count] = getattr(block, name)
        self._taken_in(count)

    def group(self, scope: int, kind: int) -> Integers:
        """The live rows of a scope and kind, ascending."""
        found = self._groups.get((scope, kind))
        if found is None:
            block = self.block
            found = np.flatnonzero((block.kinds == kind) & (block.scopes == scope) & self._live[: self._count])
            self._groups[scope, kind] = found
        return found

    def of(self, entries: Integers, scope: int, kind: int) -> Integers:
        """The live row of each entry; -1 for one that has none of this scope and kind."""
        known = (entries >= 0) & (entries < len(self._row_of))
        rows = np.where(known, self._row_of[np.where(known, entries, 0)] if len(self._row_of) else -1, -1)
        found = rows.astype(np.int64)
        found[~self.belongs(found, scope, kind)] = -1
        return found

    def belongs(self, rows: Integers, scope: int, kind: int) -> npt.NDArray[np.bool_]:
        """Which of the rows are live ones of this scope and kind; -1 is none."""
        if not self._count:
            return np.zeros(len(rows), np.bool_)
        _, _, scopes, kinds, _ = self._block
        found: npt.NDArray[np.bool_] = (rows >= 0) & self._live[rows] & (kinds[rows] == kind) & (scopes[rows] == scope)
        return found

    def cosines(self, question: Vectors, rows: Integers) -> Vectors:
        """The cosine of each of the rows with a question."""
        found: Vectors
        if len(rows) * SCATTERED > self._count:
            found = np.vecdot(self.vectors, question)[rows]
            return found
        found = np.empty(len(rows), np.float32)
        for at in range(0, len(rows), GATHERED):
            part = slice(at, at + GATHERED)
            np.vecdot(self.vectors.take(rows[part], axis=0), question, out=found[part])
        return found

    def _taken_in(self, count: int) -> None:
        new = np.arange(self._count, count)
        entries = self._block.entries[self._count : count]
        if len(entries) and entries.max() >= len(self._row_of):
            longer = np.full(max(int(entries.max()) + 1, 2 * len(self._row_of)), _NONE, np.int32)
            longer[: len(self._row_of)] = self._row_of
            self._row_of = longer
        before = self._row_of[entries]
        self._live[before[before >= 0]] = False
        self._row_of[entries] = new  # of an entry that comes twice, the last row stays
        self._live[new] = self._row_of[entries] == new
        self._count = count
        self._groups.clear()


def _room(count: int, dimension: int) -> Block:
    return Block(
        np.empty(count, np.int64),
        np.empty(count, np.int64),
        np.empty(count, np.int64),
        np.empty(count, np.int8),
        np.empty((count, dimension), np.float32),
    )
