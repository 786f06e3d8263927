"""What somebody has looked at, written: a patch in one transaction, and changes that were held.

The words of a patch are stored with it, so that everything rests on words as it does after an ingestion, and its
messages are done for the extractor that had read them. What was edited is settled: it is kept as a held change that was
accepted, so that a later run leaves it alone; what was rejected, as one that was rejected.
"""

from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any

from tkg import conversation
from tkg.change import Change
from tkg.errors import BadPatch, InputError
from tkg.held import held, hold, rule
from tkg.messages import message_of
from tkg.patch import Patch, ReadMessage, settled
from tkg.rehearsal import stored
from tkg.spending import Spent, begin_run
from tkg.tally import Ingested, Tally
from tkg.words import Words
from tkg.writer import Writer
from tkg.written import EpisodeWriter, Manner

if TYPE_CHECKING:
    from tkg.store import Store

EDITABLE = (
    *("subject", "predicate", "object", "valid_from", "valid_to", "valid", "observed", "confidence", "modality"),
    "source",
)
"""What may be given anew of a held change."""

_DERIVED = """
    SELECT DISTINCT e.claim FROM evidence e JOIN claim c ON c.id = e.claim
    WHERE c.scope = ? AND c.erased = 0
        AND COALESCE((SELECT live FROM standing WHERE claim = c.id ORDER BY place DESC LIMIT 1), 1) = 1 ORDER BY e.claim
"""


@dataclass(frozen=True, slots=True)
class Review:
    """Who looked at it, and why they decided so, for the record."""

    scope: str
    actor: str | None = None
    reason: str | None = None


def apply(store: "Store", patch: Patch, review: Review) -> Ingested:
    """Write a patch: all of it, or nothing. Messages that the extractor has read meanwhile, or that were set aside,
    change nothing.

    Raises what the changes raise: a patch is written as it says. Raises Locked, ReadOnly.
    """
    tally, stored_messages = Tally(), 0
    with store.transaction(actor=review.actor, reason=review.reason) as transaction:
        writer = Writer(store, transaction, review.scope)
        words = Words(store, writer.scope)
        run = begin_run(store, patch.extractor, patch.model, patch.prompt)
        before = transaction.tx
        for read in patch.messages:
            episode = stored(writer, read.message, read.occurrence, patch.labels)
            stored_messages += words.is_of(episode, before)
            if not words.is_extracted(episode, patch.extractor) and not words.is_removed(episode):
                _write(writer, read, episode, Manner(patch.extractor, run, reviewed=True), tally)
    return tally.outcome(Spent(), messages=len(patch.messages), stored=stored_messages)


def _write(writer: Writer, read: ReadMessage, episode: int, manner: Manner, tally: Tally) -> None:
    episode_writer = EpisodeWriter(writer, read.message, episode, manner, tally)
    wanted = [each for each in read.changes if not each.reject]
    outcomes = episode_writer.write([*(each.change for each in wanted), *read.passed_over]) or ()
    for outcome in outcomes[: len(wanted)]:
        if outcome.did is None:
            raise BadPatch(f"a change cannot be written: {outcome.why}; it is {outcome.item}")
    for proposal, outcome in zip(wanted, outcomes, strict=False):
        if proposal.is_edited:
            rule(
                writer, hold(writer, episode_writer.extraction, proposal.original, "edited"), "accepted", outcome.claim
            )
    for proposal in read.changes:
        if proposal.reject:
            rule(writer, hold(writer, episode_writer.extraction, proposal.original, "patch"), "rejected", None)


def accept(store: "Store", id_: int, review: Review, changes: dict[str, Any]) -> int | None:
    """Write a held change, with other values where `changes` gives them; its claim, if it makes or is about one.

    Raises UnknownHeld, RefusedError where what it corrects is not there, and what the statement raises.
    """
    unknown = sorted(set(changes) - set(EDITABLE))
    if unknown:
        raise InputError(f"a held change has no {unknown[0]!r} to change: it has {', '.join(EDITABLE)}")
    for name in ("subject", "predicate"):
        if name in changes and changes[name] is None:
            raise InputError(f"{name}=None: what is recorded has one, so give another or leave it out")
    with store.transaction(actor=review.actor, reason=review.reason) as transaction:
        writer = Writer(store, transaction, review.scope)
        found = held(store, writer.scope, id_)
        turn = conversation.turn(store.connection, found.episode)
        assert turn is not None
        assert found.run is not None
        change: Change = settled(found.change, **changes) if changes else found.change
        manner = Manner(found.extractor, found.run, reviewed=True)
        claim = EpisodeWriter(writer, message_of(turn), found.episode, manner, Tally()).accept(change)
        rule(writer, id_, "accepted", claim, review.reason)
    return claim


def reject(store: "Store", id_: int, review: Review) -> None:
    """Decide that a held change is not to be recorded. Raises UnknownHeld."""
    with store.transaction(actor=review.actor, reason=review.reason) as transaction:
        writer = Writer(store, transaction, review.scope)
        rule(writer, held(store, writer.scope, id_).id, "rejected", None, review.reason)


def sample(store: "Store", scope: int, count: int, random: Random) -> list[int]:
    """Some of the live claims of a scope that rest on words, in order of recording. Inside a snapshot."""
    found = [claim for (claim,) in store.connection.execute(_DERIVED, (scope,))]
    return sorted(random.sample(found, min(count, len(found))))
