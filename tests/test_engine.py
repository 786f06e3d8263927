"""How a file is opened, what it is refused for, and the two kinds of transaction."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tkg import engine, errors, migrate


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "store.db"
    migrate.upgrade(path)
    return path


@pytest.fixture
def connection(path: Path) -> Iterator[sqlite3.Connection]:
    with closing(engine.connect(path, busy_timeout_s=0)) as connection:
        yield connection


def _pragma(connection: sqlite3.Connection, name: str) -> object:
    return connection.execute(f"PRAGMA {name}").fetchone()[0]


def _scopes(connection: sqlite3.Connection) -> list[str]:
    return [name for (name,) in connection.execute("SELECT name FROM scope ORDER BY name")]


def test_a_connection_is_set_up(connection: sqlite3.Connection) -> None:
    found = {
        name: _pragma(connection, name)
        for name in (
            "journal_mode",
            "synchronous",
            "foreign_keys",
            "recursive_triggers",
            "trusted_schema",
            "temp_store",
        )
    }
    assert found == {
        "journal_mode": "wal",
        "synchronous": 2,
        "foreign_keys": 1,
        "recursive_triggers": 1,
        "trusted_schema": 0,
        "temp_store": 2,
    }
    assert connection.isolation_level is None


def test_normal_durability_syncs_less(path: Path) -> None:
    with closing(engine.connect(path, durability="normal")) as connection:
        assert _pragma(connection, "synchronous") == 1


def test_the_busy_timeout_is_in_seconds(path: Path) -> None:
    with closing(engine.connect(path, busy_timeout_s=1.5)) as connection:
        assert _pragma(connection, "busy_timeout") == 1500


@pytest.mark.parametrize("name", ["a b.db", "what?mode=ro#x.db", "100%41.db", "吗.db"])
def test_a_path_is_taken_as_it_is(tmp_path: Path, name: str) -> None:
    engine_path = tmp_path / name
    migrate.ensure(engine_path).close()
    assert [found.name for found in tmp_path.iterdir()] == [name]


def test_memory_needs_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with closing(migrate.ensure(":memory:")) as connection, engine.write(connection):
        connection.execute("INSERT INTO scope (name) VALUES ('a')")
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear Ann, " * 100)
    with pytest.raises(errors.NotAStore, match=r"letter\.txt"):
        engine.connect(letter)
    assert letter.read_text() == "Dear Ann, " * 100


@pytest.mark.parametrize("statement", ["CREATE TABLE customer (id)", "PRAGMA application_id = 1"])
def test_a_database_of_another_program_is_refused_and_left_alone(tmp_path: Path, statement: str) -> None:
    other = tmp_path / "other.db"
    with closing(sqlite3.connect(other)) as connection:
        connection.execute(statement)
    before = other.read_bytes()
    for opening in (engine.connect, migrate.ensure):
        with pytest.raises(errors.NotAStore, match="another program"):
            opening(other)
    assert other.read_bytes() == before
    assert [found.name for found in tmp_path.iterdir()] == ["other.db"]


def test_a_missing_directory_is_named(tmp_path: Path) -> None:
    with pytest.raises(errors.StorageError, match=r"nowhere/store\.db"):
        engine.connect(tmp_path / "nowhere" / "store.db")


def test_read_only_creates_nothing(tmp_path: Path) -> None:
    with pytest.raises(errors.StorageError, match=r"store\.db"):
        engine.connect(tmp_path / "store.db", readonly=True)
    assert list(tmp_path.iterdir()) == []


def test_a_write_through_a_read_only_connection_is_refused(path: Path) -> None:
    with (
        closing(engine.connect(path, readonly=True)) as connection,
        pytest.raises(errors.ReadOnly, match="readonly"),
        engine.write(connection),
    ):
        connection.execute("INSERT INTO scope (name) VALUES ('a')")


def test_write_commits(path: Path, connection: sqlite3.Connection) -> None:
    with engine.write(connection):
        connection.execute("INSERT INTO scope (name) VALUES ('a')")
    with closing(engine.connect(path)) as other:
        assert _scopes(other) == ["a"]


def test_an_exception_rolls_a_write_back(connection: sqlite3.Connection) -> None:
    with pytest.raises(KeyboardInterrupt), engine.write(connection):
        connection.execute("INSERT INTO scope (name) VALUES ('a')")
        raise KeyboardInterrupt
    assert not connection.in_transaction
    assert _scopes(connection) == []


def test_a_commit_that_fails_rolls_the_write_back(connection: sqlite3.Connection) -> None:
    with pytest.raises(sqlite3.IntegrityError, match="FOREIGN KEY"), engine.write(connection):
        connection.execute("INSERT INTO predicate (id, name) VALUES (1, 'p')")
        connection.execute("INSERT INTO declaration VALUES (1, 1, '{}', 7)")
    assert not connection.in_transaction
    assert connection.execute("SELECT count(*) FROM predicate").fetchone() == (0,)


def test_the_transaction_row_may_come_last(connection: sqlite3.Connection) -> None:
    with engine.write(connection):
        connection.execute("INSERT INTO predicate (id, name) VALUES (1, 'p')")
        connection.execute("INSERT INTO declaration VALUES (1, 1, '{}', 7)")
        connection.execute("INSERT INTO tx (id, at, last_place) VALUES (7, 1, 1)")
    assert connection.execute("SELECT count(*) FROM declaration").fetchone() == (1,)


def test_a_second_writer_is_told_how_long_it_waited(path: Path, connection: sqlite3.Connection) -> None:
    with (
        closing(engine.connect(path, busy_timeout_s=0.01)) as other,
        engine.write(connection),
        pytest.raises(errors.Locked, match=r"0\.01 s"),
        engine.write(other),
    ):
        pytest.fail("two writers at once")


def test_a_write_sees_what_was_written_since_the_last_read(path: Path, connection: sqlite3.Connection) -> None:
    with engine.read(connection):
        _scopes(connection)
    with closing(engine.connect(path)) as other, engine.write(other):
        other.execute("INSERT INTO scope (name) VALUES ('b')")
    with engine.write(connection):
        assert _scopes(connection) == ["b"]
        connection.execute("INSERT INTO scope (name) VALUES ('a')")
    assert _scopes(connection) == ["a", "b"]


def test_a_read_keeps_its_snapshot_while_another_writes(path: Path, connection: sqlite3.Connection) -> None:
    with closing(engine.connect(path)) as other, engine.read(connection):
        assert _scopes(connection) == []
        with engine.write(other):
            other.execute("INSERT INTO scope (name) VALUES ('b')")
        assert _scopes(connection) == []
    assert _scopes(connection) == ["b"]


def test_a_read_inside_a_write_sees_the_write_and_does_not_end_it(connection: sqlite3.Connection) -> None:
    with pytest.raises(LookupError), engine.write(connection):
        connection.execute("INSERT INTO scope (name) VALUES ('a')")
        with engine.read(connection), engine.read(connection):
            assert _scopes(connection) == ["a"]
        assert connection.in_transaction
        raise LookupError
    assert _scopes(connection) == []


def test_a_file_in_use_keeps_its_journal_until_it_is_free(path: Path) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as plain:
        plain.execute("PRAGMA journal_mode = DELETE")
        plain.execute("BEGIN")
        plain.execute("SELECT * FROM tx").fetchall()
        with closing(engine.connect(path, busy_timeout_s=0)) as connection:
            assert _pragma(connection, "journal_mode") == "delete"
            assert connection.execute("SELECT id FROM tx").fetchall() == [(0,)]
        plain.execute("COMMIT")
    with closing(engine.connect(path)) as connection:
        assert _pragma(connection, "journal_mode") == "wal"
