"""Working off what waits to be extracted: taken, read, and written down, a portion at a time.

A portion is messages of one conversation that wait for this extractor. One that reads a message at a time, like the
rules, is simply called. One that asks a model is given the messages together, with the ones before them and what is
believed about the things that they name, and is asked for several portions at once. In one transaction what it found is
written, the jobs are taken out of the queue, and what it cost is put down; if the jobs are no longer this worker's, or
somebody else has extracted them meanwhile, nothing is written twice.

What cannot be read stays in the queue. "No facts" is an answer, kept as an extraction that recorded nothing; a refusal,
a reply cut off or one that never came is a failure, kept with the job. A model that could not take several messages
together, since it refused one or answered none, is asked for halves of them, so that one message costs itself alone.
"""

import asyncio
import logging
from collections.abc import Callable, Collection, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tkg import conversation
from tkg.change import proposed
from tkg.conversation import Turn
from tkg.entries import Entries
from tkg.errors import ExtractionError, Misconfigured
from tkg.extract.protocol import BatchExtractor, Candidate, Extractor, Found, Message, Skipped, Usage
from tkg.former import read_whole
from tkg.jobs import LEASE_US, WHOLE, Jobs, Portion
from tkg.known import known_facts
from tkg.linked import Linker
from tkg.messages import message_of
from tkg.spending import Ledger
from tkg.store import Store
from tkg.tally import Failure, Tally
from tkg.vocabulary import in_use
from tkg.words import Words
from tkg.writer import Writer
from tkg.written import EpisodeWriter, Manner

if TYPE_CHECKING:
    from tkg.ontology import Ontology
    from tkg.resembling import Resembling
    from tkg.timex import Conventions

AT_ONCE = 500
"""Messages that an extractor which reads one at a time is given between two transactions."""

BEFORE = 4
"""Messages before a portion that a model is shown with it."""

KEEP_EVERY_S = LEASE_US / 1_000_000 / 3
"""How often the lease of what is being read is renewed."""

_NO_LIMIT = 2**62
_LAST_ERASURE = "SELECT COALESCE(MAX(place), 0) FROM erasure"
_SCOPE = "SELECT name FROM scope WHERE id = ?"
_log = logging.getLogger("tkg.extract")


@dataclass(frozen=True, slots=True)
class _Shown:
    """Messages as an extractor is shown them, and the last erasure by then."""

    messages: Sequence[Message]
    erasure: int


@dataclass
class Extraction:
    """One go of an extractor over what waits for it. `ledger` has its run; `tally` is told what is done, `progress` of
    how many messages."""

    store: Store
    extractor: Extractor | BatchExtractor
    ontology: "Ontology"
    jobs: Jobs
    ledger: Ledger
    tally: Tally
    conventions: "Conventions | None" = None
    hold_below: float = 0.0
    resembling: "Resembling | None" = None
    progress: Callable[[int], None] | None = None
    _spent: set[int] = field(default_factory=set)
    _stopped: bool = False
    _done: int = 0

    def drain(self, among: Collection[int] | None = None) -> None:
        """Work off what is due, or what of these episodes is. What fails is told in the tally, and never raised.

        Raises Locked and ReadOnly, and what an extractor that reads one message at a time raises; what it was given
        waits then, as before.
        """
        if isinstance(self.extractor, BatchExtractor):
            run_async(self._drain_together(self.extractor, among))
        else:
            while (portion := self.jobs.take(AT_ONCE, _NO_LIMIT, among)) is not None:
                self.read(portion)

    # --- one message at a time ---

    def read(self, portion: Portion) -> None:
        """Read jobs that are taken, with an extractor that reads one message at a time. Raises as `drain`."""
        assert not isinstance(self.extractor, BatchExtractor)
        written = False
        while not written:
            shown = self._shown(portion)
            try:
                found = [tuple(self.extractor.extract(message, self.ontology)) for message in shown.messages]
            except BaseException:
                self.jobs.put_back(portion.episodes)
                raise
            written = self._write(portion, shown, Found(tuple(found)))

    # --- several together ---

    async def _drain_together(self, extractor: BatchExtractor, among: Collection[int] | None) -> None:
        if self.resembling is not None:
            Entries(self.store).catch_up()
        try:
            async with asyncio.TaskGroup() as group:
                for _ in range(extractor.concurrency):
                    group.create_task(self._work(extractor, among))
        except ExceptionGroup as several:
            # All workers end with the first that fails; what the others say then is of the same fault.
            raise several.exceptions[0] from None
        finally:
            await extractor.aclose()

    async def _work(self, extractor: BatchExtractor, among: Collection[int] | None) -> None:
        while (portion := self._next(extractor, among)) is not None:
            try:
                await self._read_together(extractor, portion)
            except Exception as error:
                # It counts as an attempt, so that words which an extractor falls over do not keep back all others.
                self.jobs.give_back(portion.episodes, type(error).__name__, again=True)
                raise
            except BaseException:
                self.jobs.put_back(portion.episodes)
                raise

    def _next(self, extractor: BatchExtractor, among: Collection[int] | None) -> Portion | None:
        """The next portion that there is something left to spend on."""
        while not self._stopped:
            portion = self.jobs.take(extractor.most_messages, extractor.most_characters, among, without=self._spent)
            if portion is None:
                return None
            if self._may_spend(portion):
                return portion
        return None

    def _may_spend(self, portion: Portion) -> bool:
        """Whether the budgets leave something to spend on a portion; if not, it waits, and why is told."""
        with self.store.snapshot():
            used_up = self.ledger.used_up(portion.scope)
        if used_up is None:
            return True
        self._spent.add(portion.scope)
        self.jobs.put_back(portion.episodes, used_up)
        self.tally.notes.setdefault(used_up)
        _log.warning("%s: what is left waits in the queue", used_up)
        return False

    async def _read_together(self, extractor: BatchExtractor, portion: Portion) -> None:
        written = False
        while not written:
            shown = self._shown(portion)
            with self.store.snapshot() as last:
                ontology = in_use(self.store, last.place)
                first = self._turn(portion.episodes[0])
                turns = conversation.before(self.store.connection, first, BEFORE)
                before = [message_of(turn) for turn in reversed(turns)]
                known = known_facts(self.store, portion.scope, shown.messages, portion.episodes)
            try:
                reading = extractor.read(shown.messages, before, known, ontology)
                found = await self._holding(portion, reading)
            except ExtractionError as error:
                self._spend(portion.scope, error.usage or Usage(), error.code)
                await self._failed(extractor, portion, shown, error)
                return
            # By itself: an answer is paid for, whether it can be written or not.
            self._spend(portion.scope, found.usage, "answered")
            written = self._write(portion, shown, found)

    async def _holding(self, portion: Portion, reading: Coroutine[Any, Any, Found]) -> Found:
        """What a reading gives, however long it takes: the jobs stay this worker's meanwhile."""
        task = asyncio.create_task(reading)
        try:
            while not (await asyncio.wait([task], timeout=KEEP_EVERY_S))[0]:
                self.jobs.keep(portion.episodes)
            return task.result()
        finally:
            if task.cancel():
                await asyncio.wait([task])

    async def _failed(
        self, extractor: BatchExtractor, portion: Portion, shown: "_Shown", error: ExtractionError
    ) -> None:
        if error.of_words and len(portion.episodes) > 1:
            middle = len(portion.episodes) // 2
            for half in (portion.episodes[:middle], portion.episodes[middle:]):
                self.jobs.keep(half)
                if self._may_spend(Portion(portion.scope, half)):
                    await self._read_together(extractor, Portion(portion.scope, half))
            return
        with self.store.snapshot():
            # What a server says may have words in it that are erased meanwhile.
            reason = f"{error.code}: {error}" if self._last_erasure() == shown.erasure else error.code
        if isinstance(error, Misconfigured):
            # No message is at fault, and each of the others would meet the same.
            self._stopped = True
            self.jobs.put_back(portion.episodes, reason)
            self._tell(Failure(reason, portion.episodes, again=True))
            return
        wait = None if error.retry_after_s is None else round(error.retry_after_s * 1_000_000)
        again = self.jobs.give_back(portion.episodes, reason, wait_us=wait, again=error.retryable)
        self._tell(Failure(reason, portion.episodes, again))

    def _tell(self, failure: Failure) -> None:
        self.tally.failures.append(failure)
        _log.warning("%s", failure)
        self._advance(len(failure.episodes))

    # --- reading and writing ---

    def _shown(self, portion: Portion) -> "_Shown":
        with self.store.snapshot():
            messages = [message_of(self._turn(episode)) for episode in portion.episodes]
            return _Shown(messages, self._last_erasure())

    def _last_erasure(self) -> int:
        return int(self.store.connection.execute(_LAST_ERASURE).fetchone()[0])

    def _turn(self, episode: int) -> Turn:
        turn = conversation.turn(self.store.connection, episode)
        assert turn is not None
        return turn

    def _write(self, portion: Portion, shown: "_Shown", found: Found) -> bool:
        """Write what was found; False, and nothing is, if something was erased since it was shown to the extractor: it
        may be in what was found, and it is not said where from."""
        name = self.extractor.name
        with self.store.transaction(actor=name) as transaction:
            if self._last_erasure() != shown.erasure:
                transaction.abandon()
                return False
            (scope,) = self.store.connection.execute(_SCOPE, (portion.scope,)).fetchone()
            writer = Writer(self.store, transaction, scope)
            linker, waiting = Linker(writer, self.resembling), set(portion.episodes)
            mine, words = self.jobs.done(portion.episodes), Words(self.store, portion.scope)
            written = 0
            for message, episode, said in zip(shown.messages, portion.episodes, found.each, strict=True):
                if episode in mine and (mine[episode] or not words.is_extracted(episode, name)):
                    # What comes after it in this portion is read anew in its turn.
                    written += self._episode(linker, message, episode, said, mine, waiting)
                waiting.discard(episode)
            if not written:
                transaction.abandon()
        unable = self.resembling and self.resembling.failed
        for note in [*found.notes, *([unable] if unable else [])]:
            if note not in self.tally.notes:
                self.tally.notes[note] = None
                _log.warning("%s", note)
        self._advance(len(portion.episodes))
        return True

    def _episode(
        self,
        linker: Linker,
        message: Message,
        episode: int,
        said: Sequence[Candidate | Skipped],
        mine: dict[int, int],
        waiting: Collection[int],
    ) -> bool:
        again = mine[episode]
        manner = Manner(self.extractor.name, self.ledger.run, self.hold_below)
        found = [proposed(item, message, self.conventions) for item in said]
        episode_writer = EpisodeWriter(linker.writer, message, episode, manner, self.tally, linker)
        written = episode_writer.write(found, again=again > 0, whole=again == WHOLE) is not None
        here = {other for other in episode_writer.built_on if other in waiting and other in mine}
        mine.update(dict.fromkeys(here, WHOLE))
        read_whole(linker.writer, episode_writer.built_on - here)
        return written

    def _spend(self, scope: int, usage: Usage, outcome: str) -> None:
        if usage.calls:
            with self.store.upkeep():
                self.ledger.add(scope, usage.calls, (usage.tokens_in, usage.tokens_out), usage.money, outcome)

    def _advance(self, messages: int) -> None:
        self._done += messages
        if self.progress is not None:
            self.progress(self._done)


def run_async(work: Coroutine[Any, Any, None]) -> None:
    """Run to its end what is asynchronous, also where the caller is inside of an event loop, which waits then."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        asyncio.run(work)
        return
    with ThreadPoolExecutor(1) as executor:
        executor.submit(asyncio.run, work).result()
