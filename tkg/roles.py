"""The roles of sources, as of any moment: what the policy `role` ranks them by.

A role is assigned to a source by a row of the log, and holds from its recorded time on. A source that none has been
assigned to has the role in which it spoke last in the messages of its scope, so that users and assistants need none;
one that neither says anything of has no role. Roles are compared without regard to case.

As of a moment means by transactions, not by places in the log: a message takes no place there, so that the commits
before and after it may share one.

Assigned roles are looked up for each source. The messages of a scope are gone through once, and from then on the new
ones; after an erasure, which masks the names of speakers, all of them again.
"""

import sqlite3
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, TypeAlias

from tkg.errors import BadName, BadPolicy
from tkg.policy import Policy
from tkg.terms import ERASED, Terms, clean, norm, source_code

if TYPE_CHECKING:
    from tkg.store import Moment

ORDER = ("user", "assistant", "tool")
"""Best first, unless the reader says otherwise."""

Change: TypeAlias = tuple[int, str | None]
"""A transaction from which on a role holds, and the role; None where what a message gives for one is no name."""

_ASSIGNED = "SELECT tx, role FROM source_role WHERE source = ? ORDER BY place"
_NAME = "SELECT name FROM source WHERE id = ?"
_AT = "SELECT at FROM tx WHERE id = ?"
_LAST_ERASURE = "SELECT COALESCE(MAX(place), 0) FROM erasure"
_LAST_MESSAGE = "SELECT COALESCE(MAX(id), 0) FROM episode"
_MESSAGES = "SELECT tx, speaker, role FROM episode WHERE scope = :scope ORDER BY id"
# By the range of ids: what is new is little, and the scope may be large.
_NEW_MESSAGES = "SELECT tx, speaker, role FROM episode WHERE id > :seen AND +scope = :scope ORDER BY id"


def role_name(role: str) -> str:
    """A role in the form in which roles are stored and compared. Raises BadName."""
    return norm(clean(role, "the role"))


def role_order(roles: object) -> tuple[str, ...]:
    """An order of roles, best first, as a reader gives it. Raises BadPolicy."""
    if not isinstance(roles, (list, tuple)):
        raise BadPolicy(f"roles={roles!r} is no list: give the names of roles, best first, such as {list(ORDER)}")
    if not roles:
        raise BadPolicy("roles=[] names none: leave it out, or give the names of roles, best first")
    found: list[str] = []
    for role in roles:
        if not isinstance(role, str):
            raise BadPolicy(f"roles={roles!r}: {role!r} is a {type(role).__name__}, not the name of a role")
        try:
            name = role_name(role)
        except BadName as error:
            raise BadPolicy(f"roles={roles!r}: {error}") from None
        if name in found:
            raise BadPolicy(f"roles={roles!r} has {role!r} twice: name each role once, where it ranks")
        found.append(name)
    return tuple(found)


@dataclass(slots=True)
class _Spoken:
    """The roles in which the speakers of one scope have spoken, as far as its messages were gone through."""

    message: int = 0
    changes: dict[str, list[Change]] = field(default_factory=dict)

    def add(self, tx: int, speaker: str, role: str) -> None:
        try:
            source = clean(speaker, "the speaker")
        except BadName:
            # No source has such a name, so nobody asks for its role.
            return
        changes = self.changes.setdefault(source, [])
        name = _name_or_none(role)
        if not changes or changes[-1][1] != name:
            changes.append((tx, name))


class Roles:
    """The roles of the sources of one file, over one connection, read inside the snapshot that is open."""

    def __init__(self, connection: sqlite3.Connection, terms: Terms) -> None:
        self._connection, self._terms = connection, terms
        self.forget()

    def forget(self) -> None:
        """Drop what was gone through: after a transaction that was rolled back, or an erasure."""
        self._erasure = -1
        self._scopes: dict[int, _Spoken] = {}

    def under(self, policy: Policy, scope: int, moment: "Moment") -> Policy:
        """The policy with the roles that the sources of a scope have as of a moment; any but `role` as it is."""
        if policy.name != "role":
            return policy
        role_of = partial(self._role, scope, moment.tx, {})
        return Policy(policy.name, policy.priority, policy.roles, role_of, policy.by_file)

    def changed_at(self, scope: int, source: int) -> set[int]:
        """The recorded times at which a source may have come to have another role."""
        changes = (*self._assigned(source), *self._spoken_by(self._spoken(scope), source))
        return {self._connection.execute(_AT, (tx,)).fetchone()[0] for tx, _ in changes}

    def _role(self, scope: int, tx: int, known: dict[int, str | None], source: int) -> str | None:
        """The role of a source as of a transaction, if it is not among the `known` ones of the same answer."""
        if source not in known:
            changes = _as_of(tx, self._assigned(source)) or _as_of(tx, self._spoken_by(self._spoken(scope), source))
            known[source] = changes[-1][1] if changes else None
        return known[source]

    def _assigned(self, source: int) -> Sequence[Change]:
        return self._connection.execute(_ASSIGNED, (source,)).fetchall()

    def _spoken_by(self, spoken: _Spoken, source: int) -> Sequence[Change]:
        (name,) = self._connection.execute(_NAME, (source,)).fetchone()
        if name.startswith(ERASED):
            # It may have spoken again, and has its name again once it states something: the same answer before.
            names = (each for each in spoken.changes if self._terms.hashed(source_code(each)) == name)
            name = next(names, name)
        return spoken.changes.get(name, ())

    def _spoken(self, scope: int) -> _Spoken:
        """What is known of a scope, up to the last message of the snapshot."""
        execute = self._connection.execute
        (erasure,) = execute(_LAST_ERASURE).fetchone()
        if erasure != self._erasure:
            self._scopes, self._erasure = {}, erasure
        spoken = self._scopes.setdefault(scope, _Spoken())
        (last,) = execute(_LAST_MESSAGE).fetchone()
        if last > spoken.message:
            query = _NEW_MESSAGES if spoken.message else _MESSAGES
            for row in execute(query, {"scope": scope, "seen": spoken.message}):
                spoken.add(*row)
            spoken.message = last
        return spoken


def _as_of(tx: int, changes: Sequence[Change]) -> Sequence[Change]:
    return changes[: bisect_right(changes, tx, key=lambda change: change[0])]


def _name_or_none(role: str) -> str | None:
    try:
        return role_name(role)
    except BadName:
        return None
