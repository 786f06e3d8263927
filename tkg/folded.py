"""What is believed of facts under another policy than `latest`, for certain, or possibly: slot by slot, from the log.

The belief tables say what the policy `latest` believes with bounds taken nominally. Anything else is folded when it is
asked for, a whole pair of subject and predicate at a time, since a value is believed or not by what else is said there;
each pair once in a search, whichever of its facts come up, and however often.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import groupby
from typing import TypeAlias

from tkg.reader import Asked, Reader, Rectangle

Key: TypeAlias = tuple[int, int, int, int]
"""The entry of a fact, with its subject, predicate and object."""

_ENTRY = "SELECT id FROM entry WHERE scope = ? AND kind = 0 AND a = ? AND b = ? AND c = ?"


@dataclass(frozen=True)
class Folded:
    """Reads for one search. `holds` says whether a belief is of a time asked about; `valid_at` is the instant at which
    something is certain or possible, whatever the bounds nominally are, and None if bounds are taken nominally."""

    reader: Reader
    holds: Callable[[Rectangle], bool]
    valid_at: int | None = None
    _pairs: dict[tuple[int, int], list[Rectangle]] = field(default_factory=dict)

    def of(self, keys: Iterable[Key]) -> Iterator[tuple[int, *tuple[int, ...]]]:
        """What is believed of facts: the entry, and the fields of a rectangle."""
        for entry, subject, predicate, value in keys:
            for row in self._pair(subject, predicate):
                if row.object == value:
                    yield entry, *row

    def current(self, keys: Iterable[Key], now: int) -> Iterator[tuple[int, Rectangle]]:
        """What holds at the valid instant `now` in the slots of facts, each with its entry."""
        execute = self.reader.store.connection.execute
        for subject, predicate in dict.fromkeys((s, p) for _, s, p, _ in keys):
            for row in self._pair(subject, predicate):
                if row.holds_at(now):
                    found = execute(_ENTRY, (self.reader.scope, *row[:3])).fetchone()
                    if found is not None:
                        yield found[0], row

    def about(self, keys: Iterable[Key], most: int, now: int) -> dict[int, Rectangle]:
        """The first `most` of these facts that something is believed of, each with its belief at the valid instant
        `now`, else some other."""
        found: dict[int, Rectangle] = {}
        for entry, rows in groupby(self.of(keys), lambda row: row[0]):
            believed = [row for _, *given in rows if self.holds(row := Rectangle(*given)) or self.valid_at is not None]
            if believed:
                found[entry] = max(believed, key=lambda row: row.holds_at(now))
                if len(found) >= most:
                    break
        return found

    def _pair(self, subject: int, predicate: int) -> list[Rectangle]:
        key = subject, predicate
        if key not in self._pairs:
            if self.valid_at is None:
                self._pairs[key] = list(self.reader.believed(Asked(subject, predicate, None)))
            else:
                self._pairs[key] = list(self.reader.believed_at(subject, predicate, self.valid_at))
        return self._pairs[key]
