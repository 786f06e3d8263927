"""What is remembered of the slots that were written last, so that the next write to them need not read them again.

Of a slot whose values are told one after the other it is where they have come to, with the last row of belief, and of
a short one all of its live claims and current rows. It is a cache of what is in the file: whoever learns that somebody
else wrote, or that a write was rolled back, forgets it.
"""

from typing import NamedTuple

from tkg.belief_tables import Current
from tkg.slots import SlotKey
from tkg.succession import Tail, Told


class State(NamedTuple):
    """What is known of a slot as it is in the file: its `tail` with the current rows that belong to it, one or none;
    all of its live claims with all of its current rows. None is what is not known."""

    tail: Tail | None
    last: Current
    told: list[Told] | None
    current: Current


class Remembered:
    """The states of the slots that were written last: of `most` of them the tails, and no more claims than that."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._tails: dict[SlotKey, tuple[Tail, Current]] = {}
        self._told: dict[SlotKey, tuple[list[Told], Current]] = {}
        self._claims = 0

    def forget(self) -> None:
        """Drop everything."""
        self._tails.clear()
        self._told.clear()
        self._claims = 0

    def take(self, key: SlotKey) -> State | None:
        """The state of a slot, no longer remembered."""
        tail, last = self._tails.pop(key, (None, {}))
        told, current = self._told.pop(key, (None, {}))
        if told is not None:
            self._claims -= len(told)
        elif tail is None:
            return None
        return State(tail, last, told, current)

    def keep(self, key: SlotKey, state: State) -> None:
        """Remember the state of a slot; what was written first is forgotten where that is too much."""
        if state.tail is not None:
            self._tails[key] = state.tail, state.last
            if len(self._tails) > self._most:
                del self._tails[next(iter(self._tails))]
        if state.told is not None:
            self._told[key] = state.told, state.current
            self._claims += len(state.told)
            while self._claims > self._most:
                told, _ = self._told.pop(next(iter(self._told)))
                self._claims -= len(told)
