"""The facts and the questions that both sides get. Nothing but the standard library: peers import it too.

`facts` has n facts about n/20 subjects and 10 predicates, the values of a slot one after another, each with the end at
which the next one begins, in no order: both sides are told every bound, since two of the peers would not close a value
by themselves. They are loaded in two halves, so that there are two moments of recorded time to ask as of. `careers`
has one predicate, and ten employers in a row for each of n/10 subjects.
"""

import json
import random
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple

FIRST, DAYS = datetime(2015, 1, 1, tzinfo=UTC), 3_650
VALUES = 1_000
HALVES = (0, 1)


class Fact(NamedTuple):
    """One fact; times as ISO 8601 with a Z, `end` None while it goes on."""

    subject: str
    predicate: str
    object: str
    start: str
    end: str | None


def text(at: datetime) -> str:
    return at.strftime("%Y-%m-%dT%H:%M:%SZ")


def time(said: str) -> datetime:
    return datetime.fromisoformat(said)


def facts(number: int, seed: int = 7) -> list[Fact]:
    """History of many slots, shuffled."""
    chosen = random.Random(seed)
    slots: dict[tuple[str, str], set[int]] = {}
    subjects = max(1, number // 20)
    for _ in range(number):
        slot = f"person {chosen.randrange(subjects)}", f"pred_{chosen.randrange(10)}"
        slots.setdefault(slot, set()).add(chosen.randrange(DAYS))
    found = [fact for slot, days in slots.items() for fact in _row(chosen, slot, sorted(days))]
    chosen.shuffle(found)
    return found


def _row(chosen: random.Random, slot: tuple[str, str], days: list[int]) -> Iterator[Fact]:
    starts = [text(FIRST + timedelta(days=day)) for day in days]
    before = -1
    for start, end in zip(starts, [*starts[1:], None], strict=True):
        # Neighbours differ, so that no side makes one interval of two.
        before = (before + 1 + chosen.randrange(VALUES - 1)) % VALUES
        yield Fact(*slot, f"value {before}", start, end)


def careers(number: int, seed: int = 7) -> list[Fact]:
    """Ten employers in a row for each subject. Names are letters: the words of Kuzu's index drop digits."""
    chosen = random.Random(seed)
    companies = max(20, number // 50)
    found = []
    for subject in range(max(1, number // 10)):
        days = [365 * turn + chosen.randrange(300) for turn in range(10)]
        starts = [text(FIRST + timedelta(days=day)) for day in days]
        for start, end in zip(starts, [*starts[1:], None], strict=True):
            company = word("Co", chosen.randrange(companies))
            found.append(Fact(word("P", subject), "WORKS_AT", company, start, end))
    return found


def word(prefix: str, number: int) -> str:
    letters = ""
    for _ in range(4):
        letters, number = chr(97 + number % 26) + letters, number // 26
    return prefix + letters


def half(listed: list[Fact], which: int) -> list[Fact]:
    middle = len(listed) // 2
    return listed[:middle] if which == 0 else listed[middle:]


def questions(listed: list[Fact], number: int, seed: int = 1) -> list[list[Any]]:
    """(subject, predicate, valid instant, 0 or 1: as of the first half, or of both), at random."""
    chosen = random.Random(seed)
    found = []
    for turn in range(number):
        fact = chosen.choice(listed)
        at = text(FIRST + timedelta(days=chosen.randrange(DAYS)))
        found.append([fact.subject, fact.predicate, at, turn % 2])
    return found


def write(path: Path, listed: list[Fact]) -> None:
    path.write_text("\n".join(json.dumps(fact) for fact in listed) + "\n", encoding="utf-8")


def read(path: Path) -> list[Fact]:
    return [Fact(*json.loads(line)) for line in path.read_text(encoding="utf-8").splitlines()]
