"""Messages read anew, or set aside, with what follows from that for what was recorded of them.

To read anew is a run like any other: the messages are queued, and worked off as those that wait. What a message says
now takes the place of what it said, in the transaction that writes it, so that a run that is broken off leaves some
messages read anew and the others as they were, and goes on with the next `work`. To set aside is to take what only
these words say out of what is believed. How the former reading gives way is told in `tkg.former`.
"""

import json
from collections.abc import Collection
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from tkg.errors import InputError, UnknownEpisode
from tkg.former import Former, read_whole
from tkg.jobs import WHOLE, leave
from tkg.tally import Tally
from tkg.words import Words
from tkg.writer import Writer

if TYPE_CHECKING:
    from tkg.extraction import Extraction
    from tkg.ingest import Reading
    from tkg.store import Store

MOST_ROUNDS = 10
"""How often messages that built on each other are followed at once; what is left waits in the queue."""

_SELECTED = """
    SELECT e.id FROM episode e WHERE e.scope = :scope AND (:since IS NULL OR e.observed >= :since)
        AND (:episodes IS NULL OR e.id IN (SELECT value FROM json_each(:episodes)))
        AND (:episodes IS NOT NULL OR EXISTS (SELECT 1 FROM extraction x LEFT JOIN run r ON r.id = x.run
            WHERE x.episode = e.id AND (:read_by IS NULL OR :read_by IN (x.extractor, r.model))
                AND NOT EXISTS (SELECT 1 FROM withdrawal w WHERE w.extraction = x.id)))
    ORDER BY e.id
"""
_WAITING = f"SELECT COUNT(DISTINCT episode) FROM job WHERE scope = ? AND again = {WHOLE} AND failed = 0"
_KNOWN = "SELECT id FROM episode WHERE scope = ? AND id IN (SELECT value FROM json_each(?))"


@dataclass(frozen=True, slots=True)
class Removed:
    """Messages that were set aside, by the numbers of their episodes, how many claims were retracted with them, and how
    many messages wait to be read anew since what they had built on is gone: by the extractor that had read them."""

    episodes: tuple[int, ...]
    retracted: int
    waiting: int

    def to_dict(self) -> dict[str, Any]:
        """The outcome as JSON values."""
        return {**asdict(self), "episodes": list(self.episodes)}


def queue_again(
    store: "Store",
    reading: "Reading",
    scope: str,
    *,
    since: int | None = None,
    read_by: str | None = None,
    episodes: Collection[int] | None = None,
) -> list[int]:
    """Queue messages of a scope to be read anew: those said from the moment `since` on, that an extractor or a model of
    this name had read, or these; their episodes. Raises UnknownEpisode, Locked, ReadOnly."""
    listed = None if episodes is None else json.dumps(sorted(episodes))
    with store.transaction(actor=reading.extractor.name) as transaction:
        writer = Writer(store, transaction, scope)
        if episodes is not None:
            _all_known(writer, episodes)
        given = {"scope": writer.scope, "since": since, "read_by": read_by, "episodes": listed}
        found = [episode for (episode,) in store.connection.execute(_SELECTED, given).fetchall()]
        reading.jobs(store).add_again(transaction, writer.scope, found)
        transaction.abandon()
    return found


def drain_again(extraction: "Extraction", episodes: Collection[int]) -> None:
    """Read anew what is queued of these, and then what had built on what they no longer say."""
    extraction.drain(episodes)
    for _ in range(MOST_ROUNDS):
        with extraction.store.snapshot():
            built_on = extraction.jobs.built_on()
        if not built_on:
            return
        extraction.drain(built_on)


def remove(
    store: "Store",
    reading: "Reading",
    scope: str,
    episodes: Collection[int],
    *,
    actor: str | None,
    reason: str | None,
) -> Removed:
    """Set messages aside, and read anew what had built on them. Raises UnknownEpisode, Locked, ReadOnly."""
    retracted = 0
    with store.transaction(actor=actor, reason=reason) as transaction:
        writer = Writer(store, transaction, scope)
        _all_known(writer, episodes)
        for episode in sorted(set(episodes)):
            former = Former(writer, episode, removing=True)
            if not former.extractions:
                words = Words(store, writer.scope)
                words.note_extraction(transaction, episode, reading.extractor.name, None, 0, [], None)
                former = Former(writer, episode, removing=True)
            former.set_aside(None, reason)
            retracted += former.finish(reason)
            leave(store, episode)
            read_whole(writer, former.built_on - set(episodes))
    jobs = reading.jobs(store)
    with store.snapshot():
        built_on = jobs.built_on()
    if built_on:
        drain_again(reading.begin(store, Tally()), built_on)
    with store.snapshot():
        (waiting,) = store.connection.execute(_WAITING, (writer.scope,)).fetchone()
    return Removed(tuple(sorted(set(episodes))), retracted, waiting)


def numbers_of(episodes: Collection[int] | None) -> Collection[int] | None:
    """The numbers of messages as they are handed in, checked. Raises InputError."""
    if episodes is None:
        return None
    if isinstance(episodes, (str, bytes)) or not isinstance(episodes, Collection):
        raise InputError(f"{episodes!r} are no numbers of messages: give a list of them, as episodes() has them")
    for episode in episodes:
        if isinstance(episode, bool) or not isinstance(episode, int):
            raise InputError(f"{episode!r} is no number of a message, as episodes() has them")
    return episodes


def _all_known(writer: Writer, episodes: Collection[int]) -> None:
    known = {id_ for (id_,) in writer.connection.execute(_KNOWN, (writer.scope, json.dumps(sorted(episodes))))}
    for episode in episodes:
        if episode not in known:
            raise UnknownEpisode(f"message {episode!r}: there is none of this number in this scope; see episodes()")
