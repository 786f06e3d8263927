"""Hits put in another order by what somebody brings along for it; if that fails, they stay in their own."""

import logging
from collections.abc import Sequence
from math import isnan

from tkg.hits import FactHit, Hit
from tkg.request import Reranker

RERANKED = 50
"""The best hits that a reranker is shown."""

_log = logging.getLogger("tkg.search")


def reranked(hits: Sequence[Hit], question: str, reranker: Reranker) -> list[Hit]:
    """The hits in the order of the scores that `reranker` gives their texts, largest first."""
    listed = list(hits)
    if not listed:
        return listed
    try:
        scores = [float(score) for score in reranker(question, [hit.text for hit in listed])]
    except Exception as error:  # noqa: BLE001 - somebody else's code, whose failing must not cost the answer
        _log.warning("the reranker failed (%s: %s): the hits are in their own order", type(error).__name__, error)
        return listed
    if len(scores) != len(listed):
        _log.warning("the reranker gave %d scores for %d hits, which stay in their order", len(scores), len(listed))
        return listed
    if any(isnan(score) for score in scores):
        _log.warning("the reranker gave a score that is no number, and the hits stay in their order: %s", scores)
        return listed
    order = sorted(range(len(listed)), key=lambda at: -scores[at])
    return [listed[at] for at in order]


def current_first(hits: Sequence[Hit]) -> list[Hit]:
    """The hits with what holds now in a slot before what it superseded."""
    by_fact = {hit.fact: hit for hit in hits if isinstance(hit, FactHit)}
    ordered: dict[int, Hit] = {}
    for hit in hits:
        current = by_fact.get(hit.superseded_by) if isinstance(hit, FactHit) and hit.superseded_by else None
        for one in (current, hit):
            if one is not None:
                ordered.setdefault(id(one), one)
    return list(ordered.values())
