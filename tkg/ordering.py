"""The order of what was found: the current value of a slot before what it superseded, passages of one message together.

Otherwise the order is that of the scores.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from tkg.candidates import Passage
from tkg.entries import Kind
from tkg.reader import Reader
from tkg.search import Ranked

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
    where the first of them is."""
    of_episode: dict[int, list[Ranked]] = {}
    for each in best:
        if isinstance(each.what, Passage):
            of_episode.setdefault(each.what.episode, []).append(each)
    done: set[int] = set()
    for each in ranked:
        if not isinstance(each.what, Passage):
            yield [each]
        elif each.entry not in done:
            others = (one for one in of_episode.get(each.what.episode, ()) if one.entry not in done)
            run = _run(each, list(others))
            done.update(one.entry for one in run)
            yield run


def _run(first: Ranked, others: Sequence[Ranked]) -> list[Ranked]:
    """A passage, and those of the others that are joined to it without a gap."""
    assert isinstance(first.what, Passage)
    run, start, end = [first], first.what.start, first.what.end
    grown = True
    while grown:
        grown = False
        for each in others:
            assert isinstance(each.what, Passage)
            if each not in run and each.what.start <= end and start <= each.what.end:
                run.append(each)
                start, end, grown = min(start, each.what.start), max(end, each.what.end), True
    return run
