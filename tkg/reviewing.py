"""Looking at what an extractor found before it is believed, and after: the verbs of a graph for that."""

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any

from tkg.errors import InputError
from tkg.facts import Claim, Evidence
from tkg.ingesting import Ingesting
from tkg.lookup import Lookup
from tkg.reader import Reader

if TYPE_CHECKING:
    from tkg.held import Held
    from tkg.patch import Patch
    from tkg.tally import Ingested


@dataclass(frozen=True, slots=True)
class Inspected:
    """A claim with the quotes that it rests on."""

    claim: Claim
    evidence: tuple[Evidence, ...]

    def to_dict(self) -> dict[str, Any]:
        """The claim and its quotes as JSON values."""
        return {**self.claim.to_dict(), "evidence": [each.to_dict() for each in self.evidence]}


class Reviewing(Ingesting):
    """A view of now whose extractions can be looked at."""

    def apply(
        self,
        patch: "Patch | Mapping[str, Any]",
        *,
        scope: str | None = None,
        actor: str | None = None,
        reason: str | None = None,
    ) -> "Ingested":
        """Write a patch, or what `Patch.to_dict` gave, maybe edited, in one transaction: all of it, or nothing.

        It goes into the scope that it was made for unless another is named. Applied again, it changes nothing.

        Raises BadPatch, and what its changes raise; Locked, ReadOnly.
        """
        from tkg.applying import Review, apply
        from tkg.patch import Patch

        given = patch if isinstance(patch, Patch) else Patch.from_dict(patch)
        self._searching.empty_log()
        return apply(self._store, given, Review(given.scope if scope is None else scope, actor, reason))

    def held(self, *, scope: str | None = None) -> "list[Held]":
        """The changes that wait for somebody to look at them, in the order in which they were found."""
        from tkg.held import pending

        with self._store.snapshot():
            scope_id = self._store.scope_id(self._scope_of(scope))
            return [] if scope_id is None else pending(self._store, scope_id)

    def accept(
        self,
        /,
        held: "Held | int",
        *,
        scope: str | None = None,
        actor: str | None = None,
        reason: str | None = None,
        **changes: Any,
    ) -> Claim | None:
        """Record a held change, with other values where `changes` gives them (`object="Acme"`, `valid_from="2024"`);
        the claim, None of a merge.

        Raises UnknownHeld, RefusedError where what it corrects is not there any more, and as `record`.
        """
        from tkg.applying import Review, accept

        self._searching.empty_log()
        claim = accept(self._store, _number(held), Review(self._scope_of(scope), actor, reason), changes)
        if claim is None:
            return None
        with self._store.snapshot() as last:
            scope_id = self._store.scope_id(self._scope_of(scope))
            assert scope_id is not None
            return Lookup(Reader(self._store, scope_id, 0, last)).claim(claim)

    def reject(
        self, held: "Held | int", *, scope: str | None = None, actor: str | None = None, reason: str | None = None
    ) -> None:
        """Decide that a held change is not to be recorded: no later run finds it again in the same words.

        Raises UnknownHeld.
        """
        from tkg.applying import Review, reject

        reject(self._store, _number(held), Review(self._scope_of(scope), actor, reason))

    def sample(self, count: int = 10, *, scope: str | None = None, random: Random | None = None) -> list[Inspected]:
        """Some of the claims that rest on words, with their quotes, drawn by `random`, for inspection.

        Raises InputError for a count that is none.
        """
        from tkg.applying import sample

        if isinstance(count, bool) or not isinstance(count, int) or count < 0:
            raise InputError(f"count={count!r}: how many claims, from 0")
        with self._store.snapshot() as last:
            scope_id = self._store.scope_id(self._scope_of(scope))
            if scope_id is None:
                return []
            lookup = Lookup(Reader(self._store, scope_id, 0, last))
            drawn = sample(self._store, scope_id, count, random or Random())
            return [Inspected(lookup.claim(claim), tuple(lookup.evidence(claim))) for claim in drawn]


def _number(held: "Held | int") -> int:
    number = getattr(held, "id", held)
    if isinstance(number, bool) or not isinstance(number, int):
        raise InputError(f"{held!r} is no held change, nor its number: see held()")
    return number
