"""The declared tables are the ones that the migrations make, and keep what the storage relies on."""

import re
import sqlite3
from collections.abc import Iterator

import pytest
from sqlalchemy import create_engine
from sqlmodel import SQLModel

from tkg import engine, migrate
from tkg.models import Row


@pytest.fixture
def migrated() -> Iterator[sqlite3.Connection]:
    connection = migrate.ensure(engine.MEMORY)
    yield connection
    connection.close()


def _tables(connection: sqlite3.Connection) -> dict[str, list[str]]:
    """Each table and index with the lines of its definition, in any order."""
    found = connection.execute(
        "SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL AND type <> 'trigger' AND name <> 'alembic_version' "
        "AND name NOT LIKE 'entry_words%' AND name NOT LIKE 'sqlite_%'"
    )
    return {name: sorted(line.strip(" \t,") for line in sql.splitlines() if line.strip()) for name, sql in found}


def test_models_make_the_tables_that_the_migrations_make(migrated: sqlite3.Connection) -> None:
    database = create_engine("sqlite://")
    with database.begin() as connection:
        Row.metadata.create_all(connection)
        declared = connection.connection.driver_connection
        assert isinstance(declared, sqlite3.Connection)
        assert _tables(declared) == _tables(migrated)
    database.dispose()


def test_every_constraint_has_a_name(migrated: sqlite3.Connection) -> None:
    for name, lines in _tables(migrated).items():
        for line in lines:
            if re.search(r"PRIMARY KEY(?! AUTOINCREMENT)|FOREIGN KEY|UNIQUE \(|CHECK", line):
                assert line.startswith("CONSTRAINT "), (name, line)


def test_only_the_clustered_tables_are_without_rowid(migrated: sqlite3.Connection) -> None:
    listed = migrated.execute("SELECT name FROM pragma_table_list WHERE wr = 1 AND name NOT LIKE 'entry_words_%'")
    assert {name for (name,) in listed} == {
        "belief_cur",
        "belief_hist",
        "belief_of_predicate",
        "belief_of_object",
        "standing",
        "split",
        "idempotency",
        "anchoring",
        "saying",
        "named_time",
        "job",
        "linking",
        "slot",
    }


@pytest.mark.parametrize("table", ["tx", "claim", "term", "episode", "evidence", "erasure", "merge"])
def test_single_integer_keys_are_rowids(migrated: sqlite3.Connection, table: str) -> None:
    (key,) = (row[1] for row in migrated.execute(f"PRAGMA table_info({table})") if row[5])
    plan = migrated.execute(f"EXPLAIN QUERY PLAN SELECT * FROM {table} WHERE {key} = 7").fetchone()[3]
    assert "INTEGER PRIMARY KEY" in plan


def test_beliefs_hold_no_references(migrated: sqlite3.Connection) -> None:
    for table in ("belief_cur", "belief_hist", "belief_of_predicate", "belief_of_object", "slot"):
        assert migrated.execute(f"PRAGMA foreign_key_list({table})").fetchall() == []


def test_references_to_transactions_are_all_deferred(migrated: sqlite3.Connection) -> None:
    definitions = migrated.execute("SELECT sql FROM sqlite_master WHERE type = 'table'").fetchall()
    lines = [line for (sql,) in definitions for line in sql.splitlines() if "REFERENCES tx" in line]
    assert len(lines) == 16
    assert all("DEFERRABLE INITIALLY DEFERRED" in line for line in lines)


def test_integers_keep_sixty_four_bits(migrated: sqlite3.Connection) -> None:
    ends = (-(2**63), 2**63 - 1)
    migrated.execute("INSERT INTO tx (id, at, last_place) VALUES (1, ?, 0)", ends[1:])
    assert tuple(at for (at,) in migrated.execute("SELECT at FROM tx ORDER BY at")) == ends


def test_tables_stay_out_of_the_metadata_that_applications_share() -> None:
    assert Row.metadata is not SQLModel.metadata
    assert "claim" not in SQLModel.metadata.tables
