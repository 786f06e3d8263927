"""What an ingestion would record, found out without recording it.

The messages that are new are read as they would be, by the same extractor and within the same budgets, and what is
found is written in a transaction that is rolled back, which is how it comes out what each change would do: make a
claim, restate one, correct one. Nothing is kept but what a model was asked, since that is spent.

A model is shown what the file has; what the same rehearsal found in messages before is not believed yet, and not shown.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tkg import conversation
from tkg.change import Change, proposed
from tkg.conversation import APART_US, Turn
from tkg.errors import ExtractionError
from tkg.extract.protocol import BatchExtractor, Candidate, Message, Skipped, Usage
from tkg.extraction import BEFORE, run_async
from tkg.intervals import MAX, microseconds
from tkg.known import known_facts
from tkg.linked import Linker
from tkg.messages import episode_of, message_of
from tkg.patch import Found, Patch, Proposal, ReadMessage
from tkg.spending import Ledger, Spent, begin_run, spent
from tkg.tally import Failure, Tally
from tkg.vocabulary import in_use
from tkg.words import Words
from tkg.writer import Writer
from tkg.written import EpisodeWriter, Manner, Outcome

if TYPE_CHECKING:
    from tkg.ingest import Reading
    from tkg.store import Store

Numbered = tuple[int, Message, int]
"""A message with its number among those handed in, and which of several equal ones it is."""


class _RollBack(Exception):
    """Ends the rehearsed transaction."""


@dataclass
class Rehearsal:
    """One rehearsal of an ingestion into `scope`; `progress` is told how many messages are done."""

    store: "Store"
    reading: "Reading"
    scope: str
    labels: Mapping[str, str] | None
    progress: Callable[[int], None] | None = None
    _found: dict[int, Sequence[Candidate | Skipped]] = field(default_factory=dict)
    _failures: list[Failure] = field(default_factory=list)
    _notes: dict[str, None] = field(default_factory=dict)
    _ledger: Ledger | None = None
    _done: int = 0

    def patch(self, messages: Iterable[Message]) -> Patch:
        """What these messages would record. Raises Locked, and what an extractor that reads one at a time raises."""
        new = self._new(messages)
        extractor = self.reading.extractor
        model = prompt = None
        if isinstance(extractor, BatchExtractor):
            model, prompt = extractor.model, extractor.prompt
            run_async(self._read_together(extractor, new))
        else:
            for number, message, _ in new:
                self._found[number] = tuple(extractor.extract(message, self.reading.ontology))
                self._advance(1)
        read = self._written([each for each in new if each[0] in self._found])
        cost = Spent()
        if self._ledger is not None:
            with self.store.snapshot():
                cost = spent(self.store, run=self._ledger.run)
        return Patch(
            self.scope,
            extractor.name,
            model,
            prompt,
            self.labels,
            read,
            tuple(self._failures),
            tuple(self._notes),
            cost,
        )

    def _new(self, messages: Iterable[Message]) -> list[Numbered]:
        """The messages that the extractor would read: those that are not stored, or that it has not read."""
        occurrences: Counter[tuple[object, ...]] = Counter()
        new: list[Numbered] = []
        name = self.reading.extractor.name
        with self.store.snapshot():
            scope = self.store.scope_id(self.scope)
            for number, message in enumerate(messages):
                parts = (message.speaker, message.role, message.at, message.content, message.id)
                occurrence = occurrences[parts]
                occurrences[parts] += 1
                words = Words(self.store, -1 if scope is None else scope)
                id_ = words.find(episode_of(message, occurrence))
                if id_ is None or not (words.is_extracted(id_, name) or words.is_removed(id_)):
                    new.append((number, message, occurrence))
        return new

    # --- asking a model ---

    async def _read_together(self, extractor: BatchExtractor, new: Sequence[Numbered]) -> None:
        try:
            for portion in _portions(new, extractor.most_messages, extractor.most_characters):
                await self._read(extractor, new, portion)
                self._advance(len(portion))
        finally:
            await extractor.aclose()

    async def _read(self, extractor: BatchExtractor, new: Sequence[Numbered], portion: Sequence[Numbered]) -> None:
        numbers, messages = tuple(each[0] for each in portion), [each[1] for each in portion]
        if (used_up := self._used_up(extractor)) is not None:
            self._failures.append(Failure(used_up, numbers, again=True))
            return
        with self.store.snapshot() as last:
            scope = self.store.scope_id(self.scope)
            before = self._before(scope, new, portion[0])
            known = () if scope is None else known_facts(self.store, scope, messages)
            ontology = in_use(self.store, last.place)
        try:
            found = await extractor.read(messages, before, known, ontology)
        except ExtractionError as error:
            self._spend(error.usage or Usage(), error.code)
            if error.of_words and len(portion) > 1:
                middle = len(portion) // 2
                for half in (portion[:middle], portion[middle:]):
                    await self._read(extractor, new, half)
                return
            self._failures.append(Failure(f"{error.code}: {error}", numbers, again=error.retryable))
            return
        self._spend(found.usage, "answered")
        self._found.update(zip(numbers, found.each, strict=True))
        self._notes.update(dict.fromkeys(found.notes))

    def _before(self, scope: int | None, new: Sequence[Numbered], first: Numbered) -> list[Message]:
        """The messages before one in its conversation: of the file, and of those that are rehearsed with it."""
        _, message, _ = first
        at = microseconds(message.at)
        stored: list[Message] = []
        if scope is not None:
            labels = json.dumps(dict(self.labels), ensure_ascii=False, sort_keys=True) if self.labels else None
            here = Turn(MAX, scope, message.speaker, at, "", "", labels, None, 0, message.role)
            stored = [message_of(turn) for turn in reversed(conversation.before(self.store.connection, here, BEFORE))]
        together = [
            each
            for number, each, _ in new
            if number < first[0] and 0 <= at - microseconds(each.at) <= APART_US and each not in stored
        ]
        return [*stored, *together][-BEFORE:]

    def _used_up(self, extractor: BatchExtractor) -> str | None:
        if self._ledger is None:
            with self.store.upkeep():
                run = begin_run(self.store, extractor.name, extractor.model, extractor.prompt)
            self._ledger = Ledger(self.store, run, self.reading.budgets)
        with self.store.snapshot():
            scope = self.store.scope_id(self.scope)
            return self._ledger.used_up(-1 if scope is None else scope)

    def _spend(self, usage: Usage, outcome: str) -> None:
        assert self._ledger is not None
        if usage.calls:
            with self.store.transaction() as transaction:
                scope = Writer(self.store, transaction, self.scope).scope
                self._ledger.add(scope, usage.calls, (usage.tokens_in, usage.tokens_out), usage.money, outcome)
                transaction.abandon()

    def _advance(self, messages: int) -> None:
        self._done += messages
        if self.progress is not None:
            self.progress(self._done)

    # --- what each change would do ---

    def _written(self, messages: Sequence[Numbered]) -> tuple[ReadMessage, ...]:
        """The messages with their changes, written for a moment to see what each would do."""
        read: list[ReadMessage] = []
        name = self.reading.extractor.name
        try:
            with self.store.transaction(actor=name) as transaction:
                writer = Writer(self.store, transaction, self.scope)
                manner = Manner(name, begin_run(self.store, name, None, None), self.reading.hold_below)
                linker, made = Linker(writer, self.reading.resembling()), dict[int, int]()
                for number, message, occurrence in messages:
                    id_ = stored(writer, message, occurrence, self.labels)
                    found = [proposed(item, message, self.reading.conventions) for item in self._found[number]]
                    outcomes = EpisodeWriter(writer, message, id_, manner, Tally(), linker).write(found) or ()
                    before = sum(len(each.changes) for each in read)
                    read.append(ReadMessage(message, occurrence, *_told(outcomes, before, made)))
                raise _RollBack
        except _RollBack:
            return tuple(read)


def stored(writer: Writer, message: Message, occurrence: int, labels: Mapping[str, str] | None) -> int:
    """The episode of a message, stored if it is new."""
    words = Words(writer.store, writer.scope)
    episode = episode_of(message, occurrence)
    id_ = words.find(episode)
    return words.add(writer.transaction, episode, labels) if id_ is None else id_


def _told(
    outcomes: Iterable[Outcome], before: int, made: dict[int, int]
) -> tuple[tuple[Proposal, ...], tuple[Skipped, ...]]:
    """What was proposed, after so many changes before, and what was passed over; `made` has the number of the change
    that made each claim."""
    changes: list[Proposal] = []
    passed_over: list[Skipped] = []
    for each in outcomes:
        if not isinstance(each.item, Change):
            passed_over.append(each.item)
        elif each.why is not None and not each.is_held:
            passed_over.append(Skipped(each.why, each.item.quotes[0].span, each.item.quotes[0].text))
        else:
            changes.append(Proposal(each.item, Found.of(each.item), _note(each, made)))
            if each.claim is not None and each.did not in ("restated", "retracted"):
                made[each.claim] = before + len(changes)
    return tuple(changes), tuple(passed_over)


def _note(outcome: Outcome, made: Mapping[int, int]) -> str:
    """What a change would do, in words."""
    if outcome.is_held:
        return f"held for review: {outcome.why}"
    about = outcome.claim if outcome.target is None else outcome.target
    claim = f"what change {made[about]} makes" if about is not None and about in made else f"claim {about}"
    match outcome.did:
        case "restated":
            return f"says what is said already: {claim}"
        case "corrected":
            return f"corrects {claim}"
        case "retracted":
            return f"calls off {claim}"
        case _:
            return str(outcome.did)


def _portions(new: Sequence[Numbered], count: int, characters: int) -> Iterator[Sequence[Numbered]]:
    """The messages in portions of up to so many with up to so many characters, or of one that is longer."""
    portion: list[Numbered] = []
    length = 0
    for each in new:
        size = len(each[1].content)
        if portion and (len(portion) == count or length + size > characters):
            yield portion
            portion, length = [], 0
        portion.append(each)
        length += size
    if portion:
        yield portion
