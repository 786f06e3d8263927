"""The only writer of the log: every operation, checked against what is recorded so far, then appended.

An operation is refused before it leaves a trace, in the order of the contract: first whether its target is there and in
the right state, then what it says (`draft`). What is appended is never changed: a correction is a retraction and a
claim of the same statement, an undo is a row that says "live again". Each operation takes the next place in the log;
the id of a claim is its place, and `statement`, its precedence, that of the first version of the statement.

Everything happens inside a `Transaction` of the store, which brings the beliefs up to date when it ends.
"""

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from tkg import ontology
from tkg.claim_table import FROM_SAID, OBJECT_SAID, OBSERVED, OF_CLAIM, STATEMENT, SUBJECT_SAID, TO_SAID, UNSEEN, stored
from tkg.draft import Draft, Drafter, Target
from tkg.errors import (
    AlreadyMapped,
    AlreadyRetracted,
    BadRole,
    BadSchema,
    Cycle,
    DuplicateId,
    InputError,
    IntoItself,
    NotMapped,
    NotRetracted,
    UnknownClaim,
)
from tkg.insertion import Insertion
from tkg.intervals import MAX
from tkg.names import OBJECT, SUBJECT
from tkg.roles import role_name
from tkg.slots import END, bounded
from tkg.statement import Statement
from tkg.store import Store, Transaction
from tkg.terms import Code, clean, encode, source_name, storable
from tkg.values import Entity

Ids: TypeAlias = tuple[int, int, int | None, int]
"""Subject, predicate, object and source of a claim."""

_ROLES = {"subject": SUBJECT, "object": OBJECT}

_CLAIM = Insertion("claim", (*OF_CLAIM, "reach_level", "attrs", "ref", "tx"))
_TARGET = f"""
    SELECT c.op, c.s, c.p, c.o, {FROM_SAID}, {TO_SAID}, c.valid_said, {OBSERVED}, c.seen, c.source, c.confidence,
        c.modality, {STATEMENT}, {SUBJECT_SAID}, {OBJECT_SAID}, c.attrs, c.erased,
        COALESCE((SELECT live FROM standing WHERE claim = c.id ORDER BY place DESC LIMIT 1), 1)
    FROM claim c WHERE c.id = ? AND c.scope = ?
"""
_BY_REF = "SELECT id FROM claim WHERE scope = ? AND ref = ?"
_STAND = "INSERT INTO standing (claim, place, live, reason, tx) VALUES (?, ?, ?, ?, ?)"
_VERSIONS = """
    SELECT id FROM claim WHERE (statement = :statement OR id = :statement) AND id <> :id AND COALESCE((SELECT live
        FROM standing WHERE claim = claim.id ORDER BY place DESC LIMIT 1), 1) = 1
"""
_ADD_SCOPE = "INSERT INTO scope (name) VALUES (?)"
_ADD_PREDICATE = "INSERT INTO predicate (name, used) VALUES (?, 0) RETURNING id"
_USE_PREDICATE = "UPDATE predicate SET used = 1 WHERE id = ?"
_MERGE = "INSERT INTO merge (place, scope, old, new, tx) VALUES (?, ?, ?, ?, ?)"
_SPLIT = "INSERT INTO split (place, claim, role, scope, new, tx) VALUES (?, ?, ?, ?, ?, ?)"
_MAP = "INSERT INTO predicate_map (place, old, new, flip, tx) VALUES (?, ?, ?, ?, ?)"
_ASSIGN = "INSERT INTO source_role (place, source, role, tx) VALUES (?, ?, ?, ?)"
_ORDER = "INSERT INTO source_order (place, sources, tx) VALUES (?, ?, ?)"
_DECLARE = "INSERT INTO declaration (place, predicate, rule, tx) VALUES (?, ?, ?, ?)"


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

    @property
    def drafter(self) -> Drafter:
        """Checks what is said, as of here."""
        return Drafter(self.store, self.scope, self.here, self.transaction.at, strict=self.strict)

    # --- claims ---

    def state(self, statement: Statement) -> int:
        """Append a `record` or an `end`; the id of the claim.

        Raises DuplicateId, EndNeedsValue, BadModality, BadTime, EmptyInterval, WrongKind, UnknownPredicate, BadName.
        """
        self.new_ref(statement.ref)
        draft = self.drafter.statement(statement)
        return self.append([(draft, self.ids(draft))])[0]

    def ids_of(self, drafts: Sequence[Draft]) -> list[Ids]:
        """The ids of the names of several drafts."""
        names = (name for draft in drafts for name in (draft.subject, draft.object))
        self.terms.intern_all(self.scope, (name for name in names if isinstance(name, Code)))
        return [self.ids(draft) for draft in drafts]

    def append(self, drafts: Iterable[tuple[Draft, Ids]]) -> list[int]:
        """Append what has passed the checks of `drafter` and `new_ref`; the ids of the claims."""
        rows = [self._row(draft, ids) for draft, ids in drafts]
        _CLAIM(self.connection, [stored(row, self.transaction.at) for row in rows])
        return [row[0] for row in rows]

    def correct(self, target_id: int, changes: Mapping[str, Any], *, ref: str | None = None, reason: str | None) -> int:
        """Retract a claim and append its replacement, which keeps what `changes` does not say; the new id.

        Raises UnknownClaim, AlreadyRetracted, and whatever `state` raises.
        """
        target = self.target(target_id)
        if not target.live:
            raise AlreadyRetracted(f"claim {target_id} is retracted already: undo that first, or correct its successor")
        self.new_ref(ref)
        draft = self.drafter.correction(target, changes, ref)
        row = self._row(draft, self.ids(draft), target=target, changed=changes)
        _CLAIM(self.connection, [stored(row, self.transaction.at)])
        new: int = row[0]
        self._stand(target_id, new, live=False, reason=reason)
        return new

    def retract(self, target_id: int, *, reason: str | None = None) -> None:
        """The claim should never have been made. Raises UnknownClaim and AlreadyRetracted."""
        if not self.target(target_id).live:
            raise AlreadyRetracted(f"claim {target_id} is retracted already")
        self._stand(target_id, self.transaction.next_place(), live=False, reason=reason)

    def undo(self, target_id: int, *, reason: str | None = None) -> None:
        """The claim is live again, in its old place; a correction of it is not. Raises UnknownClaim, NotRetracted."""
        target = self.target(target_id)
        if target.live:
            raise NotRetracted(f"claim {target_id} is live: there is nothing to undo")
        place = self.transaction.next_place()
        for (version,) in self.connection.execute(
            _VERSIONS, {"statement": target.statement, "id": target_id}
        ).fetchall():
            self._stand(version, place, live=False, reason=reason)
        self._stand(target_id, place, live=True, reason=reason)

    def ids(self, draft: Draft) -> Ids:
        """The ids of the names of a draft, which are added where they are new."""
        scope, terms, sources = self.scope, self.terms, self.store.sources
        subject, predicate, value, source = draft.subject, draft.predicate, draft.object, draft.source
        return (
            subject if isinstance(subject, int) else terms.intern(scope, subject),
            predicate if isinstance(predicate, int) else self.predicate(predicate),
            value if not isinstance(value, Code) else terms.intern(scope, value),
            source if isinstance(source, int) else sources.intern(scope, source),
        )

    def _row(
        self, draft: Draft, ids: Ids, *, target: Target | None = None, changed: Iterable[str] = ()
    ) -> tuple[Any, ...]:
        """The row of a claim at the next place."""
        s, p, o, source = ids
        if not self.names.is_used(p):
            self.connection.execute(_USE_PREDICATE, (p,))
            self.names.note_used(p)
        place = self.transaction.next_place()
        bounds, reached = bounded(draft.said, draft.observed, told=draft.op == END or draft.seen != UNSEEN)
        row = (
            place, target.statement if target else place, source, draft.op, s, p, o, *bounds, draft.observed,
            draft.seen, draft.confidence, 0,
            target.s_said if target and "subject" not in changed else place,
            target.o_said if target and "object" not in changed else place,
            *draft.said, draft.modality, self.scope, reached, draft.attrs, draft.ref, self.transaction.tx,
        )  # fmt: skip
        if self.transaction.said is not None:
            self.transaction.said.append(row)
        return row

    def _stand(self, claim: int, place: int, *, live: bool, reason: str | None) -> None:
        self.connection.execute(_STAND, (claim, place, live, reason, self.transaction.tx))

    # --- names ---

    def merge(self, old: str | Entity, new: str | Entity) -> None:
        """From here on `old`, and all that reads as it, reads as `new`. Raises IntoItself, Cycle, AlreadyMapped."""
        codes = [_entity(name) for name in (old, new)]
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
            target = self.target(claim)
            if not isinstance(role, str) or role not in _ROLES:
                raise BadRole(f"{role!r} is no role: use 'subject' or 'object'")
            if role == "object" and target.o is None:
                raise BadRole(f"claim {claim} is an end without a value: it has no object to split")
            found.append((target.o_said if role == "object" else target.s_said, _ROLES[role]))
        if not found:
            raise InputError("a split names at least one mention: give [(claim, 'subject' or 'object'), ...]")
        term = self.terms.intern(self.scope, _entity(new))
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

    def unmap_predicate(self, name: str) -> None:
        """From here on `name` reads as itself again, and so does what is mapped to it. Raises NotMapped."""
        predicate = self.names.predicate_id(clean(name, "the predicate"))
        if predicate is None or self.names.mapped(predicate, self.here) is None:
            raise NotMapped(f"{name!r} reads as itself: there is no map of it to take back")
        place = self.transaction.next_place()
        self.connection.execute(_MAP, (place, predicate, predicate, False, self.transaction.tx))
        self._names_changed()

    def declare(self, predicate: str, rule: ontology.Rule) -> None:
        """Change what is declared of a predicate, from here on. Raises BadSchema."""
        if not rule:
            raise BadSchema(
                f"a declaration of {predicate!r} says nothing: give cardinality, resumes, extent or another"
            )
        said = ontology.Predicate.from_rule(clean(predicate, "the predicate"), rule).rule()
        root, _ = self.names.predicate(self.predicate(predicate), self.here)
        place = self.transaction.next_place()
        text = json.dumps(said, ensure_ascii=False, sort_keys=True)
        self.connection.execute(_DECLARE, (place, root, text, self.transaction.tx))
        self._names_changed()

    def assign_role(self, source: str, role: str) -> None:
        """From here on the source has this role. Raises BadName."""
        name, given = source_name(source), role_name(role)
        row = self.transaction.next_place(), self.store.sources.intern(self.scope, name), given, self.transaction.tx
        self.connection.execute(_ASSIGN, row)

    def order_sources(self, names: Iterable[str]) -> None:
        """From here on sources rank in this order, best first, where a reader by `source_priority` gives none."""
        text = json.dumps([source_name(name) for name in names], ensure_ascii=False)
        self.connection.execute(_ORDER, (self.transaction.next_place(), text, self.transaction.tx))

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

    def _names_changed(self) -> None:
        self.transaction.names_changed = True
        self.names.load(self.connection, self.here)

    # --- checks ---

    def target(self, id_: int) -> Target:
        """A claim of this scope. Raises UnknownClaim, also of one whose content is erased."""
        row = self.connection.execute(_TARGET, (id_, self.scope)).fetchone() if 0 < id_ <= MAX else None
        if row is None or row[16]:
            gone = "its content has been erased" if row is not None else "there is none in this scope"
            raise UnknownClaim(f"claim {id_}: {gone}")
        target = Target(*row)
        # What is of this transaction has no recorded time yet.
        return target if target.observed is not None else target._replace(observed=self.transaction.at)

    def new_ref(self, ref: str | None, besides: Collection[str] = ()) -> None:
        """Raise InputError if `ref` is no id, and DuplicateId if a claim has it already, or it is among those."""
        if ref is not None and (checked_ref(ref) in besides or self.claim_id(ref) is not None):
            raise taken_ref(ref)

    # --- dictionaries ---

    def _scope(self, name: str) -> int:
        known = self.store.scope_id(name)
        if known is not None:
            return known
        return int(self.connection.execute(_ADD_SCOPE, (clean(name, "the scope"),)).lastrowid or 0)


def checked_ref(ref: str) -> str:
    """A caller's own id of a claim. Raises InputError if it is none."""
    if not isinstance(ref, str):
        raise InputError(f"ref {ref!r} is a {type(ref).__name__}: an id of your own is text")
    # SQLite's functions take it for the end of a text.
    if "\x00" in ref:
        raise InputError(f"ref {ref!r} has a NUL in it: take it out")
    return storable(ref, "ref")


def taken_ref(ref: str) -> DuplicateId:
    """The error for an id that another claim has."""
    return DuplicateId(f"a claim {ref!r} is there already: give another id, or correct that one")


def _entity(name: str | Entity) -> Code:
    if not isinstance(name, Entity):
        clean(name, "the entity")
    return encode(name, "any", "the entity")


def _distinct(roots: list[int], first: int, old: object, new: object) -> None:
    if roots[0] == roots[1]:
        if roots[1] == first:
            raise Cycle(f"{new!r} reads as {old!r} already: merging back would make a circle; split it off instead")
        raise AlreadyMapped(f"{old!r} and {new!r} read as one already")
