"""Finding the claim that a candidate of an extraction means: one that says the same already, or one to correct.

An extractor names things as a message does. Which claim it means is looked for among the live ones, by what their names
read as, the latest first.
"""

import json
from collections.abc import Collection

from tkg.claim_table import FROM_SAID, TO_SAID
from tkg.draft import OPS, modality_number
from tkg.statement import Statement
from tkg.terms import clean
from tkg.values import Entity, Value
from tkg.writer import Writer

_LIVE = """
    COALESCE((SELECT t.live FROM standing t WHERE t.claim = c.id ORDER BY t.place DESC LIMIT 1), 1) = 1
    AND c.erased = 0
"""
_SAYS_SO = f"""
    SELECT c.id FROM claim c JOIN source ON source.id = c.source
    WHERE c.scope = ? AND c.s = ? AND c.p = ? AND c.o IS ? AND c.op = ? AND c.modality = ? AND source.name = ?
        AND {FROM_SAID} IS ? AND {TO_SAID} IS ? AND c.valid_said IS ? AND c.seen = ? AND (c.seen = 0 OR c.observed = ?)
"""
_SAME = f"{_SAYS_SO} AND {_LIVE} LIMIT 1"
_SAME_OF_THESE = f"""
    {_SAYS_SO} AND c.confidence = ? AND c.erased = 0 AND c.id IN (SELECT value FROM json_each(?)) LIMIT 1
"""
_WAS_SAID = """
    EXISTS (SELECT 1 FROM episode m WHERE m.id = :episode AND (
        EXISTS (SELECT 1 FROM evidence e JOIN episode w ON w.id = e.episode
            WHERE e.claim = c.id AND (w.observed, w.id) <= (m.observed, m.id))
        OR (NOT EXISTS (SELECT 1 FROM evidence e WHERE e.claim = c.id)
            AND c.tx <= COALESCE((SELECT MIN(x.tx) FROM extraction x WHERE x.episode = m.id), c.tx))))
"""
"""Whether a message can be about the claim: it rests on words that were said by then or, if it rests on none, it was
there when the message was read first."""

_SAYING = f"""
    SELECT c.id, c.s, c.p FROM claim c JOIN source ON source.id = c.source
    WHERE c.scope = :scope AND c.o = :o AND c.op = 0 AND c.modality = :modality
        AND (:source IS NULL OR source.name = :source) AND {_LIVE} AND {_WAS_SAID}
"""
_OWN = f"""
    SELECT c.s, c.p FROM claim c JOIN source ON source.id = c.source
    WHERE c.id = :claim AND c.scope = :scope AND c.op = 0 AND c.modality = :modality AND source.name = :source
        AND {_LIVE} AND {_WAS_SAID}
"""


def same_claim(writer: Writer, statement: Statement, among: Collection[int] | None = None) -> int | None:
    """The live claim that says exactly what a statement says, seen at the same time or never; None if there is none.

    `among`: one of these claims instead, live or not, that says it with the same confidence. Raises what the statement
    itself would raise.
    """
    predicate = writer.names.predicate_id(clean(statement.predicate, "the predicate"))
    if predicate is None:
        return None
    root, flip = writer.drafter.reads_as(predicate)
    codes = writer.drafter.codes(statement.subject, root, statement.object, flip)
    s, o = (None if code is None else writer.terms.find(writer.scope, code) for code in codes)
    if s is None or (o is None and codes[1] is not None):
        return None
    modality, said = modality_number(statement.modality), writer.drafter.said(statement)
    given = (writer.scope, s, predicate, o, OPS[statement.op], modality, statement.source, *said)
    observed, seen = writer.drafter.observed(statement.observed)
    said_so = (*given, seen, observed)
    if among is None:
        row = writer.connection.execute(_SAME, said_so).fetchone()
    else:
        listed = json.dumps(sorted(among))
        row = writer.connection.execute(_SAME_OF_THESE, (*said_so, statement.confidence, listed)).fetchone()
    return None if row is None else int(row[0])


def latest_saying(
    writer: Writer,
    value: Value,
    *,
    subject: str | Entity | None,
    predicate: str | None,
    modality: str,
    source: str | None,
    episode: int,
) -> int | None:
    """The latest live claim whose value is `value`, about what is named, that a message can be about; None if there is
    none."""
    found = []
    given = {"scope": writer.scope, "modality": modality_number(modality), "source": source, "episode": episode}
    for term in writer.terms.values(writer.scope, value, "the value"):
        found += writer.connection.execute(_SAYING, {**given, "o": term}).fetchall()
    for claim, said_subject, said_predicate in sorted(found, reverse=True):
        if _reads_alike(writer, said_subject, said_predicate, subject, predicate):
            return int(claim)
    return None


def own_claim(
    writer: Writer,
    claim: int,
    *,
    subject: str | Entity,
    predicate: str,
    modality: str,
    source: str,
    episode: int,
) -> int | None:
    """The claim, if it is live, of this source and modality, about this subject and predicate, and a message can be
    about it; else None."""
    given = {"scope": writer.scope, "modality": modality_number(modality), "source": source, "episode": episode}
    row = writer.connection.execute(_OWN, {**given, "claim": claim}).fetchone()
    return claim if row is not None and _reads_alike(writer, row[0], row[1], subject, predicate) else None


def _reads_alike(writer: Writer, s: int, p: int, subject: str | Entity | None, predicate: str | None) -> bool:
    if subject is not None:
        mentions = writer.names.mentions(writer.connection, writer.scope)
        terms = writer.terms.entities(writer.scope, subject, "the subject")
        roots = {mentions.entity(term, writer.here) for term in terms}
        if mentions.entity(s, writer.here) not in roots:
            return False
    if predicate is None:
        return True
    named = writer.names.predicate_id(predicate)
    return named is not None and writer.names.predicate(named, writer.here) == writer.names.predicate(p, writer.here)
