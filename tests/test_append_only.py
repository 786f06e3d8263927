"""The database itself refuses to change the log, whoever asks, and lets erasure pass."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.filled import ANCHORS, FIRST, RANKED, REVISED, RUNS, WORDS, fill, rows
from tkg import migrate

APPEND_ONLY = (
    "tx",
    "claim",
    "standing",
    "merge",
    "split",
    "predicate_map",
    "declaration",
    "erasure",
    "episode",
    "evidence",
    "extraction",
    "anchoring",
    "run",
    "model_call",
    "derivation",
    "withdrawal",
    "held",
    "ruling",
    "linking",
    "dropping",
    "source_role",
    "source_order",
)


@pytest.fixture
def plain(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    """A connection of someone who knows nothing of the pragmas, to a file with a row in every table."""
    path = tmp_path / "store.db"
    migrate.upgrade(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        fill(connection, FIRST, WORDS, ANCHORS, RUNS, REVISED, RANKED)
        connection.execute("DELETE FROM erasing")
        connection.execute("PRAGMA foreign_keys = OFF")
        yield connection


def _column(connection: sqlite3.Connection, table: str) -> str:
    return str(connection.execute(f"PRAGMA table_info({table})").fetchall()[-1][1])


@pytest.mark.parametrize("table", APPEND_ONLY)
def test_rows_of_the_log_take_no_change(plain: sqlite3.Connection, table: str) -> None:
    before = rows(plain)
    column = _column(plain, table)
    for statement in (
        f"UPDATE {table} SET {column} = {column}",
        f"DELETE FROM {table}",
        f"INSERT OR REPLACE INTO {table} SELECT * FROM {table}",
        f"REPLACE INTO {table} SELECT * FROM {table}",
    ):
        with pytest.raises(sqlite3.IntegrityError, match=f"append-only: {table} "):
            plain.execute(statement)
    assert rows(plain) == before


@pytest.mark.parametrize(("table", "unique"), [("claim", "scope and ref"), ("episode", "scope and digest")])
def test_a_row_of_the_same_name_does_not_replace_one(plain: sqlite3.Connection, table: str, unique: str) -> None:
    before = rows(plain)
    columns = [name for _, name, *_ in plain.execute(f"PRAGMA table_info({table})")]
    values = ", ".join("99" if name == "id" else name for name in columns)
    with pytest.raises(sqlite3.IntegrityError, match=f"append-only: {table} "):
        plain.execute(f"INSERT OR REPLACE INTO {table} SELECT {values} FROM {table} WHERE id = 1")
    assert rows(plain) == before, unique


def test_claims_without_a_ref_do_not_collide(plain: sqlite3.Connection) -> None:
    columns = [name for _, name, *_ in plain.execute("PRAGMA table_info(claim)")]
    values = ", ".join("99" if name == "id" else name for name in columns)
    plain.execute(f"INSERT INTO claim SELECT {values} FROM claim WHERE id = 2")
    assert plain.execute("SELECT count(*) FROM claim WHERE ref IS NULL").fetchone() == (2,)


@pytest.mark.parametrize("table", APPEND_ONLY)
def test_erasure_passes_while_it_says_so(plain: sqlite3.Connection, table: str) -> None:
    column = _column(plain, table)
    plain.execute("BEGIN IMMEDIATE")
    plain.execute("INSERT INTO erasing VALUES (1)")
    assert plain.execute(f"UPDATE {table} SET {column} = {column}").rowcount > 0
    assert plain.execute(f"DELETE FROM {table}").rowcount > 0
    plain.execute("DELETE FROM erasing")
    plain.execute("COMMIT")
    assert plain.execute(f"SELECT count(*) FROM {table}").fetchone() == (0,)


def test_new_rows_are_taken(plain: sqlite3.Connection) -> None:
    plain.execute("INSERT INTO merge VALUES (7, 1, 1, 2, 2)")
    plain.execute("INSERT INTO standing VALUES (2, 8, 1, NULL, 2)")
    plain.execute("INSERT INTO tx (at, last_place) VALUES (400, 8)")
    assert plain.execute("SELECT max(id) FROM tx").fetchone() == (6,)
