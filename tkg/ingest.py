"""From messages to claims: the words first, then what an extractor makes of them, anchored and checked.

Messages are stored verbatim, each once, and committed before anything reads them: whatever happens later, the words are
there. Then the extractor proposes candidates, and each is written as one statement by the speaker, whose evidence is
the span that it came from:

- Its time words are anchored against the message's own time and zone, never against now. Words that do not settle a
  date leave the start unknown. A beginning that falls into a period ("I left last week") is one of its days; into one
  longer than a year, unknown (see `tkg.anchoring`). What they were anchored to, by which rule, and a date of the
  extractor's own that differs are kept with the evidence.
- A candidate that says that a thing still holds is a sighting at the message's time; so is one without a known start,
  which had begun by then. "Joined in 2021" is none. An end was seen by the message's time.
- A correction finds the latest live claim of the same speaker that says what was wrong; a plan called off is
  retracted. If there is none, the candidate is passed over.
- What says exactly what a live claim of the speaker says adds evidence to it, not a claim.

What is passed over is kept with its reason beside the episode. An episode is extracted once by an extractor; messages
that are handed in again change nothing, except that those which no extraction was finished for are read again.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime
from itertools import islice
from typing import TYPE_CHECKING, Any

from tkg.anchoring import anchorings
from tkg.bounds import Grain, canonical, unit
from tkg.errors import BadMessage, BadName, BadTime, InputError, RefusedError
from tkg.extract.protocol import Candidate, Extractor, Message, Skipped
from tkg.intervals import microseconds, moment
from tkg.matching import latest_saying, same_claim
from tkg.statement import Statement
from tkg.store import Transaction
from tkg.terms import storable
from tkg.values import Entity, Value
from tkg.words import Anchoring, Episode, Words
from tkg.writer import Writer

if TYPE_CHECKING:
    from tkg.ontology import Ontology
    from tkg.store import Store
    from tkg.timex import Conventions

BATCH = 500
"""Messages a transaction."""

_FIELDS = frozenset(("speaker", "role", "content", "timestamp", "id"))


@dataclass(frozen=True, slots=True)
class PassedOver:
    """What was not written, where it stands, and why."""

    reason: str
    text: str
    speaker: str
    said_at: datetime


@dataclass(frozen=True, slots=True)
class Ingested:
    """What an ingestion did. Counts are of messages and of candidates; `claims` are the ids of those made."""

    messages: int = 0
    stored: int = 0
    recorded: int = 0
    ended: int = 0
    corrected: int = 0
    retracted: int = 0
    restated: int = 0
    claims: tuple[int, ...] = ()
    passed_over: tuple[PassedOver, ...] = field(default=(), repr=False)

    def to_dict(self) -> dict[str, Any]:
        """The outcome as JSON values."""
        passed_over = [{**asdict(item), "said_at": item.said_at.isoformat()} for item in self.passed_over]
        return {**asdict(self), "claims": list(self.claims), "passed_over": passed_over}


def read_message(item: Mapping[str, Any] | Message, store: "Store") -> Message:
    """A message from a mapping with `speaker` or `role`, `content`, `timestamp` and an optional `id`.

    `timestamp` is ISO 8601 text or a datetime; without an offset it is read in the file's zone. Raises BadMessage.
    """
    if isinstance(item, Message):
        return item
    if not isinstance(item, Mapping):
        raise BadMessage(f"a message is a mapping with content and timestamp, got {item!r}")
    unknown = sorted(set(item) - _FIELDS)
    if unknown:
        raise BadMessage(f"a message has no field {unknown[0]!r}: it has {', '.join(sorted(_FIELDS))}")
    speaker, role = item.get("speaker"), item.get("role")
    if speaker is None and role is None:
        raise BadMessage(f"a message needs a speaker or a role: {dict(item)!r}")
    for name in ("speaker", "role", "content"):
        if item.get(name) is not None and not isinstance(item[name], str):
            raise BadMessage(f"{name} of a message is text, got {item[name]!r}")
    if item.get("content") is None or item.get("timestamp") is None:
        missing = "content" if item.get("content") is None else "timestamp"
        raise BadMessage(f"a message needs {missing!r}: {dict(item)!r}")
    for name in ("speaker", "role", "content", "id"):
        try:
            storable(str(item.get(name) or ""), name)
        except BadName as error:
            raise BadMessage(str(error)) from None
    ref = item.get("id")
    return Message(
        speaker or str(role), role or "user", item["content"], _time(item["timestamp"], store),
        None if ref is None else str(ref),
    )  # fmt: skip


def ingest(
    store: "Store",
    messages: Iterable[Mapping[str, Any] | Message],
    *,
    scope: str,
    labels: Mapping[str, str] | None = None,
    extractor: Extractor,
    ontology: "Ontology",
    conventions: "Conventions | None" = None,
    progress: Callable[[int], None] | None = None,
) -> Ingested:
    """Store messages and write what they say, a batch at a time, as `extractor` reads them with `ontology`.

    `conventions` are what the time words in them leave to custom: the order of day and month, the fiscal year.

    `progress` is told how many are done.

    Raises BadMessage for a message that cannot be read, before anything of its batch is stored.
    """
    for text in (*(labels or {}), *(labels or {}).values()):
        storable(str(text), "a label")
    run = _Run(store, scope, labels, extractor, ontology, conventions)
    waiting = iter(messages)
    while batch := [read_message(item, store) for item in islice(waiting, BATCH)]:
        run.batch(batch)
        if progress is not None:
            progress(run.counts["messages"])
    return run.outcome()


class _Run:
    """One ingestion under way."""

    def __init__(
        self,
        store: "Store",
        scope: str,
        labels: Mapping[str, str] | None,
        extractor: Extractor,
        ontology: "Ontology",
        conventions: "Conventions | None",
    ) -> None:
        self.store, self.scope, self.labels = store, scope, labels
        self.extractor, self.ontology, self.conventions = extractor, ontology, conventions
        self.counts: Counter[str] = Counter()
        self.occurrences: Counter[tuple[object, ...]] = Counter()
        self.claims: list[int] = []
        self.passed_over: list[PassedOver] = []

    def outcome(self) -> Ingested:
        return Ingested(**self.counts, claims=tuple(self.claims), passed_over=tuple(self.passed_over))

    def batch(self, messages: Sequence[Message]) -> None:
        episodes = self._store_words(messages)
        extracted = [(message, id_, self.extractor.extract(message, self.ontology)) for message, id_ in episodes]
        if extracted:
            with self.store.transaction(actor=self.extractor.name) as transaction:
                writer = Writer(self.store, transaction, self.scope)
                words, unread = Words(self.store, writer.scope), 0
                for message, id_, found in extracted:
                    # Another process may have written it while this one was reading.
                    if not words.is_extracted(id_, self.extractor.name):
                        unread += 1
                        _Episode(self, writer, transaction, message, id_).write(found)
                if not unread:
                    transaction.abandon()
        self.counts["messages"] += len(messages)

    def _store_words(self, messages: Sequence[Message]) -> list[tuple[Message, int]]:
        """Store what is new; the messages that this extractor has not finished, with their episodes."""
        episodes = [self._episode(message) for message in messages]
        with self.store.transaction(actor=self.extractor.name) as transaction:
            words = Words(self.store, Writer(self.store, transaction, self.scope).scope)
            unread, stored = [], 0
            for message, episode in zip(messages, episodes, strict=True):
                id_ = words.find(episode)
                if id_ is None:
                    id_ = words.add(transaction, episode, self.labels)
                    stored += 1
                if not words.is_extracted(id_, self.extractor.name):
                    unread.append((message, id_))
            if not stored:
                transaction.abandon()
        self.counts["stored"] += stored
        return unread

    def _episode(self, message: Message) -> Episode:
        parts = (message.speaker, message.role, message.at, message.content, message.id)
        occurrence = self.occurrences[parts]
        self.occurrences[parts] += 1
        return Episode(
            message.speaker, message.role, microseconds(message.at), message.at.strftime("%z") or "+0000",
            message.content, message.id, occurrence,
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Episode:
    """What is written of one episode."""

    run: _Run
    writer: Writer
    transaction: Transaction
    message: Message
    id: int

    @property
    def words(self) -> Words:
        return Words(self.run.store, self.writer.scope)

    @property
    def said_at(self) -> str:
        return self.message.at.isoformat()

    def write(self, found: Iterable[Candidate | Skipped]) -> None:
        written, skipped = 0, []
        for item in found:
            reason = item.reason if isinstance(item, Skipped) else self._candidate(item)
            if reason is None:
                written += 1
                continue
            text = item.text if isinstance(item, Skipped) else item.quote
            skipped.append({"reason": reason, "span": list(item.span), "text": text})
            self.run.passed_over.append(PassedOver(reason, text, self.message.speaker, self.message.at))
        self.words.note_extraction(self.transaction, self.id, self.run.extractor.name, written, skipped)

    def _candidate(self, candidate: Candidate) -> str | None:
        """Write one candidate; None, or why it is passed over."""
        quote = self.message.content[slice(*candidate.span)]
        if quote != candidate.quote or not quote:
            return "its quote is not in the message"
        try:
            if candidate.op == "correct":
                return self._correct(candidate)
            if candidate.op == "retract":
                return self._retract(candidate)
            return self._state(candidate)
        except (InputError, RefusedError) as error:
            return f"{error.code}: {error}"

    # --- record and end ---

    def _state(self, candidate: Candidate) -> str | None:
        if candidate.subject is None or candidate.predicate is None:
            return "it names no subject or no predicate"
        said = anchorings(candidate, self.message.at, self.run.conventions, within=candidate.within)
        statement = Statement(
            candidate.subject,
            candidate.predicate,
            _plain(candidate.object),
            "end" if candidate.op == "end" else "record",
            source=self.message.speaker,
            modality=candidate.modality,
            **self._times(candidate, *said),
        )
        claim = same_claim(self.writer, statement)
        if claim is None:
            claim = self.writer.state(statement)
            self.run.claims.append(claim)
            self.run.counts["ended" if candidate.op == "end" else "recorded"] += 1
        else:
            self.run.counts["restated"] += 1
        self._evidence(claim, candidate, said)
        return None

    def _times(self, candidate: Candidate, start: Anchoring | None, end: Anchoring | None) -> dict[str, Any]:
        """The bounds of a statement, as the keyword arguments that say them."""
        bound = None if start is None else start.bound
        if candidate.within:
            return {"valid": bound} if bound is not None else {"observed": self.said_at, "valid_to": "unknown"}
        times: dict[str, Any] = {}
        if bound is not None:
            times["valid_from"] = bound
        if candidate.op == "record" and end is not None and end.words is not None:
            times["valid_to"] = end.bound if end.bound is not None else "unknown"
        if candidate.op == "end" or candidate.still_holds or bound is None:
            times["observed"] = self.said_at
        return times

    def _evidence(self, claim: int, candidate: Candidate, said: Iterable[Anchoring | None]) -> None:
        time_words = candidate.start_text, candidate.end_text
        anchored = [each for each in said if each is not None]
        extractor = self.run.extractor.name
        self.words.add_evidence(self.transaction, claim, self.id, candidate.span, time_words, extractor, anchored)

    # --- correct and retract ---

    def _correct(self, candidate: Candidate) -> str | None:
        target = self._find(candidate, candidate.was, "asserted", self.message.speaker)
        if target is None:
            if candidate.predicate is None or candidate.subject is None:
                return "no claim of the speaker says what is corrected"
            return self._state(candidate)
        changes: dict[str, Any] = {"object": _plain(candidate.object)}
        said = anchorings(candidate, self.message.at, self.run.conventions, within=False)
        if said[0] is not None and said[0].bound is not None:
            changes["valid_from"] = said[0].bound
        claim = self.writer.correct(target, changes, reason=candidate.quote)
        self.run.claims.append(claim)
        self.run.counts["corrected"] += 1
        self._evidence(claim, candidate, said)
        return None

    def _retract(self, candidate: Candidate) -> str | None:
        target = self._find(candidate, candidate.object, candidate.modality, None)
        if target is None:
            return "no such plan is recorded"
        self.writer.retract(target, reason=candidate.quote)
        self.run.counts["retracted"] += 1
        said = anchorings(candidate, self.message.at, self.run.conventions, within=False)
        self._evidence(target, candidate, [None if each is None else replace(each, bound=None) for each in said])
        return None

    def _find(self, candidate: Candidate, value: Value | None, modality: str, source: str | None) -> int | None:
        """The latest live claim that says `value`, about what the candidate names."""
        plain = _plain(value)
        if plain is None:
            return None
        return latest_saying(
            self.writer,
            plain,
            subject=candidate.subject,
            predicate=candidate.predicate,
            modality=modality,
            source=source,
        )


def _plain(value: Value | None) -> Value | None:
    """What an extractor names is an entity by its name: which of two of the same name it is, words do not say."""
    return value.name if isinstance(value, Entity) else value


def _time(when: object, store: "Store") -> datetime:
    """The time of a message, with the offset that it came with."""
    try:
        text = canonical(when, store.zone)  # type: ignore[arg-type]
        _, _, grain = unit(text)
    except BadTime as error:
        raise BadMessage(f"timestamp of a message: {error}") from None
    if grain is not Grain.INSTANT:
        raise BadMessage(f"timestamp {when!r} is a {grain.name.lower()}, not the time of a message: add its hour")
    given = datetime.fromisoformat(text)
    return given if given.tzinfo is not None else moment(unit(text)[0], store.zone)
