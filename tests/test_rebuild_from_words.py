"""Everything that is derived follows from the words: read anew, or into an empty file, they give the same again."""

import io
import json
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

import tkg
from tests.conftest import SetClock
from tkg.intervals import moment
from tkg.words import zone_of

DATA = Path(__file__).resolve().parents[1] / "benchmarks" / "data"
FIRST = datetime.fromisoformat("2026-03-04T12:00:00+08:00")

DERIVED = (
    "SELECT * FROM claim",
    "SELECT * FROM standing",
    "SELECT * FROM evidence",
    "SELECT * FROM anchoring",
    "SELECT * FROM derivation",
    "SELECT id, episode, extractor, run, recorded, skipped FROM extraction",
    "SELECT * FROM term",
    "SELECT * FROM belief_cur",
    "SELECT * FROM belief_hist",
    "SELECT * FROM tx",
)


def conversation(language: str) -> list[dict[str, Any]]:
    lines = (DATA / f"rules_{language}.jsonl").read_text(encoding="utf-8").splitlines()
    return [
        {
            "speaker": "Mira",
            "content": json.loads(line)["text"],
            "timestamp": (FIRST + timedelta(hours=number)).isoformat(),
            "id": json.loads(line)["id"],
        }
        for number, line in enumerate(lines)
    ]


def words(graph: tkg.Graph) -> list[dict[str, Any]]:
    """The messages as the file has them."""
    rows = graph._store.connection.execute("SELECT speaker, role, observed, zone, text, ref FROM episode ORDER BY id")
    return [
        {
            "speaker": speaker,
            "role": role,
            "content": text,
            "timestamp": moment(observed, zone_of(zone)).isoformat(),
            "id": ref,
        }
        for speaker, role, observed, zone, text, ref in rows
    ]


def exported(graph: tkg.Graph) -> bytes:
    stream = io.StringIO()
    graph.export(stream)
    return stream.getvalue().encode()


def open_copy(path: Path, empty: bytes) -> tkg.Graph:
    """A file that holds nothing, made from the export of one, and so with its zone, its key and its vocabulary."""
    tkg.restore(path, empty.decode().splitlines(keepends=True))
    return tkg.open(path, embedder=None, clock=SetClock())


def dump(graph: tkg.Graph) -> bytes:
    found = [graph._store.connection.execute(query).fetchall() for query in DERIVED]
    return json.dumps(found, ensure_ascii=False).encode()


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_words_in_an_empty_file_give_the_same_again(tmp_path: Path, language: str) -> None:
    with tkg.open(tmp_path / "first.db", embedder=None, clock=SetClock()) as first:
        done = first.ingest(conversation(language))
        assert done.recorded > 30
        with tkg.open(tmp_path / "second.db", embedder=None, clock=SetClock()) as second:
            second.ingest(words(first))
            assert dump(second) == dump(first)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_words_read_anew_in_place_change_no_byte(tmp_path: Path, language: str) -> None:
    with tkg.open(tmp_path / "first.db", embedder=None, clock=SetClock()) as graph:
        graph.ingest(conversation(language))
        before = dump(graph)
        done = graph.reextract()
        assert (done.unchanged, done.messages) == (done.messages, len(conversation(language)))
        assert dump(graph) == before


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_file_rebuilt_from_its_episodes_exports_the_same_bytes(tmp_path: Path, language: str) -> None:
    with tkg.open(tmp_path / "empty.db", embedder=None, zone="Asia/Singapore") as nothing:
        empty = exported(nothing)
    with open_copy(tmp_path / "first.db", empty) as first, open_copy(tmp_path / "second.db", empty) as second:
        assert first.ingest(conversation(language)).recorded > 30
        second.ingest(words(first))
        assert exported(second) == exported(first)
        assert len(exported(first)) > 10 * len(empty) / 9


@pytest.mark.parametrize("language", ["en", "zh"])
def test_reading_all_words_anew_leaves_the_bytes_of_the_export(tmp_path: Path, language: str) -> None:
    with tkg.open(tmp_path / "first.db", embedder=None, clock=SetClock()) as graph:
        graph.ingest(conversation(language))
        before = exported(graph)
        graph.reextract()
        assert exported(graph) == before
