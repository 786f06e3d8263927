"""How contradictions are settled: the policies that a reader can name, and how they rank claims.

A claim has a *rank* under a policy, a pair that is compared like one number after another; the greater is the better:

    latest, all         all rank alike
    confidence          (confidence, 0)
    source_priority     (minus the place of its source in the order, 0)
    role                (minus the place of its source's role in the list, confidence)

Of claims that contradict each other the one of the best rank is taken, and of several the one recorded last. Where a
policy ranks, what another source says puts an end to a claim only if it ranks no lower: so under `role` what an
assistant says ends nothing that a user says, and among users the surer one is heeded.

Which role a source has depends on the moment that is read, and so does the order of sources that a file declares: a
policy is told by whoever reads (see `tkg.roles` and `tkg.priority`).
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias, get_args

from tkg.errors import BadPolicy
from tkg.restate import Reading

if TYPE_CHECKING:
    from tkg.belief import Standing

PolicyName = Literal["latest", "confidence", "source_priority", "role", "all"]
POLICIES: tuple[PolicyName, ...] = get_args(PolicyName)
Rank: TypeAlias = tuple[float, float]


def policy_name(given: object) -> PolicyName:
    """The policy of this name. Raises BadPolicy."""
    if given not in POLICIES:
        raise BadPolicy(f"{given!r} is no policy: use {', '.join(POLICIES)}")
    return given


def _without_role(source: int) -> str | None:
    return None


@dataclass(frozen=True, slots=True)
class Policy:
    """How contradictions are settled.

    `priority` are ids of sources, `roles` names, best first; those not named, and sources without a role, rank last and
    alike. Where the order of sources is that of the file (`by_file`; see `tkg.priority`), it is the one declared as of
    the moment that is read. `role_of` gives the role of a source as of it.
    """

    name: PolicyName = "latest"
    priority: tuple[int, ...] = ()
    roles: tuple[str, ...] = ()
    role_of: Callable[[int], str | None] = _without_role
    by_file: bool = False

    @property
    def ranks(self) -> bool:
        """Whether steps ended, no return and succeed heed only sources that rank no lower."""
        return self.name in ("confidence", "source_priority", "role")

    def rank(self, claim: Reading) -> Rank:
        """The greater, the better."""
        if self.name == "confidence":
            return claim.confidence, 0
        if self.name == "source_priority":
            return -_place(claim.source, self.priority), 0
        if self.name == "role":
            return -_place(self.role_of(claim.source), self.roles), claim.confidence
        return 0, 0

    def heeds(self, claim: Reading, other: Reading) -> bool:
        """Whether `other` may put an end to `claim`."""
        return not self.ranks or claim.source == other.source or self.rank(other) >= self.rank(claim)

    def settle(self, survivors: Collection["Standing"]) -> frozenset[int]:
        """The values believed among the survivors of one point."""
        if len(survivors) == 1:
            (only,) = survivors
            return _NOTHING if only.value is None else frozenset((only.value,))
        ordered = sorted(survivors, key=lambda s: (self.rank(s.claim), s.claim.place))
        kept = ordered if self.name == "all" else ordered[-1:]
        return frozenset(s.value for s in kept if s.value is not None)


_NOTHING: frozenset[int] = frozenset()
LATEST = Policy()


def _place(item: object, order: tuple[object, ...]) -> int:
    return order.index(item) if item in order else len(order)
