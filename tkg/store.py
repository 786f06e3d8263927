"""One open file: its connection, what is remembered of it, and the two ways to work on it.

`snapshot` is a read transaction, with the last committed transaction that it sees. `transaction` is a write: it takes
the write lock, fixes the recorded time, hands out places in the log, and at its end brings the beliefs up to date and
commits, all or nothing. Names and terms are remembered between calls; what other processes committed in between is
taken in at the start of either, and whatever a rolled-back write had put there is dropped.

One store is used by one thread at a time; its lock sees to that.
"""

import secrets
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import TracebackType
from typing import TYPE_CHECKING, Generic, NamedTuple, Protocol, TypeVar
from weakref import WeakValueDictionary
from zoneinfo import ZoneInfo

from tkg import engine
from tkg.claim_table import Row
from tkg.clock import Clock, forward
from tkg.errors import ReadOnly, RecordedTimeRegression, StorageError
from tkg.intervals import MIN
from tkg.names import Names
from tkg.policy import Policy
from tkg.priority import Priority
from tkg.roles import Roles
from tkg.slot_traits import INCOMPLETE
from tkg.sources import Sources
from tkg.terms import Terms, clean
from tkg.values import Value

if TYPE_CHECKING:
    from tkg.derive import Deriver

_LAST = "SELECT id, at, last_place FROM tx ORDER BY id DESC LIMIT 1"
_AS_OF = "SELECT id, at, last_place FROM tx WHERE at <= ? ORDER BY at DESC, id DESC LIMIT 1"
_END = "INSERT INTO tx (id, at, last_place, actor, reason) VALUES (?, ?, ?, ?, ?)"
_META = "SELECT key, value FROM meta"
_SCOPE = "SELECT id FROM scope WHERE name = ?"
_PUT_META = "INSERT INTO meta (key, value) VALUES (?, ?)"
_LAST_ERASURE = "SELECT COALESCE(MAX(place), 0) FROM erasure"


Seen = TypeVar("Seen")

SETTINGS = ("zone", "hash_key", "ontology")
"""What `meta` holds of a file that is in use."""


class Moment(NamedTuple):
    """One committed transaction: its id, its recorded time, and the last place of the log under it."""

    tx: int
    at: int
    place: int


@dataclass
class Transaction:
    """A write under way. `place` is the last place handed out. `again`: the last one was recorded at the same time.

    `said` are the rows of the claims that it appended; None once some of them were changed, by an erasure.
    """

    tx: int
    at: int
    place: int
    first_place: int
    actor: str | None = None
    reason: str | None = None
    again: bool = False
    said: list[Row] | None = field(default_factory=list)
    names_changed: bool = False
    abandoned: bool = False

    def abandon(self) -> None:
        """There is nothing to write after all: leave no transaction behind."""
        self.abandoned = True

    def next_place(self) -> int:
        self.place += 1
        return self.place


class Unread(Protocol):
    """An answer that may have something left to look up here."""

    def complete(self) -> None:
        """Look it up."""


class Store:
    """An open file. `zone` is the file's own, fixed when it was created.

    `slots_are_known` says that the table of `slot_traits` is complete, as it is in every file but those of an older
    tkg whose beliefs were not derived anew since the upgrade. `seen_at` is the recorded time of the latest commit that
    was seen so far: an answer as of then, or before, has nothing to wait for. `unread` are the answers in use, by id.
    """

    def __init__(self, connection: sqlite3.Connection, clock: Clock) -> None:
        self.connection, self.clock = connection, clock
        self.lock = threading.RLock()
        meta = dict(connection.execute(_META).fetchall())
        self.zone = ZoneInfo(meta["zone"])
        self.slots_are_known = INCOMPLETE not in meta
        self.names = Names()
        self.terms = Terms(connection, bytes.fromhex(meta["hash_key"]))
        self.sources = Sources(connection, self.terms)
        self.roles = Roles(connection, self.terms)
        self.priority = Priority(connection, self.terms)
        self.seen_at = MIN
        self.unread: WeakValueDictionary[int, Unread] = WeakValueDictionary()
        self._deriver: Deriver | None = None
        self._seen_erasure = 0
        self._scopes: dict[str, int] = {}

    @property
    def deriver(self) -> "Deriver":
        """What keeps the beliefs in step with the log; a file that is only read needs none."""
        if self._deriver is None:
            from tkg.derive import Deriver

            self._deriver = Deriver(self.connection, self.names)
        return self._deriver

    def scope_id(self, name: str) -> int | None:
        """The id of a scope, or None if nobody ever wrote to it. Raises BadName."""
        if not isinstance(name, str) or name not in self._scopes:
            row = self.connection.execute(_SCOPE, (clean(name, "the scope"),)).fetchone()
            if row is None:
                return None
            self._scopes[name] = row[0]
        return self._scopes[name]

    def snapshot(self) -> "Snapshot[Moment]":
        """A read transaction; gives the last commit that it sees."""
        return Snapshot(self, lambda last: last)

    def value(self, term: int) -> Value:
        """The value of a term: also after the snapshot that it was found in, since terms stay. One that was erased
        meanwhile is shown as that."""
        known = self.terms.known.get(term)
        if known is None:
            with self.lock, storage_errors():
                known = self.terms.value(term)
        return known

    def policy_as_of(self, policy: Policy, scope: int, moment: Moment) -> Policy:
        """The policy with what it ranks the sources of a scope by as of a moment: roles, or the order of the file."""
        return self.priority.under(self.roles.under(policy, scope, moment), scope, moment)

    def as_of(self, known_at: int) -> Moment:
        """The last transaction at or before `known_at`, inside a snapshot."""
        return Moment(*self.connection.execute(_AS_OF, (max(known_at, MIN),)).fetchone())

    @contextmanager
    def transaction(
        self, *, at: int | None = None, actor: str | None = None, reason: str | None = None
    ) -> Iterator[Transaction]:
        """A write transaction, recorded at the clock's time, or at `at` (a replay's). Rolled back on any exception.

        Raises RecordedTimeRegression if `at` lies before the last commit, and Locked and ReadOnly as `engine.write`.
        """
        with self.lock:
            try:
                with storage_errors(), engine.write(self.connection):
                    last = self.refresh()
                    if at is not None and at < last.at:
                        raise RecordedTimeRegression(
                            f"recorded time {at} lies before the last one, {last.at}: replay a log in its own order"
                        )
                    now = forward(self.clock(), last.at) if at is None else at
                    under_way = Transaction(last.tx + 1, now, last.place, last.place, actor, reason, now == last.at)
                    yield under_way
                    if not under_way.abandoned:
                        self._finish(under_way)
            except BaseException:
                self.names.forget()
                self.terms.forget()
                self.sources.forget()
                self.roles.forget()
                self._forget_slots()
                self._scopes.clear()
                raise

    @contextmanager
    def upkeep(self) -> Iterator[int]:
        """A write of what only follows from the log: it has no recorded time and leaves no transaction. Yields the last
        place that it sees. Raises as `transaction`."""
        with self.transaction() as under_way:
            under_way.abandon()
            yield under_way.place

    def _finish(self, done: Transaction) -> None:
        # Before the beliefs, since claims are read with what their transaction says.
        self.connection.execute(_END, (done.tx, done.at, done.place, done.actor, done.reason))
        if done.place > done.first_place:
            if done.names_changed:
                self.names.load(self.connection, done.place)
            else:
                self.names.wrote(done.place)
            self.deriver.derive(done.first_place, done.place, done.at, again=done.again, said=done.said)

    def _forget_slots(self) -> None:
        if self._deriver is not None:
            self._deriver.forget()

    def refresh(self) -> Moment:
        """The last commit, with what was remembered brought up to it; at the start of a transaction."""
        last = Moment(*self.connection.execute(_LAST).fetchone())
        if not self.names.is_at(last.place):
            self._forget_slots()
            (erasure,) = self.connection.execute(_LAST_ERASURE).fetchone()
            if erasure != self._seen_erasure:
                self.names.forget()
                self.terms.forget()
                self.sources.forget()
                self._seen_erasure = erasure
            self.names.load(self.connection, last.place)
        self.seen_at = last.at
        return last

    def close(self) -> None:
        """Close the file, when what is `unread` has been read."""
        with self.lock:
            try:
                for answer in list(self.unread.values()):
                    answer.complete()
            finally:
                self.connection.close()


class Snapshot(Generic[Seen]):
    """A read transaction of a store, for a `with` block, which gives what `see` makes of the last commit that it sees.

    A class, since every read has one, and generators one inside the other cost more.
    """

    __slots__ = ("_began", "_see", "_store")

    def __init__(self, store: Store, see: Callable[[Moment], Seen]) -> None:
        self._store, self._see, self._began = store, see, False

    def __enter__(self) -> Seen:
        store = self._store
        store.lock.acquire()
        try:
            self._began = engine.begin_read(store.connection)
            return self._see(store.refresh())
        except BaseException as error:
            self.__exit__(type(error), error, error.__traceback__)
            raise

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if self._began:
                engine.end_read(self._store.connection)
        except sqlite3.Error as failed:
            _raise_ours(failed)
            raise
        finally:
            self._store.lock.release()
        if error is not None:
            _raise_ours(error)


class storage_errors:  # noqa: N801 - it is called like the context managers of contextlib
    """What the driver says of the file, as an error of tkg: damaged, full, closed."""

    __slots__ = ()

    def __enter__(self) -> None:
        pass

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if error is not None:
            _raise_ours(error)


def _raise_ours(error: BaseException) -> None:
    """Raise the error of tkg for one of the driver; any other error is left to itself."""
    if isinstance(error, sqlite3.ProgrammingError):
        raise StorageError(f"the graph is closed, or the file cannot be used so: {error}") from error
    if isinstance(error, sqlite3.DatabaseError):
        if getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_READONLY:
            raise ReadOnly("the graph was opened read-only: open it without readonly=True to write") from error
        raise StorageError(f"the file cannot be read or written: {error}; verify() tells what is damaged") from error


def is_initialised(connection: sqlite3.Connection) -> bool:
    """Whether the file has its zone, its key and a vocabulary."""
    return set(SETTINGS) <= {key for key, _ in connection.execute(_META)}


def initialise(connection: sqlite3.Connection, zone: str) -> None:
    """Give a file its zone and its key, inside a write transaction, where it has none yet."""
    known = {key for key, _ in connection.execute(_META)}
    for key, value in (("zone", zone), ("hash_key", secrets.token_hex(32))):
        if key not in known:
            connection.execute(_PUT_META, (key, value))
