"""`compact`: the file gets smaller and says the same; and nothing that looks after a file disturbs who reads it."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

import tkg
from tests.conftest import Opener, objects
from tkg import errors, migrate

READER = """
import sys, tkg
with tkg.open(sys.argv[1], embedder=None) as graph, graph._store.snapshot():
    def answers():
        facts = [(f.subject, f.predicate, f.object, f.valid_from_text, f.valid_to_text) for f in graph.history()]
        return repr((sorted(map(repr, facts)), [c.object for c in graph.claims()], graph.conflicts()))
    before = answers()
    print("reading", flush=True)
    sys.stdin.readline()
    assert answers() == before
    print("the same", flush=True)
"""


@contextmanager
def a_reader(path: Path) -> Iterator[Callable[[], str]]:
    """Another process that reads one snapshot as long as the block lasts; ask it whether its answers are the same."""
    command = [sys.executable, "-c", READER, str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as reader:
        assert reader.stdin is not None
        assert reader.stdout is not None
        assert reader.stdout.readline() == "reading\n"

        def ask() -> str:
            out, _ = reader.communicate("go\n", timeout=60)
            return str(out).strip()

        try:
            yield ask
        finally:
            if reader.poll() is None:
                reader.kill()


def fill(graph: tkg.Graph) -> None:
    for year in range(1990, 2020):
        graph.record("Ann", "lives_in", f"place {year}", valid_from=f"{year}-05-01", source="a")
        graph.record("Ann", "lives_in", f"other {year}", valid_from=f"{year}-05-01", source="b")
    graph.record_many(tkg.Statement(f"s{n}", "likes", f"thing {n}" * 20) for n in range(500))


def emptied(graph: tkg.Graph) -> None:
    """Leave pages behind that nothing uses."""
    graph.work()
    for claim in graph.claims(predicate="likes")[::20]:
        graph.erase(claim)
    with graph._store.upkeep():
        for table in ("saying", "entry"):
            graph._store.connection.execute(f"DELETE FROM {table}")


def rows(graph: tkg.Graph) -> dict[str, list[Any]]:
    execute = graph._store.connection.execute
    names = execute(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' "
        "AND name NOT LIKE 'entry_words%' ORDER BY name"
    ).fetchall()
    return {name: sorted(execute(f"SELECT * FROM {name}"), key=repr) for (name,) in names}


@pytest.fixture
def large(reopen: Opener) -> tkg.Graph:
    graph = reopen(embedder=None)
    fill(graph)
    return graph


def test_the_file_gets_smaller_and_no_row_changes(large: tkg.Graph, path: Path) -> None:
    emptied(large)
    before = rows(large)
    (free,) = large._store.connection.execute("PRAGMA freelist_count").fetchone()
    assert free > 10
    done = large.compact()
    assert rows(large) == before
    assert large._store.connection.execute("PRAGMA freelist_count").fetchone() == (0,)
    assert done.bytes_after < done.bytes_before
    assert done.bytes_after == path.stat().st_size
    assert done.waits is False
    assert done.to_dict()["bytes_after"] == done.bytes_after
    assert large.verify().ok
    assert large.record("Ann", "lives_in", "Oslo", valid_from="2021").object == "Oslo"


def test_the_schema_stays_the_declared_one(large: tkg.Graph, path: Path) -> None:
    large.compact()
    assert migrate.check(path) == []
    assert migrate.current(path) == migrate.HEAD


def test_what_a_search_found_it_finds(large: tkg.Graph) -> None:
    before = large.search("place 2007")
    large.compact()
    assert large.search("place 2007") == before
    assert large.check_index().ok


def test_counts_that_would_mislead_are_not_kept(large: tkg.Graph) -> None:
    """A scope that is one now may be ten thousand later, and a plan that goes through all of them with it."""
    large.compact()
    execute = large._store.connection.execute
    assert {table for (table,) in execute("SELECT DISTINCT tbl FROM sqlite_stat1")} <= {"term", "belief_cur"}
    for query in (
        "SELECT place FROM merge WHERE place > 7",
        "SELECT 1 FROM scope JOIN claim ON claim.scope = scope.id WHERE claim.id = 7",
        "SELECT 1 FROM claim WHERE scope = 1 AND s = 1 AND p = 1 AND from_grain = 4 AND to_grain <> 6",
    ):
        plan = " ".join(step[3] for step in execute(f"EXPLAIN QUERY PLAN {query}"))
        assert "SCAN" not in plan
        assert "claim_backward" in plan or "from_grain" not in query


def test_a_graph_that_is_open_elsewhere_goes_on(large: tkg.Graph, reopen: Opener) -> None:
    other = reopen(embedder=None)
    assert len(other.find(predicate="likes")) == 500
    large.compact()
    assert len(other.find(predicate="likes")) == 500
    other.record("Ann", "likes", "tea")
    assert objects(large, "Ann", "likes") == ["tea"]
    assert other.verify().ok


def test_progress_is_told_stage_by_stage(large: tkg.Graph) -> None:
    told: list[tuple[str, int, int]] = []
    large.compact(progress=lambda *stage: told.append(stage))
    assert told == [("vacuum", 0, 3), ("analyze", 1, 3), ("log", 2, 3), ("done", 3, 3)]


def test_a_writer_elsewhere_is_named(large: tkg.Graph, reopen: Opener) -> None:
    impatient = reopen(busy_timeout_s=0, embedder=None)
    with large._store.transaction(), pytest.raises(errors.Locked):
        impatient.compact()
    assert impatient.compact().bytes_after > 0


def test_a_read_only_graph_is_not_compacted(large: tkg.Graph, reopen: Opener) -> None:
    with pytest.raises(errors.ReadOnly):
        reopen(readonly=True, embedder=None).compact()


def test_a_graph_in_memory_can_be_compacted() -> None:
    with closing(tkg.open(":memory:", embedder=None)) as graph:
        fill(graph)
        assert graph.compact().waits is False
        assert graph.verify().ok


# --- while others read ---


def test_a_reader_keeps_its_answers_through_a_compaction(large: tkg.Graph, path: Path, reopen: Opener) -> None:
    emptied(large)
    impatient = reopen(busy_timeout_s=0.1, embedder=None)
    with a_reader(path) as ask:
        done = impatient.compact()
        assert done.waits is True
        assert done.bytes_after < done.bytes_before
        assert ask() == "the same"
    assert path.stat().st_size > done.bytes_after
    assert impatient.compact().waits is False
    assert path.stat().st_size == done.bytes_after


@pytest.mark.parametrize("call", ["rebuild", "verify", "export"])
def test_a_reader_keeps_its_answers_through_the_rest(
    large: tkg.Graph, path: Path, tmp_path: Path, call: str, reopen: Opener
) -> None:
    before = rows(large)
    with a_reader(path) as ask:
        if call == "export":
            large.export(tmp_path / "graph.jsonl")
        else:
            getattr(large, call)()
        assert ask() == "the same"
    assert rows(large) == before
    assert reopen(embedder=None).verify().ok


def test_a_rebuild_that_breaks_off_leaves_the_beliefs(large: tkg.Graph, reopen: Opener) -> None:
    before = rows(large)

    def stop(done: int, total: int) -> None:
        if done > total / 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        large.rebuild(progress=stop)
    assert rows(large) == before
    large.record("Ann", "lives_in", "Oslo", valid_from="2021-01-01", source="a")
    assert large.verify().ok


def test_an_export_is_of_one_moment(large: tkg.Graph, reopen: Opener) -> None:
    """Another graph writes after the first line was written."""
    other = reopen(embedder=None)

    class Stream:
        text = ""

        def write(self, line: str) -> int:
            if not self.text:
                other.record("Ann", "likes", "tea")
            self.text += line
            return len(line)

    stream: Any = Stream()
    large.export(stream)
    header, *lines = stream.text.splitlines()
    assert f'"claim":{sum(line.startswith("{" + chr(34) + "claim") for line in lines)}' in header
    assert "tea" not in stream.text
    assert objects(large, "Ann", "likes") == ["tea"]
