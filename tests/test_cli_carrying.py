"""`tkg import`, `tkg export`, `tkg restore` and `tkg compact`: what goes in and out, what is told, and the status."""

import json
import sqlite3
from pathlib import Path

import pytest

import tkg
from tests.command_line import CommandLine

FACTS = """subject,predicate,object,valid_from,valid_to
Ann Lee,works_for,Acme,2019-03-01,
Ann Lee,works_for,Globex,2023-07-01,
Bob,lives_in,Oslo,2015,2010
"""


@pytest.fixture
def cli(path: Path) -> CommandLine:
    return CommandLine(path)


@pytest.fixture
def facts(tmp_path: Path) -> Path:
    file = tmp_path / "facts.csv"
    file.write_text(FACTS, encoding="utf-8")
    return file


def test_import_tells_refused_rows_by_line_and_records_the_others(cli: CommandLine, facts: Path) -> None:
    outcome = cli.run("import", str(facts), "--source", "HR", status=1)
    assert outcome.stderr.startswith(f"{facts}:4: it would end at 2010")
    assert outcome.stdout.splitlines() == ["rows\t3", "recorded\t2", "duplicates\t0", "refused\t1"]
    assert [row[2] for row in cli.rows("timeline", "Ann Lee", "works_for")] == ["Acme", "Globex"]
    assert cli.json("explain", "Ann Lee", "works_for")[0]["believed"][0]["claim"]["source"] == "HR"


def test_import_again_records_nothing(cli: CommandLine, facts: Path) -> None:
    cli.run("import", str(facts), status=1)
    done = json.loads(cli.run("import", str(facts), "--json", status=1).stdout)
    assert (done["recorded"], done["duplicates"], done["refused"]) == (0, 2, 1)
    assert (done["refusals"][0]["line"], done["refusals"][0]["code"]) == (4, "empty_interval")


def test_import_can_stop_at_what_is_refused(cli: CommandLine, facts: Path) -> None:
    outcome = cli.run("import", str(facts), "--on-error", "stop", "--batch", "2", "--json", status=1)
    told = json.loads(outcome.stderr)
    assert told["error"] == "empty_interval"
    assert told["message"].splitlines()[1:] == ["line 4", "2 rows were done before, in batches of 2"]
    assert outcome.stdout == ""


def test_import_reads_stdin_if_it_is_told_what_that_is(cli: CommandLine) -> None:
    line = '{"subject": "Zoë", "predicate": "lives_in", "object": "Málaga"}\n'
    cli.run("import", "-", "--format", "jsonl", given=line.encode())
    assert cli.json("get", "Zoë", "lives_in")["object"] == "Málaga"
    assert "neither .csv nor .jsonl" in cli.run("import", "-", given=b"", status=1).stderr


def test_import_creates_the_file_and_says_for_whom_and_why(tmp_path: Path, facts: Path) -> None:
    new = CommandLine(tmp_path / "new.db")
    said = ("--scope", "team", "--actor", "bot", "--reason", "move", "--zone", "Asia/Tokyo")
    new.run("import", str(facts), *said, status=1)
    assert new.json("get", "Ann Lee", "works_for", "--scope", "team")["object"] == "Globex"
    with tkg.open(new.path) as graph:
        assert str(graph.zone) == "Asia/Tokyo"
        rows = graph._store.connection.execute("SELECT actor, reason FROM tx WHERE id = 1").fetchall()
    assert rows == [("bot", "move")]


def test_import_of_bytes_that_are_not_text_refuses_their_row(cli: CommandLine, tmp_path: Path) -> None:
    file = tmp_path / "latin.csv"
    file.write_bytes("subject,predicate,object\nAnn,knows,Zoë\nAnn,knows,Bob\n".encode("latin-1"))
    outcome = cli.run("import", str(file), status=1)
    assert outcome.stderr.startswith(f"{file}:2: ")
    assert [row[2] for row in cli.rows("find", "Ann", "knows")] == ["Bob"]


def test_export_and_restore_make_the_same_file_again(cli: CommandLine, facts: Path, tmp_path: Path) -> None:
    cli.run("import", str(facts), status=1)
    text = cli.run("export").stdout
    target = tmp_path / "graph.jsonl"
    counted = cli.json("export", str(target))
    assert target.read_text(encoding="utf-8") == text
    assert counted == {"rows": text.count("\n") - 1}
    new = CommandLine(tmp_path / "new.db")
    assert new.run("restore", str(target)).stdout == f"rows\t{counted['rows']}\n"
    assert new.run("export").stdout == text
    other = CommandLine(tmp_path / "other.db")
    restored = json.loads(other.run("restore", "-", "--json", given=text.encode()).stdout)
    assert restored["rows"]["claim"] == 2
    assert other.run("export").stdout == text


def test_export_of_a_scope(cli: CommandLine) -> None:
    cli.run("record", "Ann", "knows", "Bob", "--scope", "team")
    cli.run("record", "Ann", "knows", "Mallory")
    text = cli.run("export", "--scope", "team").stdout
    assert "Bob" in text
    assert "Mallory" not in text
    assert cli.refused("export", "--scope", "nobody") == "bad_input"


def test_the_graph_is_not_exported_over_itself(cli: CommandLine) -> None:
    cli.run("record", "Ann", "knows", "Bob")
    assert cli.refused("export", str(cli.path)) == "bad_input"
    assert cli.json("get", "Ann", "knows")["object"] == "Bob"


def test_a_file_that_is_not_empty_is_not_restored_into(cli: CommandLine, tmp_path: Path) -> None:
    target = tmp_path / "graph.jsonl"
    cli.run("export", str(target))
    assert cli.refused("restore", str(target)) == "not_empty"
    target.write_text("{}\n")
    new = CommandLine(tmp_path / "new.db")
    assert new.refused("restore", str(target)) == "bad_export"
    assert not new.path.exists()


def test_rebuild_derives_the_beliefs_again(cli: CommandLine) -> None:
    cli.run("record", "Ann", "likes", "tea")
    with sqlite3.connect(cli.path) as connection:
        connection.execute("DELETE FROM belief_cur")
    assert cli.rows("find") == []
    assert cli.json("rebuild") == {"ok": True}
    assert [row[2] for row in cli.rows("find")] == ["tea"]
    cli.run("verify")


def test_compact_says_how_large_the_file_was_and_is(cli: CommandLine) -> None:
    cli.run("record", "Ann", "knows", "Bob")
    before = cli.path.stat().st_size
    words = cli.run("compact").stdout
    assert words == f"{before} bytes before, {cli.path.stat().st_size} after\n"
    assert cli.json("compact")["waits"] is False
    assert cli.json("verify")["ok"] is True


def test_compact_does_not_make_a_file(tmp_path: Path) -> None:
    missing = CommandLine(tmp_path / "missing.db")
    assert missing.refused("compact") == "storage"
    assert missing.refused("export") == "storage"
    assert not missing.path.exists()
