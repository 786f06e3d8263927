"""The graph: what people open, write to and read from.

`Graph` is itself the view of now, so every read of `View` is a read of it; what it adds are the verbs that write. How a
write goes is in `tkg.committing`; words are taken in by `tkg.ingesting`, and what they gave is looked at by
`tkg.reviewing`; predicates are settled by `tkg.declaring`.
"""

from collections.abc import Iterable, Mapping, Sequence
from types import TracebackType
from typing import Any, Self, Unpack

from tkg.audit import Report, verify
from tkg.bounds import When
from tkg.committing import WriteOptions, only
from tkg.declaring import Declaring
from tkg.draft import with_kept_side
from tkg.erasure import Eraser, Receipt
from tkg.errors import InputError, UnknownClaim
from tkg.facts import Claim
from tkg.rebuild import Progress, rebuild
from tkg.reviewing import Reviewing
from tkg.statement import FIELDS, Statement
from tkg.values import Entity, Value
from tkg.writer import Writer


class Graph(Declaring, Reviewing):
    """An open file, and the view of now. Use it in a `with` block, or `close` it."""

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
        self._write(only(lambda writer: writer.merge(old, into)), call, options)

    def split(
        self, mentions: Iterable[tuple[Claim | int, str]], to: str | Entity, **options: Unpack[WriteOptions]
    ) -> None:
        """Give mentions, `(claim, "subject" or "object")`, the name `to`, which is an entity of its own from now on.

        Raises UnknownClaim, BadRole, InputError.
        """
        listed = [_mention(mention) for mention in mentions]
        call = ("split", listed, to)
        self._write(only(lambda writer: writer.split(listed, to)), call, options)

    def assign_role(self, source: str, role: str, **options: Unpack[WriteOptions]) -> None:
        """From now on `source` has this role ("user", "assistant", or a word of your own), which the policy `role`
        ranks it by; answers as of earlier moments stay. Without one it has the role of its latest message, if any.

        Raises BadName.
        """
        self._write(only(lambda writer: writer.assign_role(source, role)), ("assign_role", source, role), options)

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
        """Drop the beliefs and derive them from the log again, in one transaction.

        After an upgrade from before revision 0007 it makes reads under other policies as fast as in a new file.
        """
        rebuild(self._store, progress=progress)

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
