"""A progress bar for long work: on stderr, so that stdout stays the answer, and only where a person is watching."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol


class Advance(Protocol):
    """Told how much is done, and of how much where that was not known before."""

    def __call__(self, done: int, total: int | None = None) -> None: ...


@contextmanager
def bar(title: str, total: int | None = None) -> Iterator[Advance]:
    """Show a bar while the block runs; without a total it only shows that something goes on."""
    if not sys.stderr.isatty():
        yield _ignore
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}", markup=False), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(title, total=total)

        def advance(done: int, total: int | None = None) -> None:
            progress.update(task, completed=done, total=total)

        yield advance


def _ignore(done: int, total: int | None = None) -> None:
    """Nobody is watching."""
