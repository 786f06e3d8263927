"""`aopen`: every call of a graph, awaited: the same calls, one after the other, in a thread of the graph's own."""

import asyncio
import inspect
import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextvars import ContextVar
from pathlib import Path
from typing import Any, assert_type

import pytest

import tkg
from tests.conftest import Opener, SetClock
from tests.extracting import asking, jobs, reading, said
from tkg import asynchronous
from tkg.audit import Report
from tkg.erasure import Receipt
from tkg.errors import InputError, KeyReused, NotAStore, StorageError, WrongKind
from tkg.hits import Hits
from tkg.statement import Statement

TWINS = [(tkg.Graph, tkg.AsyncGraph), (tkg.View, tkg.AsyncView)]
OF_THE_FACADE_ALONE = {"run"}

Use = Callable[[tkg.AsyncGraph], Awaitable[None]]
Run = Callable[[Use], None]


@pytest.fixture
def run(path: Path, clock: SetClock) -> Run:
    """Runs a use of this test's file in an event loop."""

    def run(use: Use) -> None:
        async def main() -> None:
            async with await tkg.aopen(path, clock=clock, durability="normal", embedder=None) as graph:
                await use(graph)

        asyncio.run(main())

    return run


class Held:
    """Statements that come when they are let go, so that a write is under way until then."""

    def __init__(self, *statements: Statement) -> None:
        self._statements, self._begun, self._free = statements, threading.Event(), threading.Event()

    def __iter__(self) -> Iterator[Statement]:
        self._begun.set()
        assert self._free.wait(30)
        return iter(self._statements)

    async def begun(self) -> None:
        assert await asyncio.to_thread(self._begun.wait, 30)

    def let_go(self) -> None:
        self._free.set()


def held() -> Held:
    return Held(Statement("Ann", "lives_in", "Oslo"))


def public(kind: type) -> set[str]:
    return {name for name in dir(kind) if not name.startswith("_")}


# --- the same calls ---


@pytest.mark.parametrize(("sync", "twin"), TWINS)
def test_every_public_name_has_a_twin(sync: type, twin: type) -> None:
    assert public(twin) - OF_THE_FACADE_ALONE == public(sync)


@pytest.mark.parametrize(
    ("sync", "twin", "name"), [(*kinds, name) for kinds in TWINS for name in sorted(public(kinds[0]))]
)
def test_a_twin_takes_and_says_the_same(sync: type, twin: type, name: str) -> None:
    of_sync, of_twin = inspect.getattr_static(sync, name), inspect.getattr_static(twin, name)
    if isinstance(of_sync, property):
        assert isinstance(of_twin, property)
        assert inspect.getdoc(of_twin) == inspect.getdoc(of_sync)
        return
    assert inspect.iscoroutinefunction(of_twin)
    assert of_twin.__name__ == name
    shapes = [
        [
            (each.name, each.default, str(each.kind) if each.name != "self" else "")
            for each in inspect.signature(method).parameters.values()
        ]
        for method in (of_sync, of_twin)
    ]
    assert shapes[0] == shapes[1]
    said_of_sync, said_of_twin = inspect.getdoc(of_sync), inspect.getdoc(of_twin)
    assert said_of_sync
    assert said_of_twin is not None
    assert said_of_twin.startswith(said_of_sync)


@pytest.mark.parametrize(("sync", "twin"), TWINS)
def test_a_twin_calls_what_it_is_named_for(sync: type, twin: type) -> None:
    wrapped = {name: found.__wrapped__ for name in public(twin) if hasattr(found := getattr(twin, name), "__wrapped__")}
    assert wrapped == {name: getattr(sync, name) for name in wrapped}
    by_hand = {name for name in public(twin) - set(wrapped) if callable(getattr(twin, name))}
    assert by_hand <= {"run", "as_of", "diff", "close", "ingest"}


def test_opening_takes_the_same() -> None:
    assert inspect.signature(tkg.aopen) == inspect.signature(tkg.open)
    assert (inspect.getdoc(tkg.aopen) or "").startswith(inspect.getdoc(tkg.open) or "-")


def test_what_is_not_asynchronous_does_not_wait_for_it() -> None:
    loaded = "import sys, tkg; tkg.open; sys.exit('tkg.asynchronous' in sys.modules or 'asyncio' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", loaded], check=False).returncode == 0


def test_calls_are_typed(run: Run) -> None:
    async def use(graph: tkg.AsyncGraph) -> None:
        assert_type(await graph.record("Ann", "lives_in", "Oslo", valid_from="2020", key="k"), tkg.Claim)
        assert_type(await graph.get("Ann", "lives_in"), tkg.Fact | None)
        assert_type(await graph.search("Ann", k=1), Hits)
        assert_type(await graph.as_of(valid_at="2021-01-01"), tkg.AsyncView)
        assert_type(await graph.verify(), Report)
        assert_type(await graph.erase(entity="Ann"), Receipt)
        assert_type(await graph.run(lambda: 1), int)
        with pytest.raises(TypeError):
            await graph.record("Ann", "lives_in")  # type: ignore[call-arg]
        with pytest.raises(InputError, match="valid_form"):
            await graph.find("Ann", valid_form="2020")  # type: ignore[call-arg]

    run(use)


# --- what they do ---


def test_what_is_written_is_read(run: Run, path: Path) -> None:
    async def use(graph: tkg.AsyncGraph) -> None:
        was = await graph.record("Ann", "lives_in", "Oslo", valid_from="2020-01-01")
        await graph.record("Ann", "lives_in", "Rome", valid_from="2022-01-01")
        then = await graph.as_of(valid_at="2021-01-01")
        before = await then.as_of(known_at=was.recorded_at)
        assert [fact.object for fact in await then.find("Ann")] == ["Oslo"]
        assert (then.valid_at, before.known_at) == (was.recorded_at.replace(2021, 1, 1, 0, 0, 0, 0), was.recorded_at)
        assert (then.scope, then.zone, then.asked, then.is_of_a_stretch) == ("default", graph.zone, (), False)
        assert before.erased_since == ()
        assert repr(then).startswith("<AsyncView of 'default' at valid 2021")
        (hit,) = await graph.search("Where does Ann live?", k=1)
        assert "Rome" in hit.text
        await graph.rebuild()
        assert (await graph.verify()).ok

    run(use)
    with tkg.open(path) as graph:
        assert [fact.object for fact in graph.timeline("Ann")] == ["Oslo", "Rome"]


def test_what_a_fact_fetches_can_be_fetched_off_the_loop_or_on_it(run: Run) -> None:
    async def use(graph: tkg.AsyncGraph) -> None:
        claim = await graph.record("Ann", "lives_in", "Oslo")
        (fact,) = await graph.find("Ann")
        assert await graph.run(lambda: fact.claims) == fact.claims == (claim,)

    run(use)


def test_facts_are_made_in_the_thread_of_the_graph(run: Run) -> None:
    async def use(graph: tkg.AsyncGraph) -> None:
        await graph.record("Ann", "lives_in", "Oslo", valid_from="2020-01-01")
        answers = [
            await graph.find("Ann"),
            await graph.timeline("Ann"),
            await graph.history("Ann"),
            await (await graph.as_of()).range("2021", subject="Ann"),
        ]
        statements: list[str] = []
        graph._view._store.connection.set_trace_callback(statements.append)
        graph._view._store.terms.forget()
        assert [fact.object for answer in answers for fact in answer] == ["Oslo"] * 4
        assert statements == []

    run(use)


def test_a_write_under_a_key_is_made_once(run: Run) -> None:
    async def use(graph: tkg.AsyncGraph) -> None:
        both = await asyncio.gather(*(graph.record("Ann", "lives_in", "Oslo", key="k") for _ in range(2)))
        assert both[0] == both[1]
        with pytest.raises(KeyReused):
            await graph.record("Ann", "lives_in", "Rome", key="k")

    run(use)


def test_an_error_comes_through_as_it_is(run: Run, reopen: Opener) -> None:
    wrong = [{"subject": "Ann", "predicate": "works_for", "object": given} for given in ("Acme", 3)]
    with pytest.raises(WrongKind) as sync:
        reopen().record_many(wrong)

    async def use(graph: tkg.AsyncGraph) -> None:
        with pytest.raises(WrongKind) as raised:
            await graph.record_many(wrong)
        assert (str(raised.value), raised.value.__notes__) == (str(sync.value), sync.value.__notes__)
        assert await graph.claims() == []

    run(use)


def test_calls_run_off_the_loop_in_one_thread_and_the_context_of_the_caller(run: Run) -> None:
    mine = ContextVar("mine", default=0)

    async def use(graph: tkg.AsyncGraph) -> None:
        view = await graph.as_of()
        mine.set(7)
        threads = {await each.run(threading.get_ident) for each in (graph, view, graph)}
        assert len(threads) == 1
        assert threading.get_ident() not in threads
        assert await graph.run(mine.get) == 7

    run(use)


# --- messages ---


def test_messages_may_come_one_by_one(run: Run) -> None:
    async def stream() -> AsyncIterator[dict[str, Any]]:
        for message in (said("I live in Oslo."), said("I work at Acme.")):
            await asyncio.sleep(0)
            yield message

    async def use(graph: tkg.AsyncGraph) -> None:
        assert (await graph.ingest(stream())).stored == 2
        assert (await graph.ingest([said("I live in Oslo.")])).stored == 0
        assert {fact.object for fact in await graph.find("Ana")} == {"Oslo", "Acme"}

    run(use)


def test_a_model_is_asked_in_a_loop_of_the_graphs_thread(run: Run) -> None:
    async def use(graph: tkg.AsyncGraph) -> None:
        with asking(reading, most_messages=2) as (extractor, server):
            await graph.ingest(jobs(3), extractor=extractor)
            await graph.ingest(jobs(2, 3), mode="later", extractor=extractor)
            assert [each.state for each in await graph.episodes(extractor=extractor)].count("waiting") == 2
            assert (await graph.work(extractor=extractor)).ingested.recorded == 2
            assert len(server.requests) == 3
        assert len(await graph.find(None, "works_for")) == 5

    run(use)


# --- one after the other, broken off, closed ---


def test_two_tasks_at_once_run_one_after_the_other(run: Run) -> None:
    async def use(graph: tkg.AsyncGraph) -> None:
        statements = held()
        first = asyncio.create_task(graph.record_many(statements))
        await statements.begun()
        second = asyncio.create_task(graph.find("Ann"))
        await asyncio.sleep(0)
        assert not second.done()
        statements.let_go()
        assert [fact.object for fact in await second] == ["Oslo"]
        assert first.done()

    run(use)


def test_a_call_under_way_goes_on_when_its_await_is_cancelled(run: Run) -> None:
    async def use(graph: tkg.AsyncGraph) -> None:
        statements = held()
        writing = asyncio.create_task(graph.record_many(statements))
        await statements.begun()
        writing.cancel()
        with pytest.raises(asyncio.CancelledError):
            await writing
        statements.let_go()
        assert [fact.object for fact in await graph.find("Ann")] == ["Oslo"]

    run(use)


def test_a_call_that_is_cancelled_before_its_turn_never_begins(run: Run) -> None:
    async def use(graph: tkg.AsyncGraph) -> None:
        statements = held()
        first = asyncio.create_task(graph.record_many(statements))
        await statements.begun()
        second = asyncio.create_task(graph.record("Ann", "lives_in", "Rome"))
        await asyncio.sleep(0)
        second.cancel()
        with pytest.raises(asyncio.CancelledError):
            await second
        statements.let_go()
        assert [claim.object for claim in await first] == ["Oslo"]
        assert [claim.object for claim in await graph.claims()] == ["Oslo"]

    run(use)


def test_closing_waits_for_what_is_under_way(run: Run) -> None:
    async def use(graph: tkg.AsyncGraph) -> None:
        statements = held()
        writing = asyncio.create_task(graph.record_many(statements))
        await statements.begun()
        closing = asyncio.create_task(graph.close())
        await asyncio.sleep(0)
        assert not closing.done()
        statements.let_go()
        await closing
        assert [claim.object for claim in await writing] == ["Oslo"]

    run(use)


def test_a_file_is_closed_though_nobody_waits_for_it(run: Run) -> None:
    async def use(graph: tkg.AsyncGraph) -> None:
        statements = held()
        writing = asyncio.create_task(graph.record_many(statements))
        await statements.begun()
        closing = asyncio.create_task(graph.close())
        await asyncio.sleep(0)
        closing.cancel()
        with pytest.raises(asyncio.CancelledError):
            await closing
        statements.let_go()
        await graph.close()
        assert len(await writing) == 1
        with pytest.raises(StorageError):
            graph.erased_since  # noqa: B018 - it reads

    run(use)


def test_a_closed_graph_says_so_and_can_be_closed_again(run: Run) -> None:
    async def use(graph: tkg.AsyncGraph) -> None:
        view = await graph.as_of()
        await graph.close()
        for each in (graph, view):
            with pytest.raises(StorageError, match="closed"):
                await each.find("Ann")
        await graph.close()

    run(use)


def test_the_thread_ends_with_the_graph(run: Run) -> None:
    seen: list[threading.Thread] = []

    async def use(graph: tkg.AsyncGraph) -> None:
        seen.append(await graph.run(threading.current_thread))

    run(use)
    seen[0].join(30)
    assert not seen[0].is_alive()


# --- opening ---


def test_a_file_that_is_refused_leaves_no_thread(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("not a database, but longer than the header of one " * 20)
    before = set(threading.enumerate())
    with pytest.raises(NotAStore):
        asyncio.run(tkg.aopen(tmp_path / "notes.txt"))
    for thread in set(threading.enumerate()) - before:
        thread.join(30)
        assert not thread.is_alive()


def test_a_graph_that_nobody_waits_for_any_more_is_closed() -> None:
    graph, begun, free = tkg.open(":memory:"), threading.Event(), threading.Event()

    def slowly() -> tkg.Graph:
        begun.set()
        assert free.wait(30)
        return graph

    async def main() -> None:
        opening = asyncio.create_task(asynchronous._opening(slowly)())
        assert await asyncio.to_thread(begun.wait, 30)
        threads = [thread for thread in threading.enumerate() if thread.name.startswith("tkg")]
        opening.cancel()
        with pytest.raises(asyncio.CancelledError):
            await opening
        free.set()
        for thread in threads:
            await asyncio.to_thread(thread.join, 30)

    asyncio.run(main())
    with pytest.raises(StorageError):
        graph.find("Ann")
