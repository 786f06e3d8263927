"""What is remembered of the slots that were written last, so that the next write to them need not read them again.

Of a slot whose values are told one after the other it is where they have come to, with the last row of belief, and of
a short one all of its live claims and current rows. It is a cache of what is in the file: whoever learns that somebody
else wrote, or that a write was rolled back, forgets it.

All of it is kept in flat tuples of plain values, which Python's collector of garbage stops to look at: some hundred
thousand objects of their own kinds would cost a bulk load a fifth of its time.
"""

from collections.abc import Sequence
from itertools import chain
from typing import Any, NamedTuple

from tkg.belief import Segment
from tkg.belief_tables import Current
from tkg.slots import Slot, SlotKey
from tkg.succession import Tail, Told

_TAIL, _ROW = len(Tail._fields), 5
"""How many fields a tail has, and a current row: value, start, end, flags, and since when."""


class State(NamedTuple):
    """What is known of a slot as it is in the file: its `tail` with the current rows that belong to it, one or none;
    all of its live claims with all of its current rows. None is what is not known."""

    tail: Tail | None
    last: Current
    told: Sequence[Told] | None
    current: Current


class Remembered:
    """The states of the slots that were written last: so many tails at most, and so many claims."""

    def __init__(self, tails: int, claims: int) -> None:
        self._most_tails, self._most_claims = tails, claims
        # By the fields of its key, for each slot: the fields of its tail, then those of the row that belongs to it; its
        # claims, each followed by its object; its current rows, field by field.
        self._tails: dict[Slot, tuple[Any, ...]] = {}
        self._told: dict[Slot, tuple[Any, ...]] = {}
        self._current: dict[Slot, tuple[int, ...]] = {}
        self._claims = 0

    def forget(self) -> None:
        """Drop everything."""
        self._tails.clear()
        self._told.clear()
        self._current.clear()
        self._claims = 0

    def take(self, key: SlotKey) -> State | None:
        """The state of a slot, no longer remembered."""
        tail, told = self._tails.pop(key, None), self._told.pop(key, None)
        if tail is None and told is None:
            return None
        current: tuple[int, ...] = ()
        if told is not None:
            current = self._current.pop(key)
            self._claims -= len(told) // 2
        return State(
            None if tail is None else Tail(*tail[:_TAIL]),
            {} if tail is None else _unpacked(tail[_TAIL:]),
            None if told is None else list(zip(told[::2], told[1::2], strict=True)),
            _unpacked(current),
        )

    def keep(self, key: SlotKey, state: State) -> None:
        """Remember the state of a slot; what was written first is forgotten where that is too much."""
        slot = (*key,)
        if state.tail is not None:
            self._tails[slot] = (*state.tail, *_packed(state.last))
            if len(self._tails) > self._most_tails:
                del self._tails[next(iter(self._tails))]
        if state.told is not None:
            self._told[slot] = tuple(chain.from_iterable(state.told))
            self._current[slot] = _packed(state.current)
            self._claims += len(state.told)
            while self._claims > self._most_claims:
                oldest = next(iter(self._told))
                self._claims -= len(self._told.pop(oldest)) // 2
                del self._current[oldest]


def _packed(current: Current) -> tuple[int, ...]:
    if len(current) == 1:
        ((segment, kept),) = current.items()
        return (*segment, *kept)
    return tuple(chain.from_iterable((*segment, *kept) for segment, kept in current.items()))


def _unpacked(rows: Sequence[int]) -> Current:
    return {
        Segment(*rows[first : first + 3]): (rows[first + 3], rows[first + 4]) for first in range(0, len(rows), _ROW)
    }
