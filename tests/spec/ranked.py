"""The policy `role` by the oracle of the contract, which knows no roles.

Its policy `confidence` compares one number, so each claim is given one that says both: the rank of the role that its
source has at the recorded time asked about, in tens, and the confidence, which is below one. Under these numbers the
oracle must answer as the graph does under `role`, at every known time by itself. The roles are worked out from the list
of what happened, by the definition.
"""

from collections.abc import Callable, Iterable
from copy import copy
from dataclasses import replace
from typing import Any, NamedTuple

from tests.spec.adapter import Adapter
from tests.spec.oracle import POS, instant, show
from tkg.intervals import moment
from tkg.words import Episode, Words
from tkg.writer import Writer

SOURCES = "abc"
ROLES = ("user", "assistant", "tool", "critic")
ORDERS: tuple[dict[str, Any], ...] = (
    {},
    {"roles": ["tool", "User"]},
    {"roles": ["critic", "assistant", "user"]},
)
DEFAULT = ("user", "assistant", "tool")


class Told(NamedTuple):
    """A source was assigned a role, or spoke in it, at a recorded time."""

    at: int
    source: str
    role: str
    assigned: bool


class Ranked:
    """An oracle that knows what was told of roles, and an order of them."""

    def __init__(self, oracle: Any, told: Iterable[Told], order: Iterable[str]) -> None:
        self._oracle, self._told, self._order = oracle, list(told), [role.lower() for role in order]

    def role(self, source: str, known_at: int) -> str | None:
        """By the definition: the last one assigned, else the last one spoken in, else none."""
        said = [each for each in self._told if each.source == source and each.at <= known_at]
        of_one_kind = [each for each in said if each.assigned] or said
        return of_one_kind[-1].role if of_one_kind else None

    def as_of(self, known_at: int) -> Any:
        """The oracle with the numbers that hold at a known time."""

        def number(claim: Any) -> float:
            role = self.role(claim.source, known_at)
            rank = len(self._order) - self._order.index(role) if role in self._order else 0
            return 10 * rank + float(claim.confidence)

        other = copy(self._oracle)
        other.claims = {id_: replace(c, confidence=number(c)) for id_, c in self._oracle.claims.items()}
        return other

    def query(self, question: dict[str, Any]) -> Any:
        about = {name: question[name] for name in ("s", "p", "modality") if name in question}
        valid_at = instant(question["valid_at"]) if "valid_at" in question else None

        def believed(at: int) -> Any:
            if valid_at is None:
                return self.as_of(at).timeline(at, policy="confidence", **about)
            return self.as_of(at).facts(valid_at, at, policy="confidence", **about)

        if question["query"] in ("history", "beliefs"):
            return [_shown((*row, since, until)) for row, since, until in self._runs(believed)]
        if question["query"] == "diff":
            old, new = (believed(instant(question[key])) for key in ("known_a", "known_b"))
            return {"added": list(map(_shown, new - old)), "removed": list(map(_shown, old - new))}
        return self.as_of(instant(question.get("known_at"))).query({**question, "policy": "confidence"})

    def _runs(self, believed: Callable[[int], Any]) -> Any:
        return self._oracle.runs(sorted({*self._oracle.ticks(), *(each.at for each in self._told)}), believed, POS)


def tell(graph: Adapter, told: Told) -> None:
    """Into the graph: an operation of the log, or a message, which takes no place in it."""
    if told.assigned:
        graph.apply(assignment(told))
        return
    store = graph.graph._store
    with store.transaction(at=told.at) as transaction:
        words = Words(store, Writer(store, transaction, "default").scope)
        number = store.connection.execute("SELECT COUNT(*) FROM episode").fetchone()[0]
        words.add(transaction, Episode(told.source, told.role, told.at, "UTC", "Hm.", None, number), None)


def assignment(told: Told) -> dict[str, Any]:
    """The operation of a role that is assigned."""
    return {"op": "assign_role", "at": moment(told.at).isoformat(), "source": told.source, "role": told.role}


def _shown(row: tuple[Any, ...]) -> list[Any]:
    return [*row[:3], *map(show, row[3:])]
