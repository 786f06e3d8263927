"""From messages to claims: the words first, then what an extractor makes of them.

Messages are stored verbatim, each once, and committed before anything reads them, with a job for each that the
extractor has not read (see `tkg.jobs`): whatever happens later, the words are there, and what is not done with them is
known. Then what waits is worked off (`tkg.extraction`), at once in the mode "now", or whenever `work` is called after
"later". An episode is extracted once by an extractor; messages that are handed in again change nothing, except that
those which no extraction was finished for are read again.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, get_args

from tkg.errors import InputError
from tkg.extract.protocol import BatchExtractor, Extractor, Message
from tkg.extraction import Extraction
from tkg.jobs import Jobs, Portion
from tkg.messages import episode_of, read_message
from tkg.patch import Patch
from tkg.rehearsal import Rehearsal
from tkg.revising import drain_again
from tkg.spending import Budgets, Ledger, Spent, begin_run, spent
from tkg.tally import Ingested, Tally
from tkg.terms import storable
from tkg.words import Episode, Words
from tkg.writer import Writer

if TYPE_CHECKING:
    from tkg.embed import Embedder
    from tkg.ontology import Ontology
    from tkg.resembling import Resembling
    from tkg.store import Store
    from tkg.timex import Conventions

BATCH = 500
"""Messages a transaction."""

Mode: TypeAlias = Literal["now", "later"]
MODES: tuple[Mode, ...] = get_args(Mode)


@dataclass(frozen=True, slots=True)
class Reading:
    """How messages are read: by which extractor, with which predicates, and what may be spent on it.

    `conventions` are what the time words in them leave to custom: the order of day and month, the fiscal year. `worker`
    is a name that no other worker has. What an extractor is less sure of than `hold_below` is held for review.
    `embedder` gives the one of the graph, when it is needed.
    """

    extractor: Extractor | BatchExtractor
    ontology: "Ontology"
    worker: str
    budgets: Budgets = field(default_factory=Budgets)
    conventions: "Conventions | None" = None
    hold_below: float = 0.0
    embedder: "Callable[[], Embedder | None]" = lambda: None

    def begin(self, store: "Store", tally: Tally, progress: Callable[[int], None] | None = None) -> Extraction:
        """A new run over what waits for the extractor. Raises Locked, ReadOnly."""
        extractor = self.extractor
        model, prompt = (extractor.model, extractor.prompt) if isinstance(extractor, BatchExtractor) else (None, None)
        with store.upkeep():
            run = begin_run(store, extractor.name, model, prompt)
        ledger = Ledger(store, run, self.budgets)
        return Extraction(
            store,
            extractor,
            self.ontology,
            self.jobs(store),
            ledger,
            tally,
            self.conventions,
            self.hold_below,
            self.resembling(),
            progress,
        )

    def resembling(self) -> "Resembling | None":
        """What suggests that a new name is another name of an entity that is known: where a model reads, which calls
        one thing by several."""
        if not isinstance(self.extractor, BatchExtractor) or (embedder := self.embedder()) is None:
            return None
        from tkg.resembling import Resembling

        return Resembling(embedder)

    def jobs(self, store: "Store") -> Jobs:
        """What waits for the extractor, as this worker sees it."""
        return Jobs(store, self.extractor.name, self.worker)


def checked_mode(mode: str) -> None:
    """Raises InputError for a mode that there is not."""
    if mode not in MODES:
        raise InputError(f"mode={mode!r}: use {' or '.join(MODES)}")


def ingest(
    store: "Store",
    messages: Iterable[Mapping[str, Any] | Message],
    reading: Reading,
    *,
    scope: str,
    labels: Mapping[str, str] | None = None,
    mode: Mode = "now",
    progress: Callable[[int], None] | None = None,
) -> Ingested:
    """Store messages and write what they say, a batch at a time; `progress` is told how many are done.

    Raises BadMessage for a message that cannot be read, before anything of its batch is stored; Locked, ReadOnly.
    """
    checked_mode(mode)
    _storable(labels)
    run = _Ingestion(store, reading, scope, labels, mode, progress)
    waiting = iter(messages)
    while batch := [read_message(item, store) for item in islice(waiting, BATCH)]:
        run.batch(batch)
    return run.finish()


def rehearse(
    store: "Store",
    messages: Iterable[Mapping[str, Any] | Message],
    reading: Reading,
    *,
    scope: str,
    labels: Mapping[str, str] | None = None,
    progress: Callable[[int], None] | None = None,
) -> Patch:
    """What `ingest` would record; nothing is stored but what a model was asked. Raises BadMessage, Locked, ReadOnly."""
    _storable(labels)
    read = [read_message(item, store) for item in messages]
    return Rehearsal(store, reading, scope, labels, progress).patch(read)


def work(store: "Store", reading: Reading, progress: Callable[[int, int], None]) -> Ingested:
    """Work off what waits for the extractor and is due, in all scopes; `progress` is told how many are done, of how
    many. Raises Locked, ReadOnly."""
    waiting = reading.jobs(store)
    with store.snapshot():
        most, due = waiting.count().waiting, waiting.next_due()
    run: Extraction | None = None
    if due is not None and due <= store.clock():
        run = reading.begin(store, Tally(), lambda done: progress(done, max(most, done)))
        run.drain()
    return _outcome(waiting, run)


def read_again(
    store: "Store", reading: Reading, episodes: Sequence[int], mode: Mode, progress: Callable[[int, int], None]
) -> Ingested:
    """Work off messages that are queued to be read anew, and what had built on them, unless that is for later;
    `progress` is told how many are done, of how many. Raises Locked, ReadOnly."""
    run: Extraction | None = None
    if episodes and mode == "now":
        run = reading.begin(store, Tally(), lambda done: progress(done, max(len(episodes), done)))
        drain_again(run, episodes)
    return _outcome(reading.jobs(store), run, episodes, messages=len(episodes))


def _outcome(waiting: Jobs, run: Extraction | None, episodes: Sequence[int] | None = None, **counts: int) -> Ingested:
    store = waiting.store
    with store.snapshot():
        left = waiting.count(episodes)
        cost = Spent() if run is None else spent(store, run=run.ledger.run)
    tally = Tally() if run is None else run.tally
    return tally.outcome(cost, waiting=left.waiting, failed=left.failed, **counts)


def _storable(labels: Mapping[str, str] | None) -> None:
    for text in (*(labels or {}), *(labels or {}).values()):
        storable(str(text), "a label")


class _Ingestion:
    """One call of `ingest` under way."""

    def __init__(
        self,
        store: "Store",
        reading: Reading,
        scope: str,
        labels: Mapping[str, str] | None,
        mode: Mode,
        progress: Callable[[int], None] | None,
    ) -> None:
        self.store, self.reading, self.scope, self.labels, self.mode = store, reading, scope, labels, mode
        self.progress = progress
        self.jobs = reading.jobs(store)
        self.at_once = mode == "now" and not isinstance(reading.extractor, BatchExtractor)
        self.occurrences: Counter[tuple[object, ...]] = Counter()
        self.episodes: list[int] = []
        self.messages = self.stored = 0

    @cached_property
    def extraction(self) -> Extraction:
        """The run, which begins when there is something to read."""
        return self.reading.begin(self.store, Tally())

    def batch(self, messages: Sequence[Message]) -> None:
        unread = self._store_words(messages)
        self.episodes += unread
        if self.at_once and unread:
            with self.store.snapshot():
                scope = self.store.scope_id(self.scope)
            assert scope is not None
            self.extraction.read(Portion(scope, tuple(unread)))
        self.messages += len(messages)
        if self.progress is not None and (self.at_once or self.mode == "later"):
            self.progress(self.messages)

    def finish(self) -> Ingested:
        if self.mode == "now" and not self.at_once and self.episodes:
            self.extraction.progress = self.progress
            self.extraction.drain(self.episodes)
        run = self.__dict__.get("extraction")
        return _outcome(self.jobs, run, self.episodes, messages=self.messages, stored=self.stored)

    def _store_words(self, messages: Sequence[Message]) -> list[int]:
        """Store what is new, and queue what this extractor has not finished: the episodes of that."""
        episodes = [self._episode(message) for message in messages]
        with self.store.transaction(actor=self.reading.extractor.name) as transaction:
            scope = Writer(self.store, transaction, self.scope).scope
            words = Words(self.store, scope)
            unread, stored = [], 0
            for episode in episodes:
                id_ = words.find(episode)
                if id_ is None:
                    id_ = words.add(transaction, episode, self.labels)
                    stored += 1
                if not words.is_extracted(id_, self.reading.extractor.name) and not words.is_removed(id_):
                    unread.append(id_)
            self.jobs.add(transaction, scope, unread, take=self.at_once)
            if not stored:
                transaction.abandon()
        self.stored += stored
        return unread

    def _episode(self, message: Message) -> Episode:
        parts = (message.speaker, message.role, message.at, message.content, message.id)
        self.occurrences[parts] += 1
        return episode_of(message, self.occurrences[parts] - 1)
