"""What it takes of the claims of one source for one of them to win it, or for none to (step supersede).

Looked at from the winner, each other claim of its source stands by itself. What was told after it must not hold, or be
ongoing with a lesser key. What was told before it does not matter to a bounded winner; to an ongoing one it must not
have a greater key, back to the last bounded claim that holds, if there is one with no greater key: that hides whatever
was told before it.

A claim does not hold if it has not begun, or is over. If neither can be, a bounded one must be ended, for which the end
begins as late and the claim as early as they can; and an ongoing one must be gone. When a claim can be gone is judged
by what each other claim allows by itself, so an arrangement can be too hopeful there. It names the claims in doubt.
"""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from tkg.contest import Field
from tkg.placements import NEVER, Piece, Span


class Part(NamedTuple):
    """One source arranged: the key of its winner, NEVER without one, the pieces that are narrowed, and the doubts.

    `off` are the claims that may not hold against the winner, none of them hidden; `gone` are those of them that only
    the start of another value can put out.
    """

    key: int = NEVER
    pieces: Mapping[int, Piece] = MappingProxyType({})
    doubts: frozenset[int] = frozenset()
    winner: int | None = None
    off: frozenset[int] = frozenset()
    gone: frozenset[int] = frozenset()

    def with_(self, other: "Part") -> "Part":
        """What the other narrows as well."""
        return self._replace(pieces={**self.pieces, **other.pieces}, doubts=self.doubts | other.doubts)


def won_by(field: Field, index: int, cap: int) -> Part | None:
    """The source of a claim, won by it with the greatest key that it can have up to `cap`; None if it cannot be."""
    piece, contest = field.pieces[index], field.contest
    members, told = contest.sources[piece.claim.source], contest.told[index]
    start = min(piece.cover.high, cap)
    key = piece.key(start)
    if start < piece.cover.low or key > cap:
        return None
    doubts: frozenset[int] = frozenset()
    if contest.can_go(piece.claim):
        last = field.last_start(index)
        if key < last.least:
            return None
        if key < last.most:
            doubts = frozenset((index, last.by))
    winner = piece.holding(start, start)
    limits = {} if piece.claim.ongoing else field.left_alone(winner)
    after = None if limits is None else held_off(field, members[told + 1 :], key, limits)
    if after is None:
        return None
    part = after._replace(key=key, winner=index).with_(Part(pieces={index: winner}, doubts=doubts))
    if not piece.claim.ongoing:
        return part
    before = _hidden(field, members, told, key)
    return None if before is None else part.with_(before)


def held_off(field: Field, indexes: Sequence[int], key: int, limits: Mapping[int, Piece]) -> Part | None:
    """None of these holds but ongoing ones with a lesser key; `limits` are ends that have been narrowed."""
    pieces: dict[int, Piece] = dict(limits)
    doubts: frozenset[int] = frozenset()
    gone = []
    for index in indexes:
        piece = field.pieces[index]
        low, high = piece.cover
        if low > high:
            continue
        if piece.claim.ongoing and piece.key(low) < key:
            pieces[index] = piece._replace(cover=Span(low, min(high, key - 1)))
        elif piece.absent or piece.past.any:
            pieces[index] = piece.not_holding()
        elif field.contest.can_go(piece.claim):
            last = field.last_start(index)
            if piece.key(low) >= last.most:
                return None
            gone.append(index)
            pieces[index] = piece.holding(low, min(high, last.most - 1))
            if piece.key(high) >= last.least:
                doubts |= {index, last.by}
        else:
            end = None if piece.claim.ongoing else field.ending(piece, limits)
            if end is None:
                return None
            ends = limits.get(end, field.pieces[end])
            pieces[end] = ends.holding(ends.cover.high, ends.cover.high)
            pieces[index] = piece.holding(low, low)
    return Part(NEVER, pieces, doubts, None, frozenset(indexes), frozenset(gone))


def _hidden(field: Field, members: Sequence[int], told: int, key: int) -> Part | None:
    """What was told before an ongoing winner, each with no greater key, or hidden by a bounded claim."""
    found = Part()
    for position in range(told - 1, -1, -1):
        index = members[position]
        piece = field.pieces[index]
        start = min(key, piece.cover.high)
        if not piece.claim.ongoing and piece.cover.low <= start:
            hiding = piece.holding(start, start)
            limits = field.left_alone(hiding)
            if limits == {}:
                return found.with_(Part(pieces={index: hiding}))
            if limits is not None:
                between = held_off(field, members[position + 1 : told], key + 1, limits)
                after = held_off(field, members[told + 1 :], key, limits)
                if between is not None and after is not None:
                    return between.with_(after).with_(Part(pieces={index: hiding}))
        off = held_off(field, [index], key + 1, {})
        if off is None:
            return None
        found = found.with_(off)
    return found
