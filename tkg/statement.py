"""What is said to the store: a statement, before it has a place in the log.

`Statement` holds what one `record` or `end` says, as the caller wrote it; the writer turns it into canonical text and
integers, so that a call, a line of an import and a candidate of an extractor go one way. `None` is "not said".
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Literal

from tkg.bounds import When
from tkg.errors import InputError
from tkg.values import Entity, Value

Op = Literal["record", "end"]


@dataclass(frozen=True, slots=True)
class Statement:
    """One statement by one source.

    `valid_from` and `valid_to` (exclusive) bound it, or `valid_through` includes the whole unit that it names, or
    `valid` gives both as an EDTF interval. `observed` is when the source saw that it holds. `ref` is the caller's own
    id of the claim, unique in its scope. `attrs` is any JSON object to keep beside it.
    """

    subject: str | Entity
    predicate: str
    object: Value | None = None
    op: Op = "record"
    valid_from: When | None = None
    valid_to: When | None = None
    valid_through: When | None = None
    valid: str | None = None
    observed: When | None = None
    source: str = ""
    confidence: float = 1.0
    modality: str = "asserted"
    attrs: Mapping[str, Any] | None = None
    ref: str | None = None


def said_once(valid: str | None, *bounds: When | None) -> None:
    """In a log, `valid` beside a bound hides it; whoever writes both by hand has made a mistake. Raises InputError."""
    if valid is not None and any(bound is not None for bound in bounds):
        raise InputError("valid gives both bounds: leave out valid_from and valid_to, or give those alone")


FIELDS = tuple(field.name for field in fields(Statement))
CORRECTABLE = tuple(name for name in FIELDS if name not in ("op", "ref"))
"""What a correction may say anew; the rest it keeps from its target."""
