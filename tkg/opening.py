"""Opening a file: created, upgraded or refused, given its zone and a vocabulary where it has none yet.

At head, and with a vocabulary that it was handed before, opening only reads: it takes no write lock and imports neither
Alembic nor SQLAlchemy.
"""

import os
import sqlite3
from collections.abc import Sequence
from pathlib import Path
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from tkg import engine, extracting, migrate
from tkg.basis import Options, ranks_by_file
from tkg.clock import Clock, system_clock
from tkg.errors import BadSchema, InputError
from tkg.graph import Graph
from tkg.ontology import Ontology
from tkg.policy import PolicyName, policy_name
from tkg.priority import order_of
from tkg.roles import ORDER, role_order
from tkg.searching import BUILT_IN, Chosen, Searching
from tkg.spending import Budgets
from tkg.store import Store, initialise, is_initialised, storage_errors
from tkg.terms import clean


def open(
    path: str | os.PathLike[str],
    *,
    scope: str = "default",
    policy: PolicyName = "latest",
    priority: Sequence[str] | None = None,
    roles: Sequence[str] | None = None,
    ontology: Ontology | str | Path | None = None,
    strict: bool = False,
    zone: str | None = None,
    readonly: bool = False,
    busy_timeout_s: float = engine.BUSY_TIMEOUT_S,
    durability: engine.Durability = "full",
    clock: Clock = system_clock,
    embedder: Chosen = BUILT_IN,
    extractor: extracting.Chosen = None,
    budgets: Budgets | None = None,
    hold_below: float = 0.0,
) -> Graph:
    """Open a file, which is created, or upgraded from an older tkg, if need be. `":memory:"` keeps nothing.

    `scope` is whose facts the calls are about that name none. `policy` is how reads settle contradictions that name
    none; `priority` is the order of sources, and `roles` that of roles, both best first, for reads under
    `source_priority` and `role` that give none (default: the order that the file declares, and user, assistant, tool).
    `ontology` (a file, or an `Ontology`) declares predicates, and an order of sources: a new file takes the shipped
    vocabulary unless told otherwise, and in an older one what differs is recorded as declared from now on, so that past
    answers stay. `strict` refuses undeclared predicates. `zone` (an IANA name, default UTC) is fixed when the
    file is created: times without an offset are read in it. `durability` "normal" may lose the last commits at a power
    cut, never consistency. `embedder` is what `search` finds meanings with (see `tkg.embed`); None leaves it to words,
    names and times. `extractor` is what `ingest` and `work` read messages with (see `tkg.extract`), by default the
    built-in rules; `budgets` what may be spent on one that asks a model. What is less sure than `hold_below` (0 to
    1) is held for review.

    Raises NotAStore, TooNew, MigrationFailed, Locked, ReadOnly, StorageError, BadSchema, BadPolicy, InputError (the
    zone, the embedder, the extractor).
    """
    given = _ontology(ontology)
    options = Options(
        scope=clean(scope, "the scope"),
        policy=policy_name(policy),
        priority=() if priority is None else order_of(priority),
        roles=ORDER if roles is None else role_order(roles),
    )
    reading = extracting.Extracting(extractor, given, budgets, hold_below)
    if zone is not None:
        _check_zone(zone)
    connection = migrate.ensure(path, readonly=readonly, busy_timeout_s=busy_timeout_s, durability=durability)
    try:
        with storage_errors():
            ready = is_initialised(connection)
        if not ready:
            _initialise(connection, given or Ontology.shipped(), "UTC" if zone is None else zone)
        store = Store(connection, clock)
        if zone is not None and store.zone.key != zone:
            raise InputError(f"{os.fspath(path)} has the zone {store.zone.key}, fixed when it was created, not {zone}")
        # Where SQLite has the file itself, whatever links lead there and whatever directory is current later.
        real = engine.MEMORY if path == engine.MEMORY else os.path.realpath(path)
        searching = Searching(store, real, embedder, readonly=readonly)
        if given is not None and not readonly:
            from tkg.vocabulary import adopt

            adopt(store, given, scope=scope)
        with store.snapshot() as last:
            ranks_by_file(store, options, last)
    except BaseException:
        connection.close()
        raise
    return Graph(store, options, searching, reading, strict=strict)


def _check_zone(zone: str) -> None:
    try:
        ZoneInfo(zone)
    except (ZoneInfoNotFoundError, ValueError, TypeError, OSError) as error:
        raise InputError(f"zone {zone!r} is not a name of the IANA database, such as Europe/Oslo: {error}") from None


def _initialise(connection: sqlite3.Connection, ontology: Ontology, zone: str) -> None:
    with storage_errors(), engine.write(connection):
        if not is_initialised(connection):
            initialise(connection, zone)
            from tkg.vocabulary import genesis

            genesis(connection, ontology)


def _ontology(given: Ontology | str | Path | None) -> Ontology | None:
    if given is None or isinstance(given, Ontology):
        return given
    try:
        return Ontology.load(given)
    except OSError as error:
        raise BadSchema(f"{os.fspath(given)}: the ontology cannot be read: {error}") from error
