"""A graph for programs with an event loop: the calls of `Graph` and `View`, each awaited and run off the loop.

SQLite waits for the disk, so there is nothing to gain from a second implementation: `AsyncGraph` is a facade. Each open
graph has one thread of its own, since one store is used by one thread at a time. Calls are run there one after the
other, in the order in which they were made, and give or raise what the sync ones do.

What is a method of the sync class is awaited, `as_of` too, which reads the last commit; what is a property is a
property. Some of those go to the file when they are looked at: `erased_since`, and of a fact that was handed out
`claims`, `evidence`, `contested`, `certain`, `stale`, `believed_since`, `last_observed`, the recorded run. That is safe
in any thread, but the loop stands still meanwhile, as long as a write of the graph takes if one is under way. `await
graph.run(lambda: fact.claims)` does it in the graph's thread. The facts of an answer are made there, too, all of them.

An await that is cancelled does not stop SQLite: a call under way goes on to its end, and commits what it writes. One
whose turn has not come never begins. Either way the graph stays usable. What a call is given (`progress`, a reranker,
an embedder, an extractor) is called in the graph's thread.
"""

import asyncio
from collections.abc import AsyncIterable, Callable, Coroutine, Iterable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextvars import copy_context
from datetime import datetime, tzinfo
from functools import partial, wraps
from inspect import getdoc
from types import TracebackType
from typing import TYPE_CHECKING, Any, Concatenate, Literal, ParamSpec, Self, TypeVar, Unpack, overload

from tkg.answers import Facts
from tkg.asking import Asked
from tkg.bounds import When
from tkg.choosing import ReadOptions
from tkg.errors import StorageError
from tkg.extracting import Chosen
from tkg.facts import Diff
from tkg.graph import Graph
from tkg.opening import open
from tkg.spending import Budgets
from tkg.values import Entity
from tkg.views import View

if TYPE_CHECKING:
    from tkg.patch import Patch
    from tkg.tally import Ingested
    from tkg.timex import Conventions

P = ParamSpec("P")
R = TypeVar("R")


class GraphThread:
    """The thread of one open graph, for it and all of its views."""

    def __init__(self) -> None:
        self._executor = ThreadPoolExecutor(1, thread_name_prefix="tkg")
        self._closing: Future[None] | None = None

    async def run(self, call: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """What the call gives, run after those made before it. Raises StorageError after `close`."""
        if self._closing is not None:
            raise StorageError("the graph is closed: open it again")
        # In the caller's context variables, as asyncio.to_thread does it.
        running = self._executor.submit(copy_context().run, partial(call, *args, **kwargs))
        return await asyncio.wrap_future(running)

    def last(self, call: Callable[[], None]) -> Future[None]:
        """Make this the last call, after those made before it; the thread ends with it."""
        if self._closing is None:
            self._closing = self._executor.submit(call)
            self._executor.shutdown(wait=False)
        return self._closing


def _off(method: Callable[Concatenate[Any, P], R]) -> Callable[Concatenate[Any, P], Coroutine[Any, Any, R]]:
    """The twin of a method of `View` or `Graph`, with its name, parameters and docstring."""

    def whole(*args: Any, **kwargs: Any) -> R:
        found = method(*args, **kwargs)
        if isinstance(found, Facts):
            found.complete()
        return found

    @wraps(method)
    async def twin(view: "AsyncView", /, *args: P.args, **kwargs: P.kwargs) -> R:
        return await view._thread.run(whole, view._view, *args, **kwargs)

    return twin


class AsyncView:
    """A `View` whose reads are awaited."""

    def __init__(self, view: View, thread: GraphThread) -> None:
        self._view, self._thread = view, thread

    def __repr__(self) -> str:
        return f"<Async{repr(self._view)[1:]}"

    async def run(self, call: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """Any call in the graph's thread, off the event loop: `await graph.run(lambda: fact.claims)`."""
        return await self._thread.run(call, *args, **kwargs)

    @property
    def zone(self) -> tzinfo:
        """The zone of the file: times without an offset are read in it, and times out are shown in it."""
        return self._view.zone

    @property
    def scope(self) -> str:
        return self._view.scope

    @property
    def valid_at(self) -> datetime | None:
        """The valid instant, or the beginning of the stretch that `asked` names; None for "now" or no beginning."""
        return self._view.valid_at

    @property
    def known_at(self) -> datetime | None:
        """The moment of recorded time that the view has become, or None for "now"."""
        return self._view.known_at

    @property
    def asked(self) -> tuple[Asked, ...]:
        """What the time words that this view was asked for with were taken to mean; empty where there were none."""
        return self._view.asked

    @property
    def is_of_a_stretch(self) -> bool:
        """Whether `valid_at` was words for a stretch of time, so that an answer is of all of it."""
        return self._view.is_of_a_stretch

    @property
    def erased_since(self) -> tuple[datetime, ...]:
        """When content of this scope was erased after the moment of this view: it may lack what was known then."""
        return self._view.erased_since

    async def as_of(self, **options: Unpack[ReadOptions]) -> "AsyncView":
        return AsyncView(await self._thread.run(self._view.as_of, **options), self._thread)

    as_of.__doc__ = View.as_of.__doc__

    async def diff(
        self,
        known_a: "When | AsyncView",
        known_b: "When | AsyncView | None" = None,
        *,
        subject: str | Entity | None = None,
        predicate: str | None = None,
        **options: Unpack[ReadOptions],
    ) -> Diff:
        old = known_a._view if isinstance(known_a, AsyncView) else known_a
        new = known_b._view if isinstance(known_b, AsyncView) else known_b
        return await self._thread.run(self._view.diff, old, new, subject=subject, predicate=predicate, **options)

    diff.__doc__ = View.diff.__doc__

    get = _off(View.get)
    find = _off(View.find)
    timeline = _off(View.timeline)
    range = _off(View.range)
    history = _off(View.history)
    beliefs = _off(View.beliefs)
    neighbors = _off(View.neighbors)
    conflicts = _off(View.conflicts)
    last_observed = _off(View.last_observed)
    search = _off(View.search)
    explain = _off(View.explain)
    claims = _off(View.claims)
    claim = _off(View.claim)
    reads_as = _off(View.reads_as)


class AsyncGraph(AsyncView):
    """A `Graph` whose calls are awaited. Use it in an `async with` block, or `close` it."""

    _view: Graph

    def __init__(self, graph: Graph, thread: GraphThread) -> None:
        super().__init__(graph, thread)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        # Shielded, since a file is not to stay open because nobody waits for its end.
        await asyncio.shield(asyncio.wrap_future(self._thread.last(self._view.close)))

    close.__doc__ = f"{getdoc(Graph.close)} Calls made before are waited for."

    @overload
    async def ingest(
        self,
        messages: Iterable[Any] | AsyncIterable[Any],
        *,
        scope: str | None = None,
        labels: Mapping[str, str] | None = None,
        mode: Literal["now", "later"] = "now",
        dry_run: Literal[False] = False,
        extractor: Chosen = None,
        budgets: Budgets | None = None,
        conventions: "Conventions | None" = None,
        hold_below: float | None = None,
        progress: Callable[[int], None] | None = None,
    ) -> "Ingested": ...

    @overload
    async def ingest(
        self,
        messages: Iterable[Any] | AsyncIterable[Any],
        *,
        scope: str | None = None,
        labels: Mapping[str, str] | None = None,
        mode: Literal["now", "later"] = "now",
        dry_run: Literal[True],
        extractor: Chosen = None,
        budgets: Budgets | None = None,
        conventions: "Conventions | None" = None,
        hold_below: float | None = None,
        progress: Callable[[int], None] | None = None,
    ) -> "Patch": ...

    async def ingest(
        self,
        messages: Iterable[Any] | AsyncIterable[Any],
        *,
        scope: str | None = None,
        labels: Mapping[str, str] | None = None,
        mode: Literal["now", "later"] = "now",
        dry_run: bool = False,
        extractor: Chosen = None,
        budgets: Budgets | None = None,
        conventions: "Conventions | None" = None,
        hold_below: float | None = None,
        progress: Callable[[int], None] | None = None,
    ) -> "Ingested | Patch":
        given = [item async for item in messages] if isinstance(messages, AsyncIterable) else messages
        call: Callable[..., Ingested | Patch] = self._view.ingest
        return await self._thread.run(
            call, given, scope=scope, labels=labels, mode=mode, dry_run=dry_run, extractor=extractor, budgets=budgets,
            conventions=conventions, hold_below=hold_below, progress=progress,
        )  # fmt: skip

    ingest.__doc__ = (
        f"{getdoc(Graph.ingest)}\n\nMessages from an async iterable are all taken before the first is stored."
    )

    record = _off(Graph.record)
    end = _off(Graph.end)
    record_many = _off(Graph.record_many)
    import_facts = _off(Graph.import_facts)
    correct = _off(Graph.correct)
    retract = _off(Graph.retract)
    undo = _off(Graph.undo)
    merge = _off(Graph.merge)
    split = _off(Graph.split)
    map_predicate = _off(Graph.map_predicate)
    unmap_predicate = _off(Graph.unmap_predicate)
    drop_predicate = _off(Graph.drop_predicate)
    keep_predicate = _off(Graph.keep_predicate)
    undeclared = _off(Graph.undeclared)
    declare = _off(Graph.declare)
    assign_role = _off(Graph.assign_role)
    erase = _off(Graph.erase)
    verify = _off(Graph.verify)
    rebuild = _off(Graph.rebuild)
    compact = _off(Graph.compact)
    export = _off(Graph.export)
    read_message = _off(Graph.read_message)
    work = _off(Graph.work)
    reindex = _off(Graph.reindex)
    check_index = _off(Graph.check_index)
    episodes = _off(Graph.episodes)
    retry = _off(Graph.retry)
    reextract = _off(Graph.reextract)
    remove = _off(Graph.remove)
    apply = _off(Graph.apply)
    held = _off(Graph.held)
    accept = _off(Graph.accept)
    reject = _off(Graph.reject)
    sample = _off(Graph.sample)
    spent = _off(Graph.spent)


def _opening(opener: Callable[P, Graph]) -> Callable[P, Coroutine[Any, Any, AsyncGraph]]:
    """`open` off the event loop, in the thread that the graph is then used in."""

    @wraps(opener)
    async def aopen(*args: P.args, **kwargs: P.kwargs) -> AsyncGraph:
        thread = GraphThread()
        opened: list[Graph] = []

        def discard() -> None:
            for graph in opened:
                graph.close()

        try:
            await thread.run(lambda: opened.append(opener(*args, **kwargs)))
        except BaseException:
            # Refused, or nobody waits any more: what has been opened by then, or still will be, is closed again.
            thread.last(discard)
            raise
        return AsyncGraph(opened[0], thread)

    aopen.__doc__ = f"{getdoc(opener)}\n\nThe graph is an AsyncGraph: `async with await tkg.aopen(path) as graph`."
    return aopen


aopen = _opening(open)
