"""What an extractor found in one message, written down: anchored, matched with what is recorded, with its evidence.

Each candidate is one statement by the speaker, whose evidence is the span that it came from:

- Its time words are anchored against the message's own time and zone, never against now. Words that do not settle a
  date leave the start unknown. A beginning that falls into a period ("I left last week") is one of its days; into one
  longer than a year, unknown (see `tkg.anchoring`). What they were anchored to, by which rule, and a date of the
  extractor's own that differs are kept with the evidence.
- A candidate that says that a thing still holds is a sighting at the message's time; so is one without a known start,
  which had begun by then. "Joined in 2021" is none. An end was seen by the message's time.
- A correction finds the latest live claim of the same speaker that says what was wrong; a plan called off is
  retracted. If there is none, the candidate is passed over.
- What says exactly what a live claim of the speaker says adds evidence to it, not a claim.

What is passed over is kept with its reason beside the episode.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from tkg.anchoring import anchorings
from tkg.errors import InputError, RefusedError
from tkg.extract.protocol import Candidate, Message, Skipped
from tkg.matching import latest_saying, own_claim, same_claim
from tkg.statement import Statement
from tkg.tally import PassedOver, Tally
from tkg.values import Entity, Value
from tkg.words import Anchoring, Words
from tkg.writer import Writer

if TYPE_CHECKING:
    from tkg.timex import Conventions


@dataclass(frozen=True, slots=True)
class EpisodeWriter:
    """Writes what `extractor` found in one message, in the transaction of a writer. `run` is the go it belongs to."""

    writer: Writer
    message: Message
    id: int
    extractor: str
    run: int
    tally: Tally
    conventions: "Conventions | None" = None

    @property
    def words(self) -> Words:
        return Words(self.writer.store, self.writer.scope)

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
            self.tally.passed_over.append(PassedOver(reason, text, self.message.speaker, self.message.at))
        self.words.note_extraction(self.writer.transaction, self.id, self.extractor, written, skipped)

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
        said = anchorings(candidate, self.message.at, self.conventions, within=candidate.within)
        statement = Statement(
            candidate.subject,
            candidate.predicate,
            _plain(candidate.object),
            "end" if candidate.op == "end" else "record",
            source=self.message.speaker,
            confidence=candidate.confidence,
            modality=candidate.modality,
            **self._times(candidate, *said),
        )
        claim = same_claim(self.writer, statement)
        if claim is None:
            claim = self.writer.state(statement)
            self.tally.claims.append(claim)
            self.tally.counts["ended" if candidate.op == "end" else "recorded"] += 1
        else:
            self.tally.counts["restated"] += 1
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
        anchored = [each for each in said if each is not None]
        for at, span in enumerate((candidate.span, *candidate.more)):
            time_words = (candidate.start_text, candidate.end_text) if at == 0 else (None, None)
            evidence = self.words.add_evidence(
                self.writer.transaction, claim, self.id, span, time_words, self.extractor, () if at else anchored
            )
            self.words.add_derivation(evidence, self.run, candidate.statement)

    # --- correct and retract ---

    def _correct(self, candidate: Candidate) -> str | None:
        target = self._meant(candidate) or self._find(candidate, candidate.was)
        if target is None:
            if candidate.predicate is None or candidate.subject is None:
                return "no claim of the speaker says what is corrected"
            return self._state(candidate)
        changes: dict[str, Any] = {"object": _plain(candidate.object)}
        said = anchorings(candidate, self.message.at, self.conventions, within=False)
        if said[0] is not None and said[0].bound is not None:
            changes["valid_from"] = said[0].bound
        claim = self.writer.correct(target, changes, reason=candidate.quote)
        self.tally.claims.append(claim)
        self.tally.counts["corrected"] += 1
        self._evidence(claim, candidate, said)
        return None

    def _retract(self, candidate: Candidate) -> str | None:
        target = self._meant(candidate) or self._find(candidate, candidate.object)
        if target is None:
            return "no such plan is recorded"
        self.writer.retract(target, reason=candidate.quote)
        self.tally.counts["retracted"] += 1
        said = anchorings(candidate, self.message.at, self.conventions, within=False)
        self._evidence(target, candidate, [None if each is None else replace(each, bound=None) for each in said])
        return None

    def _meant(self, candidate: Candidate) -> int | None:
        """The claim that a candidate names by its id, if it is one of the speaker's about the same; else None.

        What others say is theirs: a speaker who contradicts it says so in a claim of their own.
        """
        if candidate.about is None or candidate.subject is None or candidate.predicate is None:
            return None
        return own_claim(
            self.writer,
            candidate.about,
            subject=candidate.subject,
            predicate=candidate.predicate,
            modality=candidate.modality,
            source=self.message.speaker,
        )

    def _find(self, candidate: Candidate, value: Value | None) -> int | None:
        """The latest live claim of the speaker that says `value` in the same modality, about what the candidate
        names: what may be wrong corrects nothing that is asserted."""
        plain = _plain(value)
        if plain is None:
            return None
        return latest_saying(
            self.writer,
            plain,
            subject=candidate.subject,
            predicate=candidate.predicate,
            modality=candidate.modality,
            source=self.message.speaker,
        )


def _plain(value: Value | None) -> Value | None:
    """What an extractor names is an entity by its name: which of two of the same name it is, words do not say."""
    return value.name if isinstance(value, Entity) else value
