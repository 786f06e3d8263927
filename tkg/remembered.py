"""What is remembered of the slots that were written last, so that the next write to them need not read them again.

Of a slot whose values are told one after the other it is where they have come to, with the last row of belief; of
another short one all of its live claims, with its current rows. It is a cache of what is in the file: whoever learns
that somebody else wrote, or that a write was rolled back, forgets it.
"""

from collections.abc import Mapping
from typing import NamedTuple

from tkg.belief import Segment
from tkg.belief_tables import Current
from tkg.flags import CONTINUES, GRAINS
from tkg.slots import SlotKey
from tkg.succession import Tail, Told


class State(NamedTuple):
    """A slot as it is in the file: its `tail` and the last of its current rows, or, if it has none, all of its live
    claims and all of its current rows."""

    tail: Tail | None
    told: list[Told]
    current: Current

    @classmethod
    def after(
        cls, before: Current, after: Mapping[Segment, int], at: int, tail: Tail | None, told: list[Told]
    ) -> "State":
        """The state once the rows before were replaced by those after, as of `at`."""
        if tail is not None:
            after = {} if tail.last is None else {tail.last[0]: tail.last[1]}
        current: Current = {}
        for segment, flags in after.items():
            kept = before.get(segment)
            if kept is None:
                current[segment] = flags, at
            else:
                current[segment] = kept if kept[0] & GRAINS == flags else (flags | CONTINUES, at)
        return cls(tail, told, current)


class Remembered:
    """The states of the slots that were written last; their claims and rows together are no more than `most`."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._states: dict[SlotKey, State] = {}
        self._size = 0

    def forget(self) -> None:
        """Drop everything."""
        self._states.clear()
        self._size = 0

    def take(self, key: SlotKey) -> State | None:
        """The state of a slot, no longer remembered."""
        state = self._states.pop(key, None)
        if state is not None:
            self._size -= _size(state)
        return state

    def keep(self, key: SlotKey, state: State) -> None:
        """Remember the state of a slot, and forget those that were written first if that is too much."""
        self._states[key] = state
        self._size += _size(state)
        while self._size > self._most:
            self.take(next(iter(self._states)))


def _size(state: State) -> int:
    return 1 + len(state.told) + len(state.current)
