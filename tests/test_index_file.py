"""The side index as a file: whatever happens to it, the answers are right, nothing is raised, and the log says why."""

import errno
import logging
import os
import random
import stat
import struct
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from hashlib import blake2b
from pathlib import Path

import numpy as np
import pytest

from tests.feeding import DIMENSION, ROWS, Database, answers, filled, gold, opened, saved_file, scattered, unit
from tkg.index import Block, inspect
from tkg.index import file as index_file
from tkg.index.file import Arrays, Header


def warnings(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [
        record.getMessage() for record in caplog.records if record.name == "tkg.index" and record.levelname == "WARNING"
    ]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "a.db.hnsw"


@pytest.fixture
def database() -> Database:
    return filled()


@pytest.fixture
def saved(path: Path, database: Database) -> Path:
    return saved_file(path, database)


# --- as it should be ---


def test_what_was_saved_is_loaded_and_nothing_read_from_the_database(
    saved: Path, database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    database.asked_after.clear()
    index = opened(saved, database)
    assert (index.rows, index.in_graph, database.asked_after) == (ROWS, ROWS, [])
    assert answers(index) == gold(database)
    assert warnings(caplog) == []
    assert inspect(saved, database).word == "fresh"


def test_without_news_nothing_is_written(saved: Path, database: Database) -> None:
    index = opened(saved, database)
    before = saved.stat().st_ino
    assert index.save() is False
    assert saved.stat().st_ino == before


def test_what_the_file_lacks_is_counted(path: Path, database: Database) -> None:
    index = opened(path, database)
    assert index.unsaved == ROWS
    index.save()
    assert index.unsaved == 0
    database.add(scattered(5, DIMENSION, seed=2))
    index.refresh(database)
    assert index.unsaved == 5
    assert opened(path, database).unsaved == 5
    database.generation = "second"
    index.refresh(database)
    assert index.unsaved == ROWS + 5


def test_no_vectors_make_no_file(path: Path) -> None:
    index = opened(path, Database(DIMENSION))
    assert index.save() is False
    assert not path.exists()


def test_a_file_without_a_graph_is_a_file(path: Path, database: Database) -> None:
    assert opened(path, database).save() is True
    index = opened(path, database)
    assert (index.rows, index.in_graph) == (ROWS, 0)
    assert answers(index) == gold(database)


def test_a_graph_without_nodes_is_none(path: Path) -> None:
    database = Database(DIMENSION)
    database.add(np.zeros((ROWS, DIMENSION), np.float32))
    index = opened(path, database)
    index.grow()
    assert index.save() is True
    assert answers(opened(path, database)) == gold(database)


def test_missing_is_told_and_read_from_the_database(
    path: Path, database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "tkg.index")
    assert answers(opened(path, database)) == gold(database)
    assert "missing" in caplog.text
    assert warnings(caplog) == []


def test_missing_without_vectors_is_nothing_to_tell(path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "tkg.index")
    opened(path, Database(DIMENSION))
    assert caplog.text == ""


def test_what_came_after_the_file_is_caught_up_with(
    saved: Path, database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    database.add(scattered(30, DIMENSION, seed=5))
    assert inspect(saved, database).word == "behind"
    database.asked_after.clear()
    index = opened(saved, database)
    assert (index.rows, index.in_graph, database.asked_after) == (ROWS + 30, ROWS, [ROWS])
    assert answers(index) == gold(database)
    assert warnings(caplog) == []
    assert index.save() is True
    assert inspect(saved, database).word == "fresh"


def test_a_loaded_graph_answers_as_before_and_grows(path: Path) -> None:
    database = Database(24)
    database.add(scattered(6_000, 24, seed=6, clusters=60))
    before = opened(path, database, exact_up_to=1_000)
    before.grow()
    before.save()
    after = opened(path, database, exact_up_to=1_000)
    assert after.in_graph == 6_000
    questions = scattered(20, 24, seed=7)
    for question in questions:
        old, new = (index.ask(question, 1, 0) for index in (before, after))
        assert not new.exact
        assert old.first(10).entries.tolist() == new.first(10).entries.tolist()
    database.add(scattered(700, 24, seed=8))
    after.refresh(database)
    assert after.grow() is True
    assert (after.rows, after.in_graph) == (6_700, 6_700)
    exact = opened(None, database, exact_up_to=10**9)
    found = [
        np.isin(exact.ask(question, 1, 0).first(10).entries, after.ask(question, 1, 0).first(10).entries).mean()
        for question in unit(np.concatenate([questions, scattered(20, 24, seed=8)]))
    ]
    assert np.mean(found) >= 0.97


def test_a_vector_that_is_no_number_is_not_damage(path: Path, caplog: pytest.LogCaptureFixture) -> None:
    database = filled()
    database.add(np.full((1, DIMENSION), np.nan, np.float32))
    opened(path, database).save()
    assert opened(path, database).rows == ROWS + 1
    assert warnings(caplog) == []


def test_a_file_has_the_rights_of_its_database(path: Path, database: Database) -> None:
    beside = path.with_suffix("")
    beside.touch(mode=0o600)
    opened(path, database).save()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


# --- damage ---


def checked_anyway(path: Path, database: Database, caplog: pytest.LogCaptureFixture, *, said: str) -> None:
    """The file is refused in one line, the answers are right, and the next save puts a sound one in its place."""
    caplog.clear()
    index = opened(path, database)
    assert answers(index) == gold(database)
    (line,) = warnings(caplog)
    assert said in line
    assert str(path) in line
    assert "read from the database" in line
    assert index.save() is True
    assert inspect(path, database).word == "fresh"


def test_truncated_anywhere(saved: Path, database: Database, caplog: pytest.LogCaptureFixture) -> None:
    whole = saved.read_bytes()
    places = [0, 1, 7, 8, 12, 16, 31, 32, 33, len(whole) - 1, len(whole) - 16, len(whole) - 17]
    places += random.Random(1).sample(range(len(whole)), 50 - len(places))
    for place in places:
        saved.write_bytes(whole[:place])
        assert inspect(saved, database).word == "damaged", place
        checked_anyway(saved, database, caplog, said="not used")


def test_64_bytes_flipped_anywhere(saved: Path, database: Database, caplog: pytest.LogCaptureFixture) -> None:
    whole = saved.read_bytes()
    for place in [0, 8, 16, *random.Random(2).sample(range(len(whole) - 64), 40), len(whole) - 64]:
        flipped = bytes(byte ^ 0xFF for byte in whole[place : place + 64])
        saved.write_bytes(whole[:place] + flipped + whole[place + 64 :])
        checked_anyway(saved, database, caplog, said="not used")


def test_every_single_bit_of_the_first_bytes_counts(saved: Path, database: Database) -> None:
    whole = saved.read_bytes()
    for bit in range(8 * 64):
        changed = bytearray(whole)
        changed[bit // 8] ^= 1 << bit % 8
        saved.write_bytes(changed)
        assert inspect(saved, database).word in ("damaged", "other format")


def test_bytes_after_the_end_are_damage(saved: Path, database: Database, caplog: pytest.LogCaptureFixture) -> None:
    saved.write_bytes(saved.read_bytes() + b"\0")
    checked_anyway(saved, database, caplog, said="bytes")


def test_another_format_is_refused(saved: Path, database: Database, caplog: pytest.LogCaptureFixture) -> None:
    whole = bytearray(saved.read_bytes())
    whole[8:12] = struct.pack("<I", 7)
    saved.write_bytes(whole)
    assert inspect(saved, database).word == "other format"
    checked_anyway(saved, database, caplog, said="format 7")


def test_sizes_that_are_not_there_are_not_allocated(
    saved: Path, database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    whole = saved.read_bytes()
    (length,) = struct.unpack("<I", whole[12:16])
    said = whole[32 : 32 + length].replace(b"[400, 8]", b"[400000000000, 8]")
    assert len(said) > length
    start = struct.pack("<8sII16s", whole[:8], index_file.FORMAT, len(said), blake2b(said, digest_size=16).digest())
    saved.write_bytes(start + said + whole[32 + length :])
    checked_anyway(saved, database, caplog, said="by its header")


@pytest.mark.parametrize("content", [b"SQLite format 3\0" + bytes(4096), b"{}", bytes(100)])
def test_a_file_of_something_else_is_refused(
    path: Path, database: Database, caplog: pytest.LogCaptureFixture, content: bytes
) -> None:
    path.write_bytes(content)
    checked_anyway(path, database, caplog, said="does not begin like")


def test_a_graph_that_the_library_refuses_is_made_anew(
    saved: Path, database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    header, arrays = index_file.read(saved)
    changed = index_file.Header(
        **{name: getattr(header, name) for name in header.__slots__ if name != "graph"},
        graph={**header.graph, "mult": 0.5},
    )
    index_file.write(saved, changed, arrays)
    checked_anyway(saved, database, caplog, said="hnswlib")


def test_what_cannot_be_read_or_written_is_told(
    path: Path, database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    path.mkdir()
    index = opened(path, database)
    assert inspect(path, database).word == "unreadable"
    assert answers(index) == gold(database)
    assert index.save() is False
    assert len(warnings(caplog)) == 2
    assert [each.name for each in path.parent.iterdir()] == [path.name]


@pytest.mark.parametrize("call", ["fsync", "replace"])
def test_a_disk_that_refuses_leaves_the_old_file_and_nothing_else(
    saved: Path, database: Database, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    index = opened(saved, database)
    before = saved.read_bytes()
    database.add(scattered(5, DIMENSION, seed=3))
    index.refresh(database)
    with monkeypatch.context() as patched:
        patched.setattr(os, call, refuse)
        assert index.save() is False
    assert "No space left" in warnings(caplog)[0]
    assert saved.read_bytes() == before
    assert list(saved.parent.iterdir()) == [saved]
    assert answers(index) == gold(database)
    assert index.save() is True


def test_a_directory_that_is_gone_is_told(path: Path, database: Database, caplog: pytest.LogCaptureFixture) -> None:
    index = opened(path.parent / "gone" / path.name, database)
    assert index.save() is False
    assert "could not be written" in warnings(caplog)[0]


def _shorter(header: Header, arrays: Arrays, name: str) -> tuple[Header, Arrays]:
    arrays = arrays | {name: arrays[name][:-1]}
    return replace(header, shapes={key: list(array.shape) for key, array in arrays.items()}), arrays


def _out_of_order(header: Header, arrays: Arrays) -> tuple[Header, Arrays]:
    return header, arrays | {"ids": arrays["ids"][::-1].copy()}


def _without(header: Header, arrays: Arrays, name: str) -> tuple[Header, Arrays]:
    return replace(header, shapes={key: shape for key, shape in header.shapes.items() if key != name}), arrays


def _narrower(header: Header, arrays: Arrays) -> tuple[Header, Arrays]:
    arrays = arrays | {"vectors": arrays["vectors"][:, :-1].copy()}
    return replace(header, shapes=header.shapes | {"vectors": list(arrays["vectors"].shape)}), arrays  # type: ignore[operator]


@pytest.mark.parametrize(
    "spoil",
    [
        lambda header, arrays: (replace(header, rows=header.rows + 1), arrays),
        lambda header, arrays: (replace(header, rows=header.rows - 1), arrays),
        *(partial(_shorter, name=name) for name in (*Block._fields, "node_of")),
        *(partial(_without, name=name) for name in (*Block._fields, "node_of")),
        lambda header, arrays: (replace(header, last=ROWS - 1, stamp=None), arrays),
        lambda header, arrays: (replace(header, in_graph=header.in_graph - 1), arrays),
        _out_of_order,
        _narrower,
    ],
)
def test_a_whole_file_that_contradicts_itself_is_damaged(
    saved: Path,
    database: Database,
    caplog: pytest.LogCaptureFixture,
    spoil: Callable[[Header, Arrays], tuple[Header, Arrays]],
) -> None:
    header, arrays = spoil(*index_file.read(saved))
    index_file.write(saved, replace(header, stamp=database.stamp(header.last)), arrays)
    assert inspect(saved, database).word == "damaged"
    assert answers(opened(saved, database)) == gold(database)
    assert len(warnings(caplog)) == 1


def test_a_last_id_beyond_the_last_row_is_no_damage(path: Path, database: Database) -> None:
    database.replace_last()
    saved_file(path, database)
    assert inspect(path, database).word == "fresh"
    index = opened(path, database)
    assert (index.rows, index.in_graph) == (ROWS - 1, ROWS - 1)


# --- of something else ---


def longer() -> Database:
    database = Database(DIMENSION + 1)
    database.add(scattered(20, DIMENSION + 1, seed=5))
    return database


@pytest.mark.parametrize(
    ("now", "word", "said"),
    [
        (filled(model="n"), "other model", "of the model 'm' with 8 numbers, the database of 'n' with 8"),
        (longer(), "other model", "of the model 'm' with 8 numbers, the database of 'm' with 9"),
        (filled(generation="second"), "out of date", "erased"),
        (filled(seed=2), "other database", "the id 400"),
        (filled().restored(ROWS - 1, seed=4), "other database", "the id 400"),
        (Database(DIMENSION), "other database", "the id 400"),
    ],
    ids=["model", "dimension", "erased", "database", "older", "empty"],
)
def test_a_file_of_something_else_is_not_believed(
    saved: Path, caplog: pytest.LogCaptureFixture, now: Database, word: str, said: str
) -> None:
    state = inspect(saved, now)
    assert state.word == word
    assert said in state.why
    index = opened(saved, now)
    (line,) = warnings(caplog)
    assert said in line
    question = scattered(1, now.dimension, seed=6)[0]
    found, plain = (each.ask(question, 1, 0).first(10**6) for each in (index, opened(None, now, exact_up_to=10**9)))
    assert (found.entries.tolist(), found.cosines.tolist()) == (plain.entries.tolist(), plain.cosines.tolist())
    assert index.save() is True
    assert inspect(saved, now).word == "fresh"


def test_a_restored_database_that_went_on_is_not_taken_for_the_one_it_was(
    saved: Path, database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    now = database.restored(ROWS - 50, seed=6)
    now.add(scattered(80, DIMENSION, seed=7))
    assert inspect(saved, now).word == "other database"
    checked_anyway(saved, now, caplog, said="400")


def test_erased_while_open_is_dropped_and_saved_over(saved: Path, database: Database) -> None:
    index = opened(saved, database)
    database.rows, database.generation = database.rows[1:], "second"
    index.refresh(database)
    assert answers(index) == gold(database)
    assert index.save() is True
    assert inspect(saved, database).word == "fresh"


def test_restored_while_open_is_saved_over(saved: Path, database: Database) -> None:
    index = opened(saved, database)
    now = database.restored(ROWS - 50, seed=8)
    index.refresh(now)
    assert answers(index) == gold(now)
    assert index.save() is True
    assert inspect(saved, now).word == "fresh"


@pytest.mark.parametrize("make", ["missing", "fresh", "damaged", "behind"])
def test_a_look_changes_nothing(path: Path, database: Database, make: str) -> None:
    if make != "missing":
        index = opened(path, database)
        index.grow()
        index.save()
    if make == "damaged":
        path.write_bytes(path.read_bytes()[:-5])
    if make == "behind":
        database.add(scattered(9, DIMENSION, seed=9))
    before = [(each.name, each.read_bytes(), each.stat().st_mtime_ns) for each in path.parent.iterdir()]
    state = inspect(path, database)
    assert state.word == make
    assert state.usable == (make in ("fresh", "behind"))
    assert (state.rows, state.in_graph) == ((ROWS, ROWS) if state.usable else (0, 0))
    assert [(each.name, each.read_bytes(), each.stat().st_mtime_ns) for each in path.parent.iterdir()] == before
