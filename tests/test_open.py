"""`tkg.open`: what it creates, what it asks of the file, and what it does not touch."""

import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

import tkg
from tests.conftest import Opener, SetClock, objects
from tkg import errors

AT_HEAD = """
import sys
import tkg
with tkg.open(sys.argv[1]) as graph:
    graph.record("Ann", "likes", "tea")
    assert graph.get("Ann", "likes").object == "tea"
print(sorted({name.partition(".")[0] for name in sys.modules} & {"sqlalchemy", "sqlmodel", "alembic", "pydantic",
    "dateparser", "pendulum", "typer", "rich", "openai", "numpy", "hnswlib"}))
"""


def test_at_head_nothing_heavy_is_imported(path: Path) -> None:
    found = subprocess.run([sys.executable, "-c", AT_HEAD, str(path)], check=True, capture_output=True, text=True)
    assert found.stdout == "[]\n"


def test_at_head_no_write_lock_is_taken(path: Path, reopen: Opener) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        other.execute("INSERT INTO scope (name) VALUES ('x')")
        graph = reopen(busy_timeout_s=0)
        assert graph.find() == []
        with pytest.raises(errors.Locked, match="0 s"):
            graph.record("Ann", "likes", "tea")
        other.execute("ROLLBACK")
        assert graph.record("Ann", "likes", "tea").object == "tea"


@pytest.mark.parametrize("as_text", [True, False])
def test_a_file_is_created_with_the_shipped_vocabulary(tmp_path: Path, as_text: bool) -> None:
    path = tmp_path / "new.db"
    with tkg.open(str(path) if as_text else path) as graph:
        graph.record("Ann", "works at", "Acme")
        assert graph.zone.key == "UTC"  # type: ignore[attr-defined]
        assert [fact.predicate for fact in graph.find()] == ["works_for"]
    assert path.exists()


def test_memory_keeps_nothing() -> None:
    for _ in range(2):
        with tkg.open(":memory:") as graph:
            assert graph.claims() == []
            graph.record("Ann", "likes", "tea")


def test_what_was_written_is_there_at_the_next_opening(reopen: Opener) -> None:
    graph = reopen()
    claim = graph.record("Ann", "lives_in", "Oslo", valid_from="2020-01-01")
    graph.merge("Ann", "Ann Lee")
    graph.close()
    again = reopen()
    assert again.claims() == [claim]
    assert objects(again, "Ann Lee", "lives_in") == ["Oslo"]


def test_read_only_reads_and_writes_nothing(path: Path, reopen: Opener) -> None:
    reopen().record("Ann", "lives_in", "Oslo", valid_from="2020-01-01")
    graph = reopen(readonly=True)
    assert objects(graph, "Ann", "lives_in") == ["Oslo"]
    for write in (
        lambda: graph.record("Ann", "likes", "tea"),
        lambda: graph.retract(1),
        lambda: graph.merge("Ann", "Bob"),
        lambda: graph.erase(entity="Ann"),
        graph.rebuild,
    ):
        with pytest.raises(errors.ReadOnly):
            write()
    assert objects(graph, "Ann", "lives_in") == ["Oslo"]


def test_read_only_creates_nothing(tmp_path: Path) -> None:
    with pytest.raises(errors.StorageError):
        tkg.open(tmp_path / "none.db", readonly=True)
    assert list(tmp_path.iterdir()) == []


def test_the_zone_is_fixed_when_the_file_is_created(tmp_path: Path, clock: SetClock) -> None:
    path = tmp_path / "oslo.db"
    tkg.open(path, zone="Europe/Oslo", clock=clock).close()
    with tkg.open(path, clock=clock) as graph:
        claim = graph.record("Ann", "lives_in", "Oslo", valid_from="2024-07-01T12:00")
        assert claim.recorded_at.isoformat() == "2026-05-10T14:00:01+02:00"
        assert graph.timeline("Ann")[0].valid_from_text == "2024-07-01T12:00:00+02:00"
    with tkg.open(path, zone="Europe/Oslo"):
        pass
    with pytest.raises(errors.InputError, match=r"Europe/Oslo.*UTC"):
        tkg.open(path, zone="UTC")


@pytest.mark.parametrize("zone", ["Mars/Olympus", "", "../etc/passwd", "/etc/localtime", "+01:00"])
def test_a_zone_that_is_none_is_refused(tmp_path: Path, zone: str) -> None:
    with pytest.raises(errors.InputError, match="zone"):
        tkg.open(tmp_path / "x.db", zone=zone)


def test_a_vocabulary_of_ones_own_is_taken_once(tmp_path: Path, clock: SetClock) -> None:
    path = tmp_path / "own.db"
    given: dict[str, Any] = {"ontology": tkg.Ontology.of({"team": "one"}), "clock": clock}
    with tkg.open(path, **given) as graph:
        graph.record("Ann", "team", "red", valid_from="2020-01-01")
        last = graph.record("Ann", "team", "blue", valid_from="2021-01-01")
        assert objects(graph, "Ann", "team") == ["blue"]
    with tkg.open(path, **given) as graph:
        assert graph._store.connection.execute("SELECT COUNT(*) FROM declaration").fetchone() == (1,)
    with tkg.open(path, ontology=tkg.Ontology.of({"team": "many"}), clock=clock) as graph:
        assert objects(graph, "Ann", "team") == ["blue", "red"]
        assert objects(graph, "Ann", "team", known_at=last.recorded_at) == ["blue"]


def test_strict_is_of_the_opening_and_not_of_the_file(reopen: Opener) -> None:
    with pytest.raises(errors.UnknownPredicate):
        reopen(strict=True).record("Ann", "mentors", "Bob")
    assert reopen().record("Ann", "mentors", "Bob").object == "Bob"
    assert objects(reopen(strict=True), "Ann", "mentors") == ["Bob"]


def test_the_scope_is_the_one_that_calls_without_one_mean(reopen: Opener) -> None:
    reopen(scope="user:42").record("Ann", "likes", "tea")
    assert objects(reopen(), "Ann", "likes") == []
    assert objects(reopen(), "Ann", "likes", scope="user:42") == ["tea"]
    with pytest.raises(errors.BadName):
        reopen(scope=" ")


CALLS: dict[str, tuple[Any, ...]] = {
    "record": ("Ann", "likes", "rum"),
    "end": ("Ann", "likes", "tea"),
    "record_many": ([tkg.Statement("Ann", "likes", "rum")],),
    "correct": (1,),
    "retract": (1,),
    "undo": (1,),
    "merge": ("Ann", "Anna"),
    "split": ([(1, "subject")], "Anna"),
    "map_predicate": ("enjoys", "likes"),
    "erase": (1,),
    "ingest": ([{"speaker": "Ann", "content": "I live in Oslo.", "timestamp": "2024-05-01T10:00:00Z"}],),
    "get": ("Ann", "likes"),
    "find": (),
    "timeline": (),
    "range": ("2021",),
    "history": (),
    "beliefs": (),
    "diff": ("2020-01-01",),
    "conflicts": (),
    "last_observed": ("Ann", "likes"),
    "claims": (),
}


@pytest.mark.parametrize("scope", ["", "\u3000"])
@pytest.mark.parametrize("call", CALLS)
def test_an_empty_scope_is_not_the_default_one(graph: tkg.Graph, call: str, scope: str) -> None:
    graph.record("Ann", "likes", "tea")
    before = list(graph._store.connection.iterdump())
    with pytest.raises(errors.BadName, match="the scope"):
        getattr(graph, call)(*CALLS[call], scope=scope)
    assert list(graph._store.connection.iterdump()) == before


@pytest.mark.parametrize("content", [b"not a database", b"SQLite format 3\x00" + b"\x00" * 200])
def test_a_file_of_something_else_is_left_alone(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "other.db"
    path.write_bytes(content)
    with pytest.raises(errors.NotAStore):
        tkg.open(path)
    assert path.read_bytes() == content


def test_a_directory_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(errors.StorageError, match="nowhere"):
        tkg.open(tmp_path / "nowhere" / "x.db")
