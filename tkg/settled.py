"""What was decided by hand about the words of a message, which no extraction decides again.

A claim that somebody retracted, or a change that somebody rejected, is not brought back: the same value, read from the
same words, stays out. A claim that somebody corrected is not corrected back, nor doubled: what is read from the same
words and agrees in two of subject, predicate and object with what was corrected, or with what it was corrected to, is
that claim read again. "The same words" are quotes that overlap.

By hand is what a transaction did that was no extraction and no withdrawal of one, nor the drop of a whole predicate.
"""

import json
from collections.abc import Iterable
from typing import Any

from tkg.draft import OPS
from tkg.slots import Row
from tkg.statement import Statement
from tkg.terms import norm
from tkg.values import Value, to_json
from tkg.writer import Writer

Span = tuple[int, int]

BY_HAND = """
    NOT EXISTS (SELECT 1 FROM extraction x WHERE x.tx = t.tx)
    AND NOT EXISTS (SELECT 1 FROM withdrawal w WHERE w.tx = t.tx)
    AND NOT EXISTS (SELECT 1 FROM dropping d WHERE d.place = t.place)
"""
"""Whether a standing `t` was somebody's decision about the claim itself."""

_DECIDED = f"""
    SELECT e.span_from, e.span_to, c.id, c.op, c.s, c.p, c.o, c.statement, t.place IN (SELECT id FROM claim)
    FROM evidence e JOIN claim c ON c.id = e.claim JOIN standing t ON t.claim = c.id
    WHERE e.episode = ? AND t.live = 0 AND t.place = (SELECT MAX(place) FROM standing WHERE claim = c.id)
        AND {BY_HAND} AND c.erased = 0
"""
_VERSIONS = "SELECT id, op, s, p, o FROM claim WHERE statement = ? AND id > ? AND erased = 0"
_ACCEPTED = """
    SELECT e.span_from, e.span_to, c.id, c.op, c.s, c.p, c.o FROM evidence e JOIN claim c ON c.id = e.claim
    WHERE e.episode = ? AND EXISTS (SELECT 1 FROM ruling r WHERE r.claim = c.id) AND c.erased = 0
"""
_REJECTED = """
    SELECT h.id, h.change FROM held h JOIN extraction x ON x.id = h.extraction JOIN ruling r ON r.held = h.id
    WHERE x.episode = ? AND r.verdict = 'rejected' AND h.change IS NOT NULL
"""


class Settled:
    """The decisions about one episode, as of here in a writer's transaction."""

    def __init__(self, writer: Writer, episode: int) -> None:
        self._writer = writer
        execute = writer.connection.execute
        self._decided: list[tuple[Span, Row, bool]] = []
        for start, end, claim, op, s, p, o, statement, corrected in execute(_DECIDED, (episode,)).fetchall():
            self._decided.append(((start, end), (claim, op, s, p, o), bool(corrected)))
            if corrected:
                versions = execute(_VERSIONS, (statement, claim)).fetchall()
                self._decided += [((start, end), version, True) for version in versions]
        for start, end, *claim in execute(_ACCEPTED, (episode,)).fetchall():
            self._decided.append(((start, end), tuple(claim), True))
        self._rejected = [(held, json.loads(change)) for held, change in execute(_REJECTED, (episode,)).fetchall()]

    def why_not(self, statement: Statement, spans: Iterable[Span]) -> str | None:
        """Why a statement read from these spans is not recorded; None if nothing was decided about it."""
        spans = list(spans)
        for span, (claim, op, s, p, o), corrected in self._decided:
            if any(_overlap(span, each) for each in spans):
                agreed = self._agreed(statement, s, p, o)
                if corrected and agreed >= 2:
                    return f"settled by hand: see claim {claim}"
                if not corrected and agreed == 3 and OPS[statement.op] == op:
                    return f"retracted by hand: claim {claim}"
        for held, change in self._rejected:
            if _same(change, statement) and any(_overlap(span, each) for span in _spans(change) for each in spans):
                return f"rejected by hand: held {held}"
        return None

    def _agreed(self, statement: Statement, s: int, p: int, o: int | None) -> int:
        """In how many of subject, predicate and object a statement and a claim agree, as names read now."""
        writer, here = self._writer, self._writer.here
        mentions = writer.names.mentions(writer.connection, writer.scope)
        said = writer.names.predicate_id(statement.predicate)
        root, flip = (None, False) if said is None else writer.names.predicate(said, here)
        read, turned = writer.names.predicate(p, here)
        sides = [_terms(writer, statement.subject), _terms(writer, statement.object)]
        mine = [None if term is None else mentions.entity(term, here) for term in (s, o)]
        if flip != turned:
            sides.reverse()
        roots = [{None if term is None else mentions.entity(term, here) for term in side} for side in sides]
        return sum((root == read, mine[0] in roots[0], mine[1] in roots[1]))


def _terms(writer: Writer, value: Value | None) -> list[int | None]:
    return [None] if value is None else [*writer.terms.values(writer.scope, value, "the value")]


def _same(change: dict[str, Any], statement: Statement) -> bool:
    op = "record" if change["op"] == "correct" else change["op"]
    said = (statement.subject, statement.predicate, statement.object)
    held = (change.get(name) for name in ("subject", "predicate", "object"))
    return op == statement.op and all(_form(to_json(a)) == _form(b) for a, b in zip(said, held, strict=True))


def _form(raw: Any) -> Any:
    if isinstance(raw, dict) and "name" in raw:
        raw = raw["name"]
    return norm(raw) if isinstance(raw, str) else raw


def _spans(change: dict[str, Any]) -> list[Span]:
    return [(quote["start"], quote["start"] + len(quote["text"])) for quote in change["quotes"]]


def _overlap(one: Span, other: Span) -> bool:
    return one[0] < other[1] and other[0] < one[1]
