"""What earlier extractions made of a message, and how it gives way when the message is read anew or set aside.

Nothing of it is deleted: what is to go is retracted in recorded time, so that answers as of before stay. What the new
reading says again stays as it is; what it says otherwise of the same thing, from the same words, becomes a correction,
which keeps its place in the order, so that old words do not win over newer ones for being read again; and what it does
not say any more is retracted, unless other words say it, too. What the words had ended, corrected or called off is as
if they had not: a claim that they had retracted lives again.

Later messages may have built on it: one corrects what this one said. Such a message is read anew, too, if what it built
on goes: that correction is taken back at once, and `read_whole` queues the message. What somebody has decided by hand
stays (see `tkg.settled`).
"""

from collections.abc import Iterable, Sequence
from typing import Any

from tkg.claim_table import Row
from tkg.draft import OPS
from tkg.jobs import WHOLE
from tkg.matching import same_claim
from tkg.settled import BY_HAND, Span
from tkg.statement import Statement
from tkg.writer import Writer

SAYS, CORRECTS, CALLS_OFF, CORRECTS_NONE = range(4)
"""What words do to the claim that they are evidence of; the last: say it to correct one that they did not find."""

UNFOUND = "no claim of the speaker says what is corrected"
NO_PLAN = "no such plan is recorded"
"""Why a correction, and the calling off of a plan, are passed over: another message may change that."""

_CURRENT = """
    SELECT x.id, x.extractor, x.digest FROM extraction x
    WHERE x.episode = ? AND NOT EXISTS (SELECT 1 FROM withdrawal w WHERE w.extraction = x.id)
"""
_COUNTS = """
    EXISTS (SELECT 1 FROM extraction x LEFT JOIN derivation d ON d.evidence = e.id
        WHERE x.episode = e.episode AND x.extractor = e.extractor AND (x.run IS NULL OR x.run = d.run)
            AND NOT EXISTS (SELECT 1 FROM withdrawal w WHERE w.extraction = x.id))
"""
_EVIDENCE = f"""
    SELECT e.claim, e.span_from, e.span_to, e.tx, COALESCE((SELECT effect FROM derivation WHERE evidence = e.id), 0)
    FROM evidence e JOIN claim c ON c.id = e.claim AND c.erased = 0 WHERE e.episode = ? AND {_COUNTS} ORDER BY e.id
"""
_RESTS = f"""
    SELECT 1 FROM evidence e WHERE e.claim = ? AND {_COUNTS}
        AND NOT EXISTS (SELECT 1 FROM derivation d WHERE d.evidence = e.id AND d.effect = {CALLS_OFF}) LIMIT 1
"""
_ACCEPTED = "SELECT 1 FROM ruling WHERE claim = :claim"
_CHANGED = f"SELECT 1 FROM standing t WHERE t.claim = :claim AND {BY_HAND}"
_OF_EXTRACTION = f"SELECT 1 FROM claim c JOIN extraction x ON x.tx = c.tx WHERE c.id = :claim UNION ALL {_ACCEPTED}"
_CORRECTED = """
    SELECT t.claim FROM standing t JOIN claim c ON c.id = t.claim AND c.erased = 0
    WHERE t.place = ? AND t.claim <> t.place AND t.live = 0
"""
_LAST = "SELECT place, live, tx FROM standing WHERE claim = ? ORDER BY place DESC LIMIT 1"
_BUILT_ON = f"""
    SELECT DISTINCT e.episode, e.claim FROM standing t
    JOIN evidence e ON e.claim = t.place OR (e.claim = t.claim AND e.tx = t.tx)
    JOIN derivation d ON d.evidence = e.id
        AND d.effect = CASE WHEN e.claim = t.place THEN {CORRECTS} ELSE {CALLS_OFF} END
    WHERE t.claim = ? AND t.live = 0 AND e.episode <> ?
"""
_WITHDRAW = "INSERT INTO withdrawal (extraction, run, reason, tx) VALUES (?, ?, ?, ?)"
_CORRECTING = f"""
    SELECT DISTINCT later.id FROM episode m
    JOIN episode later ON later.scope = m.scope AND later.speaker = m.speaker
        AND (later.observed, later.id) > (m.observed, m.id)
    JOIN extraction x ON x.episode = later.id
    WHERE m.id = ? AND NOT EXISTS (SELECT 1 FROM withdrawal w WHERE w.extraction = x.id)
        AND (x.skipped LIKE '%{UNFOUND}%' OR x.skipped LIKE '%{NO_PLAN}%' OR EXISTS (SELECT 1 FROM evidence e
            JOIN derivation d ON d.evidence = e.id WHERE e.episode = later.id AND d.effect > {SAYS}))
"""
_QUEUE = f"""
    INSERT INTO job (extractor, episode, scope, queued, not_before, again)
    SELECT x.extractor, x.episode, :scope, :now, :now, {WHOLE} FROM extraction x
    WHERE x.episode = :episode AND NOT EXISTS (SELECT 1 FROM withdrawal w WHERE w.extraction = x.id)
    ON CONFLICT (extractor, episode) DO UPDATE SET again = {WHOLE}
"""


class Former:
    """What the extractions of one episode, as they count now, have made. `writer` is of the transaction that reads it
    anew, `built_on` are the other episodes that had built on what it no longer says."""

    def __init__(self, writer: Writer, episode: int, *, removing: bool = False) -> None:
        self.writer, self.episode = writer, episode
        # Somebody who accepted what the words say has decided that they say it, not that it is so without them.
        self._by_hand = _CHANGED if removing else f"{_CHANGED} UNION ALL {_ACCEPTED}"
        self._execute = writer.connection.execute
        self.extractions: list[Row] = self._execute(_CURRENT, (episode,)).fetchall()
        self._spans: dict[int, list[Span]] = {}
        self._called_off: list[tuple[int, int]] = []
        self._corrections: set[int] = set()
        for claim, start, end, tx, effect in self._execute(_EVIDENCE, (episode,)).fetchall():
            if effect == CALLS_OFF:
                self._called_off.append((claim, tx))
                continue
            self._spans.setdefault(claim, []).append((start, end))
            if effect == CORRECTS:
                self._corrections.add(claim)
        self.built_on: set[int] = set()
        self._kept: set[int] = set()
        self._touched: dict[int, bool] = {}

    def is_same(self, extractor: str, digest: bytes) -> bool:
        """Whether all that counts of it is one extraction by this extractor, which found just this."""
        return [row[1:] for row in self.extractions] == [(extractor, digest)]

    def set_aside(self, run: int | None, reason: str | None) -> None:
        """Let the extractions count no longer, and take back what the words had corrected and called off."""
        for extraction, *_ in self.extractions:
            self._execute(_WITHDRAW, (extraction, run, reason, self.writer.transaction.tx))
        for claim, tx in reversed(self._called_off):
            last = self._last(claim)
            if last is not None and not last[1] and last[2] == tx and not self._is_touched(claim):
                self.writer.undo(claim, reason=reason)
        for claim in sorted(self._corrections, reverse=True):
            corrected = self._corrected(claim)
            if corrected is None or self._is_touched(claim) or self._is_touched(corrected) or self._rests(claim):
                continue
            if not self.stands(claim):
                self._unbuild(claim, reason)
            if self.stands(claim):
                del self._spans[claim]
                self.writer.undo(corrected, reason=reason)

    # --- what the new reading says ---

    def keep(self, statement: Statement) -> int | None:
        """The claim that said this before, live or not, which stays as it is; None if none did."""
        claim = same_claim(self.writer, statement, among=self._spans.keys() - self._kept)
        if claim is not None:
            self._kept.add(claim)
        return claim

    def replace(self, statement: Statement, spans: Sequence[Span], reason: str | None) -> int | None:
        """Record a statement as the correction of a claim that said something else of the same slot from the same
        words; the new claim, or None, and nothing is done, if there is no such claim."""
        for claim, said in self._spans.items():
            if claim in self._kept or not any(a[0] < b[1] and b[0] < a[1] for a in said for b in spans):
                continue
            if self._is_touched(claim) or self._rests(claim) or not self._may_become(claim, statement):
                continue
            if not self.stands(claim):
                self._unbuild(claim, reason)
            if self.stands(claim):
                self._kept.add(claim)
                return self.writer.correct(claim, self._changes(claim, statement), reason=reason)
        return None

    def finish(self, reason: str | None) -> int:
        """Retract what was not said again and rests on nothing else; how many claims."""
        retracted = 0
        for claim in sorted(self._spans.keys() - self._kept):
            if self._is_touched(claim) or self._rests(claim) or not self._is_derived(claim):
                continue
            if not self.stands(claim):
                self._unbuild(claim, reason)
            if self.stands(claim):
                self.writer.retract(claim, reason=reason)
                retracted += 1
        return retracted

    # --- what was built on it ---

    def _unbuild(self, claim: int, reason: str | None) -> None:
        """Let a claim stand again that other messages had corrected or called off, and these be read anew."""
        built = self._execute(_BUILT_ON, (claim, self.episode)).fetchall()
        if not built or self._is_touched(claim) or any(self._is_touched(other) for _, other in built):
            return
        self.writer.undo(claim, reason=reason)
        self.built_on.update(episode for episode, _ in built)

    def correcting(self) -> set[int]:
        """The later messages of the same speaker that corrected something, or would have: what is said now may be what
        they are about."""
        return {episode for (episode,) in self._execute(_CORRECTING, (self.episode,)).fetchall()}

    # --- one claim ---

    def _may_become(self, claim: int, statement: Statement) -> bool:
        target = self.writer.target(claim)
        said = self.writer.drafter.said(statement)
        if target.op != OPS[statement.op] or (target.valid_said is None) != (said.valid is None):
            return False
        if target.seen and statement.observed is None:
            return False
        names, here = self.writer.names, self.writer.here
        predicate = names.predicate_id(statement.predicate)
        if predicate is None or names.predicate(predicate, here) != names.predicate(target.p, here):
            return False
        mentions = names.mentions(self.writer.connection, self.writer.scope)
        subjects = self.writer.terms.entities(self.writer.scope, statement.subject, "the subject")
        return target.s is not None and mentions.entity(target.s, here) in {mentions.entity(s, here) for s in subjects}

    def _changes(self, claim: int, statement: Statement) -> dict[str, Any]:
        """A statement as the changes of a correction: a bound that it does not say any more is unknown or open."""
        target = self.writer.target(claim)
        start = statement.valid_from or (None if target.from_said is None else "unknown")
        end = statement.valid_to or (None if target.to_said is None else "ongoing")
        said = {"valid": statement.valid, "valid_from": start, "valid_to": end, "observed": statement.observed}
        return {
            "confidence": statement.confidence,
            "modality": statement.modality,
            **{name: value for name, value in {**said, "object": statement.object}.items() if value is not None},
        }

    def _last(self, claim: int) -> Row | None:
        found: Row | None = self._execute(_LAST, (claim,)).fetchone()
        return found

    def stands(self, claim: int) -> bool:
        """Whether the claim is live."""
        last = self._last(claim)
        return last is None or bool(last[1])

    def _corrected(self, claim: int) -> int | None:
        """The claim that this one was made to correct, if that is how it stands."""
        row = self._execute(_CORRECTED, (claim,)).fetchone()
        if row is None:
            return None
        last = self._last(row[0])
        return int(row[0]) if last is not None and last[0] == claim else None

    def _rests(self, claim: int) -> bool:
        return self._execute(_RESTS, (claim,)).fetchone() is not None

    def _is_derived(self, claim: int) -> bool:
        return self._execute(_OF_EXTRACTION, {"claim": claim}).fetchone() is not None

    def _is_touched(self, claim: int) -> bool:
        """Whether somebody has decided on the claim by hand."""
        if claim not in self._touched:
            self._touched[claim] = self._execute(self._by_hand, {"claim": claim}).fetchone() is not None
        return self._touched[claim]


def read_whole(writer: Writer, episodes: Iterable[int]) -> None:
    """Queue episodes to be read anew, whatever is found, by those that had read them."""
    for episode in episodes:
        given = {"episode": episode, "scope": writer.scope, "now": writer.transaction.at}
        writer.connection.execute(_QUEUE, given)
