"""A statement checked and turned into what is appended: the half of a write that can be refused.

`Drafter` reads a `Statement`, or the changes that a correction makes to a claim, against what is recorded so far: what
the predicate reads as and takes, whether an end needs a value, what the time words mean. It writes nothing. What comes
out is a `Draft`: canonical text and integers, and names either as terms (kept from a target) or as codes, which the
writer will find or add. The order of the checks is that of the contract, since the first one that fails names the
refusal.
"""

import json
from collections.abc import Mapping
from datetime import tzinfo
from functools import lru_cache
from typing import Any, NamedTuple

from tkg import ontology
from tkg.belief import Rule
from tkg.bounds import Grain, Said, Time, When, canonical, canonical_bound, canonical_interval, stint, unit
from tkg.claim_table import AT_INSTANT, ON_DATE, UNSEEN
from tkg.errors import BadModality, EmptyInterval, EndNeedsValue, InputError, UnknownPredicate, WrongKind
from tkg.kinds import LITERAL_KINDS
from tkg.slots import END, MODALITIES, RECORD
from tkg.statement import CORRECTABLE, Statement
from tkg.store import Store
from tkg.terms import Code, clean, encode, source_name, storable
from tkg.values import Entity, Value

OPS = {"record": RECORD, "end": END}

_START_WORDS = {"": "unknown", "..": "always"}
_END_WORDS = {"": "unknown", "..": "ongoing"}
_ENDS = frozenset(("valid_to", "valid_through", "valid"))


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


class Draft(NamedTuple):
    """A claim that has passed all checks. A name is a term if it is kept from a target, a code if it is new."""

    op: int
    subject: int | Code
    predicate: int | str
    object: int | Code | None
    said: Said
    observed: int
    seen: int
    source: int | str
    confidence: float
    modality: int
    attrs: str | None
    ref: str | None = None


class Drafter:
    """Checks statements as of a place of the log. `strict` refuses undeclared predicates.

    One serves for many statements as long as nothing is recorded in between but claims, since these change no reading.
    """

    def __init__(self, store: Store, scope: int, here: int, at: int, *, strict: bool = False) -> None:
        self._names, self._terms, self._zone = store.names, store.terms, store.zone
        self._scope, self._here, self._at, self._strict = scope, here, at, strict
        self._predicates: dict[str, tuple[int | str, int | None, bool]] = {}
        self._taken: dict[int, tuple[ontology.Predicate, Rule]] = {}

    def statement(self, statement: Statement) -> Draft:
        """The draft of a `record` or an `end`.

        Raises EndNeedsValue, BadModality, BadTime, EmptyInterval, WrongKind, UnknownPredicate, BadName, InputError.
        """
        said_as, predicate, flip = self._predicate(statement.predicate)
        op = OPS.get(statement.op) if isinstance(statement.op, str) else None
        if op is None:
            raise InputError(f"op {statement.op!r} is none: a statement is a 'record' or an 'end'")
        if statement.object is None:
            if op == RECORD:
                raise InputError("None is no value: use end() to say that there is none")
            self._may_lack_value(statement.predicate, predicate, flip)
        modality = modality_number(statement.modality)
        observed, seen = self.observed(statement.observed)
        said = self.said(statement)
        self._not_empty(said, observed, predicate)
        subject, value = self._named(statement.subject, predicate, statement.object, flip, statement.predicate)
        return Draft(
            op, subject, said_as, value, said, observed, seen,
            source_name(statement.source), _confidence(statement.confidence), modality,
            _json(statement.attrs), statement.ref,
        )  # fmt: skip

    def correction(self, target: Target, changes: Mapping[str, Any], ref: str | None = None) -> Draft:
        """The draft of the claim that replaces `target`: what `changes` does not say stays. Raises as `statement`."""
        unknown = sorted(set(changes) - set(CORRECTABLE))
        if unknown:
            raise InputError(f"a correction cannot change {unknown[0]!r}: it takes {', '.join(CORRECTABLE)}")
        raw: int | str = clean(changes["predicate"], "the predicate") if "predicate" in changes else target.p
        predicate, flip = self.reads_as(raw)
        if target.op == END and changes.get("object") is None and target.o is None:
            self._may_lack_value(str(changes.get("predicate", self._names.predicate_name(target.p))), predicate, flip)
        modality = modality_number(changes["modality"]) if "modality" in changes else target.modality
        observed, seen = target.observed, target.seen
        if changes.get("observed") is not None:
            observed, seen = self.observed(changes["observed"])
        said = self._said_again(target, changes)
        self._not_empty(said, observed, predicate)
        subject, value = self._renamed(target, changes, predicate, flip)
        return Draft(
            target.op, subject, raw, value, said, observed, seen,
            source_name(changes["source"]) if "source" in changes else target.source,
            _confidence(changes["confidence"]) if "confidence" in changes else target.confidence,
            modality, _json(changes["attrs"]) if "attrs" in changes else target.attrs, ref,
        )  # fmt: skip

    def observed(self, when: When | None) -> tuple[int, int]:
        """When something was observed, the recorded time unless it is said; and how it is said. Raises BadTime."""
        if when is None:
            return self._at, UNSEEN
        at, _, grain = unit(canonical(when, self._zone))
        return at, AT_INSTANT if grain is Grain.INSTANT else ON_DATE

    def reads_as(self, predicate: int | str) -> tuple[int | None, bool]:
        """The predicate that this one reads as, None if it is new, and its flip. Raises UnknownPredicate if strict."""
        known = self._names.predicate_id(clean(predicate, "the predicate")) if isinstance(predicate, str) else predicate
        root, flip = (None, False) if known is None else self._names.predicate(known, self._here)
        if self._strict and (root is None or not self._names.declared(root, self._here)):
            raise UnknownPredicate(f"predicate {predicate!r} is not declared: declare it, or open without strict=True")
        return root, flip

    def takes(self, predicate: str) -> str:
        """The kind of object that a predicate takes; read the other way round it takes an entity. Raises BadName, and
        UnknownPredicate if strict."""
        root, flip = self.reads_as(predicate)
        return "any" if root is None or flip else self._declared(root)[0].object

    def said(self, statement: Statement) -> Said:
        """The time words of a statement in canonical text. Raises BadTime, and InputError for two ends."""
        start, end, through, whole = (
            statement.valid_from, statement.valid_to, statement.valid_through, statement.valid,
        )  # fmt: skip
        # Datetimes that are equal may be of two zones, and are not the same text.
        if {type(start), type(end), type(through), type(whole)} <= _TEXT:
            return _said(start, end, through, whole, self._zone)
        return _said.__wrapped__(start, end, through, whole, self._zone)

    def codes(
        self, subject: str | Entity, predicate: int | None, value: Value | None, flip: bool, name: str = "the predicate"
    ) -> tuple[Code, Code | None]:
        """Subject and value as codes, checked against what the predicate takes; one that is not known yet goes by
        `name`. Raises WrongKind and BadName."""
        typed = ontology.Predicate(name) if predicate is None else self._declared(predicate)[0]
        if not isinstance(subject, (str, Entity)):
            clean(subject, "the subject")
        if flip:
            if value is not None and not isinstance(value, (str, Entity)):
                raise WrongKind(f"read the other way round, {typed.name} takes an entity as its object: got {value!r}")
            if value is not None:
                ontology.check(typed, _type(value), subject)
            code = None if value is None else encode(value, "any", "the object")
            return encode(subject, typed.object, "the subject"), code
        if value is None:
            return encode(subject, "any", "the subject"), None
        ontology.check(typed, _type(subject), value)
        return encode(subject, "any", "the subject"), encode(value, typed.object, "the object", typed.unit)

    def _named(
        self, subject: str | Entity, predicate: int | None, value: Value | None, flip: bool, name: str
    ) -> tuple[int | Code, int | Code | None]:
        """The same, or the terms where both are names of entities that were looked up lately."""
        if type(subject) is str and type(value) is str and not flip and predicate is not None:
            s, o = self._terms.entity(self._scope, subject), self._terms.entity(self._scope, value)
            if s is not None and o is not None and self._declared(predicate)[0].object not in LITERAL_KINDS:
                return s, o
        return self.codes(subject, predicate, value, flip, name)

    def _predicate(self, name: str) -> tuple[int | str, int | None, bool]:
        """A predicate by its id, or by its clean name while it is new, with what it reads as. Raises as `reads_as`."""
        found = self._predicates.get(name) if isinstance(name, str) else None
        if found is None:
            cleaned = clean(name, "the predicate")
            known = self._names.predicate_id(cleaned)
            found = (cleaned if known is None else known, *self.reads_as(cleaned))
            if known is not None:
                self._predicates[name] = found
        return found

    def _declared(self, predicate: int) -> tuple[ontology.Predicate, Rule]:
        found = self._taken.get(predicate)
        if found is None:
            found = self._names.typed(predicate, self._here), self._names.rule(predicate, self._here)
            self._taken[predicate] = found
        return found

    # --- times ---

    def _said_again(self, target: Target, changes: Mapping[str, Any]) -> Said:
        """In the log an EDTF interval is one field: a correction of either bound drops it whole."""
        told = self.said(Statement("", "", **{name: changes[name] for name in changes if name.startswith("valid")}))
        dropped = changes.keys() & {"valid_from", "valid_to"}
        valid = told.valid or (None if dropped else target.valid_said)
        return Said(told.start or target.from_said, told.end or target.to_said, valid)

    def _not_empty(self, said: Said, observed: int, predicate: int | None) -> None:
        extent = "state" if predicate is None else self._declared(predicate)[1].extent
        start, end, _, empty = stint(said, observed, extent)
        if empty:
            first, last = (Time(bound.at, bound.grain).text(self._zone) for bound in (start, end))
            if start.grain is Grain.UNKNOWN:
                raise EmptyInterval(
                    f"it would end at {last}, and its start, which was not said, counts as the observation, {first}: "
                    "give valid_from (always, if it had none), or observed as of when it still held"
                )
            raise EmptyInterval(
                f"it would end at {last}, not after its start at {first}: an interval includes its start, not its end"
            )

    # --- names ---

    def _may_lack_value(self, name: str, predicate: int | None, flip: bool) -> None:
        one = predicate is not None and self._declared(predicate)[1].one
        if not one or flip:
            raise EndNeedsValue(f"{name!r} has many values at once: say which of them is over")

    def _renamed(
        self, target: Target, changes: Mapping[str, Any], predicate: int | None, flip: bool
    ) -> tuple[int | Code, int | Code | None]:
        subject = changes["subject"] if "subject" in changes else self._terms.value(target.s)
        value = changes.get("object")
        if value is None and target.o is not None:
            value = self._terms.value(target.o)
        codes = self.codes(subject, predicate, value, flip)  # type: ignore[arg-type]
        return (
            codes[0] if "subject" in changes else target.s,
            codes[1] if changes.get("object") is not None else target.o,
        )


_TEXT = {str, type(None)}


@lru_cache(maxsize=4096)
def _said(start: When | None, end: When | None, through: When | None, whole: str | None, zone: tzinfo) -> Said:
    first = canonical_bound(start, zone, ("always", "unknown"))
    last = canonical_bound(end, zone, ("ongoing", "forever", "unknown"))
    valid = None if whole is None else canonical_interval(whole, zone)
    if through is not None:
        if last is not None or valid is not None:
            raise InputError("valid_through, valid_to and valid each say the end: give one of them")
        first = {None: "", "unknown": "", "always": ".."}.get(first, first)
        first, valid = None, f"{first}/{canonical(through, zone)}"
    return Said(first, last, valid)


def with_kept_side(target: Target, changes: Mapping[str, Any]) -> dict[str, Any]:
    """`changes`, which say one side of an interval that was said in one piece, with the other side as it was.

    Whoever corrects the start of "2019 through 2021" means to keep the end.
    """
    filled = dict(changes)
    first, slash, last = (target.valid_said or "").partition("/")
    last = last if slash else first
    whole = target.valid_said is not None
    if "valid_from" not in filled and filled.keys() & {"valid_through", "valid_to"}:
        start = _START_WORDS.get(first, first) if whole else target.from_said
        if start is not None:
            filled["valid_from"] = start
    elif "valid_from" in filled and whole and not filled.keys() & _ENDS:
        if last in _END_WORDS:
            filled["valid_to"] = _END_WORDS[last]
        else:
            filled["valid_through"] = last
    return filled


def modality_number(modality: str) -> int:
    """The stored number of a modality. Raises BadModality."""
    if modality not in MODALITIES:
        raise BadModality(f"{modality!r} is no modality: use {', '.join(MODALITIES)}")
    return MODALITIES.index(modality)


def _confidence(confidence: float) -> float:
    if isinstance(confidence, bool) or not isinstance(confidence, (int, float)) or not 0 <= confidence <= 1:
        raise InputError(f"confidence {confidence!r} is not a number from 0 to 1")
    return float(confidence)


def _json(attrs: Mapping[str, Any] | None) -> str | None:
    if attrs is None:
        return None
    try:
        return storable(json.dumps(dict(attrs), ensure_ascii=False, sort_keys=True, allow_nan=False), "attrs")
    except (TypeError, ValueError) as error:
        raise InputError(f"attrs {attrs!r} cannot be kept as JSON: {error}") from None


def _type(value: Value) -> str:
    return value.type if isinstance(value, Entity) else ""
