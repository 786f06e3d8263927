"""An answer of many facts: a sequence that makes each fact when it is looked at.

What was believed is fetched whole, inside the snapshot of the call, as plain rows. That is all of an answer that can
change; the names in it are terms, which stay. So order, names and a `Fact` around each row wait until somebody looks:
of an answer of thousands of facts, most are counted or passed over. A fact that is made stays, so that it is the same
one each time.

An answer is no `list`, since nothing can be put into it; what people do with one otherwise works: `len`, indexes,
slices, loops, `in`, `+` and `==` with lists, `reversed`, `sorted`. Where the graph is closed, all its facts are made
before, since they are to stay readable.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NoReturn, TypeAlias, overload

from tkg.basis import Basis
from tkg.facts import Fact
from tkg.reader import Row

Order: TypeAlias = Callable[[Row], tuple[int, ...]]


class Facts(Sequence[Fact]):
    """The facts of an answer, in order. It goes to the file for the names of facts that nobody has looked at yet, and
    an erasure in between takes out those that it takes out everywhere."""

    __slots__ = ("__weakref__", "_basis", "_held")

    def __init__(self, rows: Sequence[Row], basis: Basis, order: Order | None = None) -> None:
        """`rows` are in order already, unless there is an `order` to bring them into."""
        self._basis = basis
        # Together, so that a thread that comes in between has the one with the other.
        self._held: tuple[Order | None, list[Row | Fact]] = order, list(rows)
        if rows:
            basis.store.unread[id(self)] = self

    def __len__(self) -> int:
        return len(self._held[1])

    @overload
    def __getitem__(self, at: int) -> Fact: ...

    @overload
    def __getitem__(self, at: slice) -> list[Fact]: ...

    def __getitem__(self, at: int | slice) -> Fact | list[Fact]:
        rows = self._in_order()
        if isinstance(at, slice):
            return [self._made(rows, place) for place in range(*at.indices(len(rows)))]
        return self._made(rows, at)

    def __iter__(self) -> Iterator[Fact]:
        rows, make = self._in_order(), self._basis.fact
        for place, row in enumerate(rows):
            if isinstance(row, Fact):
                yield row
            else:
                made = rows[place] = make(row)
                yield made

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, (Facts, list)):
            return NotImplemented
        return len(self) == len(other) and all(one == another for one, another in zip(self, other, strict=True))

    def __hash__(self) -> NoReturn:
        raise TypeError("an answer equals a list of the same facts, so that it has no hash: make a tuple of it")

    def __add__(self, other: Any) -> list[Fact]:
        return [*self, *other] if isinstance(other, (Facts, list)) else NotImplemented

    def __radd__(self, other: Any) -> list[Fact]:
        return [*other, *self] if isinstance(other, list) else NotImplemented

    def __repr__(self) -> str:
        return repr(list(self))

    def complete(self) -> None:
        """Make all of them, so that nothing has to be looked up any more."""
        for _ in self:
            pass

    def _in_order(self) -> list[Row | Fact]:
        order, rows = self._held
        if order is not None:
            rows = sorted(rows, key=order)  # type: ignore[arg-type]  # no fact is made before they are in order
            self._held = None, rows
        return rows

    def _made(self, rows: list[Row | Fact], place: int) -> Fact:
        found = rows[place]
        if isinstance(found, Fact):
            return found
        made = rows[place] = self._basis.fact(found)
        return made
