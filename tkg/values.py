"""What an object can be besides a bare `str`, `int`, `float`, `datetime.date` or `bool`.

A bare `str` is read by the predicate: the name of an entity where it takes an entity, text where it takes text.
Where that is not enough these say more: `Entity` gives a name its type (two people and a company may all be called
Apple), `Text` insists that a string is words and not a name, `Quantity` gives a number its unit.
"""

from dataclasses import dataclass
from datetime import date


@dataclass(frozen=True, slots=True)
class Entity:
    """A thing with a name, and with a type (`person`, `place`, ...) or `""` where the type is not known."""

    name: str
    type: str = ""

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number with its unit, both as said: nothing is converted."""

    value: int | float
    unit: str

    def __str__(self) -> str:
        return f"{self.value} {self.unit}"


class Text(str):
    """Words that are a value in themselves, never the name of an entity."""

    __slots__ = ()


Value = str | Entity | Text | int | float | Quantity | date | bool
"""Every kind of object that a claim can have."""
