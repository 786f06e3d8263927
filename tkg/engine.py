"""Connections: how a file is opened, every pragma with its reason, and the two kinds of transaction.

A store is a SQLite file that carries tkg's application id. Whatever else is at the path is refused before a byte of it
is changed. The driver is in autocommit mode: nothing begins a transaction but `write` and `read` here, so a statement
outside them stands alone and nothing is left open by accident.

`write` takes the write lock at once (BEGIN IMMEDIATE): a transaction that reads first and writes later would fail in
the middle, without waiting, when another process wrote in between. `read` holds one snapshot for as long as it lasts.

A connection may move between threads but not be used by two at a time; whoever shares one brings the lock.
"""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

from tkg import errors

APPLICATION_ID = 0x746B6731
"""'tkg1' in the header of the file, written by the first migration: how `file` and other programs tell what it is."""

BUSY_TIMEOUT_S = 5.0
STATEMENTS_CACHED = 512
PAGE_CACHE_KIB = 64 * 1024
WAL_KEPT_BYTES = 64 * 1024 * 1024

MEMORY = ":memory:"

Durability = Literal["full", "normal"]


def connect(
    path: str | os.PathLike[str],
    *,
    readonly: bool = False,
    busy_timeout_s: float = BUSY_TIMEOUT_S,
    durability: Durability = "full",
) -> sqlite3.Connection:
    """A configured connection to a store or to a file that is still empty, which is created unless `readonly`.

    Raises NotAStore for a file of something else and StorageError for a path that cannot be opened.
    """
    connection = open_file(path, mode="ro" if readonly else "rwc", busy_timeout_s=busy_timeout_s)
    try:
        configure(connection, readonly=readonly, durability=durability)
    except BaseException:
        connection.close()
        raise
    return connection


def open_file(
    path: str | os.PathLike[str], *, mode: Literal["ro", "rw", "rwc"] = "rwc", busy_timeout_s: float = BUSY_TIMEOUT_S
) -> sqlite3.Connection:
    """A bare connection to what is known to be a store or empty, with nothing set and nothing changed yet.

    `mode` is SQLite's: "rwc" creates what is missing. A reader that may, opens "rw": one that closes a file in WAL
    mode as "ro" has to leave its `-wal` and `-shm` behind. Raises as `connect`.
    """
    name = os.fspath(path)
    target = name if name == MEMORY else f"{Path(name).absolute().as_uri()}?mode={mode}"
    try:
        connection = sqlite3.connect(
            target,
            timeout=busy_timeout_s,
            isolation_level=None,
            check_same_thread=False,
            cached_statements=STATEMENTS_CACHED,
            uri=name != MEMORY,
        )
    except sqlite3.OperationalError as error:
        raise errors.StorageError(
            f"{name}: cannot be opened ({error}); is there such a directory, and may you write?"
        ) from error
    try:
        _identify(connection, name)
    except BaseException:
        connection.close()
        raise
    return connection


def configure(connection: sqlite3.Connection, *, readonly: bool = False, durability: Durability = "full") -> None:
    """Every pragma of ours, in one place. None of them takes the write lock of a file that is set up already."""
    if durability not in ("full", "normal"):
        raise errors.InputError(f"durability={durability!r}: use 'full' or 'normal'")
    if not readonly:
        _use_wal(connection)
    # FULL: a commit that returned is on the disk, at the price of one fsync. NORMAL may lose the last commits at a
    # power cut, never the consistency of the file.
    connection.execute(f"PRAGMA synchronous = {'FULL' if durability == 'full' else 'NORMAL'}")
    # SQLite leaves references unchecked unless each connection asks.
    connection.execute("PRAGMA foreign_keys = ON")
    # Without it the row that INSERT OR REPLACE throws out goes without its DELETE trigger.
    connection.execute("PRAGMA recursive_triggers = ON")
    # What is deleted is overwritten with zeros: an erasure, and the word index that it leaves behind, stay on no page.
    connection.execute("PRAGMA secure_delete = ON")
    # A crafted file must not run functions with side effects from its triggers or views.
    connection.execute("PRAGMA trusted_schema = OFF")
    # Negative means KiB. The default of 2 MiB makes a long slot read its pages again and again.
    connection.execute(f"PRAGMA cache_size = -{PAGE_CACHE_KIB}")
    # Sorting spills to memory: no copy of erased or private rows in a temporary directory.
    connection.execute("PRAGMA temp_store = MEMORY")
    # After a bulk load the log file is cut back instead of keeping its largest size for ever.
    connection.execute(f"PRAGMA journal_size_limit = {WAL_KEPT_BYTES}")


@contextmanager
def write(connection: sqlite3.Connection) -> Iterator[sqlite3.Connection]:
    """One write transaction: committed at the end, rolled back on any exception.

    Raises Locked if another writer kept the file for longer than the busy timeout, and ReadOnly at the first statement
    that writes through a read-only connection.
    """
    begin_write(connection)
    try:
        yield connection
        execute_unless_locked(connection, "COMMIT")
    except sqlite3.OperationalError as error:
        _roll_back(connection)
        if _is(error, sqlite3.SQLITE_READONLY):
            raise errors.ReadOnly(
                "the file was opened read-only, or this user may not write it: open it without readonly=True to write"
            ) from error
        raise
    except BaseException:
        _roll_back(connection)
        raise


def begin_write(connection: sqlite3.Connection) -> None:
    """Take the write lock, waiting up to the busy timeout. Raises Locked as `write` does.

    On a read-only connection SQLite begins a reading transaction instead and refuses the first statement that writes.
    """
    execute_unless_locked(connection, "BEGIN IMMEDIATE")


@contextmanager
def read(connection: sqlite3.Connection) -> Iterator[sqlite3.Connection]:
    """One snapshot for several reads. Inside a transaction that is open already it is that transaction's view."""
    began = begin_read(connection)
    try:
        yield connection
    finally:
        if began:
            end_read(connection)


def begin_read(connection: sqlite3.Connection) -> bool:
    """Begin a snapshot; False inside a transaction that is open already, whose view it is then."""
    if connection.in_transaction:
        return False
    connection.execute("BEGIN DEFERRED")
    return True


def end_read(connection: sqlite3.Connection) -> None:
    """End a snapshot that was begun, unless an error did."""
    if connection.in_transaction:
        connection.execute("COMMIT")


def empty_log(connection: sqlite3.Connection, *, wait: bool = True) -> bool:
    """Move the write-ahead log into the file and cut it to nothing; False if a reader elsewhere still needs it.

    Unless `wait` is False it waits for readers up to the busy timeout.
    """
    waits_ms = connection.execute("PRAGMA busy_timeout").fetchone()[0]
    try:
        if not wait:
            connection.execute("PRAGMA busy_timeout = 0")
        busy: int = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
    finally:
        connection.execute(f"PRAGMA busy_timeout = {waits_ms}")
    return busy == 0


def _roll_back(connection: sqlite3.Connection) -> None:
    # Some errors, a full disk among them, make SQLite roll back by itself.
    if connection.in_transaction:
        connection.execute("ROLLBACK")


def execute_unless_locked(connection: sqlite3.Connection, statement: str) -> None:
    """Run a statement that takes the write lock, waiting up to the busy timeout. Raises Locked as `write` does."""
    try:
        connection.execute(statement)
    except sqlite3.OperationalError as error:
        if not _is(error, sqlite3.SQLITE_BUSY):
            raise
        waited_s = connection.execute("PRAGMA busy_timeout").fetchone()[0] / 1000
        raise errors.Locked(
            f"another writer has held the file for longer than the timeout of {waited_s:g} s: try again, "
            "or open with a larger busy_timeout_s"
        ) from error


def _is(error: sqlite3.Error, *codes: int) -> bool:
    """Whether the error is of one of these primary result codes, which the low byte of an extended code is."""
    return error.sqlite_errorcode & 0xFF in codes


def _identify(connection: sqlite3.Connection, name: str) -> None:
    try:
        application_id = connection.execute("PRAGMA application_id").fetchone()[0]
        tables = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    except sqlite3.DatabaseError as error:
        if _is(error, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT):
            raise errors.NotAStore(
                f"{name}: {error}; give the path of a tkg file or of one that does not exist yet"
            ) from error
        raise errors.StorageError(f"{name}: cannot be read ({error})") from error
    if application_id == APPLICATION_ID or (application_id == 0 and tables == 0):
        return
    raise errors.NotAStore(
        f"{name}: a SQLite database of another program (application_id {application_id:#x}, {tables} schema entries), "
        "which tkg leaves alone; give another path"
    )


def _use_wal(connection: sqlite3.Connection) -> None:
    """Write-ahead logging, so that readers and the writer do not wait for each other; set once, kept in the file.

    A file system without shared memory, as behind some network and bind mounts, keeps the mode it had, and a file that
    another connection is using stays as it is until a later opening. Every mode is as safe; the others only wait more.
    """
    if connection.execute("PRAGMA journal_mode").fetchone()[0] == "wal":
        return
    try:
        connection.execute("PRAGMA journal_mode = WAL")
    except sqlite3.OperationalError as error:
        if not _is(error, sqlite3.SQLITE_BUSY, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_IOERR):
            raise
