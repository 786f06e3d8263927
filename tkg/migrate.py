"""Opening a file at the revision that this tkg knows: created, upgraded, or refused by name.

The model. The file says its revision in `alembic_version`, which is read with plain SQL: at head, opening takes no
write lock and imports neither Alembic nor SQLAlchemy. A file that is behind is upgraded in one transaction over all the
revisions, begun with the write lock, so that of two processes the second waits and finds the work done, and a failure
leaves no trace. Foreign keys are off while tables are rebuilt, since dropping the old one would delete or refuse the
rows that refer to it (the switch has no effect inside a transaction), and every reference is checked before the commit.
A file ahead of this tkg is never touched.

Before a file that holds anything is upgraded it is copied to `<path>.before-<revision>`. There is no downgrade, which
would lose rows: put the copy back. A failed upgrade leaves the file as it was and takes its copy away.

`python -m tkg.migrate` prints the schema at head, which `schema/schema.sql` is.
"""

import os
import re
import sqlite3
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from tkg import engine, errors, resources

if TYPE_CHECKING:
    from alembic.config import Config
    from sqlalchemy import Connection

REVISIONS = ("0001", "0002", "0003", "0004", "0005", "0006", "0007", "0008", "0009")
HEAD = REVISIONS[-1]

_alembic = threading.Lock()
"""Alembic's `context` and `op` are one per process, whatever the file."""

_OF_FULL_TEXT = re.compile(r"entry_words(_\w+)?")
"""The table of the full-text search and those that SQLite keeps behind it, which no model declares."""

_HEADER = "-- The schema at revision {head}. Written by the migrations: python -m tkg.migrate > schema/schema.sql"


def ensure(
    path: str | os.PathLike[str],
    *,
    readonly: bool = False,
    busy_timeout_s: float = engine.BUSY_TIMEOUT_S,
    durability: engine.Durability = "full",
) -> sqlite3.Connection:
    """A configured connection to a file at head, which is created or upgraded first if need be.

    Raises NotAStore, TooNew, MigrationFailed, Locked (another process kept the file through the timeout while an
    upgrade was due), ReadOnly (an upgrade is due and `readonly` was asked), StorageError (the path cannot be opened).
    """
    connection = engine.open_file(path, mode="ro" if readonly else "rwc", busy_timeout_s=busy_timeout_s)
    try:
        revision = _known_revision(connection, path)
        if readonly:
            _require_head(revision, path)
        engine.configure(connection, readonly=readonly, durability=durability)
        if revision != HEAD:
            _upgrade(connection, path, HEAD)
    except BaseException:
        connection.close()
        raise
    return connection


def upgrade(path: str | os.PathLike[str], revision: str = HEAD) -> tuple[str | None, str]:
    """Create or upgrade a file; the revisions before (None: it was empty) and after. Raises as `ensure`.

    A `revision` short of head is for tests; a file that is past it stays where it is.
    """
    if revision not in REVISIONS:
        raise errors.MigrationFailed(f"no revision {revision!r}: this tkg knows {', '.join(REVISIONS)}")
    with closing(engine.open_file(path)) as connection:
        before = _known_revision(connection, path)
        if _is_before(before, revision):
            engine.configure(connection)
            _upgrade(connection, path, revision)
        after = _known_revision(connection, path)
        assert after is not None
    return before, after


def current(path: str | os.PathLike[str]) -> str | None:
    """The revision that the file says, known to this tkg or not; None while it is empty. Raises NotAStore."""
    with closing(engine.open_file(path, mode="rw")) as connection:
        return _revision(connection, path)


def check(path: str | os.PathLike[str]) -> list[str]:
    """How the file differs from the tables that this tkg declares, a line for each difference; empty if it does not.

    Raises NotAStore and TooNew.
    """
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    from tkg.models import Row

    with closing(engine.open_file(path, mode="rw")) as connection:
        _known_revision(connection, path)
        with _sqlalchemy(connection, "BEGIN DEFERRED") as sqlalchemy_connection:
            context = MigrationContext.configure(
                sqlalchemy_connection,
                opts={"compare_type": True, "compare_server_default": True, "include_name": _is_declared},
            )
            return [str(difference) for difference in compare_metadata(context, Row.metadata)]


def schema_sql() -> str:
    """The schema at head as SQL text: every table, index and trigger that the migrations make of an empty file."""
    with closing(ensure(engine.MEMORY)) as connection:
        rows = connection.execute(
            "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND tbl_name <> 'alembic_version' "
            "AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name NOT LIKE 'entry\\_words\\_%' ESCAPE '\\' "
            "ORDER BY tbl_name, CASE type WHEN 'table' THEN 0 WHEN 'index' THEN 1 ELSE 2 END, name"
        )
        statements = ["\n".join(line.rstrip() for line in sql.splitlines()) + ";" for (sql,) in rows]
    pragma = f"PRAGMA application_id = {engine.APPLICATION_ID};"
    return "\n\n".join([_HEADER.format(head=HEAD), pragma, *statements]) + "\n"


def _is_declared(name: str | None, kind: str, _: Mapping[str, str | None]) -> bool:
    return kind != "table" or name is None or _OF_FULL_TEXT.fullmatch(name) is None


def _known_revision(connection: sqlite3.Connection, path: str | os.PathLike[str]) -> str | None:
    revision = _revision(connection, path)
    if revision is not None and revision not in REVISIONS:
        raise errors.TooNew(
            f"{os.fspath(path)} is at revision {revision}, from a newer tkg; this one knows revisions up to {HEAD}. "
            "Install the newer tkg to open it, or put back the copy made before its upgrade; nothing was changed"
        )
    return revision


def _require_head(revision: str | None, path: str | os.PathLike[str]) -> None:
    if revision is None:
        raise errors.ReadOnly(f"{os.fspath(path)} is empty, and a read-only graph creates nothing: open it for writing")
    if revision != HEAD:
        raise errors.ReadOnly(
            f"{os.fspath(path)} is at revision {revision}, short of {HEAD}: open it once for writing, which upgrades it"
        )


def _revision(connection: sqlite3.Connection, path: str | os.PathLike[str]) -> str | None:
    if connection.execute("PRAGMA application_id").fetchone()[0] == 0:
        return None
    try:
        row = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    except sqlite3.OperationalError as error:
        raise errors.NotAStore(
            f"{os.fspath(path)}: says it is a tkg file but has no revision ({error}): damaged"
        ) from error
    if row is None:
        raise errors.NotAStore(f"{os.fspath(path)}: a damaged tkg file, without its revision")
    return str(row[0])


def _is_before(revision: str | None, other: str) -> bool:
    return revision is None or REVISIONS.index(revision) < REVISIONS.index(other)


def _upgrade(connection: sqlite3.Connection, path: str | os.PathLike[str], target: str) -> None:
    from alembic.util import CommandError
    from sqlalchemy.exc import SQLAlchemyError

    connection.execute("PRAGMA foreign_keys = OFF")
    try:
        with _sqlalchemy(connection, "BEGIN IMMEDIATE") as sqlalchemy_connection:
            # Another process may have done it while this one waited for the lock.
            revision = _known_revision(connection, path)
            if _is_before(revision, target):
                with _copied(connection, path, revision, target):
                    _run(sqlalchemy_connection, target)
                    _check_references(connection)
    except (SQLAlchemyError, sqlite3.Error, CommandError, errors.MigrationFailed) as error:
        raise errors.MigrationFailed(
            f"{os.fspath(path)}: the upgrade to revision {target} failed and was rolled back: {error}"
        ) from error
    finally:
        connection.execute("PRAGMA foreign_keys = ON")


def _check_references(connection: sqlite3.Connection) -> None:
    broken = connection.execute("PRAGMA foreign_key_check").fetchall()
    if broken:
        raise errors.MigrationFailed(f"{len(broken)} references lead nowhere, the first from table {broken[0][0]!r}")


@contextmanager
def _copied(
    connection: sqlite3.Connection, path: str | os.PathLike[str], revision: str | None, target: str
) -> Iterator[None]:
    """Keep a copy of a file that holds anything, unless the change that it is made for fails."""
    if revision is None or os.fspath(path) == engine.MEMORY or not _holds_anything(connection):
        yield
        return
    copy = _copy(Path(path), target)
    try:
        yield
    except BaseException:
        copy.unlink()
        raise


def _holds_anything(connection: sqlite3.Connection) -> bool:
    """Whether anything was ever written: every write is a transaction after genesis."""
    return bool(connection.execute("SELECT EXISTS (SELECT 1 FROM tx WHERE id > 0)").fetchone()[0])


def _copy(path: Path, target: str) -> Path:
    """Copy the file as of now through a second connection; an older copy is never overwritten."""
    copy = path.with_name(f"{path.name}.before-{target}")
    number = 1
    while copy.exists():
        number += 1
        copy = path.with_name(f"{path.name}.before-{target}-{number}")
    with closing(engine.open_file(path, mode="rw")) as source, closing(sqlite3.connect(copy)) as destination:
        source.backup(destination)
    return copy


@contextmanager
def _sqlalchemy(connection: sqlite3.Connection, begin: str) -> "Iterator[Connection]":
    """The same connection for SQLAlchemy, in one transaction: committed at the end, rolled back on any exception.

    In autocommit mode the driver begins nothing by itself, and SQLAlchemy leaves it to the driver; so the event does.
    """
    from sqlalchemy import create_engine, event
    from sqlalchemy.pool import StaticPool

    database = create_engine("sqlite://", creator=lambda: connection, poolclass=StaticPool)

    def begin_transaction(_: "Connection") -> None:
        if begin == "BEGIN IMMEDIATE":
            engine.begin_write(connection)
        else:
            connection.execute(begin)

    event.listen(database, "begin", begin_transaction)
    with database.begin() as sqlalchemy_connection:
        yield sqlalchemy_connection


def _run(sqlalchemy_connection: "Connection", target: str) -> None:
    from alembic import command

    config = _config()
    config.attributes["connection"] = sqlalchemy_connection
    with _alembic:
        command.upgrade(config, target)


def _config() -> "Config":
    from alembic.config import Config

    config = Config()
    # Alembic reads the option with ConfigParser, to which a single % begins a reference.
    config.set_main_option("script_location", str(resources.migrations()).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config


if __name__ == "__main__":
    sys.stdout.write(schema_sql())
