"""A graph of near neighbours over the first rows (HNSW, by hnswlib), for more rows than can be scored one by one.

Three things about hnswlib 0.8 shape this module. Among many equal vectors it misses even an exact match, since a node
has room for few neighbours and copies fill them: so only the first of equal rows becomes a *node*, and the others are
its twins, which come with it. What has a vector of zeros is near to nothing and has no node. And it answers with an
error where it can reach fewer nodes than were asked for; that is None here, and the caller scores the rows itself.

Nothing is ever deleted from the graph or put into another's place (it would then find both): rows that count no
more are left out of what was found. `ef` is not kept by the library, so it is given with every question.
"""

from collections.abc import Iterator
from hashlib import blake2b
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from tkg.index.rows import Integers, Vectors

M = 16
"""Neighbours of a node, twice as many on the ground floor. 12 to 48 is the usual range; more costs memory and time and
gives little at some hundred dimensions."""

EF_CONSTRUCTION = 200
"""Candidates for the neighbours of a new node; with fewer, no `ef` makes the recall good again."""

EF = 400
"""Candidates that a search keeps, at least: about a millisecond of search."""

CHUNK = 200
"""Rows that are put in by one step of `cover`, in less than half a second."""

_VECTORLESS = ("label_lookup_external", "label_lookup_internal", "element_levels", "link_lists")

Places: TypeAlias = npt.NDArray[np.int32]
"""The node of each of some rows."""


class GraphRefused(Exception):
    """A graph that was kept and that this build of hnswlib does not take."""


class Nodes:
    """The graph, and which rows stand at which node. A row is known by its place among the rows."""

    def __init__(self, dimension: int) -> None:
        import hnswlib

        self.dimension = dimension
        self._graph = hnswlib.Index("ip", dimension)
        self._graph.init_index(1, M=M, ef_construction=EF_CONSTRUCTION, random_seed=100)
        self._graph.set_num_threads(1)
        self._node_of = np.empty(0, np.int32)
        self._twins: tuple[Integers, Integers] | None = None

    @property
    def covered(self) -> int:
        """How many rows, from the first on, the graph knows."""
        return len(self._node_of)

    def has_node(self, rows: Integers) -> npt.NDArray[np.bool_]:
        """Which of some covered rows the graph can find: those whose vector is not zeros."""
        return self._node_of[rows] >= 0

    def __len__(self) -> int:
        """How many nodes there are."""
        return int(self._graph.get_current_count())

    def places(self, vectors: Vectors) -> Places:
        """The node of each row that is not covered: the first row with the same vector, -1 for zeros."""
        nodes = np.flatnonzero(self._node_of == np.arange(self.covered))
        first = {blake2b(vectors[row].data, digest_size=16).digest(): int(row) for row in nodes}
        found = np.full(len(vectors) - self.covered, -1, np.int32)
        for row in np.flatnonzero(vectors[self.covered :].any(axis=1)) + self.covered:
            found[row - self.covered] = first.setdefault(blake2b(vectors[row].data, digest_size=16).digest(), int(row))
        return found

    def cover(self, vectors: Vectors, places: Places) -> Iterator[tuple[int, int]]:
        """Takes in the rows after those that are covered, at the `places` that they have; a step yields how many rows
        are taken in, and of how many. Between two steps the graph answers, and it may be broken off.
        """
        start = self.covered
        node_of = np.concatenate([self._node_of, places])
        new = np.flatnonzero(places == np.arange(start, len(vectors))) + start
        self._graph.resize_index(max(len(self) + len(new), 1))
        for begin in range(start, len(vectors), CHUNK):
            end = min(begin + CHUNK, len(vectors))
            first, last = np.searchsorted(new, (begin, end))
            if first < last:
                self._graph.add_items(vectors[new[first:last]], new[first:last], num_threads=1)
            self._node_of, self._twins = node_of[:end], None
            yield end - start, len(vectors) - start

    def near(self, question: Vectors, k: int) -> Integers | None:
        """The rows at the k nodes that are nearest, as far as the graph finds them, in no order.

        None if it cannot reach so many.
        """
        k = min(k, len(self))
        if not k:
            return np.empty(0, np.int64)
        self._graph.set_ef(max(EF, k))
        try:
            labels, _ = self._graph.knn_query(question, k, num_threads=1)
        except RuntimeError:
            return None
        rows, starts = self._rows_by_node()
        nodes = labels[0].astype(np.int64)
        nodes = nodes[nodes < self.covered]
        lengths = starts[nodes + 1] - starts[nodes]
        within = np.arange(lengths.sum()) - np.repeat(np.cumsum(lengths) - lengths, lengths)
        found: Integers = rows[np.repeat(starts[nodes], lengths) + within]
        return found

    def state(self) -> tuple[dict[str, Any], dict[str, npt.NDArray[Any]]]:
        """The graph as plain values and arrays, without the vectors, which the rows have."""
        (whole,) = self._graph.__getstate__()
        count = whole["cur_element_count"]
        arrays = {name: whole.pop(name) for name in _VECTORLESS}
        ground = whole.pop("data_level0").reshape(count, whole["size_data_per_element"])
        start, end = whole["offset_data"], whole["label_offset"]
        arrays["element_levels"] = arrays["element_levels"][:count]
        arrays["ground"] = np.concatenate([ground[:, :start], ground[:, end:]], axis=1)
        arrays["node_of"] = self._node_of
        return whole | {"max_elements": count}, arrays

    @classmethod
    def of_state(cls, values: dict[str, Any], arrays: dict[str, npt.NDArray[Any]], vectors: Vectors) -> "Nodes":
        """The graph from what `state` gave. Raises GraphRefused."""
        import hnswlib

        start, end = values["offset_data"], values["label_offset"]
        links, width = arrays["ground"], arrays["ground"].shape[1] + end - start
        ground = np.empty((len(links), width), np.int8)
        labels = arrays["label_lookup_external"][np.argsort(arrays["label_lookup_internal"])]
        ground[:, :start], ground[:, end:] = links[:, :start], links[:, start:]
        ground[:, start:end] = vectors[labels.astype(np.int64)].view(np.int8)
        whole = values | {name: arrays[name] for name in _VECTORLESS} | {"data_level0": ground.reshape(-1)}
        made = cls(vectors.shape[1])
        try:
            made._graph = hnswlib.Index(params=whole)
        except RuntimeError as error:
            raise GraphRefused(f"this build of hnswlib does not take the graph: {error}") from None
        made._graph.set_num_threads(1)
        made._node_of = arrays["node_of"]
        return made

    def _rows_by_node(self) -> tuple[Integers, Integers]:
        """All covered rows in the order of their nodes, and where those of each node start."""
        if self._twins is None:
            rows = np.argsort(self._node_of, kind="stable")
            starts = np.searchsorted(self._node_of[rows], np.arange(self.covered + 1))
            self._twins = (rows, starts)
        return self._twins
