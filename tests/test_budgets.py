"""What models may be asked: spent figures are kept, and what a budget leaves nothing for waits in the queue."""

from dataclasses import astuple
from typing import Any

import pytest

import tkg
from tests.conftest import Opener, SetClock
from tests.extracting import asking, jobs, reading
from tests.llm_server import Scripted, completion
from tkg.errors import InputError
from tkg.spending import Budget, Budgets, Spent


def about(calls: int, tokens: int, money: float) -> Any:
    """What was spent, money to within what its millionths are rounded by."""
    return (calls, tokens, pytest.approx(money, abs=1e-6))


# A reply costs 100 tokens there and 20 back (see tests.llm_server), here a thousandth and two hundredths of a unit.
PRICES = {"price_in": 10.0, "price_out": 1000.0}


def waiting(graph: tkg.Graph) -> int:
    return len(graph.episodes(state="waiting"))


def test_what_was_asked_is_kept_by_run_and_by_scope(reopen: Opener) -> None:
    with asking(reading, most_messages=2, **PRICES) as (extractor, _):
        graph = reopen(embedder=None, extractor=extractor)
        assert astuple(graph.ingest(jobs(4)).spent) == about(2, 240, 2 * 0.021)
        assert astuple(graph.ingest(jobs(1, start=4), scope="other").spent) == about(1, 120, 0.021)
        assert (graph.spent().calls, graph.spent(scope="other").calls, graph.spent(scope="none").calls) == (2, 1, 0)


def test_calls_that_failed_are_paid_for_too(reopen: Opener) -> None:
    broken = Scripted({"error": {"message": "down"}}, status=503)
    with asking([broken, reading]) as (extractor, _):
        graph = reopen(embedder=None, extractor=extractor)
        assert graph.ingest(jobs(1)).spent.calls == 1
        kept = graph._store.connection.execute("SELECT calls, outcome FROM model_call").fetchall()
        assert kept == [(1, "unreachable")]


@pytest.mark.parametrize(
    ("budgets", "why"),
    [
        (Budgets(ingest=Budget(calls=2)), "the budget of this call is spent: 2 of 2 calls"),
        (Budgets(scope=Budget(tokens=200)), "the budget of the scope is spent: 240 of 200 tokens"),
        (Budgets(day=Budget(money=0.04)), "the budget of the day is spent: 0.042 of 0.04 money"),
    ],
)
def test_what_comes_after_a_budget_is_spent_waits(reopen: Opener, budgets: Budgets, why: str, caplog: Any) -> None:
    with asking(reading, most_messages=1, concurrency=1, **PRICES) as (extractor, server):
        graph = reopen(embedder=None, extractor=extractor, budgets=budgets)
        done = graph.ingest(jobs(5))
        assert (len(server.requests), done.recorded, done.waiting, done.failed) == (2, 2, 3, 0)
        assert done.notes == (why,)
        assert f"{why}: what is left waits in the queue" in caplog.text
        assert graph.episodes(state="waiting")[0].why == why


def test_a_new_call_and_a_new_day_have_a_budget_of_their_own(reopen: Opener, clock: SetClock) -> None:
    budgets = Budgets(ingest=Budget(calls=1), day=Budget(calls=2))
    with asking(reading, most_messages=1, concurrency=1) as (extractor, _):
        graph = reopen(embedder=None, extractor=extractor, budgets=budgets)
        graph.ingest(jobs(4))
        assert waiting(graph) == 3
        graph.work()
        assert waiting(graph) == 2
        graph.work()
        assert waiting(graph) == 2
        clock.forward(days=1)
        graph.work()
        assert waiting(graph) == 1


def test_a_scope_without_a_budget_left_does_not_hold_up_the_others(reopen: Opener) -> None:
    with asking(reading, most_messages=1, concurrency=1) as (extractor, _):
        graph = reopen(embedder=None, extractor=extractor, budgets=Budgets(scope=Budget(calls=1)))
        graph.ingest(jobs(3), mode="later")
        graph.ingest(jobs(3), scope="other", mode="later")
        done = graph.work().ingested
        assert (done.recorded, done.waiting) == (2, 4)


def test_the_rules_cost_nothing(reopen: Opener) -> None:
    graph = reopen(embedder=None, budgets=Budgets(ingest=Budget(calls=0)))
    done = graph.ingest([{"speaker": "Ann", "content": "I live in Oslo.", "timestamp": "2024-05-06T10:00:00Z"}])
    assert (done.recorded, done.spent) == (1, Spent())


@pytest.mark.parametrize("given", [{"calls": -1}, {"tokens": "many"}, {"money": float("nan")}, {"calls": True}])
def test_a_budget_that_is_no_number_is_refused(given: Any) -> None:
    with pytest.raises(InputError, match="of a budget: a number from 0, or None"):
        Budget(**given)


def test_halves_of_what_was_refused_are_within_the_budget_too(reopen: Opener) -> None:
    with asking(completion(None, refusal="No"), concurrency=1) as (extractor, server):
        graph = reopen(embedder=None, extractor=extractor)
        done = graph.ingest(jobs(8), budgets=Budgets(ingest=Budget(calls=3)))
        assert (len(server.requests), done.spent.calls) == (3, 3)
        assert done.waiting + done.failed == 8
