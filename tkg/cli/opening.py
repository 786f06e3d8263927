"""How commands open the file: to read, which never creates or changes anything, or to write.

Only the commands that may be the first ones (`record`, `ingest`, `apply`, `import`, `restore`) create a file; for the
others a path where nothing is is a mistake, which a new empty file would hide. A search takes in what was written since
the last one, so it opens the file to write, and to read where it may not be written.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import tkg
from tkg.engine import MEMORY
from tkg.errors import ReadOnly, StorageError
from tkg.searching import BUILT_IN, Chosen


def existing(path: str) -> str:
    """The path, if there is something at it. Raises StorageError."""
    if not Path(path).exists():
        raise StorageError(
            f"{path}: there is no such file; `tkg record`, `tkg ingest`, `tkg apply`, `tkg import` and `tkg restore` "
            "create one"
        )
    return path


@contextmanager
def reading(path: str, scope: str, embedder: Chosen = BUILT_IN) -> Iterator[tkg.Graph]:
    """The graph, read-only. Raises StorageError where there is no file, ReadOnly for one that is to be upgraded."""
    try:
        graph = tkg.open(existing(path), scope=scope, readonly=True, embedder=embedder)
    except ReadOnly as error:
        raise ReadOnly(f"{error} (tkg db upgrade --db {path})") from None
    with graph:
        yield graph


@contextmanager
def writing(path: str, scope: str, embedder: Chosen = BUILT_IN) -> Iterator[tkg.Graph]:
    """The graph of a file that is there. Raises StorageError."""
    with tkg.open(existing(path), scope=scope, embedder=embedder) as graph:
        yield graph


@contextmanager
def searching(path: str, scope: str, embedder: Chosen) -> Iterator[tkg.Graph]:
    """The graph of a file that is there, read-only where this user may not write it. Raises as `reading`."""
    how = writing if os.access(existing(path), os.W_OK) else reading
    with how(path, scope, embedder) as graph:
        yield graph


@contextmanager
def creating(path: str, scope: str, zone: str | None) -> Iterator[tkg.Graph]:
    """The graph, whose file is created in `zone` if there is none. Raises InputError for another zone than it has."""
    with tkg.open(path, scope=scope, zone=zone) as graph:
        yield graph


@contextmanager
def trying(path: str, scope: str, zone: str | None, *, keeps_costs: bool) -> Iterator[tkg.Graph]:
    """The graph for what stores nothing: where there is no file one in memory, so that none is left, unless what a
    model was asked is to be kept in it. Raises as `creating`."""
    with creating(path if keeps_costs or Path(path).exists() else MEMORY, scope, zone) as graph:
        yield graph
