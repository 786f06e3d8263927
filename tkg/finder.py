"""What searches one file, and what it has to keep up for that: entries, their words and vectors, and the side index.

A write does nothing for any of them. `prepare` brings them up to what was written, before a search; `work` does the
same for all scopes when there is time, `reindex` makes them anew, and `check` says how they stand.

Several threads may use one finder. Whatever touches the connection or the vectors in memory holds the store's lock;
nothing holds it while an embedder works, while the side index is written, or between two steps of its graph. So a
search may find that another thread has changed the embedder since it began: it then goes on with the new one.
"""

import logging
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any

from tkg import filters, overlay
from tkg.embed import Embedder, unit_vectors
from tkg.entries import Entries
from tkg.entry_table import Kind
from tkg.errors import BadEmbedding, EmbedderError, Locked, ReadOnly, WrongEmbedder
from tkg.index import Index, State, discard, inspect
from tkg.ranker import Ranker
from tkg.search import Meant, Ranked, Search
from tkg.store import Store, storage_errors
from tkg.vectors import Vectors, embedder_of
from tkg.word_index import Size, WordIndex

Progress = Callable[[str, int, int], None]
"""Told the stage of a work, how much of it is done, and of how much."""

WORTH_SAVING = 20
"""A side index is written when a graph is closed if more than one in so many of its vectors are new."""

_FEW = 1_000
"""Entries that are counted in no time."""

_log = logging.getLogger("tkg.search")


@dataclass(frozen=True, slots=True)
class Ready:
    """What a search goes without: how many texts are not embedded yet, and why, a line for each reason."""

    pending: int = 0
    without: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Report:
    """How an index stands.

    `entries` are the things that can be found, of which `without_words` are not in the word index; `places` of the log
    and `messages` are not taken in yet. `embedder` is the name of the one that the file is searched with, None as long
    as there is none; `pending` texts are not embedded by the one at hand. `side` says how the side index stands, None
    where there is none: a graph in memory, or without an embedder.
    """

    entries: int
    without_words: int
    places: int
    messages: int
    embedder: str | None
    pending: int
    side: State | None

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong. That something is pending, or a side index missing or behind, is not."""
        return self.without_words == 0 and (self.side is None or self.side.usable or self.side.word == "missing")

    def to_dict(self) -> dict[str, Any]:
        """The report as JSON values."""
        return {**asdict(self), "ok": self.ok}


class Finder:
    """Searches one store. `embedder` None: by everything but meaning. `path` is the file of the side index, which is
    read, and written unless `readonly`."""

    def __init__(self, store: Store, embedder: Embedder | None, path: Path | None, *, readonly: bool = False) -> None:
        self.store, self.embedder, self.readonly = store, embedder, readonly
        # Once: a function cannot be given anew while another thread has a statement under way.
        with storage_errors():
            filters.register(store.connection)
        self.entries = Entries(store)
        self.vectors = None if embedder is None else Vectors(store, embedder, self.entries)
        self.path, self.index = path, Index(path, lock=store.lock)
        self._sizes: dict[tuple[int, Kind], tuple[int, Size]] = {}

    def prepare(self, scope: str, kinds: Sequence[Kind], *, embed: bool = True) -> Ready:
        """Take in what was written since the last time, and embed it, so that it can be found.

        Raises WrongEmbedder, BadEmbedding. That another process writes, or that an embedder does not answer, is said in
        the outcome.
        """
        without: list[str] = []
        with self.store.snapshot() as last:
            overlay.keep_up(self.store.connection)
            behind = self.entries.is_behind(last.place)
        if behind:
            try:
                self._write(self.entries.catch_up)
            except Locked as error:
                without.append(f"what was written last: {error}")
        vectors = self.vectors
        scope_id, pending = self._pending(scope, kinds)
        if vectors is not None and pending and embed:
            try:
                self._write(lambda: vectors.embed([scope_id], kinds))
            except WrongEmbedder:
                if vectors is self.vectors:
                    raise
                # Another thread has changed it here and in the file.
                return self.prepare(scope, kinds, embed=embed)
            except (EmbedderError, BadEmbedding, Locked) as error:
                without.append(f"the meaning of some texts: {error}")
            _, pending = self._pending(scope, kinds)
        for line in without:
            _log.warning("searched without %s", line)
        return Ready(pending, tuple(without))

    def _pending(self, scope: str, kinds: Sequence[Kind]) -> tuple[int, int]:
        """The id of a scope, and how many of its texts have no vector yet."""
        with self.store.snapshot():
            scope_id = self.store.scope_id(scope)
            if self.vectors is None or scope_id is None:
                return 0, 0
            self.vectors.require()
            return scope_id, self.vectors.pending(scope_id, kinds)

    def _write(self, work: Callable[[], object]) -> None:
        """Do some work on the index; where the file may only be read, on a copy of it."""
        try:
            work()
        except ReadOnly:
            with self.store.lock, storage_errors():
                overlay.lay(self.store.connection)
            work()

    def vector(self, text: str) -> Meant | None:
        """The vector of a question; None without an embedder. Raises EmbedderError, BadEmbedding."""
        embedder = self.embedder
        return None if embedder is None else _meant(text, embedder)

    def size(self, index: WordIndex, kind: Kind) -> Size:
        """How many entries of a kind there are, counted again when there may be a tenth more, or if they are few."""
        key, last = (index.scope, kind), self.entries.table.last()
        known = self._sizes.get(key)
        # All that is new may be of this scope and kind.
        if known is None or last - known[0] > (0 if known[1].entries < _FEW else known[1].entries / 10):
            known = self._sizes[key] = last, index.size(kind)
        return known[1]

    def rank(self, search: Search, kind: Kind) -> list[Ranked]:
        """The candidates of one kind, the best first. Inside the snapshot of the search's reader.

        Raises WrongEmbedder if the embedder was changed since the question was embedded, by another process, or by
        another thread to one that does not answer; BadEmbedding.
        """
        ranking = None
        overlay.keep_up(self.store.connection)
        if self.vectors is not None and search.vector is not None:
            self.vectors.require()
            meant = self._in_use(search.vector, search.question.text)
            self.index.refresh(self.vectors)
            ranking = self.index.ask(meant.vector, search.candidates.reader.scope, kind)
        return Ranker(search, kind, ranking).run()

    def _in_use(self, meant: Meant, text: str) -> Meant:
        """The vector of a question by the embedder in use: made anew where another thread has changed that since."""
        if self.embedder is None or meant.embedder == self.embedder.name:
            return meant
        try:
            return _meant(text, self.embedder)
        except EmbedderError as error:
            raise WrongEmbedder(
                f"the embedder was changed from {meant.embedder} to {self.embedder.name} during the search, and that "
                f"one could not be asked ({error}): search again"
            ) from error

    def work(self, progress: Progress | None = None) -> int:
        """Take in and embed whatever is pending, in all scopes, and bring the side index up to date; how many texts
        were embedded.

        `progress` is told the stage ("read", "embedded", "linked"), how much is done, and of how much. Raises
        WrongEmbedder, EmbedderError, BadEmbedding, ReadOnly, Locked.
        """
        stage = progress or (lambda *_: None)
        self._lift()
        self.entries.catch_up(partial(stage, "read"))
        vectors = self.vectors
        if vectors is None:
            return 0
        with self.store.snapshot():
            vectors.require()
        try:
            done = vectors.embed(None, tuple(Kind), partial(stage, "embedded"))
        except BadEmbedding:
            # Of some texts only, which keep back nothing else.
            self._bring_up(stage)
            raise
        self._bring_up(stage)
        return done

    def _bring_up(self, stage: Progress) -> None:
        """Bring the side index up to date, in memory and in its file. Raises WrongEmbedder."""
        with self.store.snapshot():
            if self.vectors is None:
                return
            self.vectors.require()
            self.index.refresh(self.vectors)
        self.index.grow(partial(stage, "linked"))
        self._save()

    def _lift(self) -> None:
        """From now on the index is the file's, and no copy in memory."""
        with self.store.snapshot():
            overlay.lift(self.store.connection)

    def reindex(self, embedder: Embedder | None, progress: Progress | None = None) -> int:
        """Make the index anew; how many texts were embedded.

        With another embedder, the vectors of all texts by it, and search with it from then on; otherwise the entries
        and their words, whose vectors are used again. Facts and words stay as they are. What is broken off goes on at
        the next call where it was. Raises as `work`.
        """
        stage = progress or (lambda *_: None)
        vectors = self.vectors if embedder is None else Vectors(self.store, embedder, self.entries)
        if embedder is None and vectors is not None:
            with self.store.snapshot():
                vectors.require()
        self._lift()
        if vectors is None or (self.vectors is not None and vectors.embedder.name == self.vectors.embedder.name):
            self.entries.drop_all()
        self.entries.catch_up(partial(stage, "read"))
        if vectors is None:
            return 0
        done = vectors.embed(None, tuple(Kind), partial(stage, "embedded"), beside=embedder is not None)
        with self.store.lock:
            vectors.choose()
            self.embedder, self.vectors = vectors.embedder, vectors
        self._bring_up(stage)
        return done

    def check(self) -> Report:
        """How the index stands to the log, and the side index to the file; nothing is changed. Raises WrongEmbedder."""
        with self.store.snapshot() as last:
            if self.vectors is not None:
                self.vectors.require()
            # The side index is one of the file, and not of a copy that has gone its own way.
            overlay.lift(self.store.connection)
            behind = self.entries.behind(last.place)
            counts = self.entries.table.counts()
            name = embedder_of(self.store)
            pending = 0 if self.vectors is None else self.vectors.pending_in_all()
            state = None
            if self.vectors is not None and self.path is not None:
                state = inspect(self.path, self.vectors)
        return Report(*counts, *behind, name, pending, state)

    def close(self) -> None:
        """Write the side index, if much of it is new: it is written whole, and what it lacks is soon read."""
        if self.index.unsaved * WORTH_SAVING > self.index.rows:
            self._save()

    def _save(self) -> None:
        """Write the side index, if it has something new, and nothing of it was erased meanwhile."""
        if self.readonly or self.path is None or not self._is_of_now():
            return
        if self.index.save() and not self._is_of_now():
            # Another process erased something while the file was being written, and took away the one before it.
            discard(self.path)

    def _is_of_now(self) -> bool:
        """Whether the vectors in memory, if any, are still there in the database."""
        if self.vectors is None or self.index.generation is None:
            return False
        with self.store.snapshot():
            return self.index.generation == self.vectors.generation


def _meant(text: str, embedder: Embedder) -> Meant:
    return Meant(unit_vectors(embedder.questions([text]), [text], embedder)[0], embedder.name)
