"""What is looked up around an answer: the ids of names, claims as they were said, evidence, and what a fact rests on.

One `Lookup` belongs to one `Reader`: it looks things up as of that reader's moment, inside its snapshot.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, cast

from tkg.belief import standing
from tkg.bounds import Grain, Time
from tkg.claim_table import FROM_SAID, ON_DATE, STATEMENT, SUBJECT_SAID, TO_SAID, Row
from tkg.errors import InputError, UnknownClaim
from tkg.facts import Claim, Evidence, instant
from tkg.intervals import MAX, coalesce
from tkg.names import SUBJECT
from tkg.reader import Question, Reader, Rectangle
from tkg.slots import MODALITIES, SlotKey
from tkg.terms import ERASED, clean
from tkg.values import Entity, Text, Value
from tkg.words import anchorings

NOTHING = -1
"""An id that nothing has: a name in a question that nobody ever said."""

_AT_ONCE = 1_000
"""How many claims are fetched by one statement."""

_CLAIM = f"""
    SELECT c.id, c.op, c.s, c.p, c.o, {FROM_SAID}, {TO_SAID}, c.valid_said, c.observed, c.seen, source.name,
        c.confidence, c.modality, {STATEMENT}, tx.at, c.erased, c.attrs, c.ref, scope.name,
        (SELECT t.live FROM standing t WHERE t.claim = c.id AND t.place <= :place ORDER BY t.place DESC LIMIT 1),
        (SELECT ended.at FROM standing t JOIN tx ended ON ended.id = t.tx
            WHERE t.claim = c.id AND t.place <= :place ORDER BY t.place DESC LIMIT 1),
        {SUBJECT_SAID}
    FROM claim c JOIN tx ON tx.id = c.tx JOIN source ON source.id = c.source JOIN scope ON scope.id = c.scope
    WHERE c.id <= :place
"""
_ONE = f"{_CLAIM} AND c.id = :id"
_THESE = f"{_CLAIM} AND c.id IN (SELECT value FROM json_each(:ids))"
_SAID = f"{_CLAIM} AND c.scope = :scope AND (:predicate IS NULL OR c.p = :predicate)"
_ABOUT = f"{_SAID} AND c.s = :s"
_EVIDENCE = """
    SELECT e.claim, e.episode, episode.speaker, episode.observed, e.span_from, e.span_to, episode.text, e.from_text,
        e.to_text, e.extractor, e.id, EXISTS (SELECT 1 FROM extraction x JOIN withdrawal w ON w.extraction = x.id
            WHERE x.episode = e.episode AND x.extractor = e.extractor AND (x.run IS NULL OR x.run = d.run)
                AND w.tx <= :tx), d.run, run.model, run.prompt, d.statement
    FROM evidence e JOIN episode ON episode.id = e.episode LEFT JOIN derivation d ON d.evidence = e.id
    LEFT JOIN run ON run.id = d.run
    WHERE e.claim = :claim AND e.tx <= :tx ORDER BY e.id
"""
_ERASURES = (
    "SELECT tx.at FROM erasure JOIN tx ON tx.id = erasure.tx WHERE erasure.scope = ? AND tx.at > ? ORDER BY tx.at"
)


@dataclass(frozen=True, slots=True)
class Lookup:
    """Looks things up for one reader."""

    reader: Reader

    # --- names ---

    def entities(self, name: str | Entity) -> tuple[int, ...]:
        """The terms that a subject in a question can mean: of its very name or, if that was not said of anything by
        the moment, of the same form (see `tkg.alike`)."""
        found = self.reader.store.terms.entities(self.reader.scope, name, "the subject")
        return tuple(found if self._are_said(found) else self._alike(name)) or (NOTHING,)

    def values(self, value: Value) -> tuple[int, ...]:
        """The terms that an object in a question can mean, names as in `entities`."""
        found = self.reader.store.terms.values(self.reader.scope, value, "the object")
        if isinstance(value, (str, Entity)) and not isinstance(value, Text) and not self._are_said(found):
            return tuple(self._alike(value)) or (NOTHING,)
        return tuple(found) or (NOTHING,)

    def _alike(self, name: str | Entity) -> list[int]:
        plain, type_ = (name, "") if isinstance(name, str) else (name.name, name.type and clean(name.type, "the type"))
        alike = self.reader.store.terms.alike(self.reader.scope, plain)
        return [bearer.term for bearer in alike if type_ in ("", bearer.type)]

    def _are_said(self, terms: Iterable[int]) -> bool:
        """Whether some operation had named one of the terms by the moment: an answer as of then never changes, so it
        does not depend on names that came later."""
        reader = self.reader
        if reader.is_latest:
            return any(True for _ in terms)
        return any(reader.store.terms.is_said(reader.scope, term, reader.moment.place) for term in terms)

    def predicate(self, name: str) -> int:
        found = self.reader.store.names.predicate_id(clean(name, "the predicate"))
        return NOTHING if found is None else found

    # --- claims ---

    def claim(self, id_: int) -> Claim:
        """One claim. Raises UnknownClaim if there is none of this id as of the moment."""
        if isinstance(id_, bool) or not isinstance(id_, int):
            raise InputError(f"{id_!r} is not the id of a claim, which is a number")
        for row in self._rows(_ONE, {"id": min(id_, MAX)}):
            return self._claim(row)
        raise UnknownClaim(f"claim {id_}: there is none as of this moment")

    def all_of(self, ids: Sequence[int]) -> Iterator[Claim]:
        """Claims by their ids, in that order. Raises UnknownClaim if there is one that is not there."""
        for first in range(0, len(ids), _AT_ONCE):
            several = ids[first : first + _AT_ONCE]
            found = {row[0]: row for row in self._rows(_THESE, {"ids": json.dumps(several)})}
            yield from (self._claim(found[id_]) if id_ in found else self.claim(id_) for id_ in several)

    def claims(self, subjects: tuple[int, ...] | None, predicate: int | None) -> Iterator[Claim]:
        """Claims as they were said, of all that reads as one of `subjects` and as `predicate`; None is any."""
        names, place = self.reader.store.names, self.reader.moment.place
        mentions = names.mentions(self.reader.store.connection, self.reader.scope)
        root = None if predicate is None or predicate < 0 else names.predicate(predicate, place)[0]
        predicates = [predicate] if root is None else [raw for raw, _ in names.spelled(root, place)]
        roots = None if subjects is None else {mentions.entity(subject, place) for subject in subjects}
        spelled = [None] if roots is None else sorted({n for r in roots for n in mentions.spellings(r, place)})
        found: list[tuple[int, Claim]] = []
        for s in spelled:
            for p in predicates:
                for row in self._rows(_SAID if s is None else _ABOUT, {"s": s, "predicate": p}):
                    if roots is None or mentions.mention(row[2], row[21], SUBJECT, place) in roots:
                        found.append((row[0], self._claim(row)))
        yield from (claim for _, claim in sorted(found, key=lambda pair: pair[0]))

    def claims_of(self, row: Rectangle) -> list[Claim]:
        """The live claims that say the value of a fact, of some of its stretch."""
        found = []
        for _, _, claims in self.reader.slots.slots(self._pair(row)):
            for claim in claims:
                if claim.value == row.object and claim.start.at < row.end and row.start < claim.end.at:
                    found.append(self.claim(claim.place))
        return sorted(found, key=lambda claim: claim.id)

    def evidence(self, claim: int) -> Iterator[Evidence]:
        """The quotes of a claim as of the moment: those that a later reading of the message took the place of are left
        out, unless there are no others."""
        zone, connection = self.reader.store.zone, self.reader.store.connection
        rows = connection.execute(_EVIDENCE, {"claim": claim, "tx": self.reader.moment.tx}).fetchall()
        for row in [row for row in rows if not row[11]] or rows:
            said_at = cast(datetime, instant(row[3], zone))
            quote = row[6] if row[4] is None else row[6][row[4] : row[5]]
            anchored = tuple(anchorings(connection, row[10]))
            span = None if row[4] is None else (row[4], row[5])
            yield Evidence(
                row[0], row[1], row[2], said_at, quote, row[6], row[7], row[8], row[9], anchored, span, *row[12:]
            )

    def erasures_after(self) -> list[int]:
        given = (self.reader.scope, self.reader.moment.at)
        return [at for (at,) in self.reader.store.connection.execute(_ERASURES, given)]

    def _rows(self, query: str, given: dict[str, Any]) -> list[Row]:
        parameters = {**given, "place": self.reader.moment.place, "scope": self.reader.scope}
        return self.reader.store.connection.execute(query, parameters).fetchall()

    def _claim(self, row: Row) -> Claim:
        terms, names, zone = self.reader.store.terms, self.reader.store.names, self.reader.store.zone
        erased = {0: None, 1: "claim", 2: "entity"}[row[15]]
        live = row[19] is None or row[19] == 1
        return Claim(
            id=row[0],
            op="end" if row[1] else "record",
            subject=None if row[2] is None else terms.value(row[2]),
            predicate=None if erased == "entity" else names.predicate_name(row[3]),
            object=None if row[4] is None or erased else terms.value(row[4]),
            valid_from=row[5],
            valid_to=row[6],
            valid=row[7],
            observed=Time(row[8], Grain.DAY if row[9] == ON_DATE else Grain.INSTANT).datetime(zone) if row[9] else None,
            source="[erased]" if row[10].startswith(ERASED) else row[10],
            confidence=row[11],
            modality=MODALITIES[row[12]],
            statement=row[13],
            recorded_at=cast(datetime, instant(row[14], zone)),
            retracted_at=None if live else instant(row[20], zone),
            erased=erased,
            attrs=None if row[16] is None else json.loads(row[16]),
            ref=row[17],
            scope=row[18],
        )

    # --- around a fact ---

    def _pair(self, row: Rectangle) -> SlotKey:
        return SlotKey(self.reader.scope, self.reader.modality, row.subject, row.predicate, None)

    def is_contested(self, row: Rectangle, at: int) -> bool:
        """Whether sources disagree at `at` in the slot of a fact."""
        for key, rule, claims in self.reader.slots.slots(self._pair(row)):
            if key.object in (None, row.object):
                return len({s.value for s in standing(claims, rule, at, self.reader.policy)}) > 1
        return False

    def is_certain(self, row: Rectangle, at: int) -> bool:
        """Whether the value of a fact is believed at `at` in every completion of imprecise bounds."""
        certain = replace(self.reader, certainty="certain")
        return any(True for _ in certain.believed_at(row.subject, row.predicate, at, row.object))

    def believed_since(self, row: Rectangle, at: int) -> int | None:
        """Since when the value of a fact has been believed of the valid instant `at`, without a break; None for one
        that is possible, and not believed under the bounds as they are read."""
        question = Question((row.subject,), row.predicate, (row.object,))
        held = [(0, r.since, r.until) for r in self.reader.history(question) if r.holds_at(at)]
        known_at = self.reader.moment.at
        return next((since for _, since, until in coalesce(held) if since <= known_at < until), None)
