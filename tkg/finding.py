"""From a question to hits: what `search` of a view does around the ranking.

The question is read for the times that it names, unless the caller says a valid time. What was written since the last
search is taken in, and embedded. Then everything is read inside one snapshot, as of the view's moment: the candidates
are ranked (`tkg.ranker`), put in order (`tkg.ordering`), and shown (`tkg.showing`).
"""

import logging
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import islice, takewhile
from typing import TYPE_CHECKING, Any, NamedTuple

from tkg import filters
from tkg.asking import Asked, placed
from tkg.basis import Options, reading
from tkg.bounds import stretch
from tkg.candidates import Candidates, Passage
from tkg.entry_table import Kind
from tkg.errors import EmbedderError, InputError
from tkg.finder import Finder, Ready
from tkg.fusion import WEIGHTS
from tkg.hits import Hits
from tkg.intervals import MAX, Stretch, moment
from tkg.ordering import in_order_of_slots, stitched
from tkg.question import Question
from tkg.reader import Reader
from tkg.request import KINDS, Request
from tkg.reranking import RERANKED, current_first, reranked
from tkg.search import Meant, Search
from tkg.showing import Showing

if TYPE_CHECKING:
    from tkg.timex import Anchored
    from tkg.views import View

_FILTERED: Mapping[Kind, filters.Kind] = {Kind.FACT: "facts", Kind.PASSAGE: "episodes", Kind.ENTITY: "entities"}

AGAIN = 4
"""How often a search takes in what others wrote since it began, before it goes without what they write next."""

_AS_OF = re.compile(r"as\s+(?:of|at)\s+", re.IGNORECASE)
_log = logging.getLogger("tkg.search")


def search(view: "View", finder: Finder, chosen: Options, request: Request) -> Hits:
    """The hits of one search. Raises InputError, BadFilter, WrongEmbedder, BadEmbedding, Locked, StorageError."""
    request.check()
    kinds = KINDS[request.what]
    kept = _kept(view, chosen, request.filters, kinds)
    times = _named_times(view, chosen, request.text) if chosen.valid_at is None else _Times()
    vector, without = _embedded(finder, request.text)
    with _in_step(view, finder, chosen, request) as (reader, ready):
        now = max(view._store.clock(), reader.moment.at)
        asking = Search(
            Question(request.text),
            Candidates(reader, (), kept),
            vector,
            times.stretches,
            now,
            request.count,
            {**WEIGHTS, **(request.weights or {})},
            finder.size,
        )
        searches = _by_kind(asking, chosen, kinds)
        ranked = [each for kind, one in searches.items() for each in finder.rank(one, kind)]
        ranked.sort(key=lambda each: (-each.score, each.kind, each.entry))
        showing = Showing(view, chosen, reader, now, request.explain)
        # A time that is asked about decides which value of a slot comes first; otherwise the present does.
        of_now = chosen.valid_at is None and not times.stretches
        ordered = in_order_of_slots(ranked, reader, now) if of_now else ranked
        count = min(request.count, MAX)
        best = islice((each for each in ranked if isinstance(each.what, Passage)), count)
        shown = (showing.hit(each, searches[each[0].kind].candidates) for each in stitched(ordered, best))
        enough = takewhile(lambda hit: hit.score >= request.threshold, shown)
        hits = list(islice(enough, count if request.reranker is None else max(count, RERANKED)))
    without = (*ready.without, *without)
    if request.reranker is not None:
        # After the snapshot, which somebody else's code could keep open for long.
        hits, failed = reranked(hits, request.text, request.reranker)
        hits = (current_first(hits) if of_now else hits)[:count]
        without = without if failed is None else (*without, failed)
    return Hits(tuple(hits), (*chosen.asked, *times.asked), times.unclear, ready.pending, without)


def _kept(
    view: "View", chosen: Options, given: Mapping[str, Any] | None, kinds: Sequence[Kind]
) -> dict[Kind, filters.Compiled]:
    """The filters by kind. Raises BadFilter, and InputError where they cannot be asked under these options."""
    compiled = filters.compiled({} if given is None else given, [_FILTERED[kind] for kind in kinds], view.zone)
    if not chosen.from_tables and any("b" in each.aliases for each in compiled.values()):
        raise InputError(
            "filters on valid time take policy='latest', all sources and nominal bounds: leave them out, or those"
        )
    if chosen.certainty != "nominal" and chosen.valid_at is None:
        raise InputError(f"certainty={chosen.certainty!r} is asked of one instant: give it as valid_at")
    return {kind: compiled[_FILTERED[kind]] for kind in kinds}


def _embedded(finder: Finder, text: str) -> tuple[Meant | None, tuple[str, ...]]:
    """The vector of the question, None if there is none, and what the search goes without for that."""
    try:
        return finder.vector(text), ()
    except EmbedderError as error:
        _log.warning("searched without the meaning of the question: %s", error)
        return None, (f"the meaning of the question: {error}",)


@contextmanager
def _in_step(view: "View", finder: Finder, chosen: Options, request: Request) -> Iterator[tuple[Reader, Ready]]:
    """A reader of nothing that is not taken in, unless the outcome says so.

    What is written between the two may have replaced all that is taken in, and would not be found itself.
    """
    for last in (*[False] * AGAIN, True):
        ready = finder.prepare(chosen.scope, KINDS[request.what], embed=request.embed)
        with reading(view._store, chosen) as reader:
            places, messages = finder.entries.behind(reader.moment.place)
            if (places > 0 or messages > 0) and not ready.without:
                if not last:
                    continue
                ready = replace(ready, without=("what others wrote meanwhile",))
            yield reader, ready
            return


def _by_kind(asking: Search, chosen: Options, kinds: Sequence[Kind]) -> dict[Kind, Search]:
    """The search for each kind, among what was so at the time asked about; one where the time is the same.

    A time that the question names limits facts and entities. Messages speak of other times than when they were said, so
    there it only ranks.
    """
    found: dict[tuple[Stretch, ...], Search] = {}

    def at(stretches: tuple[Stretch, ...]) -> Search:
        candidates = replace(asking.candidates, stretches=stretches)
        return found.setdefault(stretches, replace(asking, candidates=candidates))

    if chosen.valid_at is not None:
        end = chosen.valid_at + 1 if chosen.valid_until is None else chosen.valid_until
        return {kind: at(((chosen.valid_at, end),)) for kind in kinds}
    return {kind: at(() if kind is Kind.PASSAGE else asking.named) for kind in kinds}


class _Times(NamedTuple):
    """The times that a question names: the clear ones as stretches, with what was made of them, and the others."""

    stretches: tuple[Stretch, ...] = ()
    asked: tuple[Asked, ...] = ()
    unclear: tuple[str, ...] = ()


def _named_times(view: "View", chosen: Options, text: str) -> _Times:
    from tkg.timex import scan

    reference = chosen.reference_time or moment(view._store.clock(), view.zone)
    found = [_as_of(each, view) for each in scan(text, reference, tz=view.zone)]
    clear = [each for each in found if each.is_dated and not each.is_guess]
    return _Times(
        # All of a day, not its first instant: people mean what was so or happened on it.
        tuple(stretch(each.starts.earliest, each.ends.latest) for each in clear),
        tuple(asked for each in clear if (asked := placed(each, "valid_at", each.text).asked) is not None),
        tuple(each.text for each in found if each.is_guess),
    )


def _as_of(found: "Anchored", view: "View") -> "Anchored":
    """What was found; of "as of 2021" in a question the year, which in a statement would begin there."""
    from tkg.timex import anchor

    said = _AS_OF.match(found.text)
    point = None if said is None else anchor(found.text[said.end() :], found.reference, tz=view.zone)
    return found if point is None else point
