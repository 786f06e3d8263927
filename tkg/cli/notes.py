"""What is worth knowing beside an answer, on stderr: in words, or as `{"note": ...}` a line with `--json`.

Of what the library logs, the warnings about the side index are such notes: an answer is right without the file, and
does not say that it was made without. What a search or an extraction warns of is in its outcome, and not said twice.
"""

import json
import logging
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from tkg.cli.printing import printable

if TYPE_CHECKING:
    from tkg.choosing import ReadOptions
    from tkg.graph import Graph
    from tkg.views import View

_TOLD = logging.getLogger("tkg.index")
_IN_THE_OUTCOME = logging.getLogger("tkg.search")
_OF_EXTRACTION = logging.getLogger("tkg.extract")


def note(message: str, *, as_json: bool) -> None:
    """One note on stderr."""
    line = json.dumps({"note": message}, ensure_ascii=False) if as_json else f"note: {printable(message)}"
    sys.stderr.write(f"{line}\n")


def view_of(graph: "Graph", options: "ReadOptions", *, as_json: bool) -> "View":
    """The view of a graph. Where a moment of recorded time was asked for, notes say when it is that of the last commit,
    and that content has been erased since."""
    view = graph.as_of(**options)
    if "known_at" in options and view.known_at is not None:
        if view.known_at == graph.as_of().known_at:
            note(f"as of the last commit, {view.known_at.isoformat()}", as_json=as_json)
        erased = view.erased_since
        if erased:
            last = erased[-1].isoformat()
            note(f"content has been erased since, the last time {last}: it is not shown", as_json=as_json)
    return view


@contextmanager
def noting(*, as_json: bool) -> Iterator[None]:
    """Say what the library warns of about the side index while the block runs, and nothing of what searches log."""
    told = _Notes(as_json)
    _TOLD.addHandler(told)
    try:
        with silent():
            yield
    finally:
        _TOLD.removeHandler(told)


@contextmanager
def silent() -> Iterator[None]:
    """Say nothing of what searches and the side index log: where all is made anew, an index out of date is no news."""
    with _without(_TOLD, _IN_THE_OUTCOME):
        yield


@contextmanager
def told_by_the_outcome() -> Iterator[None]:
    """Say nothing of what extraction logs while the block runs."""
    with _without(_OF_EXTRACTION):
        yield


@contextmanager
def _without(*loggers: logging.Logger) -> Iterator[None]:
    handler = logging.NullHandler()
    for logger in loggers:
        logger.addHandler(handler)
    try:
        yield
    finally:
        for logger in loggers:
            logger.removeHandler(handler)


class _Notes(logging.Handler):
    def __init__(self, as_json: bool) -> None:
        super().__init__(logging.WARNING)
        self._as_json = as_json

    def emit(self, record: logging.LogRecord) -> None:
        note(record.getMessage(), as_json=self._as_json)
