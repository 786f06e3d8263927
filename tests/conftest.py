"""What the tests share: a clock that only moves when told to, and graphs on copies of one migrated file."""

import shutil
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

import tkg
from tkg.intervals import microseconds

SECOND_US = 1_000_000
DAY_US = 86_400 * SECOND_US


class SetClock:
    """A clock that stands still until it is set: it starts at noon of 10 May 2026, UTC."""

    def __init__(self) -> None:
        self.set("2026-05-10T12:00:00")

    def __call__(self) -> int:
        return self.now_us

    @property
    def now(self) -> datetime:
        return datetime.fromtimestamp(self.now_us // SECOND_US, UTC)

    def set(self, text: str) -> None:
        """Put it to an ISO time, which may lie back; UTC where there is no offset."""
        when = datetime.fromisoformat(text)
        self.now_us = microseconds(when if when.tzinfo else when.replace(tzinfo=UTC))

    def forward(self, *, days: float = 0, seconds: float = 1) -> None:
        self.now_us += round(days * DAY_US) if days else round(seconds * SECOND_US)


Opener = Callable[..., tkg.Graph]


@pytest.fixture
def clock() -> SetClock:
    return SetClock()


@pytest.fixture(scope="session")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A new file with the shipped vocabulary and nothing else in it."""
    path = tmp_path_factory.mktemp("template") / "store.db"
    tkg.open(path).close()
    return path


@pytest.fixture
def path(template: Path, tmp_path: Path) -> Path:
    """A file of this test's own."""
    return Path(shutil.copy(template, tmp_path / "store.db"))


@pytest.fixture
def reopen(path: Path, clock: SetClock) -> Iterator[Opener]:
    """Opens this test's file, as often as wanted, on the test's clock; all are closed at the end."""
    opened: list[tkg.Graph] = []

    def open_again(**options: Any) -> tkg.Graph:
        opened.append(tkg.open(path, **{"clock": clock, "durability": "normal", **options}))
        return opened[-1]

    yield open_again
    for graph in opened:
        graph.close()


@pytest.fixture
def graph(reopen: Opener) -> tkg.Graph:
    """An open graph on this test's file, with the shipped vocabulary."""
    return reopen()
