"""Faults that the public trackers of this trade report, by the ids under which we keep them: each with the right value.

Those of migrations (S01, S03, S05) are tested with the migrations, in populated files: here the least of each.
"""

import sqlite3
import threading
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

import tkg
from tests.conftest import Opener, SetClock, line, objects
from tkg import errors, migrate


def said(text: str, when: str, speaker: str = "Mia") -> dict[str, Any]:
    return {"speaker": speaker, "content": text, "timestamp": when}


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_b01_old_chats_imported_after_new_ones(graph: tkg.Graph, order: tuple[int, int]) -> None:
    told = [("Initech", "2026-01-01"), ("Acme", "2024-01-01")]
    for number in order:
        graph.record("Ann", "works_for", told[number][0], valid_from=told[number][1])
    assert objects(graph, "Ann", "works_for") == ["Initech"]
    assert line(graph, "Ann", "works_for")[0] == ("Acme", "2024-01-01", "2026-01-01")


def test_b03_a_query_on_the_day_of_the_change(graph: tkg.Graph) -> None:
    graph.record("Ann", "lives_in", "A", valid_to="2026-07-05", valid_from="2020-01-01")
    graph.record("Ann", "lives_in", "B", valid_from="2026-07-05")
    assert objects(graph, "Ann", "lives_in", valid_at="2026-07-05", policy="all") == ["B"]
    assert objects(graph, "Ann", "lives_in", valid_at="2026-07-04", policy="all") == ["A"]


def test_b05_no_longer_with_the_date_not_recorded(graph: tkg.Graph) -> None:
    graph.record("Lin", "job_title", "head of sales", valid_from="2023-06-01")
    graph.end("Lin", "job_title", "head of sales", observed="2025-10-15")
    at = ("2024-01-01", "2025-10-16", None)
    assert [objects(graph, "Lin", "job_title", valid_at=when) for when in at] == [["head of sales"], [], []]
    assert graph.timeline("Lin", "job_title")[0].valid_to_grain == "unknown"


def test_b06_before_the_first_evidence_nothing_is_asserted(graph: tkg.Graph) -> None:
    graph.record("Ann", "lives_in", "Oslo", observed="2024-02-20")
    assert objects(graph, "Ann", "lives_in", valid_at="2023-01-01") == []
    assert objects(graph, "Ann", "lives_in", valid_at="2023-01-01", certainty="possible") == ["Oslo"]


def test_b07_what_stands_side_by_side_and_what_does_not(graph: tkg.Graph) -> None:
    graph.ingest(
        [
            said("I like tea.", "2024-01-05T10:00:00Z"),
            said("I live in Oslo.", "2024-01-05T10:01:00Z"),
            said("I like coffee.", "2024-02-05T10:00:00Z"),
            said("I moved to Rome.", "2024-03-05T10:00:00Z"),
        ]
    )
    assert objects(graph, "Mia", "likes") == ["coffee", "tea"]
    assert objects(graph, "Mia", "lives_in") == ["Rome"]
    assert objects(graph, "Mia", "lives_in", valid_at="2024-02-01") == ["Oslo"]


def test_b08_another_predicate_is_not_superseded(graph: tkg.Graph) -> None:
    graph.record("Ana", "works_for", "Acme", valid_from="2020-01-01")
    graph.record("Ana", "administers", "Acme's git org", valid_from="2021-01-01")
    assert {fact.predicate: fact.valid_to for fact in graph.find("Ana")} == {"works_for": None, "administers": None}


def test_b10_the_current_employer_and_the_history_with_dates(graph: tkg.Graph) -> None:
    graph.record("Ann", "works_for", "A", valid_from="2026-02-10")
    graph.record("Ann", "works_for", "B", valid_from="2026-05-10")
    assert objects(graph, "Ann", "works_for") == ["B"]
    assert line(graph, "Ann", "works_for") == [("A", "2026-02-10", "2026-05-10"), ("B", "2026-05-10", None)]


@pytest.mark.parametrize("predicate", ["lives_in", "assigned_to"])
def test_b12_one_mechanism_whatever_the_predicate(graph: tkg.Graph, predicate: str) -> None:
    graph.declare(predicate, cardinality="one")
    graph.record("Kiran", predicate, "P", observed="2024-01-01", source="Kiran")
    graph.record("Kiran", predicate, "Q", valid_from="2024-06-01", source="Kiran")
    assert line(graph, "Kiran", predicate) == [("P", "2024-01-01", "2024-06-01"), ("Q", "2024-06-01", None)]
    assert len(graph.find("Kiran")) == 1


def test_b13_a_false_claim_and_a_thing_that_is_over(graph: tkg.Graph, clock: SetClock) -> None:
    wrong = graph.record("Ann", "uses", "K", valid_from="2026-01-01")
    graph.record("Bob", "uses", "K", valid_from="2026-01-01")
    clock.forward(days=1)
    graph.retract(wrong)
    graph.end("Bob", "uses", "K", valid_from="2026-05-01")
    assert [objects(graph, who, "uses", valid_at="2026-02-01") for who in ("Ann", "Bob")] == [[], ["K"]]
    assert [belief.recorded_to is None for belief in graph.beliefs("Ann", "uses", valid_at="2026-02-01")] == [False]
    assert objects(graph, "Bob", "uses") == []


def test_b15_two_statements_of_one_instant_have_an_order(graph: tkg.Graph, clock: SetClock) -> None:
    clock.tick_us = 0
    graph.record_many([tkg.Statement("Ann", "lives_in", place, valid_from="2026-05-01") for place in "AB"])
    graph.record("Bob", "lives_in", "A", valid_from="2026-05-01")
    graph.record("Bob", "lives_in", "B", valid_from="2026-05-01")
    assert [objects(graph, who, "lives_in", valid_at="2026-06-01") for who in ("Ann", "Bob")] == [["B"], ["B"]]
    assert [claim.object for claim in graph.claims()] == ["A", "B", "A", "B"]


def test_b17_a_period_in_the_middle(graph: tkg.Graph) -> None:
    first = graph.record("Ann", "lives_in", "A", valid_from="2020-01-01")
    graph.record("Ann", "lives_in", "B", valid_from="2021-01-01", valid_to="2022-01-01")
    assert line(graph, "Ann", "lives_in") == [
        ("A", "2020-01-01", "2021-01-01"),
        ("B", "2021-01-01", "2022-01-01"),
        ("A", "2022-01-01", None),
    ]
    assert line(graph, "Ann", "lives_in", known_at=first.recorded_at) == [("A", "2020-01-01", None)]


def test_b19_two_workers_with_the_same_fact(reopen: Opener) -> None:
    graphs = [reopen(), reopen()]
    threads = [
        threading.Thread(target=graph.record, args=("Ann", "lives_in", "Oslo"), kwargs={"valid_from": "2020-01-01"})
        for graph in graphs
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [len(graph.find("Ann", "lives_in", policy="all")) for graph in graphs] == [1, 1]


def test_b20_text_of_any_script_is_kept_apart(graph: tkg.Graph) -> None:
    graph.ingest([said("我喜欢喝茶。", "2024-01-01T10:00:00+08:00"), said("我住在上海。", "2024-01-01T10:01:00+08:00")])
    assert {fact.predicate for fact in graph.find("Mia")} >= {"lives_in"}
    assert graph._store.connection.execute("SELECT COUNT(*) FROM episode").fetchone() == (2,)
    for value in ("我喜欢喝茶", "我住在上海"):
        graph.record("李雷", "说过", tkg.Text(value))
    assert len(graph.find("李雷", "说过")) == 2


def test_b21_one_name_for_two(graph: tkg.Graph) -> None:
    person, company = tkg.Entity("Apple", "person"), tkg.Entity("Apple", "organisation")
    graph.record(person, "likes", "tea")
    graph.record(company, "based_in", "Cupertino")
    assert {fact.subject for fact in graph.find("Apple")} == {person, company}
    smith = [graph.record("John Smith", "lives_in", place, valid_from="2020-01-01") for place in ("Oslo", "Rome")]
    graph.split([(smith[1], "subject")], "John Smith (Rome)")
    assert objects(graph, "John Smith", "lives_in") == ["Oslo"]
    graph.merge("John Smith (Rome)", "John Smith")
    assert objects(graph, "John Smith", "lives_in") == ["Rome"]


def test_b23_old_evidence_does_not_revive_and_a_new_statement_does(graph: tkg.Graph) -> None:
    old = said("I live in Oslo.", "2024-01-05T10:00:00Z")
    graph.ingest([old])
    (claim,) = graph.claims()
    graph.retract(claim)
    graph.ingest([old])
    assert objects(graph, "Mia", "lives_in") == []
    graph.ingest([said("I live in Oslo.", "2024-03-05T10:00:00Z")])
    assert objects(graph, "Mia", "lives_in") == ["Oslo"]


def test_s01_an_upgrade_of_a_populated_file_keeps_its_rows(tmp_path: Path) -> None:
    path = tmp_path / "old.db"
    migrate.upgrade(path, "0001")
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("INSERT INTO scope (name) VALUES ('main')")
        connection.execute("INSERT INTO term (scope, kind, name, norm) VALUES (1, 0, 'Ann', 'ann')")
        connection.commit()
    tkg.open(path).close()
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT name FROM term").fetchall() == [("Ann",)]
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []


def test_s05_a_file_from_a_newer_tkg_is_refused_by_both_names(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9001'")
        connection.commit()
    before = path.read_bytes()
    with pytest.raises(errors.TooNew, match=rf"9001.*{migrate.HEAD}"):
        tkg.open(path)
    assert path.read_bytes() == before


def test_s06_an_aware_time_is_the_same_instant_back(graph: tkg.Graph) -> None:
    graph.record("Ann", "lives_in", "Oslo", valid_from="2024-01-01T13:30:45-08:00")
    (fact,) = graph.timeline("Ann")
    assert fact.valid_from == datetime(2024, 1, 1, 21, 30, 45, tzinfo=UTC)
    assert graph.range("2024-01-01T22:30:45+01:00", "2024-01-01T22:30:46+01:00", subject="Ann") == [fact]
    assert graph.find("Ann", valid_at="2024-01-02T05:30:44+08:00") == []
    assert graph.find("Ann", valid_at="2024-01-02T05:30:45+08:00") != []


def test_s08_begin_read_write_with_another_writer_in_between(reopen: Opener) -> None:
    api, worker = reopen(), reopen()
    assert api.find() == []
    worker.record("Ann", "likes", "tea")
    assert api.record("Ann", "likes", "coffee").object == "coffee"
    assert objects(worker, "Ann", "likes") == ["coffee", "tea"]


def test_s14_values_are_plain_after_the_with_block(reopen: Opener) -> None:
    with reopen() as graph:
        graph.record("Ann", "lives_in", "Oslo", valid_from="2020-01-01")
        fact = graph.get("Ann", "lives_in")
    assert fact is not None
    assert (fact.object, fact.valid_from_text, fact.recorded_to) == ("Oslo", "2020-01-01", None)


@pytest.mark.parametrize(
    "said", [{"valid_from": "not a date"}, {"subject": 123}, {"predicate": None}, {"object": None}]
)
def test_s15_what_is_wrong_is_refused_at_the_door(graph: tkg.Graph, said: dict[str, Any]) -> None:
    with pytest.raises(errors.InputError):
        graph.record(**{"subject": "Ann", "predicate": "lives_in", "object": "Oslo", **said})
    assert graph.claims() == []


@pytest.mark.parametrize("zone", ["Asia/Shanghai", "America/Los_Angeles"])
def test_s17_an_open_fact_shows_none_in_any_zone(tmp_path: Path, zone: str) -> None:
    with tkg.open(tmp_path / "zoned.db", zone=zone) as graph:
        graph.record("Ann", "lives_in", "Oslo", valid_from="always", valid_to="forever")
        (fact,) = graph.find("Ann")
        assert (fact.valid_from, fact.valid_to, fact.recorded_to) == (None, None, None)
        assert fact.to_dict()["valid_from"] is fact.to_dict()["valid_to"] is None
