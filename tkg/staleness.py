"""When a fact is stale: longer than its predicate allows (`stale_after`) nobody is known to have seen it hold.

Only what is ongoing goes stale, that is, what nobody said an end of: what was said to hold until some time, or for
ever, is taken at its word. It counts from the last *sighting*, in the words of the contract an explicit `observed`,
within the stretch of the fact, whichever source it is of; without one from the start of the fact, which is, where
nobody said it, the time of recording. A sighting after the instant asked about counts, too: the fact had gone on.

A fact is stale at an instant that lies further after that than `stale_after`, counted in UTC. What is declared later
holds from then on. What is stale is not certain.
"""

from typing import TYPE_CHECKING

from tkg.duration import duration
from tkg.restate import restate
from tkg.slots import SlotKey

if TYPE_CHECKING:
    from tkg.reader import Reader, Rectangle


def is_stale(reader: "Reader", row: "Rectangle", at: int) -> bool:
    """Whether a fact is stale at a valid instant, as of the reader's moment and by the claims that it reads."""
    allowed = reader.store.names.typed(row.predicate, reader.moment.place).stale_after
    if allowed is None:
        return False
    slot = SlotKey(reader.scope, reader.modality, row.subject, row.predicate, row.object)
    claims = [claim for claim in restate(reader.slots.readings(slot)) if claim.value == row.object]
    if any(not claim.ongoing and claim.start.at <= at < claim.end.at for claim in claims):
        return False
    sightings = (seen for claim in claims for seen in claim.seen if row.start <= seen < row.end)
    return at > duration(allowed).after(max(sightings, default=row.start))
