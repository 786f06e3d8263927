"""How commands open the file: to read, which never creates or changes anything, or to write.

Only the commands that may be the first ones (`record`, `ingest`) create a file; for the others a path where nothing is
is a mistake, which a new empty file would hide.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import tkg
from tkg.errors import ReadOnly, StorageError


def existing(path: str) -> str:
    """The path, if there is something at it. Raises StorageError."""
    if not Path(path).exists():
        raise StorageError(f"{path}: there is no such file; `tkg record` and `tkg ingest` create one")
    return path


@contextmanager
def reading(path: str, scope: str) -> Iterator[tkg.Graph]:
    """The graph, read-only. Raises StorageError where there is no file, ReadOnly for one that is to be upgraded."""
    try:
        graph = tkg.open(existing(path), scope=scope, readonly=True)
    except ReadOnly as error:
        raise ReadOnly(f"{error} (tkg db upgrade --db {path})") from None
    with graph:
        yield graph


@contextmanager
def writing(path: str, scope: str) -> Iterator[tkg.Graph]:
    """The graph of a file that is there. Raises StorageError."""
    with tkg.open(existing(path), scope=scope) as graph:
        yield graph


@contextmanager
def creating(path: str, scope: str, zone: str | None) -> Iterator[tkg.Graph]:
    """The graph, whose file is created in `zone` if there is none. Raises InputError for another zone than it has."""
    with tkg.open(path, scope=scope, zone=zone) as graph:
        yield graph
