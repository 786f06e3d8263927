"""Long slots: the way that looks only at what a write can change leaves the very rows that folding the whole slot does.

Each graph is written with every slot taken for long; `verify` then derives all beliefs again with every slot taken for
short, and compares row by row. The logs are mostly of ongoing claims, as long slots are, stirred with bounded ones,
ends, corrections, retractions, late and vague claims, by several sources.
"""

import os
import random
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

import tkg.derive
import tkg.window
from tests.conftest import Opener
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
MOODS = ("successive", "stirred", "vague")


def statement(r: random.Random, predicate: str, number: int, mood: str) -> Statement:
    late = r.random() < {"successive": 0.05, "stirred": 0.3, "vague": 0.3}[mood]
    day = r.randrange(0, number * 10 + 20) if late else number * 10 + r.randrange(20)
    start: date | str = FIRST + timedelta(days=day)
    if r.random() < {"successive": 0.02, "stirred": 0.1, "vague": 0.4}[mood]:
        start = r.choice((str(start)[:4], str(start)[:7], "unknown", "always"))
    end: date | str | None = None
    if start != "unknown" and r.random() < {"successive": 0.05, "stirred": 0.25, "vague": 0.3}[mood]:
        length = r.choice((1, 5, 20, 60, 400))
        end = r.choice((FIRST + timedelta(days=day + length),) * 6 + ("unknown", "forever", str(2001 + day // 365)))
    observed = FIRST + timedelta(days=day + r.randrange(-5, 40)) if r.random() < 0.3 else None
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
    write(graph, r, predicate, {"successive": 160, "stirred": 120, "vague": 100}[mood], mood)
    windows = [found for found in taken if found is not None]
    assert len(windows) > 20
    monkeypatch.setattr(tkg.derive, "WHOLE_UP_TO", WHOLE)
    assert graph.verify().differences == ()


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
        graph.record("sensor", "lives_in", f"value {i}", valid_from=start + timedelta(hours=i), source="meter")
    assert len(sizes) == 20
    assert all(0 < size <= 5 for size in sizes)
    assert len(graph.timeline("sensor", "lives_in")) == 420
