"""One question against the live rows of one scope and kind.

Up to some number of rows all of them are scored. That is exact, and costs the same however many are asked for. Beyond,
the graph proposes the rows that are nearest among all scopes and kinds, those of other ones are left out, and the
rest is scored exactly, together with the rows that the graph does not have yet. If too few are left it is asked for
more; if that would cost as much as scoring all of them, all of them are scored. So what a search finds may be less
than exact by the recall of the graph, and never by a filter.
"""

from typing import NamedTuple

import numpy as np

from tkg.errors import BadEmbedding
from tkg.index.nodes import EF, Nodes
from tkg.index.rows import Integers, Rows, Vectors

SCORED_UP_TO = 20_000
"""Rows of one scope and kind that are all scored, in some 2 ms, however many there are of others."""

ROWS_PER_EF = 20
"""Rows that can be scored in the time that a search of the graph takes for one more of `ef` (measured)."""

MARGIN = 1.5
"""How many times more of the graph is asked for than are needed on average, so that once is mostly enough."""

SAMPLE = 2_000
"""Rows whose cosines stand for all where not all are scored. Of so many, the median is one of the middle 5 % of all."""


class Hits(NamedTuple):
    """Entries and their cosines, best first, ties by entry."""

    entries: Integers
    cosines: Vectors


class Ranking:
    """Good until the index is refreshed. `len` is how many entries there are to find."""

    def __init__(
        self, rows: Rows, nodes: Nodes | None, question: Vectors, scope: int, kind: int, scored_up_to: int
    ) -> None:
        """Raises BadEmbedding if the question is no vector of the index's dimension."""
        if question.shape != (rows.dimension,):
            raise BadEmbedding(f"a question of shape {question.shape} for vectors of {rows.dimension} numbers")
        self._rows, self._scope, self._kind = rows, scope, kind
        self._question = np.ascontiguousarray(question, np.float32)
        self._group = rows.group(scope, kind)
        self._nodes = nodes if len(self._group) > scored_up_to and self._question.any() else None
        self._all: Vectors | None = None
        self._loose: tuple[Integers, Vectors] | None = None
        self._usual: float | None = None

    def __len__(self) -> int:
        return len(self._group)

    @property
    def exact(self) -> bool:
        """Whether all are scored, without the graph."""
        return self._nodes is None

    @property
    def usual(self) -> float:
        """The median of the cosines, 0.0 if there are none: of all if all are scored, else of a fixed sample."""
        if self._usual is None:
            cosines = self._all_cosines() if self.exact else self._sampled()
            self._usual = float(np.median(cosines)) if len(cosines) else 0.0
        return self._usual

    def first(self, n: int) -> Hits:
        """The n best. There are fewer only if there are no more.

        Asking for more later is cheap if all are scored. If not, the first ones may be better when more are asked for,
        so take the answer anew.
        """
        if n <= 0:
            return _best(self._rows, self._group[:0], np.empty(0, np.float32), 0)
        found = self._by_graph(self._nodes, n) if self._nodes is not None and self._all is None else None
        if found is not None:
            return found
        return _best(self._rows, self._group, self._all_cosines(), n)

    def of(self, entries: Integers) -> Vectors:
        """The cosine of each entry; nan for one that has no vector in this scope and kind."""
        rows = self._rows.of(entries, self._scope, self._kind)
        found = np.full(len(rows), np.nan, np.float32)
        there = rows >= 0
        found[there] = self._rows.cosines(self._question, rows[there])
        return found

    def among(self, entries: Integers) -> Hits:
        """Those of the entries that have a vector in this scope and kind, each once."""
        rows = self._rows.of(np.unique(entries), self._scope, self._kind)
        rows = rows[rows >= 0]
        return _best(self._rows, rows, self._rows.cosines(self._question, rows), len(rows))

    def _all_cosines(self) -> Vectors:
        if self._all is None:
            self._all = self._rows.cosines(self._question, self._group)
        return self._all

    def _sampled(self) -> Vectors:
        step = max(len(self._group) // SAMPLE, 1)
        return self._rows.cosines(self._question, self._group[::step])

    def _by_graph(self, nodes: Nodes, n: int) -> Hits | None:
        """The n best with the help of the graph; None where scoring all is no dearer, or the graph too poor."""
        loose, loose_cosines = self._not_in_graph(nodes)
        reachable = len(self._group) - len(loose)
        if n > reachable:
            return None
        k = int(n * MARGIN * nodes.covered / reachable) + 1
        while k <= max(EF, len(self._group) // ROWS_PER_EF):
            rows = nodes.near(self._question, k)
            if rows is None:
                return None
            rows = rows[self._rows.belongs(rows, self._scope, self._kind)]
            if len(rows) >= n:
                cosines = self._rows.cosines(self._question, rows)
                return _best(self._rows, np.append(rows, loose), np.append(cosines, loose_cosines), n)
            k *= 2
        return None

    def _not_in_graph(self, nodes: Nodes) -> tuple[Integers, Vectors]:
        """The rows of the group that only scoring can find."""
        if self._loose is None:
            covered = int(np.searchsorted(self._group, nodes.covered))
            zeros = self._group[:covered][~nodes.has_node(self._group[:covered])]
            loose = np.append(zeros, self._group[covered:])
            self._loose = (loose, self._rows.cosines(self._question, loose))
        return self._loose


def _best(rows: Rows, found: Integers, cosines: Vectors, n: int) -> Hits:
    if 0 < n < len(found):
        kept = np.flatnonzero(cosines >= np.partition(cosines, -n)[-n])
        found, cosines = found[kept], cosines[kept]
    entries = rows.entries[found]
    order = np.lexsort((entries, -cosines))[:n]
    return Hits(entries[order], cosines[order])
