"""What was decided by hand about the words of a message, which no extraction decides again.

A claim that somebody retracted, or a change that somebody rejected, is not brought back: the same value, read from the
same words, stays out. A claim that somebody corrected is not corrected back, nor doubled: what is read from the same
words and agrees in two of subject, predicate and object with what was corrected, or with what it was corrected to, is
that claim read again. So is what was found before somebody accepted it as something else. "The same words" are quotes
that overlap; names agree if they read as one now, or are written alike (`tkg.alike`).

By hand is what a transaction did that was no extraction and no withdrawal of one, nor the drop of a whole predicate. A
change that was accepted is the words' own, and what it did goes with them.
"""

import json
from collections.abc import Hashable, Iterable
from typing import Any, NamedTuple

from tkg.alike import form
from tkg.claim_table import STATEMENT
from tkg.draft import OPS
from tkg.spelling import normal_form
from tkg.statement import Statement
from tkg.values import Entity, Value, from_json
from tkg.writer import Writer

Span = tuple[int, int]

BY_HAND = """
    NOT EXISTS (SELECT 1 FROM extraction x WHERE x.tx = t.tx)
    AND NOT EXISTS (SELECT 1 FROM withdrawal w WHERE w.tx = t.tx)
    AND NOT EXISTS (SELECT 1 FROM ruling r WHERE r.tx = t.tx)
    AND NOT EXISTS (SELECT 1 FROM dropping d WHERE d.place = t.place)
"""
"""Whether a standing `t` was somebody's decision about the claim itself."""

_DECIDED = f"""
    SELECT e.span_from, e.span_to, c.id, c.op, c.s, c.p, c.o, {STATEMENT}, t.place IN (SELECT id FROM claim)
    FROM evidence e JOIN claim c ON c.id = e.claim JOIN standing t ON t.claim = c.id
    WHERE e.episode = ? AND t.live = 0 AND t.place = (SELECT MAX(place) FROM standing WHERE claim = c.id)
        AND {BY_HAND} AND c.erased = 0
"""
_VERSIONS = "SELECT id, op, s, p, o FROM claim WHERE statement = ? AND id > ? AND erased = 0"
_LIVE = "COALESCE((SELECT live FROM standing WHERE claim = c.id ORDER BY place DESC LIMIT 1), 1) = 1"
_ACCEPTED = f"""
    SELECT e.span_from, e.span_to, c.id, c.op, c.s, c.p, c.o FROM evidence e JOIN claim c ON c.id = e.claim
    WHERE e.episode = ? AND EXISTS (SELECT 1 FROM ruling r WHERE r.claim = c.id) AND c.erased = 0 AND {_LIVE}
"""
_RULED = f"""
    SELECT h.id, h.change, r.verdict FROM held h JOIN extraction x ON x.id = h.extraction JOIN ruling r ON r.held = h.id
    WHERE x.episode = ? AND h.change IS NOT NULL
        AND (r.claim IS NULL OR EXISTS (SELECT 1 FROM claim c WHERE c.id = r.claim AND {_LIVE}))
"""


class _Said(NamedTuple):
    """What is said, as what its names can be recognised by."""

    is_end: bool
    subject: frozenset[Hashable]
    predicate: frozenset[Hashable]
    object: frozenset[Hashable]

    def agrees(self, other: "_Said") -> int:
        """In how many of subject, predicate and object both agree."""
        return sum(bool(mine & theirs) for mine, theirs in zip(self[1:], other[1:], strict=True))


class _Decision(NamedTuple):
    """What was decided about a span: what is meant, in how much of that a statement must agree to be the same, and how
    that is told."""

    span: Span
    said: _Said
    least: int
    told: str

    def is_of(self, said: _Said, spans: Iterable[Span]) -> bool:
        """Whether it is about this statement, read from these spans."""
        whole = self.least == len(self.said) - 1
        return (
            any(self.span[0] < end and start < self.span[1] for start, end in spans)
            and said.agrees(self.said) >= self.least
            and (not whole or said.is_end == self.said.is_end)
        )


class Settled:
    """The decisions about one episode, as of here in a writer's transaction."""

    def __init__(self, writer: Writer, episode: int) -> None:
        self._writer = writer
        self._decisions: list[_Decision] = []
        execute = writer.connection.execute
        for start, end, claim, op, s, p, o, statement, corrected in execute(_DECIDED, (episode,)).fetchall():
            if not corrected:
                self._decide((start, end), self._claim(op, s, p, o), 3, f"retracted by hand: claim {claim}")
                continue
            versions = execute(_VERSIONS, (statement, claim)).fetchall()
            for version in ((claim, op, s, p, o), *versions):
                self._decide((start, end), self._claim(*version[1:]), 2, f"settled by hand: see claim {version[0]}")
        for start, end, claim, op, s, p, o in execute(_ACCEPTED, (episode,)).fetchall():
            self._decide((start, end), self._claim(op, s, p, o), 2, f"settled by hand: see claim {claim}")
        for held, text, verdict in execute(_RULED, (episode,)).fetchall():
            change = json.loads(text)
            said = self._said(*(change.get(name) for name in ("op", "subject", "predicate", "object")))
            told = f"rejected by hand: held {held}" if verdict == "rejected" else f"settled by hand: see held {held}"
            for quote in change["quotes"]:
                self._decide((quote["start"], quote["start"] + len(quote["text"])), said, 3, told)

    def why_not(self, statement: Statement, spans: Iterable[Span]) -> str | None:
        """Why a statement read from these spans is not recorded; None if nothing was decided about it."""
        if not self._decisions:
            return None
        said, spans = self._names(statement.op, statement.subject, statement.predicate, statement.object), list(spans)
        return next((decision.told for decision in self._decisions if decision.is_of(said, spans)), None)

    def _decide(self, span: Span, said: _Said, least: int, told: str) -> None:
        self._decisions.append(_Decision(span, said, least, told))

    # --- what names are recognised by ---

    def _said(self, op: str, subject: Any, predicate: str | None, value: Any) -> _Said:
        """A change as it is held."""
        return self._names(op, from_json(subject), predicate, from_json(value))

    def _names(self, op: str, subject: Value | None, predicate: str | None, value: Value | None) -> _Said:
        names, here = self._writer.names, self._writer.here
        known = None if predicate is None else names.predicate_id(predicate)
        root, flip = (None, False) if known is None else names.predicate(known, here)
        called: set[Hashable] = {root} if root is not None else {normal_form(predicate or "")}
        sides = [self._value(subject), self._value(value)]
        return _Said(op == "end", *_in_order(sides, frozenset(called), flip))

    def _claim(self, op: int, s: int, p: int, o: int | None) -> _Said:
        root, flip = self._writer.names.predicate(p, self._writer.here)
        sides = [self._terms([s], self._writer.terms.value(s)), frozenset[Hashable]((None,))]
        if o is not None:
            sides[1] = self._terms([o], self._writer.terms.value(o))
        return _Said(op == OPS["end"], *_in_order(sides, frozenset((root,)), flip))

    def _value(self, value: Value | None) -> frozenset[Hashable]:
        if value is None:
            return frozenset((None,))
        return self._terms(self._writer.terms.values(self._writer.scope, value, "the value"), value)

    def _terms(self, terms: Iterable[int], value: Value) -> frozenset[Hashable]:
        mentions = self._writer.names.mentions(self._writer.connection, self._writer.scope)
        roots: set[Hashable] = {mentions.entity(term, self._writer.here) for term in terms}
        written = value.name if isinstance(value, Entity) else value
        return frozenset(roots | {form(written) if isinstance(written, str) else str(written)})


def _in_order(
    sides: list[frozenset[Hashable]], predicate: frozenset[Hashable], flip: bool
) -> tuple[frozenset[Hashable], frozenset[Hashable], frozenset[Hashable]]:
    subject, value = reversed(sides) if flip else sides
    return subject, predicate, value
