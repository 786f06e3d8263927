"""What an extractor found in one message, written down: matched with what is recorded, with its evidence.

Each change (see `tkg.change`) is one statement by the speaker, whose evidence is the span that it came from.

- What says exactly what a live claim of the speaker says adds evidence to it, not a claim.
- A correction finds the latest live claim of the same speaker that says what was wrong; a plan called off is
  retracted. If there is none, the change is passed over.
- What was decided by hand about the same words stays so (`tkg.settled`).
- What is less sure than `hold_below`, and every merge, is held until somebody has looked at it (`tkg.held`).
- If the message was read before, what that reading made gives way (`tkg.former`).

What is passed over is kept with its reason beside the episode.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

from tkg.change import Change
from tkg.errors import InputError, RefusedError
from tkg.extract.protocol import Message, Skipped
from tkg.former import CALLS_OFF, CORRECTS, CORRECTS_NONE, NO_PLAN, SAYS, UNFOUND, Former
from tkg.held import hold
from tkg.linked import Linker
from tkg.linking import add_linking
from tkg.matching import latest_saying, own_claim, same_claim
from tkg.settled import Settled
from tkg.tally import PassedOver, Tally
from tkg.values import Entity, Value
from tkg.words import Words
from tkg.writer import Writer

_HELD = ("confidence", "merge")
"""Why a change is held and not passed over."""


@dataclass(frozen=True, slots=True)
class Manner:
    """How what an extractor finds is written: in which run of it, and how sure it must be not to be held. `reviewed`:
    somebody has looked at it, and nothing is held."""

    extractor: str
    run: int
    hold_below: float = 0.0
    reviewed: bool = False


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one thing that was found. `did` says what was done with a claim, None if nothing was, and `why`
    not; `target` is the claim that was corrected."""

    item: Change | Skipped
    did: str | None = None
    claim: int | None = None
    target: int | None = None
    why: str | None = None

    @property
    def is_held(self) -> bool:
        return self.why in _HELD


class EpisodeWriter:
    """Writes what was found in one message, the `episode`, in the transaction of a writer. Without a `linker` its names
    are taken as they are. `built_on` are other messages that are to be read anew after it."""

    def __init__(
        self,
        writer: Writer,
        message: Message,
        episode: int,
        manner: Manner,
        tally: Tally,
        linker: Linker | None = None,
    ) -> None:
        self.writer, self.message, self.id, self.manner, self.tally = writer, message, episode, manner, tally
        self._linker = linker
        self.words = Words(writer.store, writer.scope)
        self.built_on: set[int] = set()
        self._former: Former | None = None
        self._settled = Settled(writer, episode)

    def write(
        self, found: Sequence[Change | Skipped], *, again: bool = False, whole: bool = False
    ) -> tuple[Outcome, ...] | None:
        """Write the changes, and note what was passed over: what became of each; None if there is nothing to write.

        `again`: what was made of the message before gives way, unless just the same was found, or, if `whole`, always.
        """
        found = [each for item in found for each in self._linked(item)]
        digest = self._digest(found)
        if again:
            former = Former(self.writer, self.id)
            if former.is_same(self.manner.extractor, digest) and not whole:
                self.tally.counts["unchanged"] += 1
                return None
            former.set_aside(self.manner.run, self._why)
            self._former = former
        kept = [self._kept(item) for item in found]
        outcomes = tuple(self._outcome(item, claim) for item, claim in zip(found, kept, strict=True))
        skipped = [self._passed_over(each) for each in outcomes if each.did is None and not each.is_held]
        written = sum(each.did is not None for each in outcomes)
        self.extraction = self.words.note_extraction(
            self.writer.transaction, self.id, self.manner.extractor, self.manner.run, written, skipped, digest
        )
        for each in outcomes:
            if each.is_held and isinstance(each.item, Change):
                hold(self.writer, self.extraction, each.item, str(each.why))
                self.tally.counts["held"] += 1
        if self._former is not None:
            withdrawn = self._former.finish(self._why)
            self.tally.counts["withdrawn"] += withdrawn
            self.built_on = self._former.built_on
            if withdrawn or any(each.did not in (None, "restated") for each in outcomes):
                self.built_on |= self._former.correcting()
        return outcomes

    def accept(self, change: Change) -> int | None:
        """Write a change that was held; the claim that it makes, or is about, if there is one.

        Raises RefusedError if it corrects or retracts what is not there, and what the statement itself raises.
        """
        outcome = self._apply(change, None)
        if outcome.why is not None:
            raise RefusedError(f"it cannot be recorded: {outcome.why}")
        return outcome.claim

    @property
    def _why(self) -> str:
        """What is kept as the reason where an earlier reading gives way."""
        return f"read anew by {self.manner.extractor}, run {self.manner.run}"

    def _linked(self, item: Change | Skipped) -> Sequence[Change | Skipped]:
        """What was found under the names of the file."""
        if self._linker is None or isinstance(item, Skipped):
            return [item]
        try:
            return self._linker.linked(item)
        except InputError as error:
            return [Skipped(f"{error.code}: {error}", item.quotes[0].span, item.quotes[0].text)]

    def _passed_over(self, outcome: Outcome) -> dict[str, Any]:
        item = outcome.item
        text, span = (item.text, item.span) if isinstance(item, Skipped) else (item.quotes[0].text, item.quotes[0].span)
        reason = str(outcome.why)
        self.tally.passed_over.append(PassedOver(reason, text, self.message.speaker, self.message.at))
        return {"reason": reason, "span": list(span), "text": text}

    def _digest(self, found: Sequence[Change | Skipped]) -> bytes:
        each = [
            item.fingerprint() if isinstance(item, Change) else [item.reason, *item.span, item.text] for item in found
        ]
        text = json.dumps(each, ensure_ascii=False)
        return blake2b(text.encode(), key=self.writer.terms.hash_key, digest_size=16).digest()

    # --- one change ---

    def _kept(self, item: Change | Skipped) -> int | None:
        """The claim of a former reading that says just what a change says."""
        if self._former is None or isinstance(item, Skipped) or item.op not in ("record", "end") or self._unsure(item):
            return None
        try:
            return self._former.keep(item.said())
        except InputError:
            return None  # Said again, with its reason, where it is written.

    def _outcome(self, item: Change | Skipped, kept: int | None) -> Outcome:
        """Write one change, or say why it is passed over or held."""
        if isinstance(item, Skipped):
            return Outcome(item, why=item.reason)
        try:
            if (kept is None or not self._stands(kept)) and (settled := self._decided(item)) is not None:
                return Outcome(item, why=settled)
            if not self.manner.reviewed and item.op == "merge":
                return Outcome(item, why="merge")
            if self._unsure(item):
                return Outcome(item, why="confidence")
            return self._apply(item, kept)
        except (InputError, RefusedError) as error:
            return Outcome(item, why=f"{error.code}: {error}")

    def _unsure(self, change: Change) -> bool:
        return not self.manner.reviewed and change.confidence < self.manner.hold_below

    def _stands(self, claim: int) -> bool:
        return self._former is None or self._former.stands(claim)

    def _decided(self, change: Change) -> str | None:
        if change.subject is None or change.predicate is None:
            return None
        return self._settled.why_not(change.said(), [quote.span for quote in change.quotes])

    def _apply(self, change: Change, kept: int | None) -> Outcome:
        match change.op:
            case "correct":
                return self._correct(change)
            case "retract":
                return self._retract(change)
            case "merge":
                return self._merge(change)
        return self._state(change, kept)

    def _state(self, change: Change, kept: int | None, effect: int = SAYS) -> Outcome:
        statement = change.said()
        claim = kept if kept is not None else same_claim(self.writer, statement)
        did = "restated"
        if claim is None and self._former is not None:
            claim = self._former.replace(statement, [quote.span for quote in change.quotes], self._why)
            did = "replaced"
        if claim is None:
            claim = self.writer.state(statement)
            did = "ended" if change.op == "end" else "recorded"
        self._note(change, claim, did, effect)
        return Outcome(change, did, claim)

    def _correct(self, change: Change) -> Outcome:
        target = self._meant(change) or self._find(change, change.was)
        if target is None:
            if change.predicate is None or change.subject is None:
                return Outcome(change, why=UNFOUND)
            return self._state(change, None, CORRECTS_NONE)
        changes: dict[str, Any] = {"object": change.object}
        if change.valid_from is not None:
            changes["valid_from"] = change.valid_from
        claim = self.writer.correct(target, changes, reason=change.quotes[0].text)
        self._note(change, claim, "corrected", CORRECTS)
        return Outcome(change, "corrected", claim, target)

    def _retract(self, change: Change) -> Outcome:
        target = self._meant(change) or self._find(change, change.object)
        if target is None:
            return Outcome(change, why=NO_PLAN)
        self.writer.retract(target, reason=change.quotes[0].text)
        self._note(change, target, "retracted", CALLS_OFF)
        return Outcome(change, "retracted", target)

    def _merge(self, change: Change) -> Outcome:
        if change.subject is None or not isinstance(change.object, (str, Entity)):
            return Outcome(change, why="it names no two things that are one")
        self.writer.merge(change.subject, change.object)
        self.tally.counts["merged"] += 1
        return Outcome(change, "merged")

    def _note(self, change: Change, claim: int, did: str, effect: int) -> None:
        """Count what was done with a claim, and keep the words that it rests on."""
        self.tally.counts[did] += 1
        if did not in ("restated", "retracted"):
            self.tally.claims.append(claim)
        for at, quote in enumerate(change.quotes):
            words, times = ((change.start_text, change.end_text), change.times) if at == 0 else ((None, None), ())
            evidence = self.words.add_evidence(
                self.writer.transaction, claim, self.id, quote.span, words, self.manner.extractor, times
            )
            self.words.add_derivation(evidence, self.manner.run, change.statement, effect)
            for linking in change.links:
                add_linking(self.writer.connection, evidence, linking)

    # --- the claim that is meant ---

    def _meant(self, change: Change) -> int | None:
        """The claim that a change names by its id, if it is one of the speaker's about the same; else None.

        What others say is theirs: a speaker who contradicts it says so in a claim of their own.
        """
        if change.claim is None or change.subject is None or change.predicate is None:
            return None
        return own_claim(
            self.writer,
            change.claim,
            subject=change.subject,
            predicate=change.predicate,
            modality=change.modality,
            source=change.source,
            episode=self.id,
        )

    def _find(self, change: Change, value: Value | None) -> int | None:
        """The latest live claim of the speaker that says `value` in the same modality, about what the change names:
        what may be wrong corrects nothing that is asserted."""
        if value is None:
            return None
        return latest_saying(
            self.writer,
            value,
            subject=change.subject,
            predicate=change.predicate,
            modality=change.modality,
            source=change.source,
            episode=self.id,
        )
