"""The same file, open in another process.

One process is started and serves one file after the other, so that a test of many files pays for it once. It does what
it is told and answers, one message at a time; an operation that the graph refuses raises `Rejected` here, as it does in
`Adapter`.
"""

import multiprocessing
import traceback
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from oracle import Rejected  # type: ignore[import-not-found]

import tkg.derive
from tests.spec.adapter import Adapter

_FAILED, _REFUSED, _DONE = range(3)


class Elsewhere:
    """A process with one graph in it, or none. Its methods are those of `Adapter`."""

    def __init__(self) -> None:
        context = multiprocessing.get_context("spawn")
        self._ours, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(theirs,), daemon=True)
        self._process.start()
        theirs.close()

    def open(self, path: Path, schema: dict[str, Any], *, whole_up_to: int) -> None:
        self._ask("open", str(path), schema, whole_up_to)

    def apply(self, op: dict[str, Any]) -> None:
        self._ask("apply", op)

    def query(self, question: dict[str, Any]) -> Any:
        return self._ask("query", question)

    def reopen(self) -> None:
        self._ask("reopen")

    def rebuild(self) -> None:
        self._ask("rebuild")

    def leave(self) -> None:
        """Close the file, which stays."""
        self._ask("leave")

    def stop(self) -> None:
        """End the process."""
        self._ours.close()
        self._process.join(timeout=30)
        assert self._process.exitcode == 0

    def _ask(self, what: str, *given: Any) -> Any:
        self._ours.send((what, given))
        outcome, found = self._ours.recv()
        if outcome == _REFUSED:
            raise Rejected(found)
        assert outcome == _DONE, f"the other process failed:\n{found}"
        return found


def _serve(pipe: Connection) -> None:
    held: list[Adapter] = []

    def done(what: str, given: tuple[Any, ...]) -> Any:
        if what == "open":
            path, schema, tkg.derive.WHOLE_UP_TO = given
            held.append(Adapter(schema, Path(path)))
            return None
        if what == "leave":
            return held.pop().graph.close()
        return getattr(held[-1], what)(*given)

    while True:
        try:
            what, given = pipe.recv()
        except EOFError:
            return
        try:
            pipe.send((_DONE, done(what, given)))
        except Rejected as refused:
            pipe.send((_REFUSED, str(refused)))
        except BaseException:  # noqa: BLE001 - handed to the test
            pipe.send((_FAILED, traceback.format_exc()))
