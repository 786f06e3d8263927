"""What the fields of a declaration take: each reads what is written for one field, or says what is wrong with it.

`place` is where it stands, in words; everything raises BadSchema, naming the place, the field and what it takes.
"""

from collections.abc import Mapping
from types import MappingProxyType

from tkg.duration import duration
from tkg.errors import BadSchema, BadTime
from tkg.kinds import is_kind

CHOICES: Mapping[str, tuple[object, ...]] = MappingProxyType(
    {"cardinality": ("one", "many"), "extent": ("state", "event", "timeless"), "resumes": (True, False)}
)
NEVER = "never"
"""For a length of time: there is none."""


def choice(place: str, key: str, value: object) -> object:
    """One of the few words that the field takes."""
    allowed = CHOICES[key]
    if not any(value is choice or (isinstance(value, str) and value == choice) for choice in allowed):
        shown = ", ".join(str(choice).lower() for choice in allowed)
        raise BadSchema(f"{place}: {key}: got {value!r}, use one of {shown}")
    return value


def kind(place: str, key: str, value: object) -> str:
    """The kind of a subject, or of an object."""
    found = text(place, key, value)
    if not is_kind(found, literals=key == "object"):
        literals = ", text, number, date, boolean" if key == "object" else ""
        raise BadSchema(f"{place}: {key}: got {found!r}, use any{literals}, or entity types like person|organisation")
    return found


def text(place: str, key: str, value: object) -> str:
    """Text that is not empty."""
    if not isinstance(value, str) or not value.strip():
        raise BadSchema(f"{place}: {key}: got {value!r}, use a text that is not empty")
    return value


def texts(place: str, key: str, value: object) -> tuple[str, ...]:
    """A list of such."""
    if not isinstance(value, (list, tuple)):
        raise BadSchema(f"{place}: {key}: got {value!r}, use a list of texts")
    return tuple(text(place, key, item) for item in value)


def length(place: str, key: str, value: object) -> str | None:
    """A length of time in ISO 8601; None for "never"."""
    if value is None or value == NEVER:
        return None
    try:
        return duration(value).text
    except BadTime as error:
        raise BadSchema(f"{place}: {key}: {error}, or never") from error
