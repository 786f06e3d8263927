"""Which statements say exactly what a claim says already: the same in every field, from the same source.

Times count as they were said: a statement that gives none says the same as another that gave none, whenever either was
recorded. A claim counts whether it is live or not, since what was retracted or corrected was said all the same, and
saying it again from the same file is no new word about it; only what is erased is as if it had not been said.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypeAlias

from tkg.claim_table import FROM_SAID, TO_SAID, UNSEEN
from tkg.draft import Draft
from tkg.intervals import MIN
from tkg.slots import bounded
from tkg.writer import Ids, Writer

_NEWEST = "SELECT COALESCE(MAX(id), 0) FROM term"
_AT_ONCE = 100
_WANTED = f"WITH wanted (s, p, o, ongoing, at) AS (VALUES {', '.join(['(?, ?, ?, ?, ?)'] * _AT_ONCE)})"
_SAYING = f"""
    {_WANTED} SELECT c.s, c.p, c.o, c.source, c.op, {FROM_SAID}, {TO_SAID}, c.valid_said, c.observed, c.seen,
        c.modality, c.confidence, c.attrs, c.ref
    FROM wanted w CROSS JOIN claim c ON c.s = w.s AND c.p = w.p AND c.o IS w.o AND c.ongoing = w.ongoing
    WHERE c.scope = ? AND c.erased = 0
"""
_SAYING_WHEN = f"{_SAYING} AND c.from_at = w.at"
_SAYING_NO_TIME = f"{_SAYING} AND c.seen = {UNSEEN} AND w.at IS NULL"
_REFS = "SELECT ref FROM claim WHERE scope = :scope AND ref IN (SELECT value FROM json_each(:refs))"

Said: TypeAlias = tuple[Any, ...]
"""All that a statement says, its names as ids."""


def said(draft: Draft, ids: Ids) -> Said:
    """What a draft says."""
    observed = draft.observed if draft.seen != UNSEEN else None
    return (
        *ids, draft.op, *draft.said, observed, draft.seen, draft.modality, draft.confidence, draft.attrs, draft.ref,
    )  # fmt: skip


def newest_term(writer: Writer) -> int:
    """The term that was added last: no claim says anything of later ones."""
    return int(writer.connection.execute(_NEWEST).fetchone()[0])


def known(writer: Writer, drafts: Iterable[tuple[Draft, Ids]], newest: int) -> set[Said]:
    """Of what the drafts say, that which claims of the scope say; `newest` as `newest_term` was before any of their
    names was added."""
    places = {
        _place(draft, ids): None for draft, ids in drafts if ids[0] <= newest and (ids[2] is None or ids[2] <= newest)
    }
    found = set()
    for query, wanted in (
        (_SAYING_WHEN, [place for place in places if place[4] is not None]),
        (_SAYING_NO_TIME, [place for place in places if place[4] is None]),
    ):
        for values in _padded(wanted):
            for row in writer.connection.execute(query, (*values, writer.scope)):
                s, p, o, source, op, start, end, valid, observed, seen, *rest = row
                when = observed if seen != UNSEEN else None
                found.add((s, p, o, source, op, start, end, valid, when, seen, *rest))
    return found


def is_known(writer: Writer, draft: Draft) -> bool:
    """Whether a claim says what a draft says, whose names may be new and are not added."""
    assert not isinstance(draft.source, int)
    found = [
        name if name is None or isinstance(name, int) else writer.terms.find(writer.scope, name)
        for name in (draft.subject, draft.object)
    ]
    predicate = draft.predicate if isinstance(draft.predicate, int) else None
    source = writer.store.sources.find(writer.scope, draft.source)
    if found[0] is None or (found[1] is None and draft.object is not None) or predicate is None or source is None:
        return False
    ids = found[0], predicate, found[1], source
    return said(draft, ids) in known(writer, [(draft, ids)], newest_term(writer))


def refs_taken(writer: Writer, refs: Sequence[str]) -> set[str]:
    """Those of the callers' ids that claims of the scope have."""
    given = {"scope": writer.scope, "refs": json.dumps(refs)}
    return {ref for (ref,) in writer.connection.execute(_REFS, given)} if refs else set()


def _place(draft: Draft, ids: Ids) -> tuple[Any, ...]:
    """Where a claim that says the same lies: its names, whether it is ongoing, and its start, or None where that is
    when it was recorded."""
    bounds, _ = bounded(draft.said, draft.observed, told=False)
    is_when_recorded = draft.seen == UNSEEN and bounds[0] == MIN < bounds[1]
    return *ids[:3], bounds[8], None if is_when_recorded else bounds[1]


def _padded(wanted: Sequence[tuple[Any, ...]]) -> Iterator[list[Any]]:
    """The values for each statement, the last of which asks for some of them again."""
    for first in range(0, len(wanted), _AT_ONCE):
        several = wanted[first : first + _AT_ONCE]
        several = [*several, *[several[-1]] * (_AT_ONCE - len(several))]
        yield [value for row in several for value in row]
