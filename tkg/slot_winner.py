"""What it takes of the claims of a slot for one of them to decide it: the search for a completion, turned round.

Instead of asking of each completion what is believed in it, this asks of each claim whether there is a completion in
which it wins, and lays down what that takes of each other claim.

Under the policies that settle on one value, none of the winners of the other sources may be of a better rank: the one
with the greatest key of those that are could not be put out. Those that rank lower neither put the claim out nor are
taken before it. So this is left, of winners of equal rank:

    an ongoing claim wins     if every other one has a lesser key and is ongoing, or no greater key and was recorded
                              earlier
    a bounded claim wins      if every other one was recorded earlier, or is ongoing and has a lesser key than some
                              winner, and so is put out by it

Under the policy that keeps all that stand, an ongoing claim stands if no winner has a greater key, and a bounded one
always does. Either way the greater the key of the claim, the better, and it begins as late as it can; and what the
winner of another source may be comes down to a greatest key, its *cap*, for each of its claims. So given the claim, and
the winner with the greatest key where others have to be put out, each source is looked at by itself (`source_winner`).

Two steps of belief reach across sources. An `end` of a value counts against the ongoing claims of every source; it
begins as late as those that it must leave alone allow, since the later it begins, the more it ends. And where a
predicate does not resume, each start puts out ongoing claims of other values. An arrangement can be too hopeful in what
these two do; it names the claims in doubt. But where there is none, there is no completion.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from tkg.contest import Contest, Field, replaced
from tkg.intervals import MIN
from tkg.placements import NEVER, Piece
from tkg.source_winner import Part, held_off, won_by

Cap = Callable[[int], int]
"""The greatest key with which a claim may win its source; NEVER if it may not."""


class Stand(NamedTuple):
    """A claim, and how it stands: with its value or, because of an end, as no value. Both by index."""

    claim: int
    ended_by: int | None = None


class Arrangement(NamedTuple):
    """Pieces narrowed so that any choice of them should do, and the indexes of the claims that this depends on."""

    pieces: Sequence[Piece]
    doubts: frozenset[int]


def through(contest: Contest, pieces: Iterable[Piece], stand: Stand) -> Arrangement | None:
    """The claim wins, and stands like this."""
    field, (index, ended_by) = Field(contest, pieces), stand
    own = won_by(field, index, contest.endless) if _begin(field, index, ended_by) else None
    if own is None:
        return None
    claim, rank, settles = contest.claim(index), contest.rank(index), contest.policy.name != "all"

    def caps(greatest: int, by: int) -> Cap:
        def cap(other: int) -> int:
            told, its_rank = contest.claim(other), contest.rank(other)
            if its_rank > rank:
                return NEVER
            if settles and its_rank == rank and told.place > claim.place:
                return _below(field, greatest, by, other)
            return own.key if claim.ongoing and its_rank == rank else contest.endless

        return cap

    others = [source for source in contest.sources if source != claim.source]
    parts = _within(field, others, caps(own.key, index), [own])
    if parts is None and settles and not claim.ongoing:
        rivals = (other for source in others for other in contest.sources[source] if contest.rank(other) == rank)
        earlier = [other for other in rivals if contest.claim(other).place < claim.place]
        parts = _put_out(field, others, earlier, caps, [own])
    if parts is None:
        return None
    arrangement = _arranged(field, parts)
    return arrangement if ended_by is None else _ended(field, arrangement, [index], [ended_by])


def none_wins(contest: Contest, pieces: Iterable[Piece]) -> Arrangement | None:
    """No source has a winner."""
    field = Field(contest, pieces)
    parts = _within(field, list(contest.sources), lambda _: NEVER, [])
    return None if parts is None else _arranged(field, parts)


def without(contest: Contest, pieces: Iterable[Piece], value: int | None) -> Arrangement | None:
    """No claim stands that counts as this value, None being no value: what does not count otherwise is put out."""
    field, sources = Field(contest, pieces), list(contest.sources)
    free = {index for index in contest.competing if _can_count_otherwise(field, index, value)}

    def caps(greatest: int, by: int | None) -> Cap:
        def cap(other: int) -> int:
            if other in free:
                # Where it has to be ended, or left alone, its source is arranged: any key will do, but not anything.
                return contest.endless - _depends_on_ends(contest, other, value)
            return NEVER if by is None else _below(field, greatest, by, other)

        return cap

    parts = _within(field, sources, caps(NEVER, None), [])
    if parts is None:
        parts = _put_out(field, sources, free, caps, [])
    if parts is None:
        return None
    winners = [part.winner for part in parts if part.winner is not None and part.winner in free]
    arrangement = _arranged(field, parts)
    if value is None:
        return _left_alone(field, arrangement, winners)
    ended = [index for index in winners if contest.claim(index).value == value]
    return _ended(field, arrangement, ended, contest.ends.get(value, []))


def both(contest: Contest, pieces: Iterable[Piece], first: Stand, second: Stand) -> Arrangement | None:
    """Two claims of different sources stand like this, under the policy that keeps all that stand."""
    field, stands = Field(contest, pieces), (first, second)
    if not all(_begin(field, *stand) for stand in stands):
        return None
    ongoing = [stand.claim for stand in stands if contest.claim(stand.claim).ongoing]
    key = min((field.pieces[index].key(field.pieces[index].cover.high) for index in ongoing), default=contest.endless)
    for index in ongoing if len(ongoing) == 2 else ():
        piece = field.pieces[index]
        low, high = (piece.cover.low if piece.seen == key else key), min(piece.cover.high, key)
        if piece.seen > key or low > high or low < piece.cover.low:
            return None
        field.pieces[index] = piece.holding(low, high)
    one, other = (won_by(field, stand.claim, key) for stand in stands)
    if one is None or other is None:
        return None
    own = {contest.claim(stand.claim).source for stand in stands}
    parts = _within(field, [source for source in contest.sources if source not in own], lambda _: key, [one, other])
    if parts is None:
        return None
    arrangement = _arranged(field, parts)
    for claim, ended_by in stands:
        if ended_by is not None:
            arrangement = _ended(field, arrangement, [claim], [ended_by])
    return arrangement


# --- the winner ---


def _begin(field: Field, index: int, ended_by: int | None) -> bool:
    """Narrow to what the winner demands: when it begins, which ends count against it, and that nothing puts it out."""
    contest, piece = field.contest, field.pieces[index]
    low, high = piece.cover
    if low > high:
        return False
    if ended_by is not None:
        end = field.pieces[ended_by]
        first = end.cover.low if contest.layout.grid[low] == MIN else max(end.cover.low, low + 1)
        if piece.seen > end.seen:
            first = max(first, piece.seen)
        if first > end.cover.high:
            return False
        field.pieces[ended_by] = end.holding(first, end.cover.high)
        high = max(low, min(high, end.cover.high - 1))
    field.pieces[index] = piece = piece.holding(low, high)
    if ended_by is None and piece.claim.ongoing and piece.claim.value is not None:
        limits = field.left_alone(piece)
        if limits is None:
            return False
        field.pieces[:] = replaced(field.pieces, limits)
    for other in contest.competing if contest.can_go(piece.claim) else ():
        if contest.puts_out(other, piece.claim):
            field.pieces[other] = field.pieces[other].begun_by(piece.key(high))
            if not field.pieces[other].possible:
                return False
    return True


def _depends_on_ends(contest: Contest, index: int, value: int | None) -> bool:
    """Whether it is up to ends if a claim counts as this value."""
    claim = contest.claim(index)
    return bool(claim.ongoing and value in (None, claim.value) and contest.ends_of(claim))


def _can_count_otherwise(field: Field, index: int, value: int | None) -> bool:
    """Whether a claim that stands can count as something else than this value."""
    piece = field.pieces[index]
    if piece.claim.value != value:
        return value is not None or not piece.claim.ongoing or field.left_alone(piece) is not None
    return value is not None and piece.claim.ongoing and field.ending(piece, {}) is not None


# --- the other sources ---


def _below(field: Field, greatest: int, by: int, other: int) -> int:
    """The greatest key with which one winner is put out by another, which has the key `greatest`."""
    claim = field.contest.claim(other)
    if not claim.ongoing:
        return NEVER
    if field.contest.puts_out(by, claim):
        # With a key less than the start of the other it would be gone: so the other has its key from a sighting.
        greatest = min(greatest, field.pieces[by].seen if field.contest.claim(by).ongoing else NEVER)
    return max(greatest - 1, NEVER)


def _put_out(
    field: Field, sources: Sequence[int], candidates: Iterable[int], caps: Callable[[int, int], Cap], won: list[Part]
) -> list[Part] | None:
    """The sources arranged with one of the candidates as the winner whose key puts others out: the greatest serves
    best, unless its start puts out what should not go."""
    keyed = sorted(candidates, key=lambda index: field.pieces[index].key(field.pieces[index].cover.high), reverse=True)
    for index in keyed:
        part = won_by(field, index, field.contest.endless)
        if part is not None:
            others = [source for source in sources if source != field.contest.claim(index).source]
            parts = _within(field, others, caps(part.key, index), [*won, part])
            if parts is not None or not field.contest.no_return:
                return parts
    return None


def _within(field: Field, sources: Iterable[int], cap: Cap, won: list[Part]) -> list[Part] | None:
    """The parts that are won already, and each of the sources without a winner, or with one within its cap."""
    parts = list(won)
    for source in sources:
        part = _source(field, field.contest.sources[source], cap)
        if part is None:
            return None
        parts.append(part)
    barred = [*won, *(part for part in parts[len(won) :] if all(cap(index) == NEVER for index in part.off))]
    gone = frozenset(index for part in barred for index in part.gone)
    off = {index: part.pieces.get(index, field.pieces[index]) for part in barred for index in part.off}
    return parts if field.can_all_go(gone, off) else None


def _source(field: Field, members: Sequence[int], cap: Cap) -> Part | None:
    caps = {index: cap(index) for index in reversed(members)}
    if all(highest == field.contest.endless for highest in caps.values()):
        return Part()
    part = held_off(field, members, NEVER, {})
    if part is not None:
        return part
    found = (won_by(field, index, highest) for index, highest in caps.items() if highest > NEVER)
    return next((part for part in found if part is not None), None)


# --- the whole ---


def _arranged(field: Field, parts: Iterable[Part]) -> Arrangement:
    pieces: dict[int, Piece] = {}
    doubts: set[int] = set()
    for part in parts:
        pieces |= part.pieces
        doubts |= part.doubts
    return Arrangement(replaced(field.pieces, pieces), frozenset(doubts))


def _ended(field: Field, found: Arrangement, winners: Sequence[int], ends: Sequence[int]) -> Arrangement:
    """Let the ends begin as late as they can, and the winners before that: too hopeful where they lose by it."""
    pieces = list(found.pieces)
    last = NEVER
    for index in ends:
        low, high = pieces[index].cover
        if low <= high:
            pieces[index] = pieces[index].holding(high, high)
            last = max(last, high)
    for index in winners:
        start = max(field.pieces[index].cover.low, min(pieces[index].cover.high, last - 1))
        pieces[index] = pieces[index].holding(start, start)
    return Arrangement(pieces, found.doubts.union(winners, ends))


def _left_alone(field: Field, found: Arrangement, winners: Sequence[int]) -> Arrangement:
    """Let the ends leave the winners alone: too hopeful where they were needed for something else."""
    pieces, doubts = list(found.pieces), set(found.doubts)
    for index in winners:
        for end in field.contest.ends_of(field.contest.claim(index)):
            pieces[end] = field.not_ending(pieces[end], pieces[index]) or pieces[end]
            doubts |= {index, end}
    return Arrangement(pieces, frozenset(doubts))
