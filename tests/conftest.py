"""What the tests share: a clock that only moves when told to, and graphs on copies of one migrated file."""

import shutil
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

import tkg
from tkg.intervals import microseconds, moment
from tkg.views import View

SECOND_US = 1_000_000
DAY_US = 86_400 * SECOND_US


class SetClock:
    """A clock of the test's own: it starts at noon of 10 May 2026, UTC, and moves on by `tick_us` when it is asked."""

    def __init__(self) -> None:
        self.tick_us = SECOND_US
        self.set("2026-05-10T12:00:00")

    def __call__(self) -> int:
        self.now_us += self.tick_us
        return self.now_us

    @property
    def now(self) -> datetime:
        """What it said last."""
        return moment(self.now_us)

    def set(self, text: str) -> None:
        """Put it to an ISO time, which may lie back; UTC where there is no offset."""
        when = datetime.fromisoformat(text)
        self.now_us = microseconds(when if when.tzinfo else when.replace(tzinfo=UTC))

    def forward(self, *, days: int) -> None:
        self.now_us += days * DAY_US


Opener = Callable[..., tkg.Graph]
Line = list[tuple[Any, str | None, str | None]]


def line(view: View, subject: str, predicate: str, **options: Any) -> Line:
    """A timeline as (object, start, end) in text that keeps the grain; None for no beginning and no end."""
    return [
        (fact.object, fact.valid_from_text, fact.valid_to_text) for fact in view.timeline(subject, predicate, **options)
    ]


def objects(view: View, subject: str, predicate: str, **options: Any) -> list[Any]:
    """What is believed at an instant, in order."""
    return sorted((fact.object for fact in view.find(subject, predicate, **options)), key=str)


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
