"""The side index of several processes and threads: saved in turn, killed in a save, swept up after, and grown while it
is asked."""

import fcntl
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import hnswlib
import pytest

from tests.feeding import DIMENSION, EXACT, ROWS, Database, answers, filled, gold, opened, saved_file, scattered
from tkg.index import Index, discard, file, inspect, nodes
from tkg.index.nodes import Nodes
from tkg.index.rows import Integers, Vectors


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "a.db.hnsw"


@pytest.fixture
def database() -> Database:
    return filled()


@pytest.fixture
def saved(path: Path, database: Database) -> Path:
    return saved_file(path, database)


def test_two_that_save_in_turn_leave_a_right_file_each_time(path: Path, database: Database) -> None:
    one, two = opened(path, database), opened(path, database)
    for turn in range(6):
        database.add(scattered(20, DIMENSION, seed=20 + turn))
        for index in (one, two) if turn % 2 else (two, one):
            index.refresh(database)
            index.save()
            assert inspect(path, database).word == "fresh"
            assert answers(opened(path, database)) == gold(database)
    assert list(path.parent.iterdir()) == [path]


def test_one_that_is_behind_does_not_save_over_what_is_ahead(path: Path, database: Database) -> None:
    behind = opened(path, database)
    database.add(scattered(20, DIMENSION, seed=30))
    assert opened(path, database).save() is True
    assert behind.save() is False
    assert inspect(path, database).word == "fresh"


def test_a_graph_is_not_saved_over_by_one_that_has_none_but_taken_over(saved: Path, database: Database) -> None:
    saved.rename(saved.with_name("kept"))
    index = opened(saved, database)
    assert index.in_graph == 0
    saved.with_name("kept").rename(saved)
    database.add(scattered(20, DIMENSION, seed=31))
    assert index.save() is False
    index.refresh(database)
    assert (index.rows, index.in_graph) == (ROWS + 20, ROWS)
    assert answers(index) == gold(database)


KILLED = """
import os, resource, signal, sys
from pathlib import Path
from tests.feeding import DIMENSION, filled, opened, saved_file, scattered

def dies(*_):
    os._exit(9)

after = os.replace
for place, point in enumerate(sys.argv[2:]):
    path = Path(sys.argv[1]) / str(place) / "a.db.hnsw"
    if os.fork() == 0:
        database = filled()
        database.add(scattered(60, DIMENSION, seed=40))
        index = opened(path, database)
        index.grow()
        if point == "fsync":
            os.fsync = dies
        elif point == "replace":
            os.replace = dies
        elif point == "replaced":
            os.replace = lambda *given: (after(*given), dies())
        elif point != "never":
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            resource.setrlimit(resource.RLIMIT_FSIZE, (int(point), int(point)))
            signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
        index.save()
        os._exit(0)
    print(os.wait()[1])
"""


def test_a_save_that_is_killed_leaves_the_old_file_or_the_new(saved: Path, database: Database, tmp_path: Path) -> None:
    now = filled()
    now.add(scattered(60, DIMENSION, seed=40))
    size = saved.stat().st_size
    points = [*(str(size * part // 18) for part in range(18)), "fsync", "replace", "replaced", "never"]
    for place in range(len(points)):
        (tmp_path / str(place)).mkdir()
        shutil.copy(saved, tmp_path / str(place) / saved.name)
    command = [sys.executable, "-c", KILLED, str(tmp_path), *points]
    done = subprocess.run(command, check=True, capture_output=True, text=True, cwd=Path(__file__).parents[1])
    assert [code != "0" for code in done.stdout.split()] == [point != "never" for point in points]
    for place, point in enumerate(points):
        path = tmp_path / str(place) / saved.name
        assert inspect(path, now).word == ("fresh" if point in ("replaced", "never") else "behind")
        left = {each.name for each in path.parent.iterdir()} - {path.name}
        assert len(left) == (point not in ("replaced", "never"))
        index = opened(path, now)
        assert answers(index) == gold(now)
        now_and_more = now.restored(now.last, seed=41)
        now_and_more.add(scattered(5, DIMENSION, seed=42))
        index.refresh(now_and_more)
        assert index.save() is True
        assert list(path.parent.iterdir()) == [path]
        assert inspect(path, now_and_more).word == "fresh"


def test_what_another_is_writing_is_left_alone(saved: Path, database: Database) -> None:
    dead, live = (saved.with_name(f"{saved.name}.{name}.tmp") for name in ("dead", "live"))
    dead.write_bytes(b"left")
    with live.open("wb") as writing:
        fcntl.flock(writing, fcntl.LOCK_EX)
        database.add(scattered(5, DIMENSION, seed=50))
        assert opened(saved, database).save() is True
        assert (dead.exists(), live.exists()) == (False, True)


def test_what_is_swept_before_it_is_locked_is_begun_again(
    path: Path, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    lock = fcntl.flock
    swept: list[Path] = []

    def late(file: int, how: int) -> None:
        if not swept:
            (beside,) = path.parent.glob("*.tmp")
            beside.unlink()
            swept.append(beside)
        lock(file, how)

    monkeypatch.setattr(fcntl, "flock", late)
    assert opened(path, database).save() is True
    assert inspect(path, database).word == "fresh"


@pytest.mark.parametrize("name", ["a[1].db", "a*.db", "a?.db"])
def test_what_was_left_is_swept_whatever_the_database_is_called(tmp_path: Path, name: str) -> None:
    path = tmp_path / f"{name}.hnsw"
    left, of_another = path.with_name(f"{path.name}.0123.tmp"), path.with_name("a1.db.hnsw.0123.tmp")
    for each in (left, of_another):
        each.write_bytes(b"left")
    assert opened(path, filled()).save() is True
    assert (left.exists(), of_another.exists()) == (False, True)
    left.write_bytes(b"left")
    discard(path)
    assert list(tmp_path.iterdir()) == [of_another]


def test_discarded_is_gone_with_all_that_was_left(saved: Path) -> None:
    saved.with_name(f"{saved.name}.0123.tmp").write_bytes(b"vectors of what was erased")
    discard(saved)
    discard(saved)
    assert list(saved.parent.iterdir()) == []


# --- several threads ---


class Shared:
    """An index of several threads under one lock, over a database that grows when another thread gets hold of it."""

    def __init__(self, path: Path | None) -> None:
        self.lock = threading.RLock()
        self.database = filled()
        self.index = Index(path, lock=self.lock, exact_up_to=EXACT)
        self.seed = 60
        self.index.refresh(self.database)

    def in_another_thread(self, work: Callable[[], Any]) -> Any:
        """What some work gives in another thread, under the lock; None if the lock is not to be had."""
        given: list[Any] = []

        def attempt() -> None:
            if self.lock.acquire(blocking=False):
                try:
                    given.append(work())
                finally:
                    self.lock.release()

        thread = threading.Thread(target=attempt)
        thread.start()
        thread.join()
        return given[0] if given else None

    def write(self) -> bool:
        """Some rows more, in the database and in memory."""
        self.seed += 1
        self.database.add(scattered(20, DIMENSION, seed=self.seed))
        self.index.refresh(self.database)
        return True


def test_what_comes_while_a_picture_of_it_is_taken_is_not_said_to_be_in_the_file(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shared = Shared(path)
    shared.index.grow()
    came: list[bool | None] = []
    state = Nodes.state

    def meanwhile(self: Nodes) -> Any:
        came.append(shared.in_another_thread(shared.write))
        return state(self)

    monkeypatch.setattr(Nodes, "state", meanwhile)
    assert shared.index.save() is True
    assert came == [None]
    assert inspect(path, shared.database).word == "fresh"
    assert answers(opened(path, shared.database)) == gold(shared.database)


def test_what_comes_while_the_file_is_written_is_for_the_next_time(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shared = Shared(path)
    shared.index.grow()
    write = file.write
    came: list[bool | None] = []

    def meanwhile(*given: Any) -> None:
        came.append(shared.in_another_thread(shared.write))
        write(*given)

    monkeypatch.setattr(file, "write", meanwhile)
    assert shared.index.save() is True
    assert came == [True]
    state = inspect(path, shared.database)
    assert (state.word, state.rows, shared.index.unsaved) == ("behind", ROWS, 20)
    assert answers(opened(path, shared.database)) == answers(shared.index) == gold(shared.database)


def test_what_is_dropped_while_the_file_is_written_is_not_counted_as_saved(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shared = Shared(path)
    write = file.write

    def erase() -> None:
        shared.database.generation = "second"
        shared.index.refresh(shared.database)

    def meanwhile(*given: Any) -> None:
        shared.in_another_thread(erase)
        write(*given)

    monkeypatch.setattr(file, "write", meanwhile)
    assert shared.index.save() is True
    assert shared.index.unsaved == ROWS
    assert inspect(path, shared.database).word == "out of date"
    monkeypatch.undo()
    assert shared.index.save() is True
    assert inspect(path, shared.database).word == "fresh"


def test_between_two_steps_of_the_graph_others_write_and_ask(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nodes, "CHUNK", 50)
    shared = Shared(path)
    in_step: list[bool] = []
    between: list[bool] = []

    class Watched(hnswlib.Index):  # type: ignore[misc]  # the library has no types
        def add_items(self, vectors: Vectors, labels: Integers, num_threads: int) -> None:
            in_step.append(shared.in_another_thread(lambda: True) is None)
            super().add_items(vectors, labels, num_threads)

    def look() -> bool:
        return shared.write() and answers(shared.index) == gold(shared.database)

    monkeypatch.setattr(hnswlib, "Index", Watched)
    assert shared.index.grow(lambda *_: between.append(shared.in_another_thread(look))) is True
    assert (in_step, between) == ([True] * 8, [True] * 8)
    assert (shared.index.in_graph, shared.index.rows) == (ROWS, ROWS + 8 * 20)
    assert shared.index.grow() is True
    assert shared.index.in_graph == shared.index.rows
    assert answers(shared.index) == gold(shared.database)


def test_a_graph_that_is_dropped_while_it_grows_is_left(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nodes, "CHUNK", 50)
    shared = Shared(path)
    told: list[int] = []

    def erase() -> None:
        shared.database.generation = "second"
        shared.write()

    def progress(done: int, of: int) -> None:
        told.append(done)
        if done == 100:
            shared.in_another_thread(erase)

    shared.index.grow(progress)
    assert told == [50, 100]
    assert shared.index.in_graph == 0
    assert answers(shared.index) == gold(shared.database)
    assert shared.index.grow() is True
    assert answers(shared.index) == gold(shared.database)


def test_two_threads_that_grow_at_once_grow_one_after_the_other(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nodes, "CHUNK", 50)
    shared = Shared(path)
    told: dict[str, list[int]] = {"one": [], "two": []}
    other = threading.Thread(target=lambda: shared.index.grow(lambda done, _: told["two"].append(done)))

    def progress(done: int, of: int) -> None:
        if done == 50:
            other.start()
        told["one"].append(done)

    assert shared.index.grow(progress) is True
    other.join()
    assert told == {"one": list(range(50, ROWS + 1, 50)), "two": []}
    assert answers(shared.index) == gold(shared.database)
