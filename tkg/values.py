"""What an object can be besides a bare `str`, `int`, `float`, `datetime.date` or `bool`.

A bare `str` is read by the predicate: the name of an entity where it takes an entity, text where it takes text.
Where that is not enough these say more: `Entity` gives a name its type (two people and a company may all be called
Apple), `Text` insists that a string is words and not a name, `Quantity` gives a number its unit.
"""

from dataclasses import dataclass
from datetime import date
from typing import Any


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


def to_json(value: Value | None) -> Any:
    """A value as JSON from which `from_json` makes it again: what JSON has no word for is an object that says it."""
    if isinstance(value, Entity):
        return {"name": value.name, "type": value.type}
    if isinstance(value, Quantity):
        return {"value": value.value, "unit": value.unit}
    if isinstance(value, Text):
        return {"text": str(value)}
    if isinstance(value, date):
        return {"date": value.isoformat()}
    return value


def from_json(raw: Any) -> Value | None:
    """The value that `to_json` gave. Raises ValueError."""
    if not isinstance(raw, dict):
        if raw is None or isinstance(raw, (str, bool, int, float)):
            return raw
        raise ValueError(f"{raw!r} is no value")
    match raw:
        case {"name": str(name), "type": str(type_)}:
            return Entity(name, type_)
        case {"value": int() | float() as number, "unit": str(unit)}:
            return Quantity(number, unit)
        case {"text": str(text)}:
            return Text(text)
        case {"date": str(day)}:
            return _day(day)
    raise ValueError(f"{raw!r} is no value: an object has name and type, value and unit, text, or date")


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise ValueError(
            f"{text!r} is not a day such as 2021-03-14 (a predicate declared to take dates takes the text 2021-03, too)"
        ) from None
