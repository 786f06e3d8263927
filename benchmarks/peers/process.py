"""A peer in a process of its own: its virtual environment, and requests to it.

The environment is made with `python -m venv` and pip, by the names of the packages, and kept. What goes wrong there is
an error of pip's; it becomes `CannotInstall`, since a peer that is not to be had keeps nobody from measuring others.
"""

import json
import os
import subprocess
import sys
from pathlib import Path
from types import TracebackType
from typing import Any, Self

CHECKOUT = Path(__file__).resolve().parents[2]
_SHOWN = 2_000


class CannotInstall(Exception):
    """pip did not install a peer, or it does not import."""


class PeerFailed(Exception):
    """The process of a peer ended before it answered."""


def environment(directory: Path, packages: tuple[str, ...], module: str) -> Path:
    """The Python of an environment that has the packages, made if need be. Raises CannotInstall."""
    python = directory / "bin" / "python"
    if python.exists() and _imports(python, module) is None:
        return python
    for command in (
        [sys.executable, "-m", "venv", str(directory)],
        [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *packages],
    ):
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            raise CannotInstall(done.stderr.strip()[-_SHOWN:])
    failed = _imports(python, module)
    if failed is not None:
        raise CannotInstall(failed)
    return python


def _imports(python: Path, module: str) -> str | None:
    """What a module says that does not import."""
    done = subprocess.run([str(python), "-c", f"import {module}"], capture_output=True, text=True, check=False)
    return done.stderr.strip()[-_SHOWN:] if done.returncode else None


class Process:
    """A worker that answers requests. Use it in a `with` block."""

    def __init__(self, python: Path, module: str, directory: Path) -> None:
        self._log = directory.with_suffix(".log")
        self._out = self._log.open("w", encoding="utf-8")
        self._process = subprocess.Popen(
            [str(python), "-m", module, str(directory)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._out,
            text=True,
            cwd=CHECKOUT,
            env={**os.environ, "PYTHONPATH": str(CHECKOUT)},
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        try:
            self._process.wait(timeout=60)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._process.stdout.close()
        self._out.close()

    def ask(self, **request: Any) -> dict[str, Any]:
        """One request, answered. Raises PeerFailed with the end of what the process said."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        try:
            self._process.stdin.write(json.dumps(request) + "\n")
            self._process.stdin.flush()
        except BrokenPipeError:
            raise PeerFailed(self._said()) from None
        line = self._process.stdout.readline()
        if not line:
            raise PeerFailed(self._said())
        found: dict[str, Any] = json.loads(line)
        return found

    def memory_mb(self) -> float | None:
        """The most memory that the process has had, where the system tells."""
        status = Path(f"/proc/{self._process.pid}/status")
        if not status.exists():
            return None
        lines = status.read_text(encoding="utf-8").splitlines()
        return next((round(int(line.split()[1]) / 1024, 1) for line in lines if line.startswith("VmHWM:")), None)

    def _said(self) -> str:
        self._out.flush()
        return self._log.read_text(encoding="utf-8")[-_SHOWN:]
