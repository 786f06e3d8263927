"""What a graph remembers of the slots that it wrote last: the next write need not read them, and is never wrong."""

import random
from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

import pytest

import tkg
import tkg.derive
from tests.conftest import Opener, SetClock, line
from tkg.remembered import Remembered, State
from tkg.replay import replay
from tkg.slots import SlotKey
from tkg.succession import EMPTY

FIRST = date(2000, 1, 1)


def beliefs(graph: tkg.Graph) -> list[set[Any]]:
    execute = graph._store.connection.execute
    return [set(execute(f"SELECT * FROM {table}")) for table in ("belief_cur", "belief_hist")]


def write(graph: tkg.Graph, r: random.Random, writes: int) -> None:
    """Histories mostly in order, over a few slots; some late, bounded, ended, corrected, retracted, renamed."""
    made: list[int] = []
    for number in range(writes):
        what = r.random()
        if made and what < 0.05:
            claim = graph.claim(made.pop(r.randrange(len(made))))
            if claim.retracted_at is None:
                graph.retract(claim)
        elif made and what < 0.1:
            claim = graph.claim(made[r.randrange(len(made))])
            if claim.retracted_at is None:
                start = FIRST + timedelta(days=r.randrange(900))
                made.append(graph.correct(claim, valid_from=start, valid_to="ongoing").id)
        elif what < 0.12:
            graph.merge(f"alias {number}", r.choice("st"))
        elif what < 0.13:
            graph.declare(r.choice(("one", "once", "many")), resumes=r.random() < 0.5)
        else:
            made += [claim.id for claim in graph.record_many(several(r, number))]


def several(r: random.Random, number: int) -> list[tkg.Statement]:
    found = []
    for _ in range(r.choice((1, 1, 1, 2, 5))):
        day = number * 10 + r.randrange(10) if r.random() < 0.8 else r.randrange(number * 10 + 10)
        exact = FIRST + timedelta(days=day)
        start = r.choice((exact,) * 6 + (str(exact)[:4], str(exact)[:7]))
        end = exact + timedelta(days=r.randrange(1, 60)) if r.random() < 0.15 else None
        predicate = r.choice(("one", "once", "many"))
        op: Any = "end" if predicate != "many" and r.random() < 0.1 else "record"
        value = None if op == "end" and r.random() < 0.7 else r.choice("ABC")
        found.append(tkg.Statement(r.choice("st"), predicate, value, op, start, end, source=r.choice(("", "x"))))
    return found


def declare(graph: tkg.Graph) -> None:
    graph.declare("one", cardinality="one")
    graph.declare("once", cardinality="one", resumes=False)


@pytest.mark.parametrize("seed", range(6))
def test_remembering_changes_no_row(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = []
    for tails, claims in ((tkg.derive.TAILS, tkg.derive.CLAIMS), (3, 30), (0, 30), (3, 0), (0, 0)):
        monkeypatch.setattr(tkg.derive, "TAILS", tails)
        monkeypatch.setattr(tkg.derive, "CLAIMS", claims)
        with tkg.open(":memory:", embedder=None, clock=SetClock()) as graph:
            declare(graph)
            write(graph, random.Random(seed), 60)
            kept.append(beliefs(graph))
            assert graph.verify().ok
    assert all(each == kept[0] for each in kept)


@pytest.mark.parametrize("predicate", ["one", "once", "many"])
@pytest.mark.parametrize("seed", range(4))
def test_a_long_slot_of_starts_alone_goes_on_from_its_last_row(
    seed: int, predicate: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Told in any order, by several sources, some of it taken back: rows are those of the slot folded whole."""
    kept = []
    for whole_up_to in (4, 1_000):
        monkeypatch.setattr(tkg.derive, "WHOLE_UP_TO", whole_up_to)
        with tkg.open(":memory:", embedder=None, clock=SetClock()) as graph:
            declare(graph)
            r, day = random.Random(seed), 0
            for _ in range(60):
                day = day + r.choice((1, 1, 2)) if r.random() < 0.8 else r.randrange(1, day + 2)
                value, source = r.choice("ABC"), r.choice(("x", "x", "y"))
                start = FIRST + timedelta(days=day)
                claim = graph.record("Ann", predicate, value, valid_from=start, source=source)
                if r.random() < 0.1:
                    r.choice((graph.retract, graph.erase))(claim)
            kept.append(beliefs(graph))
            assert graph.verify().ok
    assert kept[0] == kept[1]


def test_what_comes_after_all_of_a_long_slot_needs_no_look_at_it(
    graph: tkg.Graph, monkeypatch: pytest.MonkeyPatch
) -> None:
    declare(graph)
    graph.record_many(tkg.Statement("Ann", "one", f"v{n}", valid_from=f"20{n:02}-01-01") for n in range(90, 10, -1))
    monkeypatch.setattr(tkg.derive, "WHOLE_UP_TO", 5)
    graph._store.deriver.forget()
    graph.record("Ann", "one", "w0", valid_from="2091-01-01")

    def no_window(*_: Any) -> None:
        raise AssertionError("the slot was looked at")

    monkeypatch.setattr(tkg.derive, "window", no_window)
    graph.record("Ann", "one", "w1", valid_from="2092-01-01")
    monkeypatch.undo()
    assert line(graph, "Ann", "one")[-2:] == [("w0", "2091-01-01", "2092-01-01"), ("w1", "2092-01-01", None)]
    assert graph.verify().ok


@pytest.mark.parametrize("seed", range(3))
def test_two_graphs_that_take_turns_see_what_the_other_wrote(seed: int, reopen: Opener) -> None:
    graphs, r = [reopen(), reopen()], random.Random(seed)
    declare(graphs[0])
    for number in range(40):
        r.choice(graphs).record_many(several(r, number))
    assert graphs[0].verify().ok


def test_what_was_rolled_back_is_not_remembered(graph: tkg.Graph, monkeypatch: pytest.MonkeyPatch) -> None:
    graph.record("Ann", "lives_in", "Oslo", valid_from="2020-01-01")
    derive = graph._store.deriver.derive

    def break_off(*given: Any, **options: Any) -> None:
        derive(*given, **options)
        raise KeyboardInterrupt

    with monkeypatch.context() as patched, pytest.raises(KeyboardInterrupt):
        patched.setattr(graph._store.deriver, "derive", break_off)
        graph.record("Ann", "lives_in", "Rome", valid_from="2021-01-01")
    graph.record("Ann", "lives_in", "Bern", valid_from="2022-01-01")
    assert line(graph, "Ann", "lives_in") == [("Oslo", "2020-01-01", "2022-01-01"), ("Bern", "2022-01-01", None)]
    assert graph.verify().ok


def rebuilt(graph: tkg.Graph) -> None:
    graph.rebuild()


def erased(graph: tkg.Graph) -> None:
    graph.erase(graph.claims("Ann")[-1])


def renamed(graph: tkg.Graph) -> None:
    graph.merge("Ann", "Ann Lee")


def ruled(graph: tkg.Graph) -> None:
    graph.declare("lives_in", cardinality="many")


def ruled_and_back(graph: tkg.Graph) -> None:
    graph.declare("lives_in", cardinality="many")
    graph.record("Ann", "lives_in", "Bern", valid_from="2010-06-01")
    graph.declare("lives_in", cardinality="one")
    graph.record("Ann", "lives_in", "Graz", valid_from="2010-09-01")
    graph.declare("lives_in", cardinality="many")
    graph.end("Ann", "lives_in", "Bern", valid_from="2010-10-01")


@pytest.mark.parametrize("in_order", [True, False])
@pytest.mark.parametrize("change", [rebuilt, erased, renamed, ruled, ruled_and_back])
def test_what_changes_a_slot_otherwise_is_seen_by_the_next_write(
    graph: tkg.Graph, change: Callable[[tkg.Graph], None], in_order: bool
) -> None:
    for year in range(2000, 2010):
        graph.record("Ann", "lives_in", f"place {year}", valid_from=f"{year}-05-01")
    if not in_order:
        graph.record("Ann", "lives_in", "a tent", valid_from="2003-07-01", valid_to="2003-08-01")
    change(graph)
    graph.record("Ann", "lives_in", "Oslo", valid_from="2011-01-01")
    graph.record("Ann", "lives_in", "Rome", valid_from="2005-07-01")
    assert graph.verify().ok


AT = "2026-05-11T12:00:00Z"
SAID = {"op": "assert", "at": AT, "id": "one", "s": "t", "p": "lives_in", "o": "Oslo", "from": "2020-01-01"}
OTHER = {**SAID, "id": "two", "o": "Rome", "from": "2021-01-01"}


@pytest.mark.parametrize(
    ("log", "believed"),
    [
        ([{"op": "merge", "at": AT, "from": "t", "into": "s"}, SAID], [("s", "Oslo")]),
        ([SAID, OTHER, {"op": "retract", "at": AT, "target": "two"}], [("t", "Oslo")]),
        ([SAID, OTHER, {"op": "erase", "at": AT, "target": "two"}], []),
        ([SAID, OTHER, {"op": "erase", "at": AT, "entity": "Rome"}], [("t", "Oslo")]),
        (
            [SAID, OTHER, {"op": "correct", "at": AT, "id": "three", "target": "two", "s": "u"}],
            [("t", "Oslo"), ("u", "Rome")],
        ),
    ],
    ids=["merged", "retracted", "erased", "entity erased", "corrected"],
)
def test_what_is_said_and_changed_in_one_transaction(
    graph: tkg.Graph, log: list[dict[str, Any]], believed: list[tuple[str, str]]
) -> None:
    replay(graph._store, log, scope="default")
    assert sorted((fact.subject, fact.object) for fact in graph.find(valid_at="2022-01-01")) == believed
    assert graph.verify().ok


def test_the_next_value_of_a_slot_costs_the_same_however_long_the_slot_is(graph: tkg.Graph) -> None:
    """In statements of SQL, and steps of its machine, which time would hide."""
    connection, costs = graph._store.connection, []
    for length in (10, 1_000):
        days = [FIRST + timedelta(days=n) for n in range(len(graph.claims("Ann")), length)]
        graph.record_many(tkg.Statement("Ann", "lives_in", f"value of {day}", valid_from=day) for day in days)
        statements: list[str] = []
        steps = [0]

        def step(counted: list[int] = steps) -> int:
            counted[0] += 1
            return 0

        connection.set_trace_callback(statements.append)
        connection.set_progress_handler(step, 1)
        graph.record("Ann", "lives_in", "next", valid_from=FIRST + timedelta(days=length))
        connection.set_trace_callback(None)
        connection.set_progress_handler(None, 0)
        costs.append((len(statements), steps[0]))
    (few, short), (many, long) = costs
    assert many <= few
    assert long <= short * 1.2


def test_the_oldest_is_forgotten_where_it_would_be_too_much() -> None:
    remembered, keys = Remembered(2, 5), [SlotKey(1, 0, subject, 1, None) for subject in range(3)]
    for key in keys:
        remembered.keep(key, State(EMPTY if key is keys[0] else None, {}, [((), 1), ((), 2)], {}))
    found = [remembered.take(key) for key in keys]
    assert [state and state.told and len(state.told) for state in found] == [None, 2, 2]
    assert found[0] is not None
    assert found[0].tail == EMPTY
    assert remembered.take(keys[1]) is None
