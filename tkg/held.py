"""Changes that wait for somebody to look at them: held, and not believed until they are accepted.

A held change is kept as it was found, with its quotes and with what its time words were anchored to. It is *accepted*,
as it is or with other values, and then written as if it had been read just now, or *rejected*, and then no later run
brings it back from the same words. One whose message was read anew, or set aside, is held no longer.
"""

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from tkg.change import Change
from tkg.errors import UnknownHeld
from tkg.intervals import moment
from tkg.store import Store
from tkg.words import zone_of
from tkg.writer import Writer

_HOLD = "INSERT INTO held (scope, extraction, change, why, tx) VALUES (?, ?, ?, ?, ?) RETURNING id"
_PENDING = """
    SELECT h.id, h.change, h.why, x.extractor, x.run, x.episode, e.speaker, e.observed, e.zone, e.text
    FROM held h JOIN extraction x ON x.id = h.extraction JOIN episode e ON e.id = x.episode
    WHERE h.scope = :scope AND (:held IS NULL OR h.id = :held) AND h.change IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM ruling r WHERE r.held = h.id)
        AND NOT EXISTS (SELECT 1 FROM withdrawal w WHERE w.extraction = x.id)
    ORDER BY h.id
"""
_RULE = "INSERT INTO ruling (held, verdict, claim, reason, tx) VALUES (?, ?, ?, ?, ?)"


@dataclass(frozen=True, slots=True)
class Held:
    """A change that is held: its number, `why` ("confidence" or "merge"), and the message that it was read from, the
    episode of that number, with its words."""

    id: int
    change: Change
    why: str
    episode: int
    speaker: str
    said_at: datetime
    text: str
    extractor: str
    run: int | None

    def to_dict(self) -> dict[str, Any]:
        """The held change as JSON values."""
        return {**asdict(self), "change": self.change.to_dict(), "said_at": self.said_at.isoformat()}


def hold(writer: Writer, extraction: int, change: Change, why: str) -> int:
    """Hold a change that an extraction found; its number. Only inside a write."""
    text = json.dumps(change.to_dict(), ensure_ascii=False)
    given = (writer.scope, extraction, text, why, writer.transaction.tx)
    return int(writer.connection.execute(_HOLD, given).fetchone()[0])


def pending(store: Store, scope: int) -> list[Held]:
    """What is held in a scope, in the order in which it was found. Inside a snapshot."""
    return list(_pending(store, scope, None))


def held(store: Store, scope: int, id_: int) -> Held:
    """One held change. Inside a snapshot. Raises UnknownHeld."""
    for found in _pending(store, scope, id_):
        return found
    raise UnknownHeld(f"held {id_}: nothing of this number waits for review in this scope")


def rule(writer: Writer, id_: int, verdict: str, claim: int | None, reason: str | None = None) -> None:
    """Say what became of a held change, "accepted" or "rejected". Only inside a write."""
    writer.connection.execute(_RULE, (id_, verdict, claim, reason, writer.transaction.tx))


def _pending(store: Store, scope: int, id_: int | None) -> Iterator[Held]:
    for number, change, why, extractor, run, episode, speaker, observed, zone, text in store.connection.execute(
        _PENDING, {"scope": scope, "held": id_}
    ).fetchall():
        said_at = moment(observed, zone_of(zone))
        yield Held(number, Change.from_dict(json.loads(change)), why, episode, speaker, said_at, text, extractor, run)
