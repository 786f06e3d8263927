"""Rows that mean nothing: `verify` tells of them in a file, and no file is made of an export with one."""

import io
import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

import tkg
from tests.conftest import SetClock
from tkg import errors
from tkg.exported import KEYS
from tkg.intervals import MAX
from tkg.row_rules import WRONG
from tkg.soundness import unsound

LATE = 2**62
"""Far beyond the year 9999, in microseconds."""


@pytest.fixture(scope="module")
def used(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file that is used and closed."""
    path = tmp_path_factory.mktemp("used") / "used.db"
    with tkg.open(path, clock=SetClock(), embedder=None) as graph:
        first = graph.record("Ann", "height", 180, valid_from="2019-03-01", attrs={"page": 3}, key="k")
        graph.correct(first, object=181)
        graph.record("Ann", "works_for", "Acme", valid="2019/2021", source="HR")
        graph.retract(graph.record("Ann", "likes", "tea", observed="2020-05-01"))
        graph.merge("Annie", "Ann")
        graph.split([(first, "subject")], "Ann Berg")
        graph.declare("likes", cardinality="one")
        graph.map_predicate("employed_by_firm", "works_for")
        graph.assign_role("HR", "tool")
        graph.drop_predicate("likes")
        told = {"speaker": "Ann", "content": "I moved to Oslo last May.", "timestamp": "2024-05-01T10:00:00Z"}
        graph.ingest([told, told, {**told, "content": "I work at Acme."}], labels={"chat": "7"})
        graph.erase(graph.record("Eve", "knows", "Bob", scope="other"), scope="other")
        graph.ingest([told], scope="other", mode="later")
    return path


@pytest.fixture(scope="module")
def exported(used: Path) -> tuple[str, ...]:
    stream = io.StringIO()
    with tkg.open(used, embedder=None, readonly=True) as graph:
        graph.export(stream)
    return tuple(stream.getvalue().splitlines(keepends=True))


@pytest.fixture
def lines(exported: tuple[str, ...]) -> list[str]:
    """The export of the file."""
    return list(exported)


WRONGS: list[tuple[str, int, dict[str, Any]]] = [
    ("tx", 2, {"at": LATE}),
    ("tx", 2, {"at": 0}),
    ("tx", 2, {"last_place": 1_000}),
    ("tx", 2, {"last_place": 0}),
    ("scope", 0, {"name": " "}),
    ("predicate", 0, {"name": ""}),
    ("predicate", 0, {"used": 7}),
    ("term", 0, {"kind": 9}),
    ("claim", 0, {"op": 9}),
    ("claim", 0, {"modality": 9}),
    ("claim", 0, {"modality": -1}),
    ("claim", 0, {"erased": 7}),
    ("claim", 0, {"seen": 3}),
    ("claim", 0, {"seen": 1, "observed": None}),
    ("claim", 0, {"confidence": 7.5}),
    ("claim", 0, {"ongoing": 2}),
    ("claim", 0, {"from_grain": 77}),
    ("claim", 0, {"to_grain": -1}),
    ("claim", 0, {"from_at": LATE}),
    ("claim", 0, {"observed": MAX}),
    ("claim", 0, {"from_said": "soon"}),
    ("claim", 0, {"s": None}),
    ("claim", 0, {"o": None}),
    ("claim", 0, {"statement": 999}),
    ("claim", 0, {"statement": 4}),
    ("claim", 0, {"s_said": 4}),
    ("claim", 0, {"tx": 99}),
    ("claim", 0, {"tx": 3}),
    ("claim", 0, {"attrs": "{"}),
    ("claim", 0, {"attrs": "[]"}),
    ("claim", 0, {"attrs": "[" * 10_000}),
    ("standing", 0, {"live": 2}),
    ("standing", 0, {"tx": 99}),
    ("merge", 0, {"old": 1, "new": 1}),
    ("merge", 0, {"tx": 99}),
    ("split", 0, {"role": 2}),
    ("declaration", -1, {"rule": '{"cardinality": "three"}'}),
    ("declaration", -1, {"rule": '["one"]'}),
    ("declaration", -1, {"tx": 99}),
    ("predicate_map", -1, {"flip": 2}),
    ("dropping", 0, {"dropped": 5}),
    ("source_role", 0, {"role": ""}),
    ("erasure", 0, {"claim": None}),
    ("erasure", 0, {"claims": -1}),
    ("episode", 0, {"digest": b"0123456789abcdef"}),
    ("episode", 0, {"text": "I moved to Rome last May."}),
    ("episode", 0, {"speaker": "Bob"}),
    ("episode", 0, {"zone": "Middle/Earth"}),
    ("episode", 0, {"zone": ""}),
    ("episode", 0, {"observed": -LATE}),
    ("episode", 0, {"labels": "{"}),
    ("episode", 0, {"tx": 99}),
    ("run", 0, {"started": LATE}),
    ("evidence", 0, {"span_to": None}),
    ("evidence", 0, {"tx": 99}),
    ("anchoring", 0, {"side": 3}),
    ("anchoring", 0, {"reference": LATE}),
    ("anchoring", 0, {"zone": "+99"}),
    ("derivation", 0, {"effect": 4}),
    ("extraction", 0, {"skipped": "{}"}),
    ("extraction", 0, {"recorded": -1}),
    ("job", 0, {"failed": 2}),
    ("job", 0, {"not_before": LATE}),
    ("job", 0, {"again": -1}),
    ("idempotency", 0, {"result": "1"}),
]
"""Tables, which of their rows is changed, and to what."""


def named(wrong: tuple[str, int, dict[str, Any]]) -> str:
    table, _, changes = wrong
    return f"{table}-" + "-".join(f"{column}={value!r:.12}" for column, value in changes.items())


def rows_of(lines: list[str], table: str) -> list[int]:
    """The numbers of the lines of a table, counted from 0."""
    return [number for number, text in enumerate(lines) if text.startswith(f'{{"{table}":')]


def changed(lines: list[str], table: str, which: int, changes: dict[str, Any]) -> tuple[list[str], int]:
    """The lines with a row changed, and the number of its line, counted from 1."""
    number = rows_of(lines, table)[which]
    row = json.loads(lines[number])[table] | changes
    said = {name: value.hex() if isinstance(value, bytes) else value for name, value in row.items()}
    text = json.dumps({table: {name: value for name, value in said.items() if value is not None}})
    return [*lines[:number], text + "\n", *lines[number + 1 :]], number + 1


def refused(lines: list[str]) -> str:
    """What is said of an export of which no file is made."""
    with pytest.raises(errors.BadExport) as error:
        tkg.restore(":memory:", lines)
    return str(error.value)


@pytest.mark.parametrize(("table", "which", "changes"), WRONGS, ids=map(named, WRONGS))
def test_no_file_is_made_of_an_export_with_it(
    lines: list[str], table: str, which: int, changes: dict[str, Any]
) -> None:
    edited, number = changed(lines, table, which, changes)
    told = refused(edited)
    # What is said of a transaction may be said of one beside it, or of what it stamped.
    assert table == "tx" or told.startswith(f"line {number}: {table} ")
    assert told.startswith("line ")


def changing(connection: sqlite3.Connection, lines: list[str], table: str, which: int, changes: dict[str, Any]) -> str:
    """Change a row, the triggers taken away first; how what is said of it begins."""
    for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
        connection.execute(f'DROP TRIGGER "{name}"')
    row = json.loads(lines[rows_of(lines, table)[which]])[table]
    keys = KEYS[table].split(", ")
    put = ", ".join(f'"{column}" = ?' for column in changes)
    where = " AND ".join(f'"{key}" = ?' for key in keys)
    given = [*changes.values(), *(row[key] for key in keys)]
    assert connection.execute(f"UPDATE {table} SET {put} WHERE {where}", given).rowcount == 1
    return f"{table} {', '.join(str((row | changes)[key]) for key in keys)}: "


@pytest.mark.parametrize(("table", "which", "changes"), WRONGS, ids=map(named, WRONGS))
def test_it_is_told_of_a_file(used: Path, lines: list[str], table: str, which: int, changes: dict[str, Any]) -> None:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        with closing(sqlite3.connect(used)) as original:
            original.backup(connection)
        assert list(unsound(connection)) == []
        told = changing(connection, lines, table, which, changes)
        found = [str(each) for each in unsound(connection)]
    assert found
    assert table == "tx" or any(problem.startswith(told) for problem in found)


def test_verify_tells_of_all_and_derives_nothing_from_them(used: Path, lines: list[str], tmp_path: Path) -> None:
    path = tmp_path / "changed.db"
    shutil.copy(used, path)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        changing(connection, lines, "claim", 0, {"modality": 9})
        changing(connection, lines, "standing", 0, {"live": 7})
        changing(connection, lines, "episode", 0, {"zone": "Middle/Earth"})
    with tkg.open(path, embedder=None, readonly=True) as graph:
        report = graph.verify()
    assert [problem.partition(":")[0].partition(" ")[0] for problem in report.problems] == [
        "claim", "standing", "episode",
    ]  # fmt: skip
    assert report.differences == ()


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("zone", "Middle/Earth"),
        ("zone", "../../etc/passwd"),
        ("hash_key", "zz"),
        ("hash_key", "00"),
        ("ontology", "{"),
        ("ontology", "[]"),
    ],
)
def test_settings_that_cannot_be_read(lines: list[str], key: str, value: str) -> None:
    (number,) = (n for n in rows_of(lines, "meta") if json.loads(lines[n])["meta"]["key"] == key)
    lines[number] = json.dumps({"meta": {"key": key, "value": value}}) + "\n"
    assert refused(lines).startswith(f"line {number + 1}: meta {key}: value: ")


def test_a_declaration_that_is_no_json(lines: list[str]) -> None:
    edited, number = changed(lines, "declaration", -1, {"rule": "{"})
    assert refused(edited).startswith(f"line {number}: declaration ")


def test_another_key_does_not_fit_the_messages(lines: list[str]) -> None:
    (number,) = (n for n in rows_of(lines, "meta") if json.loads(lines[n])["meta"]["key"] == "hash_key")
    lines[number] = json.dumps({"meta": {"key": "hash_key", "value": "00" * 32}}) + "\n"
    assert "digest" in refused(lines)


@pytest.mark.parametrize("kind", [2, 3, 4])
def test_a_literal_that_is_none(lines: list[str], kind: int) -> None:
    edited, number = changed(lines, "term", 0, {"kind": kind, "name": "2020-13-01"})
    assert refused(edited).startswith(f"line {number}: term 1: name: ")


def test_predicates_mapped_in_a_circle(lines: list[str]) -> None:
    row = json.loads(lines[rows_of(lines, "predicate_map")[-1]])["predicate_map"]
    (number,) = [n for n in rows_of(lines, "predicate_map") if json.loads(lines[n])["predicate_map"] == row]
    back = {"predicate_map": {**row, "old": row["new"], "new": row["old"]}}
    header = json.loads(lines[0])
    header["rows"]["predicate_map"] += 1
    edited = [json.dumps(header) + "\n", *lines[1 : number + 1], json.dumps(back) + "\n", *lines[number + 1 :]]
    told = refused(edited)
    # Either of the two makes the circle, since they are of one place.
    assert told.startswith((f"line {number + 1}: predicate_map ", f"line {number + 2}: predicate_map "))


def test_a_transaction_that_is_missing(lines: list[str]) -> None:
    number = rows_of(lines, "tx")[-1]
    header = json.loads(lines[0])
    header["rows"]["tx"] -= 1
    edited = [json.dumps(header) + "\n", *lines[1:number], *lines[number + 1 :]]
    assert "transaction is not there" in refused(edited)


@pytest.mark.parametrize(("table", "key"), [("claim", "id"), ("tx", "id"), ("episode", "id"), ("claim", "confidence")])
def test_a_row_without_what_it_must_have(lines: list[str], table: str, key: str) -> None:
    edited, number = changed(lines, table, 0, {key: None})
    assert refused(edited) == f"line {number}: {table} has no {key}"


@pytest.mark.parametrize("revision", ["[]", "{}", "7", "null"])
def test_a_header_of_no_revision_is_refused(lines: list[str], tmp_path: Path, revision: str) -> None:
    header = json.loads(lines[0]) | {"revision": json.loads(revision)}
    with pytest.raises(errors.TooNew):
        tkg.restore(tmp_path / "new.db", [json.dumps(header) + "\n", *lines[1:]])


def test_equal_messages_of_one_transcript_are_sound(lines: list[str], tmp_path: Path) -> None:
    tkg.restore(tmp_path / "new.db", lines)
    with tkg.open(tmp_path / "new.db", embedder=None) as graph:
        assert graph.verify().ok
        assert len(list(graph.episodes())) == 3


def test_two_transactions_of_one_recorded_time_are_sound(lines: list[str], tmp_path: Path) -> None:
    """A replayed log may bring them."""
    first = json.loads(lines[rows_of(lines, "tx")[0]])["tx"]
    edited, _ = changed(lines, "tx", 1, {"at": first["at"]})
    tkg.restore(tmp_path / "new.db", edited)
    with tkg.open(tmp_path / "new.db", embedder=None) as graph:
        assert graph.verify().problems == ()


def test_what_is_of_a_transaction_is_checked_against_it(used: Path) -> None:
    with closing(sqlite3.connect(used)) as connection:
        tables = {
            table for table in KEYS if any(row[1] == "tx" for row in connection.execute(f"PRAGMA table_info({table})"))
        }
        assert tables <= set(WRONG)
        assert list(unsound(connection)) == []
    assert all(any("tx t WHERE t.id = d.tx" in when for when, _ in WRONG[table]) for table in tables)


# --- how an export is handed in ---


def test_a_byte_order_mark_is_no_part_of_it(lines: list[str], tmp_path: Path) -> None:
    lines[0] = f"\ufeff{lines[0]}"
    tkg.restore(tmp_path / "a.db", iter(lines))
    (tmp_path / "export.jsonl").write_text("".join(lines), encoding="utf-8")
    tkg.restore(tmp_path / "b.db", tmp_path / "export.jsonl")


@pytest.mark.parametrize("given", [[b"{}\n"], [{"tkg": "export"}]])
def test_what_is_no_line_of_text_is_refused(tmp_path: Path, given: Any) -> None:
    with pytest.raises(errors.InputError, match="not a line of text"):
        tkg.restore(tmp_path / "new.db", given)


def test_text_in_place_of_a_path_is_told_so(lines: list[str], tmp_path: Path) -> None:
    with pytest.raises(errors.InputError, match=r"io\.StringIO"):
        tkg.restore(tmp_path / "new.db", "".join(lines))
    tkg.restore(tmp_path / "new.db", io.StringIO("".join(lines)))
