"""The side index: the vectors of a database in memory, kept in step with it, and in `<database>.hnsw`.

The database is the truth. Everything here can be lost: whatever is wrong with the file is said in one line of the log,
and the vectors are read from the database. Whether they are in step is told by what the database says itself, never by
the time of a file: the highest id given so far (`last`), the random number written with it (`stamp`), and `generation`,
which changes when something was erased. Otherwise rows are only added, so what is missing is what has a greater id; and
what was replaced meanwhile is still here, for the caller not to find in the database.

A search is right as soon as `refresh` is done. The graph only makes it fast, is grown apart (`grow`, about a
millisecond a row), and is kept in the file. Neither growing nor writing keeps other threads from searching for long.
"""

import contextlib
import logging
import threading
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tkg.index import file
from tkg.index.file import Arrays, Header, Unusable
from tkg.index.nodes import GraphRefused, Nodes
from tkg.index.ranking import SCORED_UP_TO, Ranking
from tkg.index.rows import Block, Feed, Rows, Standing, Vectors

EXACT_UP_TO = 100_000
"""Rows that are all scored for a question. 100,000 of 384 numbers take 5 to 10 ms, where the graph wins little."""

TAIL = 10
"""The graph is grown when more than one in so many rows is not in it. Scoring these then costs a tenth of scoring all,
and the file, which is written anew each time, is written some ten times in all."""

GIVING_WAY_S = 0.001
"""How long `grow` stays away from the lock after each step: whoever gives a lock back is else the first to have it."""

_log = logging.getLogger("tkg.index")


@dataclass(frozen=True, slots=True)
class State:
    """How a file stands to its database: `word` is one of fresh, behind, missing, damaged, unreadable, other format,
    other model, other database, out of date; `why` says it in a sentence."""

    word: str
    why: str
    rows: int = 0
    in_graph: int = 0

    @property
    def usable(self) -> bool:
        return self.word in ("fresh", "behind")


class Index:
    """For several threads under one lock: whoever refreshes, asks, or uses what `ask` gave, holds it, as for the feed.

    `grow` and `save` take the lock themselves, for each step of their work: call them without it.
    """

    def __init__(
        self,
        path: Path | None,
        *,
        lock: AbstractContextManager[Any] | None = None,
        exact_up_to: int = EXACT_UP_TO,
    ) -> None:
        """`path` is the file to keep the vectors in; None keeps them in memory only. `lock` is reentrant; None is one
        of its own."""
        self._path = path
        self._lock = threading.RLock() if lock is None else lock
        self._growing = threading.Lock()
        self._exact_up_to = exact_up_to
        self._standing: Standing | None = None
        self._last = 0
        self._stamp: int | None = None
        self._rows = Rows(0)
        self._nodes: Nodes | None = None
        self._in_file: tuple[str, int, int, int] | None = None
        self._seen: tuple[int, int, int] | None = None
        self._refused = False

    @property
    def rows(self) -> int:
        return len(self._rows)

    @property
    def generation(self) -> str | None:
        """The generation of the database that the rows are of; None before the first `refresh`."""
        return None if self._standing is None else self._standing.generation

    @property
    def in_graph(self) -> int:
        """How many rows the graph covers."""
        return self._nodes.covered if self._nodes is not None else 0

    @property
    def unsaved(self) -> int:
        """How many rows the file is not known to hold. Few are read from the database sooner than all are written."""
        return self.rows - (self._in_file[-1] if self._in_file is not None else 0)

    @property
    def wants_growing(self) -> bool:
        """Whether `grow` would do something."""
        return self.rows > self._exact_up_to and (self.rows - self.in_graph) * TAIL > self.rows

    def refresh(self, feed: Feed) -> None:
        """Brings the vectors in step with the database. What the feed raises comes through; call it again then."""
        standing = feed.standing()
        if self._standing is None:
            self._load(feed, standing)
        elif not self._goes_on(feed, standing):
            _log.info("the vectors in memory are of an earlier state of the database: read anew")
            self._drop(standing)
            self._seen, self._refused = _signature(self._path), True
        self._standing = standing
        if self._last < standing.last:
            for block in feed.after(self._last):
                self._rows.extend(block)
                self._last, self._stamp = int(block.ids[-1]), feed.stamp(int(block.ids[-1]))
            self._last, self._stamp = standing.last, feed.stamp(standing.last)
        if self.wants_growing:
            self._take_over(feed, standing)

    def ask(self, question: Vectors, scope: int, kind: int) -> Ranking:
        """One question, float32 of unit length, against the rows of a scope and kind. Raises BadEmbedding."""
        nodes = self._nodes if self.rows > self._exact_up_to else None
        return Ranking(self._rows, nodes, question, scope, kind, min(SCORED_UP_TO, self._exact_up_to))

    def grow(self, progress: Callable[[int, int], None] | None = None) -> bool:
        """Takes the rows that there are now into the graph if there are enough; whether it did.

        `progress` is called with the rows done and to do, without the lock. What it raises breaks the growing off and
        loses nothing; it may also call `save`. Two threads grow one after the other. If another one drops the graph
        meanwhile, or takes a greater one from the file, growing ends.
        """
        with self._growing:
            with self._lock:
                if not self.wants_growing:
                    return False
                if self._nodes is None:
                    self._nodes = Nodes(self._rows.dimension)
                nodes, vectors = self._nodes, self._rows.vectors
            steps = nodes.cover(vectors, nodes.places(vectors))
            while True:
                with self._lock:
                    step = next(steps, None) if self._nodes is nodes else None
                if step is None:
                    return True
                if progress is not None:
                    progress(*step)
                time.sleep(GIVING_WAY_S)

    def save(self) -> bool:
        """Writes the file if it would hold something new; whether it did. A disk that refuses is a line in the log.

        What is written is what there is when it is called; rows that come while it is written are for the next time.
        """
        with self._lock:
            if self._path is None or self._standing is None:
                return False
            now = (self._standing.generation, self._last, self.in_graph, self.rows)
            if now == self._in_file or not self._is_more(self._path):
                return False
            rows = self._rows
            header, arrays = self._contents(self._standing)
        try:
            file.write(self._path, header, arrays)
        except OSError as error:
            _log.warning("%s could not be written (%s): the vectors stay in the database only", self._path, error)
            return False
        with self._lock:
            if self._rows is rows:
                self._in_file = now
        return True

    def _goes_on(self, feed: Feed, standing: Standing) -> bool:
        """Whether what is in memory is the first part of what the database holds."""
        return self._standing is not None and standing[:3] == self._standing[:3] and _has(feed, self._last, self._stamp)

    def _drop(self, standing: Standing) -> None:
        self._rows, self._nodes = Rows(standing.dimension), None
        self._last, self._stamp, self._in_file = 0, None, None

    def _load(self, feed: Feed, standing: Standing) -> None:
        self._drop(standing)
        found = self._read(feed, standing)
        if found is None:
            return
        header, self._rows, self._nodes = found
        self._last, self._stamp = header.last, header.stamp
        self._in_file = (header.generation, header.last, header.in_graph, header.rows)
        if header.last < standing.last:
            _log.debug("%s is behind: rows after %s are read from the database", self._path, header.last)

    def _take_over(self, feed: Feed, standing: Standing) -> None:
        """Takes the graph out of the file if another process has saved a greater one since it was looked at."""
        now = _signature(self._path)
        if self._path is None or now in (None, self._seen):
            return
        self._seen, self._refused = now, False
        with contextlib.suppress(OSError, Unusable):
            if file.look(self._path).in_graph > self.in_graph:
                found = self._read(feed, standing)
                if found is not None:
                    _, _, self._nodes = found

    def _read(self, feed: Feed, standing: Standing) -> tuple[Header, Rows, Nodes | None] | None:
        """What the file holds; None, and a line in the log, if it cannot be used."""
        if self._path is None:
            return None
        self._seen, self._refused = _signature(self._path), True
        try:
            header, arrays = file.read(self._path)
            _check(header, feed, standing)
            nodes = Nodes.of_state(dict(header.graph), arrays, arrays["vectors"]) if header.in_graph else None
        except FileNotFoundError:
            if standing.last:
                _log.info("%s is missing: the vectors are read from the database", self._path)
            return None
        except (OSError, Unusable, GraphRefused) as error:
            _log.warning("%s is not used, since %s: the vectors are read from the database", self._path, error)
            return None
        self._refused = False
        return header, Rows(header.dimension, Block(*(arrays[name] for name in Block._fields))), nodes

    def _is_more(self, path: Path) -> bool:
        """Whether the file in place lacks what is here. Another process may have saved, and a graph is dear."""
        try:
            there = file.look(path)
        except FileNotFoundError:
            return self.rows > 0
        except (OSError, Unusable):
            return True
        if self._refused and _signature(path) == self._seen:
            return True
        same = self._standing is not None and (there.model, there.dimension, there.generation) == self._standing[:3]
        return not same or (there.in_graph, there.last) < (self.in_graph, self._last)

    def _contents(self, standing: Standing) -> tuple[Header, Arrays]:
        arrays: Arrays = self._rows.block._asdict()
        graph: dict[str, Any] = {}
        if self._nodes is not None and len(self._nodes):
            graph, more = self._nodes.state()
            arrays |= more
        header = Header(
            model=standing.model,
            dimension=standing.dimension,
            generation=standing.generation,
            last=self._last,
            stamp=self._stamp,
            rows=self.rows,
            in_graph=self.in_graph if graph else 0,
            graph=graph,
            shapes={name: list(array.shape) for name, array in arrays.items()},
        )
        return header, arrays


def inspect(path: Path, feed: Feed) -> State:
    """How the file stands to the database, after reading and checking all of it. Changes nothing."""
    standing = feed.standing()
    try:
        header, _ = file.read(path)
        _check(header, feed, standing)
    except FileNotFoundError:
        return State("missing", "there is no file" + ("" if standing.last else ", and there are no vectors"))
    except OSError as error:
        return State("unreadable", f"it cannot be read: {error}")
    except Unusable as error:
        return State(error.state, str(error))
    word, why = "fresh", "it holds all vectors of the database"
    if header.last < standing.last:
        word, why = "behind", f"it holds the vectors up to {header.last} of {standing.last}"
    return State(word, why, header.rows, header.in_graph)


def discard(path: Path) -> None:
    """Takes the file away, and what killed saves have left. For vectors of texts that were erased. Raises OSError."""
    file.remove(path)


def _check(header: Header, feed: Feed, standing: Standing) -> None:
    """Raises Unusable unless the file holds the first rows of what the database holds."""
    if (header.metric, header.layout) != (file.METRIC, file.LAYOUT):
        raise Unusable("other format", f"it is of metric {header.metric!r} and {header.layout!r}")
    if (header.model, header.dimension) != (standing.model, standing.dimension):
        raise Unusable(
            "other model",
            f"it is of the model {header.model!r} with {header.dimension} numbers, "
            f"the database of {standing.model!r} with {standing.dimension}",
        )
    if header.generation != standing.generation:
        raise Unusable(
            "out of date", "something was erased or all was embedded anew since, or it is of another database"
        )
    if not _has(feed, header.last, header.stamp):
        raise Unusable("other database", f"the database did not give the id {header.last} to its last row")


def _has(feed: Feed, last: int, stamp: int | None) -> bool:
    """Whether the database once had this as its last row."""
    return last == 0 or (stamp is not None and feed.stamp(last) == stamp)


def _signature(path: Path | None) -> tuple[int, int, int] | None:
    """What tells whether the file is still the one that was looked at; None if there is none."""
    if path is None:
        return None
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_ino, found.st_mtime_ns, found.st_size
