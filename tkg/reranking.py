"""Hits put in another order by what somebody brings along for it; if that fails, they stay in their own."""

import logging
from collections.abc import Sequence
from math import isnan

from tkg.hits import FactHit, Hit
from tkg.request import Reranker
from tkg.values import Value

RERANKED = 50
"""The best hits that a reranker is shown."""

_log = logging.getLogger("tkg.search")


def reranked(hits: Sequence[Hit], question: str, reranker: Reranker) -> tuple[list[Hit], str | None]:
    """The hits in the order of the scores that `reranker` gives their texts, largest first; or unchanged, and why."""
    listed = list(hits)
    if not listed:
        return listed, None
    try:
        scores = [float(score) for score in reranker(question, [hit.text for hit in listed])]
    except Exception as error:  # noqa: BLE001 - somebody else's code, whose failing must not cost the answer
        return _as_they_were(listed, f"failed ({type(error).__name__}: {error})")
    if len(scores) != len(listed):
        return _as_they_were(listed, f"gave {len(scores)} scores for {len(listed)} hits")
    if any(isnan(score) for score in scores):
        return _as_they_were(listed, f"gave a score that is no number: {scores}")
    order = sorted(range(len(listed)), key=lambda at: -scores[at])
    return [listed[at] for at in order], None


def _as_they_were(hits: list[Hit], why: str) -> tuple[list[Hit], str]:
    _log.warning("searched without the reranker, which %s", why)
    return hits, f"the reranker, which {why}"


def current_first(hits: Sequence[Hit]) -> list[Hit]:
    """The hits with what holds now in a slot before what it superseded: all of it, where a policy lets contradictions
    stand."""
    current: dict[tuple[Value, str], list[Hit]] = {}
    for hit in hits:
        if isinstance(hit, FactHit) and hit.is_current:
            current.setdefault(_slot(hit), []).append(hit)
    ordered: dict[int, Hit] = {}
    for hit in hits:
        superseding = current.get(_slot(hit), ()) if isinstance(hit, FactHit) and hit.superseded_by else ()
        for one in (*superseding, hit):
            ordered.setdefault(id(one), one)
    return list(ordered.values())


def _slot(hit: FactHit) -> tuple[Value, str]:
    return hit.fact.subject, hit.fact.predicate
