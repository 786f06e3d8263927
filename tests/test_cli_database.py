"""`tkg verify` and `tkg db`: what they find, and the status that says it."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.command_line import CommandLine
from tests.filled import FIRST, fill
from tkg import migrate


@pytest.fixture
def cli(path: Path) -> CommandLine:
    return CommandLine(path)


@pytest.fixture
def old(tmp_path: Path) -> CommandLine:
    """A file of the first revision with a row in every table."""
    path = tmp_path / "old.db"
    migrate.upgrade(path, "0001")
    with closing(sqlite3.connect(path)) as connection:
        fill(connection, FIRST)
    return CommandLine(path)


def test_verify_finds_nothing_wrong(cli: CommandLine) -> None:
    cli.run("record", "Ann Lee", "works_for", "Acme")
    assert cli.run("verify").stdout == "1 claims, 0 episodes, 1 beliefs: all is well\n"
    report = cli.json("verify")
    assert (report["ok"], report["claims"], report["problems"], report["differences"]) == (True, 1, [], [])


def test_verify_names_a_belief_that_the_log_does_not_say(cli: CommandLine) -> None:
    cli.run("record", "Ann Lee", "works_for", "Acme")
    with closing(sqlite3.connect(cli.path)) as connection, connection:
        connection.execute("DELETE FROM belief_cur")
    lines = cli.run("verify", status=1).stdout.splitlines()
    assert lines[0].startswith("missing in belief_cur: (")
    assert lines[1] == "1 claims, 0 episodes, 0 beliefs: 1 things are wrong"
    report = cli.json("verify", status=1)
    assert (report["ok"], [difference["what"] for difference in report["differences"]]) == (False, ["missing"])


def test_current_says_both_revisions(cli: CommandLine, old: CommandLine, tmp_path: Path) -> None:
    assert cli.run("db", "current").stdout == f"{migrate.HEAD} (head)\n"
    assert old.run("db", "current").stdout == f"0001 (head is {migrate.HEAD})\n"
    assert old.json("db", "current") == {"revision": "0001", "head": migrate.HEAD}
    empty = tmp_path / "empty.db"
    empty.touch()
    assert CommandLine(empty).json("db", "current")["revision"] is None


def test_upgrade_brings_an_old_file_up(old: CommandLine) -> None:
    assert old.run("db", "upgrade").stdout == f"from revision 0001 to {migrate.HEAD}\n"
    assert old.path.with_name(f"old.db.before-{migrate.HEAD}").exists()
    assert old.run("db", "upgrade").stdout == f"at revision {migrate.HEAD} already\n"
    assert old.json("db", "upgrade") == {"before": migrate.HEAD, "after": migrate.HEAD}


def test_reading_an_old_file_names_the_command_that_upgrades_it(old: CommandLine) -> None:
    before = old.path.read_bytes()
    assert f"tkg db upgrade --db {old.path}" in old.run("find", status=1).stderr
    assert old.path.read_bytes() == before


def test_check_compares_the_tables(cli: CommandLine, old: CommandLine) -> None:
    assert cli.run("db", "check").stdout == "the tables are as declared\n"
    assert cli.json("db", "check") == {"ok": True, "differences": []}
    found = old.json("db", "check", status=1)
    assert found["ok"] is False
    assert any("episode" in difference for difference in found["differences"])
    assert "episode" in old.run("db", "check", status=1).stdout


def test_files_of_other_programs_are_left_alone(tmp_path: Path) -> None:
    other = tmp_path / "notes.txt"
    other.write_text("This is not a database, but a text that is long enough to be read as the header of one.\n" * 2)
    before = other.read_bytes()
    for command in ("find", "verify", "db current", "db upgrade", "db check", "record a b c"):
        assert CommandLine(other).refused(*command.split()) == "not_a_store"
    assert other.read_bytes() == before


def test_a_file_of_a_newer_tkg_is_refused(cli: CommandLine) -> None:
    with closing(sqlite3.connect(cli.path)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    for command in ("find", "verify", "db upgrade", "record a b c"):
        assert cli.refused(*command.split()) == "too_new"
    assert cli.json("db", "current") == {"revision": "9999", "head": migrate.HEAD}


def test_a_damaged_file_is_an_error_and_no_traceback(cli: CommandLine) -> None:
    cli.run("record", "Ann Lee", "works_for", "Acme")
    with closing(sqlite3.connect(cli.path)) as connection:
        (page_bytes,) = connection.execute("PRAGMA page_size").fetchone()
        (root,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'belief_cur'").fetchone()
    pages = bytearray(cli.path.read_bytes())
    pages[(root - 1) * page_bytes : root * page_bytes] = b"\xff" * page_bytes
    cli.path.write_bytes(pages)
    assert cli.refused("find", "Ann Lee", "works_for") == "storage"
