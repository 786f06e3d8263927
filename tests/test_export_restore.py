"""`export` and `tkg.restore`: a file as lines and made again from them, to the byte, or refused and not made."""

import io
import json
import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any, cast

import pytest

import tkg
from tests.conftest import Opener, SetClock, line, objects
from tests.filled import ANCHORS, FIRST, RANKED, REVISED, RUNS, WORDS, fill
from tkg import errors, migrate
from tkg.exported import KEYS
from tkg.hits import FactHit

MADE_AGAIN = {
    "belief_cur", "belief_hist", "belief_of_predicate", "belief_of_object", "slot",
    "entry", "entry_words", "saying", "named_time", "embedder", "vector", "index_state",
    "erasing", "alembic_version",
}  # fmt: skip
"""What follows from the rest, or is never kept."""


def exported(graph: tkg.Graph, scope: str | None = None) -> str:
    stream = io.StringIO()
    rows = graph.export(stream, scope=scope)
    text = stream.getvalue()
    assert text.count("\n") == rows + 1
    return text


def restored(path: Path, text: str) -> tkg.Graph:
    tkg.restore(path, text.splitlines(keepends=True))
    return tkg.open(path, clock=SetClock(), embedder=None)


def beliefs(graph: tkg.Graph) -> list[set[Any]]:
    execute = graph._store.connection.execute
    return [set(execute(f"SELECT * FROM {table}")) for table in ("belief_cur", "belief_hist")]


def said(speaker: str, content: str, **more: str) -> dict[str, str]:
    return {"speaker": speaker, "content": content, "timestamp": "2024-05-01T10:00:00Z", **more}


@pytest.fixture
def used(reopen: Opener, clock: SetClock) -> tkg.Graph:
    """A graph on which every verb was called."""
    graph = reopen(embedder=None)
    graph.record("Ann", "works_for", "Acme", valid_from="2019-03-01", source="HR", ref="hr-1", attrs={"Seite": "ü\n"})
    graph.record("Ann", "works_for", "Globex", valid_from="2023-07", source="Ann", confidence=0.7, key="k", actor="bot")
    moved = graph.record("Ann", "lives_in", "Oslo", valid="2015/2018-06", modality="reported")
    graph.correct(moved, valid_from="2016", reason="the lease says so")
    graph.undo(moved)
    graph.end("Ann", "works_for", "Acme", observed="2023-06-30")
    graph.retract(graph.record("Ann", "likes", "tea"), reason="another Ann")
    graph.merge("Ann Lee", "Ann")
    graph.split([(moved, "subject")], "Ann Berg")
    graph.declare("likes", cardinality="one", resumes=False)
    graph.map_predicate("dwells_in", "lives_in")
    graph.assign_role("HR", "tool")
    graph.ingest([said("Ann", "I live in Bergen.", id="m1")])
    graph.ingest([said("Bob", "I moved to Rome last May.", timestamp="2024-05-02T10:00:00+02:00")])
    graph.ingest([said("Eve", "I like rum.")], mode="later")
    graph.record("Eve", "knows", "Mallory", scope="team 7", reason="secret", actor="spy")
    graph.ingest(
        [{"speaker": "Eve", "content": "I live in Lima.", "timestamp": "2024-05-01T10:00:00Z"}], scope="team 7"
    )
    graph.erase(graph.record("Ann", "born_in", "Trondheim"), reason="request 7")
    graph.erase(entity="Bob")
    return graph


def test_every_table_is_exported_or_made_again() -> None:
    with closing(migrate.ensure(":memory:")) as connection:
        rows = connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
        tables = {name for (name,) in rows if not name.startswith("entry_words_")}
    assert set(KEYS) | MADE_AGAIN == tables
    assert not set(KEYS) & MADE_AGAIN


def test_what_is_restored_exports_the_same_bytes(used: tkg.Graph, tmp_path: Path) -> None:
    text = exported(used)
    with restored(tmp_path / "new.db", text) as graph:
        assert exported(graph) == text
        assert beliefs(graph) == beliefs(used)
        assert graph.verify().ok
        assert graph.zone == used.zone


def test_it_answers_the_same(used: tkg.Graph, tmp_path: Path) -> None:
    with restored(tmp_path / "new.db", exported(used)) as graph:
        assert [claim.to_dict() for claim in graph.claims()] == [claim.to_dict() for claim in used.claims()]
        assert line(graph, "Ann Lee", "works_for") == line(used, "Ann Lee", "works_for")
        fact = graph.get("Ann", "lives_in")
        assert fact is not None
        assert [quote.quote for quote in fact.evidence] == ["I live in Bergen"]
        recorded = [claim.recorded_at for claim in used.claims()]
        for known_at in recorded:
            assert set(graph.find(known_at=known_at)) == set(used.find(known_at=known_at))
        history = [(f.subject, f.object, f.recorded_from, f.recorded_to) for f in used.history("Ann", "works_for")]
        assert [(f.subject, f.object, f.recorded_from, f.recorded_to) for f in graph.history("Ann", "works_for")] == (
            history
        )


def test_what_is_erased_stays_erased_and_is_known_again(used: tkg.Graph, tmp_path: Path) -> None:
    text = exported(used)
    assert "Trondheim" not in text
    assert "Bob" not in text
    with restored(tmp_path / "new.db", text) as graph:
        assert [claim.erased for claim in graph.claims() if claim.erased] == ["entity", "claim"]
        assert len(graph.as_of(known_at="2026-05-10T12:00:01").erased_since) == 2
        graph.record("Ann", "born_in", "Trondheim")
        assert objects(graph, "Ann", "born_in") == ["Trondheim"]
        assert graph.verify().ok


def test_messages_are_known_again_and_what_waits_still_waits(used: tkg.Graph, tmp_path: Path) -> None:
    with restored(tmp_path / "new.db", exported(used)) as graph:
        assert graph.ingest([said("Ann", "I live in Bergen.", id="m1")]).stored == 0
        assert [state.state for state in graph.episodes(state="waiting")] == ["waiting"]
        cast(Any, graph._store.clock).forward(days=1)
        assert graph.work().ingested.recorded == 1
        assert objects(graph, "Eve", "likes") == ["rum"]


def test_a_write_under_a_key_is_known_again(used: tkg.Graph, tmp_path: Path) -> None:
    with restored(tmp_path / "new.db", exported(used)) as graph:
        known = graph.record(
            "Ann", "works_for", "Globex", valid_from="2023-07", source="Ann", confidence=0.7, key="k", actor="bot"
        )
        assert known.id == 2
        with pytest.raises(errors.KeyReused):
            graph.record("Ann", "works_for", "Acme", key="k")


def test_a_search_finds_what_was_restored(used: tkg.Graph, tmp_path: Path) -> None:
    with restored(tmp_path / "new.db", exported(used)) as graph:
        hits = graph.search("where does Ann live", what="facts")
        found = [hit.fact.object for hit in hits if isinstance(hit, FactHit)]
        assert "Bergen" in found
        assert graph.check_index().ok


def test_it_goes_on_as_the_file_would_have(used: tkg.Graph, tmp_path: Path, clock: SetClock) -> None:
    with restored(tmp_path / "new.db", exported(used)) as graph:
        now = clock.now.isoformat()
        for each, ticking in ((graph, cast(Any, graph._store.clock)), (used, clock)):
            ticking.set(now)
            each.record("Ann", "works_for", "Initech", valid_from="2025-01-01", source="new", ref="hr-2")
            each.ingest([said("Ann", "I live in Lima.")])
        assert exported(graph) == exported(used)


SOUND = """
    UPDATE claim SET seen = 1, s_said = id, o_said = id;
    UPDATE episode SET labels = NULL;
    DELETE FROM erasing;
"""
"""What makes the rows of `filled` such as tkg would write, those of messages aside, which an erasure has changed."""


def test_a_file_with_a_row_in_every_table(tmp_path: Path) -> None:
    path = tmp_path / "filled.db"
    migrate.upgrade(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        fill(connection, FIRST, WORDS, ANCHORS, RUNS, REVISED, RANKED)
        connection.executescript(SOUND)
        connection.execute("INSERT INTO job (extractor, episode, scope, queued, not_before) VALUES ('llm', 1, 1, 5, 6)")
    tkg.open(path).close()
    with tkg.open(path, embedder=None) as graph:
        text = exported(graph)
    assert {table for table in KEYS if f'\n{{"{table}":' not in text} == set()
    with restored(tmp_path / "new.db", text) as graph:
        assert exported(graph) == text


def test_the_header_says_what_follows_and_each_line_is_one_row(used: tkg.Graph) -> None:
    header, *rows = [json.loads(text) for text in exported(used).splitlines()]
    assert (header["tkg"], header["format"], header["revision"], header["zone"]) == ("export", 1, migrate.HEAD, "UTC")
    tables = [next(iter(row)) for row in rows]
    assert {table: tables.count(table) for table in KEYS} == header["rows"]
    first = next(row["claim"] for row in rows if "claim" in row)
    assert (first["id"], first["from_at"], first["ref"], first["attrs"]) == (
        1,
        1_551_398_400_000_000,  # 2019-03-01
        "hr-1",
        '{"Seite": "ü\\n"}',
    )
    assert "to_said" not in first


# --- one scope ---


def test_of_one_scope_nothing_else_is_in_it(used: tkg.Graph, tmp_path: Path) -> None:
    text = exported(used, scope="default")
    for secret in ("Mallory", "secret", "spy", "Lima", "knows", "team 7"):
        assert secret in exported(used)
        assert secret not in text
    with restored(tmp_path / "new.db", text) as graph:
        assert exported(graph) == text
        assert graph.verify().ok
        assert [claim.to_dict() for claim in graph.claims()] == [claim.to_dict() for claim in used.claims()]
        assert set(graph.history()) == set(used.history())
        assert graph.claims(scope="team 7") == []


def test_the_transactions_of_the_scope_keep_who_and_why(used: tkg.Graph, tmp_path: Path) -> None:
    with restored(tmp_path / "new.db", exported(used, scope="team 7")) as graph:
        query = "SELECT actor, reason FROM tx WHERE actor IS NOT NULL OR reason IS NOT NULL"
        read = [("rules/1", None)] * 2
        assert graph._store.connection.execute(query).fetchall() == [("spy", "secret"), *read]
        assert objects(graph, "Eve", "lives_in", scope="team 7") == ["Lima"]


@pytest.mark.parametrize("scope", ["nobody's", "", 3])
def test_a_scope_that_there_is_not_is_refused(used: tkg.Graph, scope: Any) -> None:
    with pytest.raises(errors.InputError):
        used.export(io.StringIO(), scope=scope)


# --- paths ---


def test_it_goes_to_a_path_and_comes_from_one(used: tkg.Graph, tmp_path: Path) -> None:
    target = tmp_path / "graph.jsonl"
    rows = used.export(target)
    assert target.read_text(encoding="utf-8") == exported(used)
    done = tkg.restore(tmp_path / "new.db", target)
    assert sum(done.rows.values()) == rows
    assert done.to_dict()["rows"]["episode"] == 4
    assert {path.name for path in tmp_path.iterdir()} >= {"graph.jsonl", "new.db"}
    assert not list(tmp_path.glob("*.part"))


class Full(io.StringIO):
    """A disk that is full after some lines."""

    left = 5

    def write(self, text: str) -> int:
        self.left -= 1
        if self.left < 0:
            raise OSError("no space left")
        return super().write(text)


def test_an_export_that_breaks_off_leaves_the_path_as_it_was(
    used: tkg.Graph, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "graph.jsonl"
    target.write_text("the one before")
    monkeypatch.setattr(Path, "open", lambda *_, **__: Full())
    with pytest.raises(OSError, match="no space"):
        used.export(target)
    monkeypatch.undo()
    assert target.read_text() == "the one before"
    with pytest.raises(OSError, match="no space"):
        used.export(Full())
    assert used.record("Ann", "likes", "rum").object == "rum"


def link(name: Path, own: Path) -> Path:
    name.symlink_to(own)
    return name


def hard_link(name: Path, own: Path) -> Path:
    name.hardlink_to(own)
    return name


OWN: dict[str, Callable[[Path], Path]] = {
    "itself": lambda own: own,
    "itself in text": lambda own: cast(Path, str(own)),
    "by a relative path": lambda own: Path(os.path.relpath(own)),
    "through a directory": lambda own: own.parent / "other" / ".." / own.name,
    "through a link": lambda own: link(own.with_name("link"), own),
    "by another name of it": lambda own: hard_link(own.with_name("twin"), own),
    "through a link of a directory": lambda own: link(own.with_name("linked"), own.parent) / own.name,
    "its log": lambda own: own.with_name(f"{own.name}-wal"),
    "the memory of its log": lambda own: own.with_name(f"{own.name}-shm"),
    "its journal, which is not there": lambda own: own.with_name(f"{own.name}-journal"),
    "its side index, which is not there": lambda own: own.with_name(f"{own.name}.hnsw"),
}


@pytest.mark.parametrize("way", OWN)
def test_a_graph_is_not_exported_over_itself(used: tkg.Graph, path: Path, way: str) -> None:
    (path.parent / "other").mkdir()
    before = exported(used)
    with pytest.raises(errors.InputError, match="graph itself"):
        used.export(OWN[way](path))
    assert exported(used) == before
    assert used.verify().ok


def test_nor_by_way_of_the_file_that_is_written_first(path: Path) -> None:
    with tkg.open(path.with_name("x.jsonl.part"), embedder=None) as graph:
        graph.record("Ann", "likes", "tea")
        with pytest.raises(errors.InputError, match="graph itself"):
            graph.export(path.with_name("x.jsonl"))
        assert objects(graph, "Ann", "likes") == ["tea"]


def test_a_directory_is_refused_before_anything_is_written(used: tkg.Graph, tmp_path: Path) -> None:
    target = tmp_path / "directory"
    target.mkdir()
    with pytest.raises(IsADirectoryError):
        used.export(target)
    assert not list(tmp_path.glob("*.part"))


def test_a_read_only_graph_can_be_exported(used: tkg.Graph, reopen: Opener) -> None:
    assert exported(reopen(readonly=True, embedder=None)) == exported(used)


def test_a_graph_in_memory_can_be_exported(tmp_path: Path) -> None:
    with tkg.open(":memory:", zone="Europe/Oslo", embedder=None) as graph:
        graph.record("Ann", "lives_in", "Oslo", valid_from="2020-06-01T12:00")
        text = exported(graph)
    with restored(tmp_path / "new.db", text) as again:
        assert str(again.zone) == "Europe/Oslo"
        assert exported(again) == text


# --- what is refused ---


def drop_last(lines: list[str]) -> list[str]:
    return lines[:-1]


def drop_claim(lines: list[str]) -> list[str]:
    index = next(number for number, text in enumerate(lines) if text.startswith('{"claim"'))
    return [*lines[:index], *lines[index + 1 :]]


def twice(lines: list[str]) -> list[str]:
    return [*lines, lines[-1]]


def claim_twice(lines: list[str]) -> list[str]:
    claim = next(text for text in lines if text.startswith('{"claim"'))
    return [*lines, claim]


def change(old: str, new: str) -> Callable[[list[str]], list[str]]:
    def changed(lines: list[str]) -> list[str]:
        assert any(old in text for text in lines)
        return [text.replace(old, new) for text in lines]

    return changed


def add(text: str) -> Callable[[list[str]], list[str]]:
    return lambda lines: [*lines, text + "\n"]


DAMAGES: dict[str, Callable[[list[str]], list[str]]] = {
    "cut off": drop_last,
    "cut off in a line": lambda lines: [*lines[:-1], lines[-1][:20]],
    "a row is missing": drop_claim,
    "a row twice": twice,
    "a claim twice": claim_twice,
    "nothing": lambda lines: [],
    "no header": lambda lines: lines[1:],
    "not JSON": add("{"),
    "a list": add("[]"),
    "an unknown table": add('{"belief_cur": {"scope": 1}}'),
    "an unknown column": change('"statement":', '"statements":'),
    "a column of another kind": change('"confidence":1.0', '"confidence":"high"'),
    "a boolean": change('"live":0', '"live":false'),
    "a number too large": change('"seen":0', '"seen":9223372036854775808'),
    "a digest that is none": change('"digest":"', '"digest":"x'),
    "half of a surrogate pair": change('"Bergen"', '"\\ud800"'),
    "a reference to nothing": change('"source":1,', '"source":99,'),
    "a transaction that is not there": change('"tx":1}', '"tx":99}'),
    "no settings": change('{"meta":{"key":"zone"', '{"meta":{"key":"zones"'),
}


def test_bytes_that_are_not_text_are_refused(used: tkg.Graph, tmp_path: Path) -> None:
    target = tmp_path / "graph.jsonl"
    target.write_bytes(exported(used).encode().replace(b"Bergen", b"Berg\xff", 1))
    with pytest.raises(errors.BadExport):
        tkg.restore(tmp_path / "new.db", target)


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_export_is_refused_and_no_file_is_made(used: tkg.Graph, tmp_path: Path, damage: str) -> None:
    lines = DAMAGES[damage](exported(used).splitlines(keepends=True))
    directory = tmp_path / "new"
    directory.mkdir()
    with pytest.raises(errors.BadExport):
        tkg.restore(directory / "new.db", lines)
    assert list(directory.iterdir()) == []


@pytest.mark.parametrize(
    ("old", "new"), [('"format":1', '"format":2'), (f'"revision":"{migrate.HEAD}"', '"revision":"9999"')]
)
def test_one_of_a_newer_tkg_is_refused(used: tkg.Graph, tmp_path: Path, old: str, new: str) -> None:
    with pytest.raises(errors.TooNew):
        tkg.restore(tmp_path / "new.db", exported(used).replace(old, new, 1).splitlines(keepends=True))
    assert not (tmp_path / "new.db").exists()


def test_a_file_that_holds_a_graph_is_left_alone(used: tkg.Graph, tmp_path: Path, path: Path) -> None:
    lines = exported(used).splitlines(keepends=True)
    before = exported(used)
    with pytest.raises(errors.NotEmpty, match=r"store\.db"):
        tkg.restore(path, lines)
    assert exported(used) == before
    fresh = tmp_path / "fresh.db"
    tkg.open(fresh).close()
    with pytest.raises(errors.NotEmpty):
        tkg.restore(fresh, lines)


def test_what_is_there_and_empty_is_taken(used: tkg.Graph, tmp_path: Path) -> None:
    lines = exported(used).splitlines(keepends=True)
    empty, bare = tmp_path / "empty.db", tmp_path / "bare.db"
    empty.touch()
    migrate.upgrade(bare)
    for target in (empty, bare):
        with pytest.raises(errors.BadExport):
            tkg.restore(target, lines[:-1])
        assert target.exists()
        tkg.restore(target, lines)
        with tkg.open(target, embedder=None) as graph:
            assert exported(graph) == "".join(lines)


def test_a_file_of_another_program_is_left_alone(used: tkg.Graph, tmp_path: Path) -> None:
    other = tmp_path / "notes.txt"
    other.write_text("This is not a database, but a text that is long enough to be read as the header of one.\n" * 2)
    before = other.read_bytes()
    with pytest.raises(errors.NotAStore):
        tkg.restore(other, exported(used).splitlines(keepends=True))
    assert other.read_bytes() == before


def test_progress_is_told_of_rows_and_then_of_transactions(used: tkg.Graph, tmp_path: Path) -> None:
    told: list[tuple[str, int, int]] = []
    lines = exported(used).splitlines(keepends=True)
    tkg.restore(tmp_path / "new.db", lines, progress=lambda *stage: told.append(stage))
    stages = [stage for stage, _, _ in told]
    assert stages == sorted(stages, key=["rows", "transactions"].index)
    assert ("rows", len(lines) - 1, len(lines) - 1) in told
    assert told[-1][1] == told[-1][2]
