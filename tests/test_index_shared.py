"""The side index as a file of several processes: saved in turn, killed in a save, and swept up after."""

import fcntl
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.feeding import DIMENSION, ROWS, Database, answers, filled, gold, opened, saved_file, scattered
from tkg.index import discard, inspect


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


def test_discarded_is_gone_with_all_that_was_left(saved: Path) -> None:
    saved.with_name(f"{saved.name}.0123.tmp").write_bytes(b"vectors of what was erased")
    discard(saved)
    discard(saved)
    assert list(saved.parent.iterdir()) == []
