"""The only writer of the log: every operation, checked against what is recorded so far, then appended.

An operation is refused before it leaves a trace, in the order of the contract: first whether its target is there and in
the right state, then what it says. What is appended is never changed: a correction is a retraction and a claim of the
same statement, an undo is a row that says "live again". Each operation takes the next place in the log; the id of a
claim is its place, and `statement`, its precedence, that of the first version of the statement.

Everything happens inside a `Transaction` of the store, which brings the beliefs up to date when it ends.
"""

import json
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from tkg import bounds, ontology
from tkg.bounds import Said, canonical, canonical_bound, canonical_interval, stint, unit
from tkg.errors import (
    AlreadyMapped,
    AlreadyRetracted,
    BadModality,
    BadRole,
    BadSchema,
    Cycle,
    DuplicateId,
    EmptyInterval,
    EndNeedsValue,
    InputError,
    IntoItself,
    NotRetracted,
    UnknownClaim,
    UnknownPredicate,
)
from tkg.belief import Reading
from tkg.names import OBJECT, SUBJECT
from tkg.slots import END, MODALITIES, RECORD, reach, reach_level
from tkg.statement import CORRECTABLE, Statement
from tkg.store import Store, Transaction
from tkg.terms import DATE, ENTITY, TEXT, Code, clean, encode
from tkg.values import Entity, Text, Value
from tkg.words import Words

_START_WORDS = {"": "unknown", "..": "always"}
_END_WORDS = {"": "unknown", "..": "ongoing"}
_ENDS = frozenset(("valid_to", "valid_through", "valid"))
_OPS = {"record": RECORD, "end": END}
_ROLES = {"subject": SUBJECT, "object": OBJECT}

_CLAIM = """
    INSERT INTO claim (id, scope, op, s, p, o, from_said, to_said, valid_said, from_early, from_at, from_late,
        from_grain, to_early, to_at, to_late, to_grain, ongoing, observed, seen, source, confidence, modality,
        statement, s_said, o_said, reach_level, attrs, ref, tx)
    VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)
"""
_TARGET = """
    SELECT op, s, p, o, from_said, to_said, valid_said, observed, seen, source, confidence, modality, statement,
        s_said, o_said, attrs, erased, COALESCE((SELECT live FROM standing WHERE claim = claim.id
        ORDER BY place DESC LIMIT 1), 1)
    FROM claim WHERE id = ? AND scope = ?
"""
_BY_REF = "SELECT id FROM claim WHERE scope = ? AND ref = ?"
_STAND = "INSERT INTO standing (claim, place, live, reason, tx) VALUES (?, ?, ?, ?, ?)"
_VERSIONS = """
    SELECT id FROM claim WHERE statement = ? AND id <> ? AND COALESCE((SELECT live FROM standing
        WHERE claim = claim.id ORDER BY place DESC LIMIT 1), 1) = 1
"""
_FIND_SCOPE = "SELECT id FROM scope WHERE name = ?"
_ADD_SCOPE = "INSERT INTO scope (name) VALUES (?)"
_FIND_SOURCE = "SELECT id FROM source WHERE scope = ? AND name = ?"
_ADD_SOURCE = "INSERT INTO source (scope, name) VALUES (?, ?)"
_ADD_PREDICATE = "INSERT INTO predicate (name, used) VALUES (?, 0) RETURNING id"
_USE_PREDICATE = "UPDATE predicate SET used = 1 WHERE id = ?"
_MERGE = "INSERT INTO merge (place, scope, old, new, tx) VALUES (?, ?, ?, ?, ?)"
_SPLIT = "INSERT INTO split (place, claim, role, scope, new, tx) VALUES (?, ?, ?, ?, ?, ?)"
_MAP = "INSERT INTO predicate_map (place, old, new, flip, tx) VALUES (?, ?, ?, ?, ?)"
_DECLARE = "INSERT INTO declaration (place, predicate, rule, tx) VALUES (?, ?, ?, ?)"


class Target(NamedTuple):
    """A claim that an operation is about, as it is in the log."""

    op: int
    s: int
    p: int
    o: int | None
    from_said: str | None
    to_said: str | None
    valid_said: str | None
    observed: int
    seen: int
    source: int
    confidence: float
    modality: int
    statement: int
    s_said: int
    o_said: int
    attrs: str | None
    erased: int
    live: int


class _Draft(NamedTuple):
    """A claim that has passed all checks. A name is a term if it is kept from a target, a code if it is new."""

    op: int
    subject: int | Code
    predicate: int | str
    object: int | Code | None
    said: Said
    observed: int
    seen: bool
    source: int | str
    confidence: float
    modality: int
    attrs: str | None


class Writer:
    """Appends operations to the log of one scope, inside one transaction. `strict` refuses undeclared predicates."""

    def __init__(self, store: Store, transaction: Transaction, scope: str, *, strict: bool = False) -> None:
        self.store, self.transaction, self.strict = store, transaction, strict
        self.connection, self.names, self.terms = store.connection, store.names, store.terms
        self.scope = self._scope(scope)

    @property
    def here(self) -> int:
        """The place up to which the log is written: what checks look at."""
        return self.transaction.place

    # --- claims ---

    def state(self, statement: Statement) -> int:
        """Append a `record` or an `end`; the id of the claim.

        Raises DuplicateId, EndNeedsValue, BadModality, BadTime, EmptyInterval, WrongKind, UnknownPredicate, BadName.
        """
        self._new_ref(statement.ref)
        predicate, flip = self._reads_as(statement.predicate)
        op = _OPS[statement.op]
        if op == END:
            self._needs_value(statement, predicate, flip)
        modality = _modality(statement.modality)
        seen = statement.observed is not None
        observed = self._point(statement.observed) if statement.observed is not None else self.transaction.at
        said = self._said(statement)
        self._not_empty(said, observed, predicate)
        subject, value = self._codes(statement, predicate, flip)
        draft = _Draft(
            op, subject, statement.predicate, value, said, observed, seen, _source(statement.source),
            _confidence(statement.confidence), modality, _json(statement.attrs),
        )  # fmt: skip
        return self._append(draft, statement.ref)

    def correct(self, target_id: int, changes: Mapping[str, Any], *, ref: str | None = None, reason: str | None) -> int:
        """Retract a claim and append its replacement, which keeps what `changes` does not say; the new id.

        Raises UnknownClaim, AlreadyRetracted, and whatever `state` raises.
        """
        target = self._target(target_id)
        if not target.live:
            raise AlreadyRetracted(f"claim {target_id} is retracted already: undo that first, or correct its successor")
        unknown = sorted(set(changes) - set(CORRECTABLE))
        if unknown:
            raise InputError(f"a correction cannot change {unknown[0]!r}: it takes {', '.join(CORRECTABLE)}")
        self._new_ref(ref)
        draft = self._corrected(target, changes)
        new = self._append(draft, ref, target=target, changed=changes)
        self._stand(target_id, new, live=False, reason=reason)
        return new

    def retract(self, target_id: int, *, reason: str | None = None) -> None:
        """The claim should never have been made. Raises UnknownClaim and AlreadyRetracted."""
        if not self._target(target_id).live:
            raise AlreadyRetracted(f"claim {target_id} is retracted already")
        self._stand(target_id, self.transaction.next_place(), live=False, reason=reason)

    def undo(self, target_id: int, *, reason: str | None = None) -> None:
        """The claim is live again, in its old place; a correction of it is not. Raises UnknownClaim, NotRetracted."""
        target = self._target(target_id)
        if target.live:
            raise NotRetracted(f"claim {target_id} is live: there is nothing to undo")
        place = self.transaction.next_place()
        for (version,) in self.connection.execute(_VERSIONS, (target.statement, target_id)).fetchall():
            self._stand(version, place, live=False, reason=reason)
        self._stand(target_id, place, live=True, reason=reason)

    def _corrected(self, target: Target, changes: Mapping[str, Any]) -> _Draft:
        given = dict(changes)
        raw_predicate = clean(given["predicate"], "the predicate") if "predicate" in given else target.p
        predicate, flip = self._reads_as(raw_predicate)
        value: int | Code | None = target.o
        subject: int | Code = target.s
        if "object" in given or "subject" in given:
            about = Statement(
                given.get("subject") or self._name(target.s), "", given["object"] if "object" in given else None
            )
            codes = self._codes(about, predicate, flip)
            subject = codes[0] if "subject" in given else target.s
            value = codes[1] if "object" in given else target.o
        if target.op == END and value is None:
            self._needs_value(None, predicate, flip)
        modality = _modality(given["modality"]) if "modality" in given else target.modality
        seen, observed = bool(target.seen), target.observed
        if given.get("observed") is not None:
            seen, observed = True, self._point(given["observed"])
        said = Said(target.from_said, target.to_said, target.valid_said)
        if "valid_from" in given or "valid_to" in given:
            said = said._replace(valid=None)
        told = self._said(Statement("", "", **{name: given[name] for name in given if name.startswith("valid")}))
        said = Said(told.start or said.start, told.end or said.end, told.valid or said.valid)
        self._not_empty(said, observed, predicate)
        return _Draft(
            target.op, subject, raw_predicate, value, said, observed, seen,
            _source(given["source"]) if "source" in given else target.source,
            _confidence(given["confidence"]) if "confidence" in given else target.confidence,
            modality, _json(given["attrs"]) if "attrs" in given else target.attrs,
        )  # fmt: skip

    def with_kept_side(self, target_id: int, changes: Mapping[str, Any]) -> dict[str, Any]:
        """`changes`, which say one side of an interval that was said in one piece, with the other side as it was.

        In the log an EDTF interval is one field, so a correction of either bound drops it whole. Whoever corrects the
        start of "2019 through 2021" means to keep the end.
        """
        filled, target = dict(changes), self._target(target_id)
        first, slash, last = (target.valid_said or "").partition("/")
        if target.valid_said is not None and not slash:
            last = first
        was_from = _START_WORDS.get(first, first) if target.valid_said is not None else target.from_said
        if "valid_from" not in filled and filled.keys() & {"valid_through", "valid_to"}:
            if was_from is not None:
                filled["valid_from"] = was_from
        elif "valid_from" in filled and target.valid_said is not None and not filled.keys() & _ENDS:
            if last in _END_WORDS:
                filled["valid_to"] = _END_WORDS[last]
            else:
                filled["valid_through"] = last
        return filled

    def _append(
        self, draft: _Draft, ref: str | None, *, target: Target | None = None, changed: Iterable[str] = ()
    ) -> int:
        s = draft.subject if isinstance(draft.subject, int) else self.terms.intern(self.scope, draft.subject)
        o = draft.object if not isinstance(draft.object, Code) else self.terms.intern(self.scope, draft.object)
        p = draft.predicate if isinstance(draft.predicate, int) else self.predicate(draft.predicate)
        source = draft.source if isinstance(draft.source, int) else self._source(draft.source)
        if not self.names.is_used(p):
            self.connection.execute(_USE_PREDICATE, (p,))
            self.names.note_used(p)
        place = self.transaction.next_place()
        start, end, ongoing, _ = stint(draft.said, draft.observed, "state")
        seen = (draft.observed,) if draft.seen and start.at <= draft.observed < end.at else ()
        told = Reading(
            place, place, source, o, o, draft.op == END, start, end, ongoing, draft.observed, seen, draft.confidence
        )
        self.connection.execute(
            _CLAIM,
            (
                place, self.scope, draft.op, s, p, o, *draft.said, *start, *end, ongoing, draft.observed, draft.seen,
                source, draft.confidence, draft.modality, target.statement if target else place,
                target.s_said if target and "subject" not in changed else place,
                target.o_said if target and "object" not in changed else place,
                reach_level(start.at, reach(told)), draft.attrs, ref, self.transaction.tx,
            ),
        )  # fmt: skip
        return place

    def _stand(self, claim: int, place: int, *, live: bool, reason: str | None) -> None:
        self.connection.execute(_STAND, (claim, place, live, reason, self.transaction.tx))

    # --- names ---

    def merge(self, old: str | Entity, new: str | Entity) -> None:
        """From here on `old`, and all that reads as it, reads as `new`. Raises IntoItself, Cycle, AlreadyMapped."""
        codes = [encode(name, "any", "the entity") for name in (old, new)]
        if codes[0] == codes[1]:
            raise IntoItself(f"{old!r} cannot be merged into itself")
        terms = [self.terms.intern(self.scope, code) for code in codes]
        mentions = self.names.mentions(self.connection, self.scope)
        roots = [mentions.entity(term, self.here) for term in terms]
        _distinct(roots, terms[0], old, new)
        place = self.transaction.next_place()
        self.connection.execute(_MERGE, (place, self.scope, *roots, self.transaction.tx))
        self._names_changed()

    def split(self, mentions: Iterable[tuple[int, str]], new: str | Entity) -> None:
        """Give mentions, (claim id, "subject" or "object"), the name `new`. Raises UnknownClaim and BadRole."""
        found = []
        for claim, role in mentions:
            target = self._target(claim)
            if role not in _ROLES:
                raise BadRole(f"{role!r} is no role: use 'subject' or 'object'")
            if role == "object" and target.o is None:
                raise BadRole(f"claim {claim} is an end without a value: it has no object to split")
            found.append((target.o_said if role == "object" else target.s_said, _ROLES[role]))
        if not found:
            raise InputError("a split names at least one mention: give [(claim, 'subject' or 'object'), ...]")
        term = self.terms.intern(self.scope, encode(new, "any", "the entity"))
        place = self.transaction.next_place()
        for said, role_number in dict.fromkeys(found):
            self.connection.execute(_SPLIT, (place, said, role_number, self.scope, term, self.transaction.tx))
        self._names_changed()

    def map_predicate(self, old: str, new: str, *, flip: bool = False) -> None:
        """From here on `old` reads as `new`, the other way round if `flip`. Raises IntoItself, Cycle, AlreadyMapped."""
        names = [clean(name, "the predicate") for name in (old, new)]
        if names[0] == names[1]:
            raise IntoItself(f"{old!r} cannot be mapped to itself")
        ids = [self.predicate(name) for name in names]
        (root, flip_old), (into, flip_new) = (self.names.predicate(id_, self.here) for id_ in ids)
        _distinct([root, into], ids[0], old, new)
        place = self.transaction.next_place()
        turned = bool(flip) ^ flip_old ^ flip_new
        self.connection.execute(_MAP, (place, root, into, turned, self.transaction.tx))
        self._names_changed()

    def declare(self, predicate: str, rule: ontology.Rule) -> None:
        """Change what is declared of a predicate, from here on. Raises BadSchema."""
        if not rule:
            raise BadSchema(f"a declaration of {predicate!r} says nothing: give cardinality, resumes, extent or another")
        said = ontology.Predicate.from_rule(clean(predicate, "the predicate"), rule).rule()
        root, _ = self.names.predicate(self.predicate(predicate), self.here)
        place = self.transaction.next_place()
        text = json.dumps(said, ensure_ascii=False, sort_keys=True)
        self.connection.execute(_DECLARE, (place, root, text, self.transaction.tx))
        self._names_changed()

    def predicate(self, name: str) -> int:
        """The id of a predicate by name, added if it is new."""
        name = clean(name, "the predicate")
        found = self.names.predicate_id(name)
        if found is None:
            (found,) = self.connection.execute(_ADD_PREDICATE, (name,)).fetchone()
            self.names.note_predicate(found, name)
        return found

    def claim_id(self, ref: str) -> int | None:
        """The claim of the caller's own id `ref`, or None."""
        row = self.connection.execute(_BY_REF, (self.scope, ref)).fetchone()
        return None if row is None else int(row[0])

    def entities(self, name: str | Entity) -> list[int]:
        """The terms that a name means: of its type, or of every type if it gives none."""
        if isinstance(name, Entity) and name.type:
            found = self.terms.find(self.scope, encode(name, "any", "the entity"))
            return [] if found is None else [found]
        return self.terms.named(self.scope, clean(str(name), "the entity"))

    def values(self, value: Value) -> list[int]:
        """The terms that a value can be, as entity, text or date where it is a bare `str`."""
        if isinstance(value, str) and not isinstance(value, Text):
            return self.terms.named(self.scope, clean(value, "the value"), (ENTITY, TEXT, DATE))
        found = self.terms.find(self.scope, encode(value, "any", "the value"))
        return [] if found is None else [found]

    def is_about(self, subject: int, predicate: int, name: str | None, predicate_name: str | None) -> bool:
        """Whether names of a claim, as said, read like these; None is any."""
        if name is not None:
            mentions = self.names.mentions(self.connection, self.scope)
            roots = {mentions.entity(term, self.here) for term in self.entities(name)}
            if mentions.entity(subject, self.here) not in roots:
                return False
        if predicate_name is None:
            return True
        id_ = self.names.predicate_id(predicate_name)
        return id_ is not None and self.names.predicate(id_, self.here) == self.names.predicate(predicate, self.here)

    def same_claim(self, statement: Statement, words: Words) -> int | None:
        """The live claim that says exactly what a statement says, if that brings no sighting; or None."""
        predicate = self.names.predicate_id(statement.predicate)
        if statement.observed is not None or predicate is None:
            return None
        root, flip = self.names.predicate(predicate, self.here)
        codes = self._codes(statement, root, flip)
        s, o = (None if code is None else self.terms.find(self.scope, code) for code in codes)
        if s is None or (o is None and codes[1] is not None):
            return None
        modality, said = _modality(statement.modality), self._said(statement)
        return words.same_claim((s, predicate, o), _OPS[statement.op], modality, statement.source, said)

    def _names_changed(self) -> None:
        self.transaction.names_changed = True
        self.names.load(self.connection, self.here)

    # --- checks ---

    def _target(self, id_: int) -> Target:
        row = self.connection.execute(_TARGET, (id_, self.scope)).fetchone()
        if row is None or row[16]:
            gone = "its content has been erased" if row is not None else "there is none in this scope"
            raise UnknownClaim(f"claim {id_}: {gone}")
        return Target(*row)

    def _new_ref(self, ref: str | None) -> None:
        if ref is not None and self.claim_id(ref) is not None:
            raise DuplicateId(f"a claim {ref!r} is there already: give another id, or correct that one")

    def _reads_as(self, predicate: int | str) -> tuple[int | None, bool]:
        """The predicate that this one reads as, None if it is new, and its flip. Raises UnknownPredicate if strict."""
        if isinstance(predicate, str):
            predicate = clean(predicate, "the predicate")
            known = self.names.predicate_id(predicate)
        else:
            known = predicate
        root, flip = (None, False) if known is None else self.names.predicate(known, self.here)
        if self.strict and (root is None or not self.names.declared(root, self.here)):
            raise UnknownPredicate(f"predicate {predicate!r} is not declared: declare it, or open without strict=True")
        return root, flip

    def _needs_value(self, statement: Statement | None, predicate: int | None, flip: bool) -> None:
        one = predicate is not None and self.names.rule(predicate, self.here).one
        if (statement is None or statement.object is None) and (not one or flip):
            name = statement.predicate if statement else self.names.predicate_name(predicate or 0)
            raise EndNeedsValue(f"{name!r} has many values at once: say which of them is over")

    def _not_empty(self, said: Said, observed: int, predicate: int | None) -> None:
        extent = "state" if predicate is None else self.names.rule(predicate, self.here).extent
        start, end, _, empty = stint(said, observed, extent)
        if empty:
            zone = self.store.zone
            first, last = (bounds.Time(bound.at, bound.grain).text(zone) for bound in (start, end))
            raise EmptyInterval(
                f"it would end at {last}, not after its start at {first}: an interval includes its start, not its end"
            )

    def _point(self, when: bounds.When) -> int:
        return unit(canonical(when, self.store.zone))[0]

    def _said(self, statement: Statement) -> Said:
        zone = self.store.zone
        start = canonical_bound(statement.valid_from, zone, ("always", "unknown"))
        end = canonical_bound(statement.valid_to, zone, ("ongoing", "forever", "unknown"))
        valid = None if statement.valid is None else canonical_interval(statement.valid, zone)
        if statement.valid_through is not None:
            if end is not None or valid is not None:
                raise InputError("valid_through, valid_to and valid each say the end: give one of them")
            first = {None: "", "unknown": "", "always": ".."}.get(start, start)
            start, valid = None, f"{first}/{canonical(statement.valid_through, zone)}"
        return Said(start, end, valid)

    def _codes(self, statement: Statement, predicate: int | None, flip: bool) -> tuple[Code, Code | None]:
        """Subject and object as codes, checked against what the predicate takes."""
        typed = ontology.Predicate("") if predicate is None else self.names.typed(predicate, self.here)
        subject, value = statement.subject, statement.object
        if not isinstance(subject, (str, Entity)):
            subject = clean(subject, "the subject")
        if value is not None:
            if flip:
                if not isinstance(value, (str, Entity)):
                    value = clean(value, "the object")  # type: ignore[arg-type]
                ontology.check(typed, _type(value), subject)
            else:
                ontology.check(typed, _type(subject), value)
        code = None if value is None else encode(value, "any" if flip else typed.object, "the object")
        return encode(subject, typed.object if flip else "any", "the subject"), code

    # --- dictionaries ---

    def _name(self, term: int) -> Any:
        return self.terms.value(term)

    def _scope(self, name: str) -> int:
        name = clean(name, "the scope")
        row = self.connection.execute(_FIND_SCOPE, (name,)).fetchone()
        return int(row[0] if row else self.connection.execute(_ADD_SCOPE, (name,)).lastrowid or 0)

    def _source(self, name: str) -> int:
        row = self.connection.execute(_FIND_SOURCE, (self.scope, name)).fetchone()
        return int(row[0] if row else self.connection.execute(_ADD_SOURCE, (self.scope, name)).lastrowid or 0)


def _distinct(roots: list[int], first: int, old: object, new: object) -> None:
    if roots[0] == roots[1]:
        if roots[1] == first:
            raise Cycle(f"{new!r} reads as {old!r} already: merging back would make a circle; split it off instead")
        raise AlreadyMapped(f"{old!r} and {new!r} read as one already")


def _modality(modality: str) -> int:
    if modality not in MODALITIES:
        raise BadModality(f"{modality!r} is no modality: use {', '.join(MODALITIES)}")
    return MODALITIES.index(modality)


def _confidence(confidence: float) -> float:
    if isinstance(confidence, bool) or not isinstance(confidence, (int, float)) or not 0 <= confidence <= 1:
        raise InputError(f"confidence {confidence!r} is not a number from 0 to 1")
    return float(confidence)


def _source(source: str) -> str:
    if not isinstance(source, str):
        raise InputError(f"source {source!r} is a {type(source).__name__}: name who says so, as text")
    return source.strip()


def _json(attrs: Mapping[str, Any] | None) -> str | None:
    if attrs is None:
        return None
    try:
        return json.dumps(dict(attrs), ensure_ascii=False, sort_keys=True)
    except (TypeError, ValueError) as error:
        raise InputError(f"attrs {attrs!r} cannot be kept as JSON: {error}") from None


def _type(value: Value) -> str:
    return value.type if isinstance(value, Entity) else ""
