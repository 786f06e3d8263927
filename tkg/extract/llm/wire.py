"""The shape of a reply on the wire: the JSON schema that the server is asked to hold to, and one proposal read by it.

The schema is strict: every key is required, none may be added, so that a server which constrains its model gives whole
proposals. Reading is more patient in one way: a key whose absence says the same as null may be left out, and keys that
nobody asked for are passed over. A reply is read one proposal at a time, so that a bad one costs only itself.
"""

import re
from collections.abc import Sequence
from copy import deepcopy
from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    StrictBool,
    StrictFloat,
    StrictInt,
    StrictStr,
)

LONGEST_TEXT = 4000
"""Characters of one text in a proposal."""


def _writable(text: str) -> str:
    if len(text) > LONGEST_TEXT:
        raise ValueError(f"{len(text)} characters, and {LONGEST_TEXT} are the most")
    if _UNWRITABLE.search(text):
        raise ValueError("a control character, or half a character")
    return text


def _storable(number: float) -> float:
    if isinstance(number, int) and not -(1 << 63) <= number < 1 << 63:
        raise ValueError("more than 64 bits")
    return number


# Limits are checked when a proposal is read: in the schema they make grammars of thousands of rules.
_UNWRITABLE = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff]")
Text = Annotated[StrictStr, AfterValidator(_writable)]
Label = Annotated[Text, BeforeValidator(lambda label: str(label) if type(label) is int else label)]
Number = Annotated[StrictInt | Annotated[StrictFloat, Field(allow_inf_nan=False)], AfterValidator(_storable)]


def _strict(schema: dict[str, Any]) -> None:
    schema["required"] = list(schema["properties"])
    schema["additionalProperties"] = False
    for each in schema["properties"].values():
        each.pop("default", None)
        each.pop("title", None)


class Proposal(BaseModel):
    """One fact that a turn states."""

    model_config = ConfigDict(frozen=True, extra="ignore", json_schema_extra=_strict)

    turn: StrictInt
    op: Literal["record", "end", "correct", "retract"]
    subject: Text
    subject_type: Text | None = None
    predicate: Text
    object: StrictBool | Number | Text | None = None
    object_type: Text | None = None
    was: Text | None = None
    statement: Text
    quotes: list[StrictStr]
    start_text: Text | None = None
    end_text: Text | None = None
    start_guess: Text | None = None
    end_guess: Text | None = None
    modality: Literal["asserted", "planned", "hypothetical", "reported"]
    tense: Literal["past", "present", "future"]
    still_holds: StrictBool
    confidence: Annotated[StrictFloat, Field(ge=0, le=1)]
    about: Label | None = None


class Facts(BaseModel):
    """The facts that the new turns state."""

    model_config = ConfigDict(json_schema_extra=_strict)

    items: list[Proposal]


def narrowed(schema: dict[str, Any], labels: Sequence[str]) -> dict[str, Any]:
    """The schema of `Facts` with the labels of the known facts offered and no other: a constrained model invents none.

    Turns are not narrowed in the same way, since a server may take its time over every schema that is new to it.
    """
    schema = deepcopy(schema)
    offered = [{"type": "string", "enum": list(labels)}] if labels else []
    schema["$defs"]["Proposal"]["properties"]["about"] = {"anyOf": [*offered, {"type": "null"}]}
    return schema
