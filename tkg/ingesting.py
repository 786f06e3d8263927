"""Words in, and all that follows from them some time later: the verbs of a graph that store messages, extract what they
say, and keep up what a search goes through.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, overload

from tkg.basis import Options
from tkg.bounds import When, canonical, unit
from tkg.extracting import Chosen, Extracting
from tkg.searching import Searching
from tkg.store import Store
from tkg.terms import clean
from tkg.views import View

if TYPE_CHECKING:
    from tkg.embed import Embedder
    from tkg.episodes import EpisodeState, State
    from tkg.extract import Message
    from tkg.finder import Report as IndexReport
    from tkg.ingest import Reading
    from tkg.patch import Patch
    from tkg.revising import Removed
    from tkg.spending import Budgets, Spent
    from tkg.tally import Ingested
    from tkg.timex import Conventions


@dataclass(frozen=True, slots=True)
class Worked:
    """What `work` did: what was extracted, and how many texts were embedded."""

    ingested: "Ingested"
    embedded: int

    def to_dict(self) -> dict[str, Any]:
        """The outcome as JSON values."""
        return {**self.ingested.to_dict(), "embedded": self.embedded}


class Ingesting(View):
    """A view of now that takes words in."""

    def __init__(self, store: Store, options: Options, searching: Searching, extracting: Extracting) -> None:
        super().__init__(store, options, searching)
        self._extracting = extracting

    def read_message(self, item: Mapping[str, Any]) -> "Message":
        """A message as `ingest` takes it, read and checked. Raises BadMessage."""
        from tkg.messages import read_message

        return read_message(item, self._store)

    @overload
    def ingest(
        self,
        messages: Iterable[Any],
        *,
        scope: str | None = None,
        labels: Mapping[str, str] | None = None,
        mode: Literal["now", "later"] = "now",
        dry_run: Literal[False] = False,
        extractor: Chosen = None,
        budgets: "Budgets | None" = None,
        conventions: "Conventions | None" = None,
        hold_below: float | None = None,
        progress: Callable[[int], None] | None = None,
    ) -> "Ingested": ...

    @overload
    def ingest(
        self,
        messages: Iterable[Any],
        *,
        scope: str | None = None,
        labels: Mapping[str, str] | None = None,
        mode: Literal["now", "later"] = "now",
        dry_run: Literal[True],
        extractor: Chosen = None,
        budgets: "Budgets | None" = None,
        conventions: "Conventions | None" = None,
        hold_below: float | None = None,
        progress: Callable[[int], None] | None = None,
    ) -> "Patch": ...

    def ingest(
        self,
        messages: Iterable[Any],
        *,
        scope: str | None = None,
        labels: Mapping[str, str] | None = None,
        mode: Literal["now", "later"] = "now",
        dry_run: bool = False,
        extractor: Chosen = None,
        budgets: "Budgets | None" = None,
        conventions: "Conventions | None" = None,
        hold_below: float | None = None,
        progress: Callable[[int], None] | None = None,
    ) -> "Ingested | Patch":
        """Store messages word for word, once, and record what they say. See `tkg.ingest`.

        A message is a mapping with `speaker` or `role`, `content`, `timestamp` and an optional `id`. `mode` "later"
        stores and queues them, for `work` to extract. With `dry_run` nothing is stored but what a model was asked: what
        comes back is what would be recorded, as a patch that can be edited and given to `apply`. `budgets` are what may
        be spent, instead of what the graph was opened with. `conventions` are what their time words leave to custom
        (see `tkg.timex`). What is less sure than `hold_below`, from 0 to 1, is held for review. What cannot be
        extracted now waits, and the outcome says why.

        Raises BadMessage before anything of its batch is stored; InputError, Locked, ReadOnly.
        """
        from tkg.ingest import ingest, rehearse

        reading = self._reading(extractor, budgets, conventions, hold_below)
        whose = self._scope_of(scope)
        if dry_run:
            return rehearse(self._store, messages, reading, scope=whose, labels=labels, progress=progress)
        self._searching.empty_log()
        return ingest(self._store, messages, reading, scope=whose, labels=labels, mode=mode, progress=progress)

    def work(
        self,
        *,
        extractor: Chosen = None,
        budgets: "Budgets | None" = None,
        hold_below: float | None = None,
        progress: Callable[[str, int, int], None] | None = None,
    ) -> Worked:
        """Do what is pending in all scopes: extract what was queued and is due, take in what was written since, and
        embed it, so that no search has to.

        `progress` is told the stage ("extracted", "read", "embedded", "linked"), how much is done, and of how much. It
        can be broken off at any point. What cannot be extracted is told in the outcome and waits.

        Raises WrongEmbedder, EmbedderError, BadEmbedding, ReadOnly, Locked.
        """
        from tkg.ingest import work

        self._searching.empty_log()
        stage = progress or (lambda *_: None)
        reading = self._reading(extractor, budgets, None, hold_below)
        ingested = work(self._store, reading, lambda done, of: stage("extracted", done, of))
        return Worked(ingested, self._searching.finder.work(progress))

    def reindex(
        self, embedder: "Embedder | None" = None, *, progress: Callable[[str, int, int], None] | None = None
    ) -> int:
        """Make what a search goes through anew, or, with another `embedder`, the vectors; how many texts were embedded.

        Every fact and every word stays. Until it is done, searches go on with what there was; broken off, it goes on at
        the next call where it was. Raises as `work`.
        """
        self._searching.empty_log()
        return self._searching.finder.reindex(embedder, progress)

    def check_index(self) -> "IndexReport":
        """How what a search goes through stands to the log; nothing is changed. Raises WrongEmbedder."""
        return self._searching.finder.check()

    def episodes(
        self, *, state: "State | None" = None, scope: str | None = None, extractor: Chosen = None
    ) -> "list[EpisodeState]":
        """Every message with what became of it: waiting, done, failed, or unread by this extractor, and why.

        Raises InputError for a state that there is not.
        """
        from tkg.episodes import episodes

        name = self._extracting.reading(extractor).extractor.name
        return episodes(self._store, self._scope_of(scope), name, state)

    def retry(
        self, episodes: Sequence[int] | None = None, *, scope: str | None = None, extractor: Chosen = None
    ) -> int:
        """Let messages that failed be extracted again by the next `work`: all of a scope, or those of these numbers;
        how many. Those that failed under another extractor's name are given to this one.

        Raises Locked, ReadOnly.
        """
        from tkg.jobs import retry
        from tkg.revising import numbers_of

        numbers_of(episodes)
        name = self._extracting.reading(extractor).extractor.name
        with self._store.snapshot():
            scope_id = self._store.scope_id(self._scope_of(scope))
        return 0 if scope_id is None else retry(self._store, name, scope_id, episodes)

    def reextract(
        self,
        episodes: Sequence[int] | None = None,
        *,
        since: When | None = None,
        read_by: str | None = None,
        scope: str | None = None,
        mode: Literal["now", "later"] = "now",
        extractor: Chosen = None,
        budgets: "Budgets | None" = None,
        conventions: "Conventions | None" = None,
        hold_below: float | None = None,
        progress: Callable[[int, int], None] | None = None,
    ) -> "Ingested":
        """Read messages anew, in a run of its own: all that were read, those said `since` a time, those that an
        extractor or a model of the name `read_by` had read, or these of these numbers.

        What a message says now takes the place of what any extractor had made of it: what it says no more is retracted,
        at this recorded time, so that answers as of before stay. What was corrected by hand stays so, and what was
        retracted or rejected by hand is not brought back; `passed_over` tells. `mode` "later" leaves it to `work`.

        Raises UnknownEpisode, BadTime, InputError, Locked, ReadOnly.
        """
        from tkg.ingest import checked_mode, read_again
        from tkg.revising import numbers_of, queue_again

        checked_mode(mode)
        numbers_of(episodes)
        at = None if since is None else unit(canonical(since, self._store.zone))[0]
        reading = self._reading(extractor, budgets, conventions, hold_below)
        found = queue_again(self._store, reading, self._scope_of(scope), since=at, read_by=read_by, episodes=episodes)
        stage = progress or (lambda *_: None)
        return read_again(self._store, reading, found, mode, stage)

    def remove(
        self,
        episodes: Sequence[int],
        *,
        scope: str | None = None,
        actor: str | None = None,
        reason: str | None = None,
        extractor: Chosen = None,
    ) -> "Removed":
        """Set messages aside, by the numbers of their episodes: what only they say is retracted, and what they had
        ended, corrected or called off is as before. Messages that had built on them are read anew.

        The words stay, and are not read again when they are handed in again; `reextract` of the number takes them back
        in. To delete words, `erase` what they say. Raises UnknownEpisode, Locked, ReadOnly.
        """
        from tkg.revising import numbers_of, remove

        numbers_of(episodes)
        self._searching.empty_log()
        reading = self._reading(extractor, None, None, None)
        return remove(self._store, reading, self._scope_of(scope), episodes, actor=actor, reason=reason)

    def spent(self, *, scope: str | None = None, since: int = 0) -> "Spent":
        """What models were asked for a scope, from the moment `since` on, in microseconds."""
        from tkg.spending import Spent, spent

        with self._store.snapshot():
            scope_id = self._store.scope_id(self._scope_of(scope))
            return Spent() if scope_id is None else spent(self._store, scope=scope_id, since=since)

    def _reading(
        self,
        extractor: Chosen,
        budgets: "Budgets | None",
        conventions: "Conventions | None",
        hold_below: float | None,
    ) -> "Reading":
        given = extractor, budgets, conventions, hold_below
        return self._extracting.reading(*given, embedder=lambda: self._searching.embedder)

    def _scope_of(self, scope: str | None) -> str:
        return self.scope if scope is None else clean(scope, "the scope")
