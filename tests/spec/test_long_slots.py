"""Long slots: the way that looks only at what a write can change leaves the very rows that folding the whole slot does.

Each graph is written with every slot taken for long; `verify` then derives all beliefs again with every slot taken for
short, and compares row by row. The logs are mostly of ongoing claims, as long slots are, stirred with bounded ones,
ends, corrections, retractions, late and vague claims, and such as say no start, by several sources.
"""

import os
import random
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

import tkg.derive
import tkg.remembered
import tkg.window
from tests.conftest import Line, Opener, SetClock, line
from tkg.statement import Statement
from tkg.window import Window

SEED = int(os.environ.get("TKG_SPEC_SEED", "1"))
WHOLE, WINDOW = 1_000_000, 0
FIRST = date(2000, 1, 1)
PREDICATES: dict[str, dict[str, Any]] = {
    "one": {"cardinality": "one"},
    "once": {"cardinality": "one", "resumes": False},
    "many": {"cardinality": "many"},
}
MOODS = ("successive", "stirred", "vague", "open")
LATE = {"successive": 0.05, "stirred": 0.3, "vague": 0.3, "open": 0.3}
UNDATED = {"successive": 0.02, "stirred": 0.1, "vague": 0.4, "open": 0.6}
BOUNDED = {"successive": 0.05, "stirred": 0.25, "vague": 0.3, "open": 0.3}
WRITES = {"successive": 160, "stirred": 120, "vague": 100, "open": 100}


def statement(r: random.Random, predicate: str, number: int, mood: str) -> Statement:
    late = r.random() < LATE[mood]
    day = r.randrange(0, number * 10 + 20) if late else number * 10 + r.randrange(20)
    start: date | str = FIRST + timedelta(days=day)
    if r.random() < UNDATED[mood]:
        vague = () if mood == "open" else (str(start)[:4], str(start)[:7])
        start = r.choice((*vague, "unknown", "always"))
    end: date | str | None = None
    if r.random() < BOUNDED[mood]:
        later = FIRST + timedelta(days=day + r.choice((1, 5, 20, 60, 400)))
        several: tuple[date | str, ...] = (later,) * 6 + ("unknown", "forever", str(2001 + day // 365))
        end = r.choice(("forever", "forever", later, str(later)[:4]) if mood == "open" else several)
    seen = 0.9 if start == "unknown" and mood == "open" else 0.3
    observed = FIRST + timedelta(days=day + r.randrange(-5, 40)) if r.random() < seen else None
    ending = r.random() < 0.12
    value = None if ending and r.random() < 0.3 and predicate != "many" else r.choice("ABCD")
    return Statement(
        r.choice(("s",) * 9 + ("t",)),
        predicate,
        value,
        "end" if ending else "record",
        start,
        end,
        observed=observed,
        source=r.choice(("", "", "a", "b")),
    )


def write(graph: tkg.Graph, r: random.Random, predicate: str, count: int, mood: str) -> None:
    made: list[int] = []
    for number in range(count):
        what = r.random()
        try:
            if made and what < 0.08:
                graph.retract(r.choice(made[-30:]))
            elif made and what < 0.12:
                graph.undo(r.choice(made))
            elif made and what < 0.2:
                changes: dict[str, Any] = r.choice(
                    (
                        {"object": r.choice("ABCD")},
                        {"valid_from": FIRST + timedelta(days=number * 10 + r.randrange(-200, 60))},
                        {"valid_to": FIRST + timedelta(days=number * 10 + r.randrange(100))},
                        {"source": "b"},
                    )
                )
                made.append(graph.correct(r.choice(made[-30:]), **changes).id)
            elif what < 0.3:
                several = [statement(r, predicate, number, mood) for _ in range(3)]
                made += [claim.id for claim in graph.record_many(several)]
            else:
                made += [claim.id for claim in graph.record_many([statement(r, predicate, number, mood)])]
        except (tkg.errors.RefusedError, tkg.errors.EmptyInterval):
            continue


@pytest.mark.parametrize("mood", MOODS)
@pytest.mark.parametrize("predicate", PREDICATES)
def test_the_window_leaves_the_rows_of_the_whole_slot(
    predicate: str, mood: str, reopen: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    r = random.Random(f"{SEED} {predicate} {mood}")
    graph = reopen()
    graph.declare(predicate, **PREDICATES[predicate])
    graph.merge("t", "s")
    taken: list[Window | None] = []

    def counted(*given: Any) -> Window | None:
        taken.append(original(*given))
        return taken[-1]

    original = tkg.window.window
    monkeypatch.setattr(tkg.derive, "WHOLE_UP_TO", WINDOW)
    monkeypatch.setattr(tkg.derive, "window", counted)
    monkeypatch.setattr(tkg.remembered.Remembered, "take", lambda *_: None)
    write(graph, r, predicate, WRITES[mood], mood)
    windows = [found for found in taken if found is not None]
    assert len(windows) > 20
    monkeypatch.setattr(tkg.derive, "WHOLE_UP_TO", WHOLE)
    assert graph.verify().differences == ()


def filled(graph: tkg.Graph) -> None:
    """A slot that is long: one value, said anew each quarter for twenty years, by a source of its own."""
    graph.declare("p", cardinality="one")
    starts = [date(1960, 1, 1) + timedelta(days=90 * number) for number in range(80)]
    graph.record_many(Statement("s", "p", "Z", valid_from=start, source="filler") for start in starts)


def restated_in_a_chain(graph: tkg.Graph) -> None:
    """The third claim restates the second one, which restates the first one."""
    graph.record("s", "p", "C", valid_from="2000-01-09")
    graph.record("s", "p", "C", valid_to="forever")
    graph.record("s", "p", "C", valid_from="2000-01-26")


def taken_over_from_before(graph: tkg.Graph) -> None:
    """The fourth claim takes its start over from the first one, so that it reaches back over the third."""
    graph.record("s", "p", "C", observed="2000-02-08", source="a")
    graph.record("s", "p", "D", valid_from="2000-03-03")
    graph.record("s", "p", "D", valid_from="2000-03-19")
    graph.record("s", "p", "C", valid_to="2001", observed="2000-08-26", source="a")
    graph.record("s", "p", "B", valid_from="2000-03-05", source="a")


def ended_and_not_ended(graph: tkg.Graph) -> None:
    """The end that had cut a bounded claim short is retracted."""
    moved = graph.record("s", "p", "B", valid_from="2001-03-07")
    graph.record("s", "p", "A", valid_from="2001-11-18", valid_to="forever")
    ended = graph.end("s", "p", "A", valid_from="2003-07-14", observed="2003-07-31")
    graph.record("s", "p", "B", valid_from="2003-09-30")
    graph.record("s", "p", "A", valid_from="always", observed="2004-03-22")
    graph.correct(moved, valid_from="2004-05-21")
    graph.retract(ended)


SCRIPTS: list[tuple[Callable[[tkg.Graph], None], Line]] = [
    (restated_in_a_chain, [("C", "2000-01-26", None)]),
    (taken_over_from_before, [("B", "2000-03-05", "2000-03-19"), ("D", "2000-03-19", None)]),
    (ended_and_not_ended, [("B", "2003-09-30", "2004-03-22"), ("A", "2004-03-22", None)]),
]


@pytest.mark.parametrize(("script", "last"), SCRIPTS)
def test_what_is_written_after_eighty_values_reads_as_if_the_slot_were_short(
    script: Callable[[tkg.Graph], None], last: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = []
    for limit in (tkg.derive.WHOLE_UP_TO, WHOLE):
        monkeypatch.setattr(tkg.derive, "WHOLE_UP_TO", limit)
        with tkg.open(":memory:", clock=SetClock()) as graph:
            filled(graph)
            script(graph)
            lines.append(line(graph, "s", "p"))
            assert graph.verify().ok
    assert lines[0] == lines[1]
    assert lines[0][-len(last) :] == last


def test_one_slot_is_folded_both_ways_in_turn(graph: tkg.Graph, monkeypatch: pytest.MonkeyPatch) -> None:
    """A slot grows past the limit and back again: the rows do not tell which way was taken."""
    r = random.Random(SEED)
    graph.declare("one", cardinality="one")
    for part in range(6):
        monkeypatch.setattr(tkg.derive, "WHOLE_UP_TO", (WHOLE, WINDOW)[part % 2])
        write(graph, r, "one", 20, "stirred")
    monkeypatch.setattr(tkg.derive, "WHOLE_UP_TO", WHOLE)
    assert graph.verify().ok


def test_a_new_value_at_the_end_of_a_long_slot_takes_a_small_window(
    graph: tkg.Graph, monkeypatch: pytest.MonkeyPatch
) -> None:
    sizes: list[int] = []
    original = tkg.window.window

    def measured(*given: Any) -> Window | None:
        found = original(*given)
        sizes.append(-1 if found is None else len(found.claims))
        return found

    start = datetime(2001, 1, 1, tzinfo=UTC)
    values = [
        Statement("sensor", "lives_in", f"value {i}", valid_from=start + timedelta(hours=i), source="meter")
        for i in range(400)
    ]
    graph.record_many(values)
    monkeypatch.setattr(tkg.derive, "window", measured)
    for i in range(400, 420):
        graph._store.deriver.forget()  # as another process finds it
        graph.record("sensor", "lives_in", f"value {i}", valid_from=start + timedelta(hours=i), source="meter")
    assert len(sizes) == 20
    assert all(0 < size <= 5 for size in sizes)
    assert len(graph.timeline("sensor", "lives_in")) == 420
