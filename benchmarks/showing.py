"""How benchmarks say how far they are, where they keep their files, and what they found."""

import json
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any


def show(stage: str, done: int, of: int) -> None:
    """Say that `done` of `of` are done: on a terminal in a line that is written over, elsewhere not at all."""
    if sys.stderr.isatty():
        print(f"\r{stage} {done:,} of {of:,}  ", end="\n" if done >= of else "", file=sys.stderr, flush=True)


@contextmanager
def workplace(kept: Path | None) -> Iterator[Path]:
    """The directory to work in: the one that is kept for the next run, or one for this run alone."""
    if kept is not None:
        yield kept
        return
    with tempfile.TemporaryDirectory(prefix="tkg-benchmark-") as directory:
        yield Path(directory)


def written(result: Mapping[str, Any], path: Path) -> str:
    """Write a result to `path`; its text."""
    text = json.dumps(result, ensure_ascii=False, indent=2)
    path.parent.mkdir(exist_ok=True)
    path.write_text(text + "\n", encoding="utf-8")
    return text


def concluded(result: Mapping[str, Any], path: Path) -> int:
    """Write a result to `path`, print it, and give the exit status: 0 if it is `ok`."""
    print(written(result, path))
    return 0 if result["ok"] else 1
