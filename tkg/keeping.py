"""A file looked after: checked, derived anew, made small, and carried elsewhere. None of it changes what is recorded.

All of it is safe while others read: `verify` and `export` read one snapshot, and `rebuild` and `compact` write in
transactions, while readers in other processes go on with what they have.
"""

import errno
import os
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from tkg import engine
from tkg.committing import Committing
from tkg.errors import InputError
from tkg.terms import clean

if TYPE_CHECKING:
    from tkg.audit import Report
    from tkg.compacting import Compacted
    from tkg.compacting import Progress as Stages
    from tkg.rebuild import Progress

_ENDINGS = ("", "-wal", "-shm", "-journal", ".hnsw")
"""What the names of the files of one graph end with."""


class Keeping(Committing):
    """A view of now whose file can be looked after."""

    def verify(self, *, progress: "Progress | None" = None) -> "Report":
        """Check the file, the words behind every quote, and every belief against the log; nothing is changed."""
        from tkg.audit import verify

        return verify(self._store, progress=progress)

    def rebuild(self, *, progress: "Progress | None" = None) -> None:
        """Drop the beliefs and derive them from the log again, in one transaction.

        After an upgrade from before revision 0008 it makes reads under other policies as fast as in a new file.
        """
        from tkg.rebuild import rebuild

        rebuild(self._store, progress=progress)

    def compact(self, *, progress: "Stages | None" = None) -> "Compacted":
        """Give back the space that is not used, and bring up to date by what queries are planned; what it came to.

        No row is changed. Others may read meanwhile, and one that began before keeps the file on the disk large until
        it is done. Needs as much memory as the file is large then. `progress` is told each stage. Raises Locked while
        another process writes, ReadOnly.
        """
        from tkg.compacting import compact

        return compact(self._store, progress=progress)

    def export(self, target: str | os.PathLike[str] | TextIO, *, scope: str | None = None) -> int:
        """Write all that is kept as lines of text, one row each, from which `tkg.restore` makes the file again; how
        many rows. See `tkg.exported` for what they are.

        `target` is a path, or a stream of text. Without `scope` it is the whole file. What is written is as private as
        the file: it has all of its words, and its key. Raises BadName, InputError for a scope that nobody ever wrote
        to and for a path at which the graph itself lies, OSError where it cannot be written: a path has nothing new
        then.
        """
        if not isinstance(target, (str, os.PathLike)):
            return self._export(target, scope)
        whole = Path(target)
        part = whole.with_name(f"{whole.name}.part")
        for path in (whole, part):
            self._refuse_own(path)
        if whole.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(whole))
        try:
            with part.open("w", encoding="utf-8", newline="\n") as file:
                rows = self._export(file, scope)
            part.replace(whole)
        except BaseException:
            part.unlink(missing_ok=True)
            raise
        return rows

    def _refuse_own(self, path: Path) -> None:
        """Raise InputError for a path of a file of this graph, whether that is there at the moment or not."""
        if self._searching.file == engine.MEMORY:
            return
        for ending in _ENDINGS:
            own = Path(f"{self._searching.file}{ending}")
            if os.path.realpath(path) == str(own) or (path.exists() and own.exists() and path.samefile(own)):
                raise InputError(f"{path} is a file of the graph itself: export to another one")

    def _export(self, stream: TextIO, scope: str | None) -> int:
        from tkg.exported import export_lines

        with self._store.snapshot():
            found = None if scope is None else self._store.scope_id(clean(scope, "the scope"))
            if scope is not None and found is None:
                raise InputError(f"nobody ever wrote to the scope {scope!r}")
            rows = -1
            for line in export_lines(self._store.connection, self._store.zone.key, found):
                stream.write(line)
                rows += 1
        return rows
