"""What a fact stands on: the options under which it was answered, and everything that it fetches when asked.

A fact outlives the call that gave it. Its `Basis` remembers the store and the options of that call, with the moment of
recorded time fixed, and goes back to the file for what the fact did not carry along.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, tzinfo

from tkg.asking import Asked
from tkg.bounds import Certainty
from tkg.facts import Claim, Evidence, Fact, instant
from tkg.lookup import NOTHING, Lookup
from tkg.policy import Policy, PolicyName
from tkg.reader import Question, Reader, Rectangle
from tkg.roles import ORDER
from tkg.slots import MODALITIES
from tkg.store import Store


@dataclass(frozen=True, slots=True)
class Options:
    """Options of a read that have been checked. `valid_at` and `known_at` are integers; None: the clock, the last
    commit. With `valid_until` the question is about all of that stretch. `asked` are the time words among them."""

    valid_at: int | None = None
    valid_until: int | None = None
    known_at: int | None = None
    reference_time: datetime | None = None
    asked: tuple[Asked, ...] = ()
    policy: PolicyName = "latest"
    sources: tuple[str, ...] = ()
    roles: tuple[str, ...] = ORDER
    modality: str = "asserted"
    certainty: Certainty = "nominal"
    scope: str = "default"


@contextmanager
def reading(store: Store, options: Options) -> Iterator[Reader]:
    """A reader under these options, inside a snapshot that lasts as long as the block."""
    with store.snapshot() as last:
        moment = last if options.known_at is None else store.as_of(options.known_at)
        scope = store.scope_id(options.scope) or NOTHING
        policy = Policy(options.policy, Lookup.source_ids(store, scope, options.sources), options.roles)
        policy = store.roles.under(policy, scope, moment)
        yield Reader(store, scope, MODALITIES.index(options.modality), moment, policy, options.certainty)


@dataclass(frozen=True, slots=True, eq=False)
class Basis:
    """Fetches for facts that were answered under `options`, whose `known_at` is fixed. Raises StorageError once the
    graph is closed."""

    store: Store
    options: Options

    @property
    def zone(self) -> tzinfo:
        return self.store.zone

    def run(self, row: Rectangle) -> Rectangle:
        """A row with its recorded interval."""
        if row.has_run:
            return row
        with reading(self.store, self.options) as reader:
            return reader.run(row)

    def believed_since(self, fact: Fact) -> int:
        with reading(self.store, self.options) as reader:
            return Lookup(reader).believed_since(fact._row, fact.asked_at_us)

    def is_contested(self, fact: Fact) -> bool:
        with reading(self.store, self.options) as reader:
            return Lookup(reader).is_contested(fact._row, fact.asked_at_us)

    def is_certain(self, fact: Fact) -> bool:
        with reading(self.store, self.options) as reader:
            return Lookup(reader).is_certain(fact._row, fact.asked_at_us)

    def last_observed(self, fact: Fact) -> datetime | None:
        row = fact._row
        with reading(self.store, self.options) as reader:
            seen = reader.last_observed(Question((row.subject,), row.predicate, (row.object,)))
            return None if seen is None else instant(seen, self.zone)

    def claims(self, fact: Fact) -> tuple[Claim, ...]:
        with reading(self.store, self.options) as reader:
            return tuple(Lookup(reader).claims_of(fact._row))

    def evidence(self, fact: Fact) -> tuple[Evidence, ...]:
        with reading(self.store, self.options) as reader:
            lookup = Lookup(reader)
            return tuple(quote for claim in lookup.claims_of(fact._row) for quote in lookup.evidence(claim.id))
