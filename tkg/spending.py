"""What is asked of models, what it costs, and how much of it is allowed.

Every call of a model is a row, with the run and the scope that it was for: how many calls, tokens there and back, and
money, in millionths of whatever the prices are in. A *budget* limits the sum for one ingestion, for one scope, or for
one day in the zone of the file. It is looked at before a model is asked: what is under way when it runs out is paid
for, and what comes after waits.
"""

from collections.abc import Iterator
from dataclasses import astuple, dataclass, field, fields
from datetime import datetime, time

from tkg.errors import InputError
from tkg.intervals import microseconds, moment
from tkg.store import Store

MICRO = 1_000_000

_ADD_RUN = "INSERT INTO run (extractor, model, prompt, started) VALUES (?, ?, ?, ?) RETURNING id"
_ADD_CALL = """
    INSERT INTO model_call (run, scope, at, calls, tokens_in, tokens_out, money_micro, outcome)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)
"""
_SPENT = """
    SELECT COALESCE(SUM(calls), 0), COALESCE(SUM(tokens_in + tokens_out), 0), COALESCE(SUM(money_micro), 0)
    FROM model_call WHERE (:run IS NULL OR run = :run) AND (:scope IS NULL OR scope = :scope) AND at >= :since
"""


@dataclass(frozen=True, slots=True)
class Spent:
    """Calls, tokens there and back, and money."""

    calls: int = 0
    tokens: int = 0
    money: float = 0.0


@dataclass(frozen=True, slots=True)
class Budget:
    """The most that may be spent; None: as much as it takes."""

    calls: int | None = None
    tokens: int | None = None
    money: float | None = None

    def __post_init__(self) -> None:
        for each in fields(self):
            most = getattr(self, each.name)
            if most is not None and (isinstance(most, bool) or not isinstance(most, (int, float)) or not most >= 0):
                raise InputError(f"{each.name}={most!r} of a budget: a number from 0, or None for no limit")

    def exceeded(self, spent: Spent) -> str | None:
        """What of it is used up, in words; None if nothing is."""
        for each, there in zip(fields(self), astuple(spent), strict=True):
            most = getattr(self, each.name)
            if most is not None and there >= most:
                return f"{there:g} of {most:g} {each.name}"
        return None


@dataclass(frozen=True, slots=True)
class Budgets:
    """What may be spent for one call of `ingest` or `work`, for one scope ever, and in one day over all scopes."""

    ingest: Budget = field(default_factory=Budget)
    scope: Budget = field(default_factory=Budget)
    day: Budget = field(default_factory=Budget)


class Ledger:
    """The calls of one run."""

    def __init__(self, store: Store, run: int, budgets: Budgets) -> None:
        self.store, self.run, self.budgets = store, run, budgets

    def add(self, scope: int, calls: int, tokens: tuple[int, int], money: float, outcome: str) -> None:
        """Note what was asked. Only inside a write."""
        given = (self.run, scope, self.store.clock(), calls, *tokens, round(money * MICRO), outcome)
        self.store.connection.execute(_ADD_CALL, given)

    def used_up(self, scope: int) -> str | None:
        """Which budget leaves nothing to spend on a scope, in words; None if all do. Inside a snapshot."""
        for what, budget, spent in self._each(scope):
            exceeded = budget.exceeded(spent)
            if exceeded is not None:
                return f"the budget {what} is spent: {exceeded}"
        return None

    def _each(self, scope: int) -> Iterator[tuple[str, Budget, Spent]]:
        yield "of this call", self.budgets.ingest, spent(self.store, run=self.run)
        yield "of the scope", self.budgets.scope, spent(self.store, scope=scope)
        yield "of the day", self.budgets.day, spent(self.store, since=_midnight(self.store))


def begin_run(store: Store, extractor: str, model: str | None, prompt: str | None) -> int:
    """A new run, of which nothing is done yet. Only inside a write."""
    row = store.connection.execute(_ADD_RUN, (extractor, model, prompt, store.clock())).fetchone()
    return int(row[0])


def spent(store: Store, *, run: int | None = None, scope: int | None = None, since: int = 0) -> Spent:
    """What was spent. `since`: from this moment on, in microseconds. Inside a snapshot."""
    given = {"run": run, "scope": scope, "since": since}
    calls, tokens, micro = store.connection.execute(_SPENT, given).fetchone()
    return Spent(calls, tokens, micro / MICRO)


def _midnight(store: Store) -> int:
    """The beginning of the day, in the zone of the file."""
    now = moment(store.clock(), store.zone)
    return microseconds(datetime.combine(now.date(), time(), store.zone))
