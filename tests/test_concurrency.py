"""Several writers and readers of one file: no claim is lost, and a reader's snapshot stands still."""

import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

import tkg
from tests.conftest import Opener, objects
from tkg import errors
from tkg.clock import system_clock

WRITER = """
import sys, tkg
path, name, count = sys.argv[1:]
print("ready", flush=True)
sys.stdin.readline()
with tkg.open(path, durability="normal", busy_timeout_s=30) as graph:
    for number in range(int(count)):
        graph.record("shared", "lives_in", f"{name}-{number}", valid_from="2020-01-01", source=name)
        graph.record(f"{name}", "likes", f"{number}")
        if number % 10 == 0:
            graph.merge(f"{name}-alias-{number}", name)
"""


def test_processes_that_write_at_once_lose_nothing(path: Path, reopen: Opener) -> None:
    names, count = ("x", "y", "z"), 40
    command = [sys.executable, "-c", WRITER, str(path)]
    writers = [
        subprocess.Popen([*command, name, str(count)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        for name in names
    ]
    for writer in writers:
        assert writer.stdout is not None
        writer.stdout.readline()
    for writer in writers:
        writer.communicate("go\n", timeout=60)
        assert writer.returncode == 0
    graph = reopen(clock=system_clock)
    assert {claim.object for claim in graph.claims("shared")} == {f"{n}-{i}" for n in names for i in range(count)}
    assert [len(graph.find(name, "likes")) for name in names] == [count] * 3
    times = [at for (at,) in graph._store.connection.execute("SELECT at FROM tx ORDER BY id")]
    assert times == sorted(set(times))
    assert graph.verify().ok


def test_threads_that_share_a_graph_lose_nothing(graph: tkg.Graph) -> None:
    failures: list[BaseException] = []

    def work(name: str) -> None:
        try:
            for number in range(40):
                graph.record("shared", "likes", f"{name}-{number}")
                graph.find("shared", "likes")
        except BaseException as error:  # noqa: BLE001 - handed to the test
            failures.append(error)

    threads = [threading.Thread(target=work, args=(name,)) for name in "xyz"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    assert len(graph.claims("shared")) == 120
    assert graph.verify().ok


def test_two_graphs_take_turns(reopen: Opener) -> None:
    """A reads, B writes, A writes: A does not fail on a snapshot gone stale, and both see everything."""
    a, b = reopen(busy_timeout_s=0), reopen(busy_timeout_s=0)
    for number in range(20):
        assert len(a.find("Ann", "likes")) == 2 * number
        b.record("Ann", "likes", f"b{number}")
        a.record("Ann", "likes", f"a{number}")
    assert len(b.find("Ann", "likes")) == len(a.find("Ann", "likes")) == 40
    b.merge("Ann", "Ann Lee")
    b.declare("likes", cardinality="one")
    a.record("Ann", "likes", "tea", valid_from="2027-01-01")
    assert objects(a, "Ann Lee", "likes", valid_at="2027-01-02") == ["tea"]
    assert objects(b, "Ann Lee", "likes", valid_at="2027-01-02") == ["tea"]
    assert a.verify().ok


def test_simultaneous_statements_of_one_thing_are_one_fact(reopen: Opener) -> None:
    a, b = reopen(), reopen()
    claims = [g.record("Ann", "lives_in", "Oslo", valid_from="2020-01-01", source="x") for g in (a, b)]
    assert claims[0].id != claims[1].id
    assert len(a.find("Ann", "lives_in")) == 1
    assert a.conflicts() == []


def test_a_second_retraction_is_refused_whoever_was_first(reopen: Opener) -> None:
    a, b = reopen(), reopen()
    claim = a.record("Ann", "likes", "tea")
    b.retract(claim)
    with pytest.raises(errors.AlreadyRetracted):
        a.retract(claim)


def test_a_readers_snapshot_stands_still_while_another_writes(reopen: Opener) -> None:
    reader, writer = reopen(), reopen(busy_timeout_s=0)
    writer.record("Ann", "lives_in", "Oslo", valid_from="2020-01-01")
    seen: list[Any] = []
    with reader._store.snapshot():
        seen.append(objects(reader, "Ann", "lives_in"))
        writer.record("Ann", "lives_in", "Rome", valid_from="2021-01-01")
        writer.merge("Ann", "Ann Lee")
        seen.append(objects(reader, "Ann", "lives_in"))
        seen.append([fact.subject for fact in reader.find("Ann")])
    seen.append(objects(reader, "Ann", "lives_in"))
    assert seen == [["Oslo"], ["Oslo"], ["Ann"], ["Rome"]]


def test_a_read_never_waits_for_a_writer(reopen: Opener) -> None:
    reader, writer = reopen(busy_timeout_s=0), reopen()
    writer.record("Ann", "lives_in", "Oslo", valid_from="2020-01-01")
    with writer._store.transaction():
        assert objects(reader, "Ann", "lives_in") == ["Oslo"]
        with pytest.raises(errors.Locked):
            reader.record("Ann", "likes", "tea")
    assert reader.record("Ann", "likes", "tea").object == "tea"


def test_what_failed_in_the_middle_is_forgotten_in_memory_too(
    graph: tkg.Graph, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(graph._store.deriver, "derive", fail)
        for write in (
            lambda: graph.record("Ann", "brand new", "tea", source="new", scope="fresh"),
            lambda: graph.merge("Ann", "Bob"),
            lambda: graph.declare("another", cardinality="one"),
        ):
            with pytest.raises(KeyboardInterrupt):
                write()
    assert graph.find() == graph.find("Ann", "brand new", scope="fresh") == []
    graph.record("Ann", "brand new", "tea", source="new", scope="fresh")
    assert objects(graph, "Ann", "brand new", scope="fresh") == ["tea"]
    graph.merge("Ann", "Bob")
    assert graph.verify().ok
