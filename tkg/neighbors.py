"""What stands around an entity as of one point: the entities that facts lead to, breadth first.

An entity is as far away as the shortest chain of facts that leads to it. Each fact is gone along both ways unless told
otherwise, from its subject to its object and back. The `path` of a neighbor is such a chain, and of several the first
one: facts come in the order in which `find` gives them, those that the entity is the subject of before those that it is
the object of. Texts, numbers, dates and booleans are values of a fact, not neighbors, and nothing leads on from them.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, get_args, overload

from tkg.basis import reading
from tkg.errors import InputError
from tkg.facts import Fact, jsonable
from tkg.lookup import Lookup
from tkg.reader import Question, Reader, Rectangle
from tkg.terms import ENTITY
from tkg.values import Entity, Value

if TYPE_CHECKING:
    from tkg.choosing import ReadOptions
    from tkg.views import View

Direction: TypeAlias = Literal["both", "out", "in"]
"""Facts that an entity is the subject of lead out of it, those that it is the object of lead in."""

DEEPEST = 3
MOST = 1_000
"""Neighbors that are given unless told otherwise."""


@dataclass(frozen=True, slots=True)
class Neighbor:
    """An entity, and the facts that lead to it, each joined to the one before by an entity that both name."""

    entity: Value
    path: tuple[Fact, ...]

    @property
    def distance(self) -> int:
        """How many facts lead there."""
        return len(self.path)

    def to_dict(self) -> dict[str, Any]:
        """The neighbor as JSON values."""
        path = [fact.to_dict() for fact in self.path]
        return {"entity": jsonable(self.entity), "distance": self.distance, "path": path}


@dataclass(frozen=True, slots=True)
class Neighbors(Sequence[Neighbor]):
    """The neighbors of an entity, the nearest first, as a sequence. `truncated`: there are more than were asked for."""

    found: tuple[Neighbor, ...]
    truncated: bool = False

    @overload
    def __getitem__(self, at: int) -> Neighbor: ...

    @overload
    def __getitem__(self, at: slice) -> Sequence[Neighbor]: ...

    def __getitem__(self, at: int | slice) -> Neighbor | Sequence[Neighbor]:
        return self.found[at]

    def __len__(self) -> int:
        return len(self.found)

    def __iter__(self) -> Iterator[Neighbor]:
        return iter(self.found)

    def to_dict(self) -> dict[str, Any]:
        """The neighbors as JSON values."""
        return {"neighbors": [each.to_dict() for each in self.found], "truncated": self.truncated}


def neighbors(
    view: "View",
    entity: str | Entity,
    depth: int,
    predicate: str | Collection[str] | None,
    direction: Direction,
    limit: int,
    options: "ReadOptions",
) -> Neighbors:
    """The neighbors of an entity, `depth` facts away at most, `limit` of them. Raises InputError, and as `find`."""
    _check(depth, direction, limit)
    chosen = view._chosen(options)
    with reading(view._store, chosen) as reader:
        around = _Around(reader, view._instant(chosen, reader), _ids(reader, predicate), direction)
        paths, truncated = around.paths(Lookup(reader).entities(entity), depth, limit)
        rows = list(dict.fromkeys(row for path in paths.values() for row in path))
        facts = dict(zip(rows, view._facts(reader, chosen, rows, around.at), strict=True))
        value = view._store.terms.value
        found = [Neighbor(value(term), tuple(facts[row] for row in path)) for term, path in paths.items()]
        return Neighbors(tuple(found), truncated)


@dataclass(frozen=True, slots=True)
class _Around:
    """What leads on from an entity at a valid instant. `predicates` are ids, None alone for any."""

    reader: Reader
    at: int
    predicates: Collection[int | None]
    direction: Direction

    def paths(self, terms: tuple[int, ...], depth: int, limit: int) -> tuple[dict[int, tuple[Rectangle, ...]], bool]:
        """The entities that are reached from what `terms` read as, in order, each with its path; whether some more
        are."""
        asked = self.reader.read(Question(terms, None, None), self.reader.moment)
        beginning = {each.subject: () for each in asked if each.subject is not None}
        paths: dict[int, tuple[Rectangle, ...]] = {}
        edge: dict[int, tuple[Rectangle, ...]] = dict(beginning)
        for _ in range(depth):
            reached: dict[int, tuple[Rectangle, ...]] = {}
            for term, path in edge.items():
                for row in self._facts(term):
                    other = row.object if row.subject == term else row.subject
                    if other in beginning or other in paths or not self._is_entity(other):
                        continue
                    if len(paths) == limit:
                        return paths, True
                    paths[other] = reached[other] = (*path, row)
            edge = reached
        return paths, False

    def _facts(self, term: int) -> Iterator[Rectangle]:
        for predicate in self.predicates:
            if self.direction != "in":
                yield from self.reader.at(Question((term,), predicate, None), self.at)
        for predicate in self.predicates:
            if self.direction != "out":
                yield from self.reader.at(Question(None, predicate, (term,)), self.at)

    def _is_entity(self, term: int) -> bool:
        return self.reader.store.terms.code(term)[0] == ENTITY


def _check(depth: object, direction: object, limit: object) -> None:
    if isinstance(depth, bool) or not isinstance(depth, int) or not 1 <= depth <= DEEPEST:
        raise InputError(f"depth={depth!r}: neighbors are 1 to {DEEPEST} facts away")
    if direction not in get_args(Direction):
        raise InputError(f"direction={direction!r}: use {', '.join(get_args(Direction))}")
    if isinstance(limit, bool) or not isinstance(limit, int) or limit < 1:
        raise InputError(f"limit={limit!r}: give how many neighbors are wanted at most, 1 or more")


def _ids(reader: Reader, predicate: str | Collection[str] | None) -> list[int | None]:
    """The predicates to go along; None alone for any."""
    if predicate is None:
        return [None]
    names = [predicate] if isinstance(predicate, str) else list(predicate)
    if not names:
        raise InputError("predicate=[] leads nowhere: leave it out to go along all, or name some")
    return [Lookup(reader).predicate(name) for name in names]
