"""A database of vectors that is none: what the side index is fed from in its tests."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from tkg.index import Block, Index, Standing
from tkg.index.rows import Integers, Vectors

ROWS = 400
DIMENSION = 8
EXACT = 100

AT_ONCE = 700
"""Rows in a block."""


def unit(vectors: object) -> Vectors:
    """Rows of unit length; rows of zeros stay."""
    rows = np.atleast_2d(np.asarray(vectors, np.float64))
    length = np.linalg.norm(rows, axis=1, keepdims=True)
    found: Vectors = np.divide(rows, length, out=np.zeros_like(rows), where=length > 0).astype(np.float32)
    return found


def scattered(count: int, dimension: int, seed: int, *, clusters: int = 0) -> Vectors:
    """Unit vectors at random, around as many middles as there are clusters; 0 for none."""
    random = np.random.default_rng(seed)
    found = random.standard_normal((count, dimension))
    if clusters:
        middles = unit(random.standard_normal((clusters, dimension)))
        found = middles[random.integers(0, clusters, count)] + 0.7 / np.sqrt(dimension) * found
    return unit(found)


class Database:
    """Rows with ids that are never given twice, and a random number with each."""

    def __init__(self, dimension: int, *, model: str = "m", generation: str = "first", seed: int = 0) -> None:
        self.dimension, self.model, self.generation = dimension, model, generation
        self._random = np.random.default_rng(seed)
        self.rows: list[tuple[int, int, int, int, Vectors]] = []
        self.stamps: dict[int, int] = {}
        self.last = 0
        self.asked_after: list[int] = []

    def add(
        self,
        vectors: Vectors,
        *,
        entries: Sequence[int] | Integers | None = None,
        scopes: Sequence[int] | int = 1,
        kinds: Sequence[int] | int = 0,
    ) -> None:
        count = len(vectors)
        entries = range(self.last, self.last + count) if entries is None else entries
        all_scopes, all_kinds = np.broadcast_to(scopes, count), np.broadcast_to(kinds, count)
        for entry, scope, kind, vector in zip(entries, all_scopes, all_kinds, vectors, strict=True):
            self.last += 1
            self.rows.append((self.last, int(entry), int(scope), int(kind), vector))
            self.stamps[self.last] = int(self._random.integers(1 << 62))

    def replace_last(self) -> None:
        """The last row goes, as that of an entry which is replaced does."""
        self.rows.pop()

    def restored(self, last: int, *, seed: int) -> "Database":
        """A copy as it was when `last` was its last row; what is added to it is added anew."""
        copy = Database(self.dimension, model=self.model, generation=self.generation, seed=seed)
        copy.rows = [row for row in self.rows if row[0] <= last]
        copy.stamps = {id_: stamp for id_, stamp in self.stamps.items() if id_ <= last}
        copy.last = last
        return copy

    def standing(self) -> Standing:
        return Standing(self.model, self.dimension, self.generation, self.last)

    def stamp(self, id: int) -> int | None:  # noqa: A002
        return self.stamps.get(id)

    def after(self, id: int) -> Iterator[Block]:  # noqa: A002
        self.asked_after.append(id)
        rows = [row for row in self.rows if row[0] > id]
        for at in range(0, len(rows), AT_ONCE):
            ids, entries, scopes, kinds, vectors = zip(*rows[at : at + AT_ONCE], strict=True)
            yield Block(np.array(ids), np.array(entries), np.array(scopes), np.array(kinds, np.int8), np.array(vectors))


def filled(seed: int = 1, **options: str) -> Database:
    database = Database(DIMENSION, seed=seed, **options)
    vectors = scattered(ROWS, DIMENSION, seed=seed)
    vectors[7], vectors[50:60] = 0, vectors[3]
    database.add(vectors)
    return database


def opened(path: Path | None, database: Database, *, exact_up_to: int = EXACT) -> Index:
    index = Index(path, exact_up_to=exact_up_to)
    index.refresh(database)
    return index


def saved_file(path: Path, database: Database) -> Path:
    """A file with all rows, and a graph over them."""
    index = opened(path, database)
    assert index.grow() is True
    assert index.save() is True
    return path


def answers(index: Index) -> list[tuple[list[int], list[float]]]:
    """All that is found for some questions, and the first few."""
    rankings = [index.ask(question, 1, 0) for question in scattered(4, DIMENSION, seed=99)]
    found = [ranking.first(n) for ranking in rankings for n in (3, 10**6)]
    return [(entries.tolist(), cosines.tolist()) for entries, cosines in found]


def gold(database: Database) -> list[tuple[list[int], list[float]]]:
    return answers(opened(None, database, exact_up_to=10**9))
