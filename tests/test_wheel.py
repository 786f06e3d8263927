"""What is built: a wheel that carries its migrations and works outside the checkout, and an sdist of the same."""

import json
import sqlite3
import subprocess
import sys
import tarfile
import zipfile
from contextlib import closing
from email.parser import Parser
from pathlib import Path

import pytest

from tests.filled import FIRST, fill, rows
from tkg import migrate

ROOT = Path(__file__).parent.parent

OPEN = """
import json, sys
sys.path.insert(0, sys.argv[1])
import tkg
from tkg import migrate, resources
with tkg.open(sys.argv[2]) as graph:
    graph.record("Ann", "lives_in", "Oslo", valid_from="2021-05-01", scope="new")
    assert graph.get("Ann", "lives_in", scope="new").object == "Oslo"
found = [tkg.__file__, str(resources.migrations()), str(resources.schema("ontology.toml"))]
print(json.dumps([found, migrate.current(sys.argv[2]), migrate.check(sys.argv[2])]))
"""


def _build(source: Path, target: str, directory: Path) -> Path:
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", target, "-d", str(directory)],
        cwd=source,
        check=True,
        stdout=subprocess.DEVNULL,
    )
    (built,) = directory.iterdir()
    return built


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return _build(ROOT, "wheel", tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A directory with the wheel in it and nothing else; its dependencies are those of this environment."""
    directory = tmp_path_factory.mktemp("installed")
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps", "--no-index"]
    subprocess.run([*pip, "--target", str(directory), str(wheel)], check=True)
    return directory


def _names(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


def _open(installed: Path, path: Path) -> list[object]:
    """Open the file with the installed package, in a process that sees neither the checkout nor this one's settings."""
    program = [sys.executable, "-I", "-c", OPEN, str(installed), str(path)]
    output = subprocess.run(program, cwd=path.parent, check=True, capture_output=True, text=True).stdout
    found, revision, differences = json.loads(output)
    assert all(Path(name).is_relative_to(installed) for name in found), found
    return [revision, differences]


def test_the_wheel_adds_nothing_but_tkg_to_the_top_level(wheel: Path) -> None:
    assert {name.split("/")[0] for name in _names(wheel)} == {"tkg", "tkg-0.1.0.dist-info"}


def test_the_wheel_carries_its_data_and_no_leftovers(wheel: Path) -> None:
    names = _names(wheel)
    expected = {
        f"tkg/_migrations/{path.relative_to(ROOT / 'migrations')}" for path in (ROOT / "migrations").rglob("*.*")
    }
    assert {name for name in expected if "__pycache__" not in name} <= names
    assert {"tkg/py.typed", "tkg/_schema/ontology.toml", "tkg/_schema/schema.sql"} <= names
    assert not [name for name in names if name.endswith(".pyc")]


def test_the_wheel_says_what_it_is(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        metadata = Parser().parsestr(archive.read("tkg-0.1.0.dist-info/METADATA").decode())
        entry_points = archive.read("tkg-0.1.0.dist-info/entry_points.txt").decode()
        licence = archive.read("tkg-0.1.0.dist-info/licenses/LICENSE").decode()
    assert metadata["License-Expression"] == "Apache-2.0"
    assert metadata["Requires-Python"] == ">=3.11"
    assert "tkg = tkg.cli:main" in entry_points
    assert "Apache License" in licence


def test_the_installed_wheel_creates_a_file(installed: Path, tmp_path: Path) -> None:
    assert _open(installed, tmp_path / "new.db") == [migrate.HEAD, []]


def test_the_installed_wheel_upgrades_a_file_of_the_first_revision(installed: Path, tmp_path: Path) -> None:
    path = tmp_path / "old.db"
    migrate.upgrade(path, "0001")
    with closing(sqlite3.connect(path)) as connection:
        fill(connection, FIRST)
        before = rows(connection)
    assert _open(installed, path) == [migrate.HEAD, []]
    with closing(sqlite3.connect(path)) as connection:
        after = rows(connection)
    assert {name: [row for row in after[name] if row in old] for name, old in before.items()} == before


def test_the_sdist_builds_the_same_wheel(wheel: Path, tmp_path: Path) -> None:
    sdist = _build(ROOT, "sdist", tmp_path / "sdist")
    with tarfile.open(sdist) as archive:
        archive.extractall(tmp_path, filter="data")
    source = tmp_path / "tkg-0.1.0"
    assert (source / "tests" / "test_wheel.py").is_file()
    assert (source / "conftest.py").is_file()
    assert _names(_build(source, "wheel", tmp_path / "again")) == _names(wheel)
