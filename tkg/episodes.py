"""What became of each message: whether an extractor has read it, what came of that, and why nothing did.

"No facts" and "failed" are two things. A message is *done* once the extractor has answered, with so many facts or with
none and why; it is *waiting* in the queue, maybe after attempts that came to nothing; *failed* once it is not tried
again by itself; *unread* where this extractor was never asked, since another one was; and *removed* where somebody has
set it aside. One that is done may wait to be read anew. What was held counts once it is accepted; until then, or where
it was rejected, that is why there is nothing. (What was edited in a patch is kept as held, but was written with it.)
"""

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any, Literal, TypeAlias, get_args

from tkg.errors import InputError
from tkg.intervals import moment
from tkg.store import Store
from tkg.words import zone_of

State: TypeAlias = Literal["waiting", "done", "failed", "unread", "removed"]
STATES: tuple[State, ...] = get_args(State)

_EPISODES = """
    SELECT e.id, e.ref, e.speaker, e.observed, e.zone, x.recorded, x.skipped,
        (SELECT COUNT(*) FROM held h LEFT JOIN ruling r ON r.held = h.id
            WHERE h.extraction = x.id AND h.change IS NOT NULL AND r.held IS NULL),
        (SELECT COUNT(*) FROM held h JOIN ruling r ON r.held = h.id
            WHERE h.extraction = x.id AND r.verdict = 'accepted' AND h.why <> 'edited'),
        (SELECT COUNT(*) FROM held h JOIN ruling r ON r.held = h.id
            WHERE h.extraction = x.id AND r.verdict = 'rejected'),
        j.failed, j.reason, j.attempts,
        j.not_before, EXISTS (SELECT 1 FROM extraction a JOIN withdrawal w ON w.extraction = a.id
            WHERE a.id = (SELECT MAX(id) FROM extraction WHERE episode = e.id) AND w.run IS NULL)
    FROM episode e LEFT JOIN extraction x ON x.episode = e.id AND x.extractor = :extractor
        AND NOT EXISTS (SELECT 1 FROM withdrawal w WHERE w.extraction = x.id)
    LEFT JOIN job j ON j.episode = e.id AND j.extractor = :extractor
    WHERE e.scope = :scope ORDER BY e.id
"""


@dataclass(frozen=True, slots=True)
class EpisodeState:
    """One message and what became of it. `episode` is its number, `message_id` its own id or that number as "#12".

    `facts` is how many candidates were written of one that is done. `why` says why there are none, or what the last
    attempt failed with. `due` is when one that waits is tried next.
    """

    episode: int
    message_id: str
    speaker: str
    said_at: datetime
    state: State
    facts: int = 0
    why: str | None = None
    attempts: int = 0
    due: datetime | None = None

    def to_dict(self) -> dict[str, Any]:
        """The state as JSON values."""
        due = None if self.due is None else self.due.isoformat()
        return {**asdict(self), "said_at": self.said_at.isoformat(), "due": due}


def episodes(store: Store, scope: str, extractor: str, state: State | None) -> list[EpisodeState]:
    """The messages of a scope, in the order in which they were stored, those in one state or all.

    Raises InputError for a state that there is not.
    """
    if state is not None and state not in STATES:
        raise InputError(f"state={state!r}: use {', '.join(STATES)}")
    with store.snapshot():
        scope_id = store.scope_id(scope)
        given = {"scope": scope_id, "extractor": extractor}
        rows = store.connection.execute(_EPISODES, given).fetchall() if scope_id is not None else []
    return [found for found in _states(store, rows) if state in (None, found.state)]


def _states(store: Store, rows: list[tuple[Any, ...]]) -> Iterator[EpisodeState]:
    for id_, ref, speaker, observed, zone, recorded, skipped, *reviewed, failed, reason, attempts, due, removed in rows:
        message = id_, ref if ref is not None else f"#{id_}", speaker, moment(observed, zone_of(zone))
        if recorded is not None:
            held, accepted, rejected = reviewed
            facts = recorded + accepted
            why = None if facts else _why_none(skipped, held, rejected)
            yield EpisodeState(
                *message, "done", facts, why if failed is None else _why_again(failed, reason), attempts or 0
            )
        elif removed and failed is None:
            yield EpisodeState(*message, "removed")
        elif failed is None:
            yield EpisodeState(*message, "unread")
        elif failed:
            yield EpisodeState(*message, "failed", why=reason, attempts=attempts)
        else:
            yield EpisodeState(*message, "waiting", 0, reason, attempts, moment(due, store.zone))


def _why_again(failed: int, reason: str | None) -> str:
    """How it stands with a message that is to be read anew."""
    said = "it was to be read anew, which failed" if failed else "it waits to be read anew"
    return said if reason is None else f"{said}: {reason}"


def _why_none(skipped: str, held: int, rejected: int) -> str:
    """Why nothing was recorded, by what was held or rejected, and by what was passed over."""
    decided = ((held, "held for review"), (rejected, "rejected by hand"))
    why = [f"{count} {what}" for count, what in decided if count]
    reasons = Counter(item["reason"] for item in json.loads(skipped))
    if reasons:
        why.append("passed over: " + ", ".join(f"{count} × {reason}" for reason, count in reasons.most_common()))
    return ", ".join(why) or "it says nothing that could be recorded"
