"""What a fact stands on: the options under which it was answered, and everything that it fetches when asked.

A fact outlives the call that gave it. Its `Basis` remembers the store and the options of that call, with the moment of
recorded time fixed, and goes back to the file for what the fact did not carry along.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, tzinfo
from functools import partial
from typing import NamedTuple

from tkg.asking import Asked
from tkg.bounds import Certainty
from tkg.errors import BadPolicy
from tkg.facts import Claim, Evidence, Fact, instant
from tkg.heard import EVERYONE, Heard
from tkg.lookup import NOTHING, Lookup
from tkg.policy import LATEST, Policy, PolicyName
from tkg.reader import Question, Reader, Rectangle, Row
from tkg.roles import ORDER
from tkg.slots import MODALITIES
from tkg.staleness import is_stale
from tkg.store import Moment, Snapshot, Store


class Options(NamedTuple):
    """Options of a read that have been checked. `valid_at` and `known_at` are integers; None: the clock, the last
    commit. With `valid_until` the question is about all of that stretch. `asked` are the time words among them.
    `sources` None: all of them. `priority` empty: the order that the file declares."""

    valid_at: int | None = None
    valid_until: int | None = None
    known_at: int | None = None
    reference_time: datetime | None = None
    asked: tuple[Asked, ...] = ()
    policy: PolicyName = "latest"
    priority: tuple[str, ...] = ()
    roles: tuple[str, ...] = ORDER
    sources: tuple[str, ...] | None = None
    without: tuple[str, ...] = ()
    modality: str = "asserted"
    certainty: Certainty = "nominal"
    scope: str = "default"

    @property
    def hears_all(self) -> bool:
        """Whether the claims of all sources count."""
        return self.sources is None and not self.without

    @property
    def from_tables(self) -> bool:
        """Whether the belief tables hold what is asked."""
        return self.policy == "latest" and self.certainty == "nominal" and self.hears_all


def reading(store: Store, options: Options) -> Snapshot[Reader]:
    """A reader under these options, inside a snapshot that lasts as long as the block.

    Raises BadPolicy for `source_priority` where neither the options nor the file give an order.
    """
    return Snapshot(store, partial(_reader, store, options))


def _reader(store: Store, options: Options, last: Moment) -> Reader:
    known_at = options.known_at
    moment = last if known_at is None or known_at >= last.at else store.as_of(known_at)
    scope = store.scope_id(options.scope) or NOTHING
    policy = LATEST if options.policy == "latest" else _policy(store, scope, options, moment, last)
    modality, heard = MODALITIES.index(options.modality), _heard(store, scope, options)
    return Reader(store, scope, modality, moment, policy, options.certainty, heard)


def ranks_by_file(store: Store, options: Options, last: Moment) -> bool:
    """Whether sources rank in the order that the file declares. Raises BadPolicy if they do and it never did."""
    by_file = options.policy == "source_priority" and not options.priority
    if by_file and store.priority.declared(last.place) is None:
        raise BadPolicy("source_priority needs priority=[...], best first: the file declares no order of sources")
    return by_file


def _policy(store: Store, scope: int, options: Options, moment: Moment, last: Moment) -> Policy:
    by_file = ranks_by_file(store, options, last)
    policy = Policy(options.policy, store.terms.sources(scope, options.priority), options.roles, by_file=by_file)
    return store.policy_as_of(policy, scope, moment)


def _heard(store: Store, scope: int, options: Options) -> Heard:
    if options.hears_all:
        return EVERYONE
    only = None if options.sources is None else frozenset(store.terms.sources(scope, options.sources))
    without = (source for source in store.terms.sources(scope, options.without) if source >= 0)
    return Heard(only, frozenset(without))


@dataclass(frozen=True, slots=True, eq=False)
class Basis:
    """Fetches for the facts of one answer, asked for under the options `given`, as of `moment`. `at` is the valid
    instant asked about, of a stretch its beginning, None of all valid time; `predicates` are their names. Raises
    StorageError once the graph is closed."""

    store: Store
    given: Options
    moment: Moment
    at: int | None
    predicates: Mapping[int, str]

    @property
    def zone(self) -> tzinfo:
        return self.store.zone

    @property
    def options(self) -> Options:
        """The options with their `known_at` fixed."""
        return self.given._replace(known_at=self.moment.at)

    def fact(self, row: Row) -> Fact:
        """The fact of a row of the answer."""
        value = self.store.value
        return Fact(value(row[0]), self.predicates[row[1]], value(row[2]), Rectangle._make(row), self)

    def asked_at(self, row: Rectangle) -> int:
        """The valid instant that was asked about, as far as a fact is concerned: see `Fact.asked_at_us`."""
        if self.at is None:
            return row.start
        return self.at if self.given.valid_until is None else max(self.at, row.start)

    def run(self, row: Rectangle) -> Rectangle:
        """A row with its recorded interval."""
        if row.has_run:
            return row
        with reading(self.store, self.options) as reader:
            return reader.run(row)

    def believed_since(self, fact: Fact) -> int | None:
        with reading(self.store, self.options) as reader:
            return Lookup(reader).believed_since(fact._row, fact.asked_at_us)

    def is_contested(self, fact: Fact) -> bool:
        with reading(self.store, self.options) as reader:
            return Lookup(reader).is_contested(fact._row, fact.asked_at_us)

    def is_stale(self, fact: Fact) -> bool:
        with reading(self.store, self.options) as reader:
            return is_stale(reader, fact._row, fact.asked_at_us)

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
