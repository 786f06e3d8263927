"""What a graph searches with, made when something is first looked for: a model and arrays take time to load."""

import logging
from functools import cached_property
from glob import escape
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias

from tkg import engine
from tkg.errors import InputError, StorageError
from tkg.store import Store, storage_errors

if TYPE_CHECKING:
    from tkg.embed import Embedder
    from tkg.finder import Finder

_log = logging.getLogger("tkg")

BUILT_IN: Literal["built-in"] = "built-in"
Chosen: TypeAlias = "Embedder | Literal['built-in'] | None"
"""An embedder, the one that comes with tkg, or none."""


def made(chosen: Chosen) -> "Embedder | None":
    """The embedder itself, loaded where only a name stands for it."""
    if not isinstance(chosen, str):
        return chosen
    from tkg.embed import Nano

    return Nano()


class Searching:
    """The finder of one open file. `path`, kept as `file`, is the file's own; the side index lies beside it, and is not
    written where the file is open read-only. Raises InputError for what is no embedder."""

    def __init__(self, store: Store, path: str, embedder: Chosen, *, readonly: bool = False) -> None:
        if isinstance(embedder, str) and embedder != BUILT_IN:
            raise InputError(f"embedder={embedder!r}: give an embedder (see tkg.embed), {BUILT_IN!r}, or None")
        self._store, self._chosen, self._readonly = store, embedder, readonly
        self.file, self._path = path, None if path == engine.MEMORY else Path(f"{path}.hnsw")
        self._log_is_full = False

    @cached_property
    def embedder(self) -> "Embedder | None":
        return made(self._chosen)

    @cached_property
    def finder(self) -> "Finder":
        from tkg.finder import Finder

        return Finder(self._store, self.embedder, self._path, readonly=self._readonly)

    def drop_side_index(self) -> None:
        """Take the side index away, which has vectors of what is erased, and what killed saves have left of one.

        Raises StorageError if that cannot be done.
        """
        if self._path is None or not any(self._path.parent.glob(f"{escape(self._path.name)}*")):
            return
        from tkg.index import discard

        try:
            discard(self._path)
        except OSError as error:
            raise StorageError(
                f"{self._path} has vectors of what is to be erased, and cannot be deleted ({error}): delete it first"
            ) from error

    def after_erasure(self) -> None:
        """Take away what still holds erased content beside the file: the side index, where another process has written
        it again, and the write-ahead log. Raises StorageError.

        Where a reader in another process still needs the log, the log of the program says so, and it is tried again
        with every write and search.
        """
        self.drop_side_index()
        with self._store.lock, storage_errors():
            self._log_is_full = not engine.empty_log(self._store.connection)
        if self._log_is_full:
            _log.warning("what was erased stays in %s-wal as long as others read from before", self.file)

    def empty_log(self) -> None:
        """Take erased content out of the write-ahead log, where that could not be done at once."""
        if self._log_is_full:
            with self._store.lock, storage_errors():
                self._log_is_full = not engine.empty_log(self._store.connection, wait=False)

    def close(self) -> None:
        """Write the side index, if it was used. Raises StorageError."""
        finder: Finder | None = self.__dict__.pop("finder", None)
        if finder is not None:
            finder.close()
