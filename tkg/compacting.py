"""A file made as small as what is in it, with what SQLite knows of it brought up to date.

Rows that went, the beliefs of a rebuild and a former index among them, leave pages behind that SQLite uses again and
does not give back. VACUUM writes all rows anew, one after the other, in one transaction: others read on meanwhile, and
none of them sees anything but that. ANALYZE counts what is in the indexes, by which queries are planned. Neither drops
or changes a row.

Some counts are thrown away again, since they mislead. A table that is small may be large by the time that a query is
planned with its count. And of `claim` there are indexes of few rows, for what is seldom: where ANALYZE finds none it
says nothing of them, and the planner takes them for as large as any other.

VACUUM puts the copy together in memory, as everything that sorts does here, so that nothing private is left in a
directory of temporary files: it needs about as much as the compacted file is large.
"""

from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

from tkg import engine
from tkg.store import Store, storage_errors

Progress = Callable[[str, int, int], None]
"""Told the stage that begins ("vacuum", "analyze", "log", "done"), how many are done, and of how many."""

_STAGES = 3
_MISLEADING = "DELETE FROM sqlite_stat1 WHERE tbl = 'claim' OR CAST(stat AS INTEGER) < 1000"


@dataclass(frozen=True, slots=True)
class Compacted:
    """How large the file was, and is. `waits` says that a reader from before still keeps the write-ahead log: the file
    on the disk gets smaller once it is gone."""

    bytes_before: int
    bytes_after: int
    waits: bool

    def to_dict(self) -> dict[str, Any]:
        """The outcome as JSON values."""
        return asdict(self)


def compact(store: Store, *, progress: Progress | None = None) -> Compacted:
    """Write the file anew without what is not used, and count what is in its indexes. Raises Locked and ReadOnly."""
    tell = progress or (lambda stage, done, total: None)
    with store.lock, storage_errors():
        before = _size(store)
        tell("vacuum", 0, _STAGES)
        engine.execute_unless_locked(store.connection, "VACUUM")
        tell("analyze", 1, _STAGES)
        with engine.write(store.connection):
            for statement in ("ANALYZE", "PRAGMA optimize", _MISLEADING, "ANALYZE sqlite_master"):
                store.connection.execute(statement)
        after = _size(store)
        tell("log", 2, _STAGES)
        waits = not engine.empty_log(store.connection)
        tell("done", _STAGES, _STAGES)
    return Compacted(before, after, waits)


def _size(store: Store) -> int:
    (pages,), (size,) = (store.connection.execute(f"PRAGMA {name}").fetchone() for name in ("page_count", "page_size"))
    return int(pages) * int(size)
