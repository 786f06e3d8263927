"""The order of what was found: the current value of a slot before what it superseded, passages of one message together.

Otherwise the order is that of the scores.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TypeAlias

from tkg.candidates import Passage
from tkg.entry_table import Kind
from tkg.reader import Reader
from tkg.search import Ranked

Span: TypeAlias = tuple[int, int]
"""Characters `[start, end)` of a message."""

SLOT = "slot"
"""What is added to the score of a value that holds now where one of its slot that does not would come before it."""


def in_order_of_slots(ranked: Sequence[Ranked], reader: Reader, now: int) -> Iterator[Ranked]:
    """Facts of one slot with what holds now first; all else as it is."""
    keys = [_slot(reader, each) for each in ranked]
    # More than one where a policy lets contradictions stand.
    current: dict[tuple[int, int], list[Ranked]] = {}
    for key, each in zip(keys, ranked, strict=True):
        if key is not None and _holds(each, now):
            current.setdefault(key, []).append(each)
    done: set[tuple[Kind, int]] = set()
    for key, each in zip(keys, ranked, strict=True):
        for one in (*(() if key is None else current.get(key, ())), each):
            if (one.kind, one.entry) not in done:
                done.add((one.kind, one.entry))
                yield one if one is each else _raised(one, each)


def _slot(reader: Reader, each: Ranked) -> tuple[int, int] | None:
    if not isinstance(each.what, list):
        return None
    row = each.what[0]
    return (row.subject, row.predicate) if reader.slots.rule(row.predicate).one else None


def _holds(each: Ranked, at: int) -> bool:
    return isinstance(each.what, list) and any(row.holds_at(at) for row in each.what)


def _raised(one: Ranked, other: Ranked) -> Ranked:
    """A value that holds now, put before another of its slot that does not."""
    if other.score <= one.score:
        return one
    more = sum(other.parts.values()) - sum(one.parts.values())
    return replace(one, score=other.score, parts={**one.parts, SLOT: more})


def stitched(ranked: Iterable[Ranked], best: Iterable[Ranked]) -> Iterator[list[Ranked]]:
    """Each by itself, but passages of one message that follow each other, as far as they are among the `best`, together
    where the first of them is.

    No two of what comes have words of a message in common. Of a passage that begins or ends inside of what came before,
    only the rest comes, since the others are with the reader already; nothing, if that is less than half of it.
    """
    of_episode: dict[int, list[Ranked]] = {}
    for each in best:
        if isinstance(each.what, Passage):
            of_episode.setdefault(each.what.episode, []).append(each)
    done: set[int] = set()
    shown: dict[int, list[Span]] = {}
    for each in ranked:
        if not isinstance(each.what, Passage):
            yield [each]
        elif each.entry not in done:
            others = (one for one in of_episode.get(each.what.episode, ()) if one.entry not in done)
            run = _run(each, list(others))
            done.update(one.entry for one in run)
            before = shown.setdefault(each.what.episode, [])
            rest = [left for one in run if (left := _rest(one, before)) is not None]
            if rest:
                before.append(_reach(rest))
                yield rest


def _run(first: Ranked, others: Sequence[Ranked]) -> list[Ranked]:
    """A passage, and those of the others that are joined to it without a gap."""
    run, (start, end) = [first], _span(first)
    grown = True
    while grown:
        grown = False
        for each in others:
            from_, to = _span(each)
            if each not in run and from_ <= end and start <= to:
                run.append(each)
                start, end, grown = min(start, from_), max(end, to), True
    return run


def _rest(each: Ranked, shown: Sequence[Span]) -> Ranked | None:
    """A passage without what is shown already at either end of it; None if that leaves less than half of it."""
    assert isinstance(each.what, Passage)
    start, end = left = _span(each)
    for first, last in shown:
        if first <= start < last:
            left = (last, left[1])
        if first < end <= last:
            left = (left[0], first)
    if 2 * (left[1] - left[0]) < end - start:
        return None
    return replace(each, what=each.what._replace(start=left[0], end=left[1]))


def _reach(run: Sequence[Ranked]) -> Span:
    """Where passages that are joined begin and end."""
    starts, ends = zip(*map(_span, run), strict=True)
    return min(starts), max(ends)


def _span(each: Ranked) -> Span:
    assert isinstance(each.what, Passage)
    return each.what.start, each.what.end
