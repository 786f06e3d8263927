"""`verify`: whatever somebody did to the file behind our back is reported, and nothing is changed."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import date, timedelta
from pathlib import Path

import pytest

import tkg
import tkg.window
from tests.conftest import Opener
from tkg.intervals import microseconds


@pytest.fixture
def written(graph: tkg.Graph) -> tkg.Graph:
    graph.record("Ann", "works_for", "Acme", valid_from="2019-01-01")
    graph.record("Ann", "works_for", "Globex", valid_from="2023-01-01")
    graph.ingest([{"speaker": "Ann", "content": "I live in Oslo.", "timestamp": "2024-05-01T10:00:00Z"}])
    return graph


@pytest.fixture
def intruder(path: Path) -> Iterator[sqlite3.Connection]:
    """Someone who takes the triggers away first."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            connection.execute(f'DROP TRIGGER "{name}"')
        yield connection


def test_a_sound_file_is_reported_as_sound(written: tkg.Graph) -> None:
    report = written.verify()
    assert (report.ok, report.problems, report.differences) == (True, (), ())
    assert (report.claims, report.episodes, report.beliefs) == (3, 1, 3)
    assert report.to_dict()["ok"] is True


@pytest.mark.parametrize(
    ("statement", "found"),
    [
        ("DELETE FROM belief_cur", {("missing", "belief_cur")}),
        ("DELETE FROM belief_hist", {("missing", "belief_hist")}),
        ("DELETE FROM belief_of_predicate", {("missing", "belief_of_predicate")}),
        ("DELETE FROM belief_of_object", {("missing", "belief_of_object")}),
        ("UPDATE belief_cur SET vt = vt - 1", {("missing", "belief_cur"), ("extra", "belief_cur")}),
        ("UPDATE belief_cur SET rf = rf + 1", {("missing", "belief_cur"), ("extra", "belief_cur")}),
        ("UPDATE belief_cur SET flags = flags + 1", {("missing", "belief_cur"), ("extra", "belief_cur")}),
        ("UPDATE belief_hist SET rt = rt + 1", {("missing", "belief_hist"), ("extra", "belief_hist")}),
        (
            "INSERT INTO belief_cur (scope, modality, s, p, vf, vt, o, rf, flags) VALUES (1, 0, 99, 1, 0, 1, 1, 0, 0)",
            {("extra", "belief_cur")},
        ),
        (
            "UPDATE claim SET source = (SELECT MAX(id) FROM source), modality = 1 WHERE id = 2",
            {("extra", "belief_cur")},
        ),
    ],
)
def test_beliefs_that_the_log_does_not_bear_out(
    written: tkg.Graph, intruder: sqlite3.Connection, statement: str, found: set[tuple[str, str]]
) -> None:
    assert intruder.execute(statement).rowcount > 0
    report = written.verify()
    assert not report.ok
    assert found <= {(difference.what, difference.table) for difference in report.differences}


@pytest.mark.parametrize("column", ["from_at", "from_early", "to_late", "from_grain", "ongoing"])
def test_bounds_that_are_not_those_of_the_words(written: tkg.Graph, intruder: sqlite3.Connection, column: str) -> None:
    intruder.execute(f"UPDATE claim SET {column} = 1 - COALESCE({column}, 0) WHERE id = 1")
    assert "claim 1: its bounds are not those of its words" in written.verify().problems


@pytest.mark.parametrize(
    "change", ["span_to = 1000", "span_from = -1", "span_from = span_to", "span_from = span_to + 1"]
)
def test_a_quote_outside_of_the_words(written: tkg.Graph, intruder: sqlite3.Connection, change: str) -> None:
    intruder.execute(f"UPDATE evidence SET {change}")
    report = written.verify()
    assert not report.ok
    assert report.problems[0].startswith("evidence 1 of claim 3: ")


def test_a_reference_that_leads_nowhere(written: tkg.Graph, intruder: sqlite3.Connection) -> None:
    intruder.execute("PRAGMA foreign_keys = OFF")
    intruder.execute("DELETE FROM source")
    assert any("refers to a row of source" in problem for problem in written.verify().problems)


@pytest.mark.parametrize("table", ["claim", "standing"])
def test_what_is_of_no_transaction(written: tkg.Graph, intruder: sqlite3.Connection, table: str) -> None:
    written.retract(1)
    place = intruder.execute(f"SELECT MAX({'id' if table == 'claim' else 'place'}) FROM {table}").fetchone()[0]
    intruder.execute(f"UPDATE {table} SET tx = 99 WHERE tx = (SELECT MAX(tx) FROM {table})")
    (problem,) = written.verify().problems
    assert problem.startswith(f"{table} ")
    assert problem.endswith(f"place {place} is not one of transaction 99")


def test_a_long_slot_is_also_folded_whole(graph: tkg.Graph, monkeypatch: pytest.MonkeyPatch) -> None:
    """A long slot is derived anew the way the writes went: where that way is wrong, both are, and agree."""
    graph.declare("p", cardinality="one")
    starts = [date(1960, 1, 1) + timedelta(days=90 * number) for number in range(80)]
    graph.record_many(tkg.Statement("s", "p", "Z", valid_from=start, source="filler") for start in starts)
    with monkeypatch.context() as broken:
        broken.setattr(tkg.window._Search, "kin", lambda search, claim: [])
        graph.record("s", "p", "C", valid_from="2000-01-09")
        graph.record("s", "p", "C", valid_to="forever")
        last = graph.record("s", "p", "C", valid_from="2000-01-26")
        report = graph.verify()
    assert not report.ok
    assert {difference.what for difference in report.differences} == {"extra", "missing"}
    (table,) = {difference.table for difference in report.differences}
    assert table == f"belief as of {microseconds(last.recorded_at)}"
    graph.rebuild()
    assert graph.verify().ok


def test_nothing_is_changed_by_it_and_rebuild_puts_it_right(written: tkg.Graph, intruder: sqlite3.Connection) -> None:
    intruder.execute("DELETE FROM belief_cur")
    before = list(intruder.iterdump())
    assert not written.verify().ok
    assert list(intruder.iterdump()) == before
    assert written.find("Ann") == []
    written.rebuild()
    assert written.verify().ok
    assert {fact.object for fact in written.find("Ann")} == {"Globex", "Oslo"}


def test_progress_is_told(written: tkg.Graph) -> None:
    told: list[tuple[int, int]] = []
    written.verify(progress=lambda done, total: told.append((done, total)))
    assert told
    assert told[-1][0] == told[-1][1] == len(told)


def test_a_read_only_graph_can_be_verified(written: tkg.Graph, reopen: Opener) -> None:
    assert reopen(readonly=True).verify().ok
