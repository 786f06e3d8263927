"""What two views do not believe alike: two moments of recorded time, two policies, some sources and all of them.

Each side is read as its own view says. Of an instant two facts are the same if they say the same; of a stretch of valid
time, or of all of it, if they say it of the same interval. Both sides are read from one snapshot.
"""

from typing import TYPE_CHECKING, cast

from tkg.basis import Options
from tkg.bounds import When
from tkg.errors import InputError
from tkg.facts import Diff, Fact
from tkg.values import Entity

if TYPE_CHECKING:
    from tkg.choosing import ReadOptions
    from tkg.views import View

_TRIPLE, _WITH_INTERVAL = 3, 5
"""How many fields of a rectangle say whether two facts are the same."""


def diff(
    view: "View",
    old: "When | View",
    new: "When | View | None",
    subject: str | Entity | None,
    predicate: str | None,
    options: "ReadOptions",
) -> Diff:
    """What `new` believes and `old` does not, and the other way round; a time is `view` as of then, None `view` itself.

    Raises InputError for views that cannot be compared, and what a read raises.
    """
    chosen = [_chosen(view, side, options) for side in (old, new)]
    if chosen[0].scope != chosen[1].scope:
        raise InputError(
            f"views of the scopes {chosen[0].scope!r} and {chosen[1].scope!r} have no fact in common: give scope=..."
        )
    shapes = [(each.valid_at is None, each.valid_until is None) for each in chosen]
    if shapes[0] != shapes[1]:
        raise InputError("one view is of an instant, the other of a stretch or of all valid time: give both a valid_at")
    all_time, of_instant = shapes[0]
    parts = _TRIPLE if of_instant and not all_time else _WITH_INTERVAL
    with view._store.snapshot():
        before, after = (_believed(view, each, subject, predicate, parts, all_time=all_time) for each in chosen)
    return Diff(
        tuple(fact for key, fact in after.items() if key not in before),
        tuple(fact for key, fact in before.items() if key not in after),
    )


def _chosen(view: "View", side: "When | View | None", options: "ReadOptions") -> Options:
    """The options that a side is read under: those given for the call, and otherwise its own."""
    from tkg.views import View

    if not isinstance(side, View):
        return view._chosen(cast("ReadOptions", {**options, "known_at": side}))
    if side._store is not view._store:
        raise InputError("diff compares views of one open graph: this one is of another")
    return side._chosen(cast("ReadOptions", {**options, "known_at": None}))


def _believed(
    view: "View", chosen: Options, subject: str | Entity | None, predicate: str | None, parts: int, *, all_time: bool
) -> "dict[tuple[int, ...], Fact]":
    side = view._under(chosen)
    facts = side.timeline(subject, predicate) if all_time else side.find(subject, predicate)
    return {fact._row[:parts]: fact for fact in facts}
