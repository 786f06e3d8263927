"""The graph: what people open, write to and read from.

`Graph` is itself the view of now, so every read of `View` is a read of it; what it adds are the verbs that write. Each
call of one is one transaction: recorded at one instant, committed when it returns, or refused without a trace. A `key`
makes any of them idempotent: the same call with the same key again changes nothing and gives what it gave; another call
with that key raises KeyReused.
"""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from hashlib import blake2b
from types import TracebackType
from typing import Any, Self, TypedDict, Unpack

from tkg.audit import Report, verify
from tkg.basis import Options
from tkg.bounds import When
from tkg.draft import with_kept_side
from tkg.erasure import Eraser, Receipt
from tkg.errors import BadSchema, InputError, KeyReused, UnknownClaim
from tkg.extracting import Extracting
from tkg.facts import Claim
from tkg.lookup import Lookup
from tkg.reader import Reader
from tkg.rebuild import Progress, rebuild
from tkg.reviewing import Reviewing
from tkg.searching import Searching
from tkg.statement import FIELDS, Statement
from tkg.store import Store
from tkg.terms import storable
from tkg.values import Entity, Value
from tkg.writer import Writer

_RESULT = "SELECT fingerprint, result FROM idempotency WHERE scope = ? AND key = ?"
_KEEP = "INSERT INTO idempotency (scope, key, fingerprint, result, tx) VALUES (?, ?, ?, ?, ?)"


class WriteOptions(TypedDict, total=False):
    """What every write takes.

    `scope`: whose facts. `key`: makes the write idempotent. `actor` and `reason`: who did it and why, for the record.
    """

    scope: str | None
    key: str | None
    actor: str | None
    reason: str | None


class Graph(Reviewing):
    """An open file, and the view of now. Use it in a `with` block, or `close` it."""

    def __init__(
        self,
        store: Store,
        options: Options,
        searching: Searching,
        extracting: Extracting,
        *,
        strict: bool = False,
    ) -> None:
        super().__init__(store, options, searching, extracting)
        self._strict = strict

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file. Facts and claims already handed out keep what they show."""
        try:
            self._searching.close()
        finally:
            self._store.close()

    # --- about the world ---

    def record(
        self,
        subject: str | Entity,
        predicate: str,
        object: Value,
        *,
        valid_from: When | None = None,
        valid_to: When | None = None,
        valid_through: When | None = None,
        valid: str | None = None,
        observed: When | None = None,
        source: str = "",
        confidence: float = 1.0,
        modality: str = "asserted",
        attrs: Mapping[str, Any] | None = None,
        ref: str | None = None,
        **options: Unpack[WriteOptions],
    ) -> Claim:
        """Say that `object` is a value of `predicate` for `subject`; the claim.

        `valid_from` (default: unknown, by the observation) and `valid_to` (exclusive; default: until the next change)
        bound it, `valid_through` includes the unit that it names, `valid` gives both in EDTF. `observed` is when the
        source saw that it holds. `source` says who says so, `confidence` (0 to 1) how sure they are. `ref` is your own
        id of the claim.

        Raises BadTime, EmptyInterval, WrongKind, UnknownPredicate (strict), BadModality, BadName, DuplicateId, and
        KeyReused, Locked and ReadOnly as every write.
        """
        statement = Statement(
            subject, predicate, object, "record", valid_from, valid_to, valid_through, valid, observed, source,
            confidence, modality, attrs, ref,
        )  # fmt: skip
        return self._state([statement], options)[0]

    def end(
        self,
        subject: str | Entity,
        predicate: str,
        object: Value | None = None,
        *,
        valid_from: When | None = None,
        valid_to: When | None = None,
        valid: str | None = None,
        observed: When | None = None,
        source: str = "",
        confidence: float = 1.0,
        modality: str = "asserted",
        attrs: Mapping[str, Any] | None = None,
        ref: str | None = None,
        **options: Unpack[WriteOptions],
    ) -> Claim:
        """Say that a value is over since `valid_from` (unknown: by the observation), or, without `object`, that there
        is none. Older facts are not uncovered. Raises EndNeedsValue where a predicate has many values, and as `record`.
        """
        statement = Statement(
            subject, predicate, object, "end", valid_from, valid_to, None, valid, observed, source, confidence,
            modality, attrs, ref,
        )  # fmt: skip
        return self._state([statement], options)[0]

    def record_many(
        self, statements: Iterable[Statement | Mapping[str, Any]], **options: Unpack[WriteOptions]
    ) -> list[Claim]:
        """Many statements in one transaction: all of them, or none. A mapping has the fields of `Statement`.

        Raises what `record` raises; a note on the exception says which statement it was.
        """
        if not isinstance(statements, Iterable):
            raise InputError(f"{statements!r} holds no statements: give a list of them, or of mappings of their fields")
        return self._state([_statement(item) for item in statements], options)

    # --- about the record ---

    def correct(
        self,
        /,
        claim: Claim | int,
        *,
        ref: str | None = None,
        scope: str | None = None,
        key: str | None = None,
        actor: str | None = None,
        reason: str | None = None,
        **changes: Any,
    ) -> Claim:
        """Retract a claim and record its replacement in one step; the replacement.

        `changes` are fields as `record` takes them; what is not given stays. The replacement keeps its target's place
        in the order, so it fixes that claim only. Raises UnknownClaim, AlreadyRetracted, and as `record`.
        """

        def write(writer: Writer) -> list[int]:
            if not changes and ref is None:
                raise InputError("a correction says what is right: give the fields that change")
            _said_once(*(changes.get(name) for name in ("valid", "valid_from", "valid_to")))
            filled = with_kept_side(writer.target(_id(claim)), changes)
            return [writer.correct(_id(claim), filled, ref=ref, reason=reason)]

        options = WriteOptions(scope=scope, key=key, actor=actor, reason=reason)
        return self._write(write, ("correct", _id(claim), changes, ref), options)[0]

    def retract(self, claim: Claim | int, **options: Unpack[WriteOptions]) -> Claim:
        """The claim should never have been made, or the plan is off: what it had hidden is believed again.

        Raises UnknownClaim and AlreadyRetracted.
        """

        def write(writer: Writer) -> list[int]:
            writer.retract(_id(claim), reason=options.get("reason"))
            return [_id(claim)]

        return self._write(write, ("retract", _id(claim)), options)[0]

    def undo(self, claim: Claim | int, **options: Unpack[WriteOptions]) -> Claim:
        """The retraction or correction of `claim` was itself a mistake: it is live again, in its old place.

        Raises UnknownClaim and NotRetracted.
        """

        def write(writer: Writer) -> list[int]:
            writer.undo(_id(claim), reason=options.get("reason"))
            return [_id(claim)]

        return self._write(write, ("undo", _id(claim)), options)[0]

    # --- about names ---

    def merge(self, old: str | Entity, into: str | Entity, **options: Unpack[WriteOptions]) -> None:
        """From now on `old`, and all that reads as it, reads as `into`. Raises IntoItself, Cycle, AlreadyMapped."""
        call = ("merge", old, into)
        self._write(_only(lambda writer: writer.merge(old, into)), call, options)

    def split(
        self, mentions: Iterable[tuple[Claim | int, str]], to: str | Entity, **options: Unpack[WriteOptions]
    ) -> None:
        """Give mentions, `(claim, "subject" or "object")`, the name `to`, which is an entity of its own from now on.

        Raises UnknownClaim, BadRole, InputError.
        """
        listed = [_mention(mention) for mention in mentions]
        call = ("split", listed, to)
        self._write(_only(lambda writer: writer.split(listed, to)), call, options)

    def map_predicate(self, old: str, into: str, *, flip: bool = False, **options: Unpack[WriteOptions]) -> None:
        """From now on the predicate `old` reads as `into`, subject and object swapped if `flip`, in every scope.

        Raises IntoItself, Cycle, AlreadyMapped.
        """
        call = ("map_predicate", old, into, flip)
        self._write(_only(lambda writer: writer.map_predicate(old, into, flip=flip)), call, options)

    def declare(
        self,
        /,
        predicate: str,
        *,
        key: str | None = None,
        actor: str | None = None,
        reason: str | None = None,
        **rule: Any,
    ) -> None:
        """From now on: `cardinality` one or many, `resumes`, `extent` state, event or timeless, `subject`, `object`,
        `unit`. What is not given stays as it was; answers as of earlier moments stay, too. Raises BadSchema."""
        for name in ("aliases", "inverse"):
            if name in rule:
                raise BadSchema(f"{name} is not declared but mapped: use map_predicate")
        options = WriteOptions(key=key, actor=actor, reason=reason)
        self._write(_only(lambda writer: writer.declare(predicate, rule)), ("declare", predicate, rule), options)

    def assign_role(self, source: str, role: str, **options: Unpack[WriteOptions]) -> None:
        """From now on `source` has this role ("user", "assistant", or a word of your own), which the policy `role`
        ranks it by; answers as of earlier moments stay. Without one it has the role of its latest message, if any.

        Raises BadName.
        """
        self._write(_only(lambda writer: writer.assign_role(source, role)), ("assign_role", source, role), options)

    # --- erasure, words, checks ---

    def erase(
        self,
        claim: Claim | int | None = None,
        *,
        entity: str | Entity | None = None,
        **options: Unpack[WriteOptions],
    ) -> Receipt:
        """Delete content at every recorded time: of one claim, whose effect stays, or of all claims about an entity.

        A stub stays of each, never the content; quotes are masked. It cannot be undone. Raises UnknownClaim, and
        InputError unless exactly one of `claim` and `entity` is given.
        """
        if (claim is None) == (entity is None):
            raise InputError("erase takes either a claim or entity=...")
        receipts: list[Receipt] = []

        def write(writer: Writer) -> list[int]:
            eraser, reason = Eraser(self._store, writer.transaction, writer.scope), options.get("reason")
            if claim is not None:
                receipts.append(eraser.erase_claim(_id(claim), reason=reason))
            else:
                terms = self._store.terms.entities(writer.scope, entity or "", "the entity")
                receipts.extend(eraser.erase_entity(term, reason=reason) for term in terms)
            found = Receipt.together(receipts)
            if not found.claims:
                raise UnknownClaim(f"nothing is recorded about {str(entity)!r} in this scope")
            # Before the commit, so that nothing is left if the process is killed right after it.
            self._searching.drop_side_index()
            return list(found.claims)

        erased = self._write(write, ("erase", None if claim is None else _id(claim), entity), options)
        self._searching.after_erasure()
        return Receipt.together(receipts) if receipts else Receipt.again(stub.id for stub in erased)

    def verify(self, *, progress: Progress | None = None) -> Report:
        """Check the file, the words behind every quote, and every belief against the log; nothing is changed."""
        return verify(self._store, progress=progress)

    def rebuild(self, *, progress: Progress | None = None) -> None:
        """Drop the beliefs and derive them from the log again, in one transaction."""
        rebuild(self._store, progress=progress)

    # --- how a write goes ---

    def _state(self, statements: Sequence[Statement], options: WriteOptions) -> list[Claim]:
        def write(writer: Writer) -> list[int]:
            found = []
            for number, statement in enumerate(statements):
                try:
                    _said_once(statement.valid, statement.valid_from, statement.valid_to)
                    found.append(writer.state(statement))
                except InputError as error:
                    if len(statements) > 1:
                        error.add_note(f"statement {number} of {len(statements)}: {statement}")
                    raise
            return found

        return self._write(write, ("state", statements), options)

    def _write(self, write: Callable[[Writer], list[int]], call: Sequence[Any], options: WriteOptions) -> list[Claim]:
        """One transaction; the claims that it made or was about. `call` is what its key stands for."""
        unknown = sorted(set(options) - set(WriteOptions.__annotations__))
        if unknown:
            raise InputError(
                f"there is no {unknown[0]!r}: a write takes {', '.join(WriteOptions.__annotations__)} "
                "besides what its verb says"
            )
        for name, given in options.items():
            if name != "scope" and given is not None and not isinstance(given, str):
                raise InputError(f"{name} {given!r} is a {type(given).__name__}, not text")
            storable(str(given or ""), name)
        key, scope = options.get("key"), self._scope_of(options.get("scope"))
        with self._store.transaction(actor=options.get("actor"), reason=options.get("reason")) as transaction:
            writer = Writer(self._store, transaction, scope, strict=self._strict)
            ids = write(writer) if key is None else self._once(write, writer, key, call)
        self._searching.empty_log()
        with self._store.snapshot() as last:
            lookup = Lookup(Reader(self._store, writer.scope, 0, last))
            return [lookup.claim(id_) for id_ in ids]

    def _once(self, write: Callable[[Writer], list[int]], writer: Writer, key: str, call: Sequence[Any]) -> list[int]:
        """Write under a key, or, where it has been used for the same call, give what it gave. Raises KeyReused."""
        execute = self._store.connection.execute
        text = json.dumps(_canonical(call), sort_keys=True)
        fingerprint = blake2b(text.encode(), key=self._store.terms.hash_key, digest_size=16).hexdigest()
        kept = execute(_RESULT, (writer.scope, key)).fetchone()
        if kept is None:
            ids = write(writer)
            execute(_KEEP, (writer.scope, key, fingerprint, json.dumps(ids), writer.transaction.tx))
            return ids
        if kept[0] != fingerprint:
            raise KeyReused(f"key {key!r} came with another write before: use a key once for each write")
        writer.transaction.abandon()
        return list(json.loads(kept[1]))


def _statement(item: Statement | Mapping[str, Any]) -> Statement:
    if isinstance(item, Statement):
        return item
    if not isinstance(item, Mapping):
        raise InputError(f"{item!r} is no statement: give a Statement or a mapping of its fields")
    unknown = sorted(set(item) - set(FIELDS))
    if unknown:
        raise InputError(f"a statement has no field {unknown[0]!r}: it has {', '.join(FIELDS)}")
    missing = [name for name in ("subject", "predicate") if name not in item]
    if missing:
        raise InputError(f"a statement needs {missing[0]!r}: {dict(item)!r}")
    return Statement(**item)


def _said_once(valid: str | None, *bounds: When | None) -> None:
    """In a log, `valid` beside a bound hides it; whoever writes both by hand has made a mistake."""
    if valid is not None and any(bound is not None for bound in bounds):
        raise InputError("valid gives both bounds: leave out valid_from and valid_to, or give those alone")


def _id(claim: Claim | int) -> int:
    if isinstance(claim, Claim):
        return claim.id
    if isinstance(claim, bool) or not isinstance(claim, int):
        raise InputError(f"{claim!r} is no claim: give a Claim or its id; those of a fact are in its .claims")
    return claim


def _mention(mention: tuple[Claim | int, str]) -> tuple[int, str]:
    if not isinstance(mention, (tuple, list)) or len(mention) != 2:
        raise InputError(f"{mention!r} is no mention: give (claim, 'subject' or 'object')")
    return _id(mention[0]), mention[1]


def _canonical(value: Any) -> Any:
    """A call in a form that is equal exactly where the calls are: types kept apart, 1 and 1.0 not."""
    if is_dataclass(value) and not isinstance(value, type):
        return [type(value).__name__, {field.name: _canonical(getattr(value, field.name)) for field in fields(value)}]
    if isinstance(value, Mapping):
        return {str(name): _canonical(item) for name, item in value.items()}
    if isinstance(value, (list, tuple)) and not hasattr(value, "_fields"):
        return [_canonical(item) for item in value]
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if value is None or type(value) in (str, int, float, bool):
        return value
    return [type(value).__name__, str(value)]


def _only(write: Callable[[Writer], None]) -> Callable[[Writer], list[int]]:
    """A write that makes no claims."""

    def run(writer: Writer) -> list[int]:
        write(writer)
        return []

    return run
