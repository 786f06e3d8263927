"""The names in a change as the file has them: its predicate and its entities, linked to what is known.

The words' own names are kept beside the evidence where a claim has others (`tkg.linking`). An entity that is new and
comes close to a known one is a second change, a merge, for somebody to decide: it is held, and made once for a pair of
names.
"""

import json
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from tkg.change import Change
from tkg.dropping import is_dropped
from tkg.extract.protocol import Skipped
from tkg.linking import PREDICATE, Linking, link_predicate
from tkg.names import OBJECT, SUBJECT
from tkg.resolving import Resolved, Resolver
from tkg.values import Entity, Value, to_json
from tkg.writer import Writer

if TYPE_CHECKING:
    from tkg.resembling import Resembling

_MERGES = "SELECT change FROM held WHERE scope = ? AND why = 'merge' AND change IS NOT NULL"


@dataclass
class Linker:
    """Links names in one scope; good for one write transaction, since it remembers what it found. With `resembling`
    it suggests merges."""

    writer: Writer
    resembling: "Resembling | None" = None
    _resolver: Resolver = field(init=False)
    _suggested: set[tuple[str, str]] | None = None

    def __post_init__(self) -> None:
        self._resolver = Resolver(self.writer.store, self.writer.scope, self.resembling)

    def linked(self, change: Change) -> list[Change | Skipped]:
        """The change under the names of the file, and the merges that it suggests; or why it is passed over.

        Raises BadName.
        """
        if change.predicate is None or change.subject is None:
            return [change]
        link = link_predicate(self.writer.names, change.predicate, self.writer.here)
        if is_dropped(self.writer.store, link.name):
            return [Skipped("dropped_predicate", change.quotes[0].span, change.quotes[0].text)]
        subject, value = self._sides(change, link.name, change.object)
        _, was = self._sides(change, link.name, change.was)
        links = [] if link.is_said else [Linking(PREDICATE, link.said, link.how, link.score)]
        links += _links(SUBJECT, change.subject, subject) + _links(OBJECT, change.object, value)
        linked = replace(
            change,
            subject=subject.value,
            predicate=link.name,
            object=_value(change.object, value),
            was=_value(change.was, was),
            links=tuple(links),
        )
        return [linked, *self._merges(linked, subject, value)]

    def _sides(self, change: Change, predicate: str, value: Value | None) -> tuple[Resolved, Resolved | None]:
        assert change.subject is not None
        return self._resolver.sides(change.subject, predicate, value, self.writer.here, types=change.types)

    def _merges(self, change: Change, *sides: Resolved | None) -> list[Change]:
        """What somebody is to decide: whether a new name is another name of an entity that is known."""
        merges = []
        for side in sides:
            if side is None or side.suggestion is None:
                continue
            pair = (_key(side.value), _key(side.suggestion.value))
            if pair not in self._pairs():
                self._pairs().add(pair)
                merges.append(
                    Change(
                        "merge", change.quotes[:1], change.source, side.value, None, side.suggestion.value,
                        confidence=round(side.suggestion.score, 3),
                    )
                )  # fmt: skip
        return merges

    def _pairs(self) -> set[tuple[str, str]]:
        """The pairs of names that were suggested before, whatever became of it."""
        if self._suggested is None:
            rows = self.writer.connection.execute(_MERGES, (self.writer.scope,)).fetchall()
            changes = [json.loads(change) for (change,) in rows]
            self._suggested = {(json.dumps(each["subject"]), json.dumps(each["object"])) for each in changes}
        return self._suggested


def _links(role: int, said: Value | None, found: Resolved | None) -> list[Linking]:
    """What is kept of how a name was found, where the claim does not say it."""
    if found is None or (found.how != "name" and str(found.value) == str(said) and not found.type):
        return []
    return [Linking(role, str(said), found.how, found.score, found.type)]


def _value(said: Value | None, found: Resolved | None) -> Value | None:
    return said if found is None else found.value


def _key(value: str | Entity) -> str:
    return json.dumps(to_json(value))
