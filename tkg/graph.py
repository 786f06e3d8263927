"""The graph: what people open, write to and read from.

`Graph` is itself the view of now, so every read of `View` is a read of it; what it adds are the verbs that write. How a
write goes is in `tkg.committing`; words are taken in by `tkg.ingesting`, and what they gave is looked at by
`tkg.reviewing`; predicates are settled by `tkg.declaring`.
"""

from collections.abc import Iterable, Mapping
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self, Unpack

from tkg.bounds import When
from tkg.committing import WriteOptions, only
from tkg.declaring import Declaring
from tkg.errors import InputError, UnknownClaim
from tkg.facts import Claim
from tkg.keeping import Keeping
from tkg.loading import Loading, recording
from tkg.reviewing import Reviewing
from tkg.statement import Statement, said_once
from tkg.terms import encode
from tkg.values import Entity, Value

if TYPE_CHECKING:
    from tkg.erasure import Receipt
    from tkg.writer import Writer


class Graph(Loading, Keeping, Declaring, Reviewing):
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
        return self._write(recording([statement]), ("state", [statement]), options)[0]

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
        return self._write(recording([statement]), ("state", [statement]), options)[0]

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

        def write(writer: "Writer") -> list[int]:
            if not changes and ref is None:
                raise InputError("a correction says what is right: give the fields that change")
            from tkg.draft import with_kept_side

            said_once(*(changes.get(name) for name in ("valid", "valid_from", "valid_to")))
            filled = with_kept_side(writer.target(_id(claim)), changes)
            return [writer.correct(_id(claim), filled, ref=ref, reason=reason)]

        options = WriteOptions(scope=scope, key=key, actor=actor, reason=reason)
        return self._write(write, ("correct", _id(claim), changes, ref), options)[0]

    def retract(self, claim: Claim | int, **options: Unpack[WriteOptions]) -> Claim:
        """The claim should never have been made, or the plan is off: what it had hidden is believed again.

        Raises UnknownClaim and AlreadyRetracted.
        """

        def write(writer: "Writer") -> list[int]:
            writer.retract(_id(claim), reason=options.get("reason"))
            return [_id(claim)]

        return self._write(write, ("retract", _id(claim)), options)[0]

    def undo(self, claim: Claim | int, **options: Unpack[WriteOptions]) -> Claim:
        """The retraction or correction of `claim` was itself a mistake: it is live again, in its old place.

        Raises UnknownClaim and NotRetracted.
        """

        def write(writer: "Writer") -> list[int]:
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

    # --- erasure ---

    def erase(
        self,
        claim: Claim | int | None = None,
        *,
        entity: str | Entity | None = None,
        **options: Unpack[WriteOptions],
    ) -> "Receipt":
        """Delete content at every recorded time: of one claim, whose effect stays, or of all claims about an entity.

        A stub stays of each, never the content; quotes are masked, and the names of the entity wherever words have
        them. It cannot be undone. Raises UnknownClaim, and InputError unless exactly one of `claim` and `entity` is
        given.
        """
        from tkg.erasure import Eraser, Receipt

        if (claim is None) == (entity is None):
            raise InputError("erase takes either a claim or entity=...")
        receipts: list[Receipt] = []

        def write(writer: "Writer") -> list[int]:
            eraser, reason = Eraser(self._store, writer.transaction, writer.scope), options.get("reason")
            if claim is not None:
                receipts.append(eraser.erase_claim(_id(claim), reason=reason))
            else:
                receipts.extend(eraser.erase_entity(term, reason=reason) for term in _meant(writer, entity or ""))
            found = Receipt.together(receipts)
            if not found.claims and not found.masked_quotes:
                raise UnknownClaim(f"nothing is recorded about {str(entity)!r} in this scope, and no words name it")
            # Before the commit, so that nothing is left if the process is killed right after it.
            self._searching.drop_side_index()
            return list(found.claims)

        erased = self._write(write, ("erase", None if claim is None else _id(claim), entity), options)
        self._searching.after_erasure()
        return Receipt.together(receipts) if receipts else Receipt.again(stub.id for stub in erased)


def _meant(writer: "Writer", name: str | Entity) -> list[int]:
    """The terms of all that reads as this name, which are those that a read finds; or, of somebody of whom there are
    words alone, a term that is new."""
    terms, scope = writer.terms, writer.scope
    found = terms.entities(scope, name, "the entity")
    plain, type_ = (name.name, name.type) if isinstance(name, Entity) else (name, "")
    alike = [each.term for each in terms.alike(scope, plain) if type_ in ("", each.type)]
    return list(dict.fromkeys([*found, *alike])) or [terms.intern(scope, encode(name, "any", "the entity"))]


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
