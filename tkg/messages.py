"""Messages as they are handed in, as an extractor reads them, and as they are stored."""

from collections.abc import Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Any

from tkg.bounds import Grain, canonical, unit
from tkg.conversation import Turn
from tkg.errors import BadMessage, BadName, BadTime
from tkg.extract.protocol import Message
from tkg.intervals import microseconds, moment
from tkg.terms import storable
from tkg.words import Episode, zone_text

if TYPE_CHECKING:
    from tkg.store import Store

_FIELDS = frozenset(("speaker", "role", "content", "timestamp", "id"))


def read_message(item: Mapping[str, Any] | Message, store: "Store") -> Message:
    """A message from a mapping with `speaker` or `role`, `content`, `timestamp` and an optional `id`.

    `timestamp` is ISO 8601 text or a datetime; without an offset it is read in the file's zone. Raises BadMessage.
    """
    if isinstance(item, Message):
        return item
    if not isinstance(item, Mapping):
        raise BadMessage(f"a message is a mapping with content and timestamp, got {item!r}")
    unknown = sorted(set(item) - _FIELDS)
    if unknown:
        raise BadMessage(f"a message has no field {unknown[0]!r}: it has {', '.join(sorted(_FIELDS))}")
    speaker, role = item.get("speaker"), item.get("role")
    if speaker is None and role is None:
        raise BadMessage(f"a message needs a speaker or a role: {dict(item)!r}")
    for name in ("speaker", "role", "content"):
        if item.get(name) is not None and not isinstance(item[name], str):
            raise BadMessage(f"{name} of a message is text, got {item[name]!r}")
    if item.get("content") is None or item.get("timestamp") is None:
        missing = "content" if item.get("content") is None else "timestamp"
        raise BadMessage(f"a message needs {missing!r}: {dict(item)!r}")
    for name in ("speaker", "role", "content", "id"):
        try:
            storable(str(item.get(name) or ""), name)
        except BadName as error:
            raise BadMessage(str(error)) from None
    ref = item.get("id")
    return Message(
        speaker or str(role), role or "user", item["content"], _time(item["timestamp"], store),
        None if ref is None else str(ref),
    )  # fmt: skip


def message_of(turn: Turn) -> Message:
    """A stored message as an extractor reads it."""
    return Message(turn.speaker, turn.role, turn.text, turn.said_at, turn.ref)


def episode_of(message: Message, occurrence: int) -> Episode:
    """A message as it is stored, one of several equal ones."""
    return Episode(
        message.speaker, message.role, microseconds(message.at), zone_text(message.at), message.content, message.id,
        occurrence,
    )  # fmt: skip


def _time(when: object, store: "Store") -> datetime:
    """The time of a message, with the offset that it came with."""
    try:
        text = canonical(when, store.zone)  # type: ignore[arg-type]
        _, _, grain = unit(text)
    except BadTime as error:
        raise BadMessage(f"timestamp of a message: {error}") from None
    if grain is not Grain.INSTANT:
        raise BadMessage(f"timestamp {when!r} is a {grain.name.lower()}, not the time of a message: add its hour")
    given = datetime.fromisoformat(text)
    return given if given.tzinfo is not None else moment(unit(text)[0], store.zone)
