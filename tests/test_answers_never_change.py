"""An answer as of a moment is the same for ever, also one that was given while others were writing.

A `known_at` later than the last commit that the reader sees becomes that commit, and the view says so: a transaction
has its instant before it commits, and must not appear in an answer that was given in between.

`TKG_TORTURE_MOMENTS` (default 25) makes the run against writers in other processes longer: at that many moments of
recorded time answers are asked for.
"""

import inspect
import os
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import IO, Any, NamedTuple

import pytest

import tkg
from tests.conftest import Opener, line, objects
from tkg.answers import Facts
from tkg.facts import Diff, Fact
from tkg.intervals import moment
from tkg.statement import Statement
from tkg.views import View
from tkg.writer import Writer

MOMENTS = int(os.environ.get("TKG_TORTURE_MOMENTS", "25"))
WRITERS = 3
VALID_AT = "2021-06-01"

Ask = Callable[[View], Any]


def shown(answer: Any) -> Any:
    """An answer without what may come later: that a belief was given up, or a claim retracted."""
    if isinstance(answer, Fact):
        return {**answer.to_dict(), "recorded_to": None}
    if isinstance(answer, (list, tuple, Facts)):
        return [shown(each) for each in answer]
    if isinstance(answer, Diff):
        return shown([answer.added, answer.removed])
    return answer


READS: dict[str, Ask] = {
    "get": lambda view: view.get("Ann", "lives_in", valid_at=VALID_AT),
    "find": lambda view: view.find(valid_at=VALID_AT),
    "timeline": lambda view: view.timeline("Ann"),
    "range": lambda view: view.range("2021", predicate="lives_in", match="starts_within"),
    "history": lambda view: view.history("Bob"),
    "beliefs": lambda view: [(b.object, b.recorded_from) for b in view.beliefs("Ann", "lives_in", valid_at=VALID_AT)],
    "diff": lambda view: view.diff("2000-01-01", subject="Ann"),
    "conflicts": lambda view: view.conflicts(valid_at=VALID_AT),
    "last_observed": lambda view: view.last_observed("Ann", "lives_in"),
    "neighbors": lambda view: [each.path for each in view.neighbors("Ann", 2, valid_at=VALID_AT)],
    "search": lambda view: view.search("Ann lives_in", valid_at=VALID_AT, embed=False).facts,
}
BESIDE: dict[str, Ask] = {
    "timeline, all": lambda view: line(view, "Ann", "lives_in", policy="all"),
    "timeline, confidence": lambda view: line(view, "Cy", "works_for", policy="confidence"),
    "timeline, role": lambda view: line(view, "Cy", "works_for", policy="role"),
    "claims": lambda view: view.claims("Ann"),
    "claims of a fact": lambda view: [fact.claims for fact in view.find("Ann", valid_at=VALID_AT)],
    "contested": lambda view: [fact.contested for fact in view.find(valid_at=VALID_AT)],
    "explain": lambda view: [str(view.explain(fact)) for fact in view.find("Ann", valid_at=VALID_AT)],
    "reads_as": lambda view: view.reads_as("has_home_in"),
}
ALL = {**READS, **BESIDE}


def test_every_read_is_here() -> None:
    taking = {
        name
        for name, method in inspect.getmembers(View, inspect.isfunction)
        if not name.startswith("_") and "options" in inspect.signature(method).parameters
    }
    assert taking - {"as_of"} == set(READS)


def fill(graph: tkg.Graph) -> None:
    graph.record("Ann", "lives_in", "Oslo", valid_from="2019-01-01", source="HR", observed="2020-01-01")
    graph.record("Ann", "likes", "tea", valid_from="2019-01-01")
    graph.record("Bob", "lives_in", "Rome", valid_from="2021-01-01")
    graph.record("Cy", "works_for", "Acme", valid_from="2019-01-01", source="HR", confidence=0.5)


def write(writer: Writer) -> None:
    """Something that every read of `ALL` would see."""
    writer.state(Statement("Ann", "lives_in", "Nice", valid_from="2020-01-01", source="HR", observed="2021-01-01"))
    writer.state(Statement("Ann", "lives_in", "Lima", "record", "2020-01-01", "2030-01-01", source="Bob"))
    writer.state(Statement("Bob", "lives_in", "Lima", valid_from="2021-02-01"))
    writer.state(Statement("Cy", "works_for", "Globex", valid_from="2020-01-01", source="HR", confidence=0.9))
    writer.map_predicate("has_home_in", "lives_in")


@contextmanager
def in_flight(graph: tkg.Graph) -> Iterator[datetime]:
    """A transaction that has its instant, which is given, and commits at the end of the block."""
    with graph._store.transaction() as transaction:
        write(Writer(graph._store, transaction, "default"))
        yield moment(transaction.at)


@pytest.mark.parametrize("name", ALL)
def test_what_is_in_flight_is_in_no_answer_as_of_a_moment_to_come(name: str, reopen: Opener) -> None:
    reader, writer = reopen(embedder=None), reopen()
    fill(writer)
    last = writer.record("Dan", "likes", "tea").recorded_at
    reader.work()
    with in_flight(writer):
        view = reader.as_of(known_at="2100-01-01")
        assert view.known_at == last
        before = shown(ALL[name](view))
    assert shown(ALL[name](view)) == before
    assert shown(ALL[name](reader.as_of(known_at=view.known_at))) == before
    assert shown(ALL[name](reader.as_of(known_at="2100-01-01"))) != before


def test_as_of_the_very_instant_of_what_is_in_flight_is_as_of_the_commit_before(reopen: Opener) -> None:
    reader, writer = reopen(), reopen()
    fill(writer)
    with in_flight(writer) as at:
        view = reader.as_of(known_at=at)
        assert objects(view, "Bob", "lives_in", valid_at=VALID_AT) == ["Rome"]
    assert view.known_at == writer.claim(4).recorded_at
    assert objects(view, "Bob", "lives_in", valid_at=VALID_AT) == ["Rome"]
    assert objects(reader, "Bob", "lives_in", valid_at=VALID_AT, known_at=at) == ["Lima"]


def test_the_two_sides_of_a_difference_are_of_one_snapshot(reopen: Opener, monkeypatch: pytest.MonkeyPatch) -> None:
    reader, writer = reopen(), reopen()
    fill(writer)
    original = View.timeline

    def timeline_and_a_commit(view: View, *about: Any, **options: Any) -> Facts:
        found = original(view, *about, **options)
        writer.record("Ann", "likes", f"tea {len(writer.claims())}")
        return found

    monkeypatch.setattr(View, "timeline", timeline_and_a_commit)
    assert reader.diff("2099-01-01", "2100-01-01") == Diff((), ())


def test_a_view_of_before_an_erasure_says_that_content_is_gone_since(graph: tkg.Graph) -> None:
    fill(graph)
    views = [graph.as_of(), graph.as_of(known_at="2100-01-01"), graph.as_of(known_at=graph.claims()[0].recorded_at)]
    assert [view.erased_since for view in views] == [()] * 3
    graph.erase(graph.claims("Bob")[0])
    after = graph.as_of()
    assert [len(view.erased_since) for view in [*views, after, graph]] == [1, 1, 1, 0, 0]
    assert [view.find("Bob") for view in views] == [[]] * 3
    (at,) = views[0].erased_since
    assert at == after.known_at
    graph.erase(entity="Ann")
    assert views[0].erased_since == (at, *after.erased_since)
    assert graph.as_of(scope="other").erased_since == ()


# --- writers in other processes ---

WRITER = """
import random, sys, tkg
path, name = sys.argv[1:]
r = random.Random(name)
committed = rolled_back = 0

def statement():
    start = f"20{r.randrange(19, 23)}-{r.randrange(1, 13):02}-01"
    end, seen = r.choice((None, None, "2024-01-01")), r.choice((None, "2023-01-01"))
    about = r.choice(("Ann", "Bob", "Cy")), r.choice(("lives_in", "works_for", "likes")), f"{name} {r.randrange(5)}"
    return tkg.Statement(
        *about, valid_from=start, valid_to=end, observed=seen, source=name, confidence=r.random()
    )

bad = tkg.Statement("Ann", "lives_in", "nowhere", valid_from="2022-01-01", valid_to="2021-01-01")
with tkg.open(path, durability="normal", busy_timeout_s=60, embedder=None) as graph:
    print("ready", flush=True)
    made = []
    for _ in sys.stdin:  # a line for each transaction
        what = r.randrange(10)
        try:
            if what < 2:
                graph.record_many([*(statement() for _ in range(r.randrange(1, 20))), bad])
            elif what < 4 and made:
                graph.correct(made.pop(), object=f"{name} corrected")
            elif what < 6 and made:
                graph.retract(made.pop())
            elif what < 7:
                graph.assign_role(name, r.choice(("user", "assistant", "tool")))
            else:
                made += graph.record_many([statement() for _ in range(r.randrange(1, 10))])
            committed += 1
        except tkg.errors.EmptyInterval:
            rolled_back += 1
print(committed, rolled_back)
"""


class Answered(NamedTuple):
    """What was asked of a view, the moment that the view said it was of, and the answer."""

    name: str
    known_at: datetime | None
    answer: Any


class Others:
    """Processes that write to the file, a transaction each for every `go`."""

    def __init__(self, path: Path) -> None:
        command = [sys.executable, "-c", WRITER, str(path)]
        self._started = [
            subprocess.Popen([*command, name], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
            for name in "xyz"[:WRITERS]
        ]
        for _, said in self._pipes():
            assert said.readline() == "ready\n"

    def go(self) -> None:
        for told, _ in self._pipes():
            told.write("\n")
            told.flush()

    def finish(self) -> list[list[int]]:
        """Wait for what was begun; how many transactions each committed and rolled back."""
        said = [writer.communicate(timeout=120)[0] for writer in self._started]
        return [[int(number) for number in line.split()] for line in said]

    def _pipes(self) -> Iterator[tuple[IO[str], IO[str]]]:
        for writer in self._started:
            assert writer.stdin is not None
            assert writer.stdout is not None
            yield writer.stdin, writer.stdout


def moments(r: random.Random, graph: tkg.Graph) -> datetime | str | None:
    """A moment to ask as of: the last commit, one just before or after it, now, or one to come."""
    last = graph.as_of().known_at
    assert last is not None
    near = timedelta(microseconds=r.randrange(-3, 4))
    return r.choice(
        (None, last, last + near, datetime.now(UTC), datetime.now(UTC) + timedelta(seconds=5), "2100-01-01")
    )


def test_no_answer_changes_while_others_write(path: Path, reopen: Opener) -> None:
    r = random.Random(1)
    reader = reopen(clock=tkg.clock.system_clock, embedder=None)
    fill(reader)
    asked = {name: ask for name, ask in ALL.items() if name != "search"}  # which takes in what is new, and so writes
    answered: list[Answered] = []
    seen: set[datetime | None] = set()

    def check(given: Answered, graph: tkg.Graph) -> None:
        again = graph.as_of(known_at=given.known_at)
        assert again.known_at == given.known_at
        assert shown(asked[given.name](again)) == given.answer, (given.name, given.known_at)

    others = Others(path)
    while len(seen) < MOMENTS:
        others.go()
        view = reader.as_of(known_at=moments(r, reader))
        latest = reader.as_of().known_at
        assert view.known_at is not None
        assert latest is not None
        assert view.known_at <= latest
        for name in r.sample(list(asked), 4):
            answered.append(Answered(name, view.known_at, shown(asked[name](view))))
        seen.add(view.known_at)
        check(r.choice(answered), reader)
    counts = others.finish()
    graph = reopen(clock=tkg.clock.system_clock, embedder=None)
    for given in answered:
        check(given, graph)
    assert len(counts) == WRITERS
    assert all(committed > 0 for committed, _ in counts)
    assert sum(rolled_back for _, rolled_back in counts) > 0
    assert {"x", "y", "z"} < {claim.source for claim in graph.claims()}
    assert all(claim.object != "nowhere" for claim in graph.claims())
    assert graph.verify().ok
