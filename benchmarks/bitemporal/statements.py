"""Statements to write: a mix of them about what a file of the workload has, or the plain history of new subjects."""

import random
from collections.abc import Iterator
from datetime import date, timedelta
from itertools import count
from typing import Any

from benchmarks.bitemporal.workload import (
    AHEAD,
    FIRST_DAY,
    LAST_DAY,
    ONE_VALUED,
    PREDICATES,
    SHARES,
    subject_name,
)

_LONG_AGO = date(1000, 1, 1)
_STATED = ("in order", "late", "in the middle", "ahead", "again", "end")

Statement = dict[str, Any]


def mixed(subjects: int, seed: int) -> Iterator[Statement]:
    """Statements in the shares of the workload, about subjects that are there, with names that are there."""
    chosen = random.Random(seed)
    weights = [SHARES[kind] for kind in _STATED]
    last: Statement = {}
    while True:
        kind = chosen.choices(_STATED, weights)[0]
        subject = chosen.randrange(subjects)
        start = FIRST_DAY + timedelta(chosen.randrange(9_000))
        said: Statement = {
            "subject": subject_name(subject),
            "predicate": chosen.choice(PREDICATES),
            "object": f"Value {chosen.randrange(max(50, subjects))}",
            "valid_from": start,
            "source": f"source {subject % 5}",
        }
        if kind == "in order":
            said["valid_from"] = LAST_DAY + timedelta(chosen.randrange(1, 1_000))
        elif kind == "ahead":
            said["valid_from"] = AHEAD + timedelta(chosen.randrange(3_650))
        elif kind == "in the middle":
            said["valid_to"] = start + timedelta(chosen.randrange(10, 400))
        elif kind == "again" and last:
            said = last
        elif kind == "end":
            said["op"] = "end"
        yield said
        last = said


def in_order(first_subject: int, seed: int) -> Iterator[Statement]:
    """History of new subjects, in order within each slot: ten slots of ten values each."""
    chosen = random.Random(seed)
    subject = first_subject
    while True:
        for predicate in ONE_VALUED[:10]:
            start = FIRST_DAY
            for _ in range(10):
                start += timedelta(chosen.randrange(30, 600))
                yield {
                    "subject": subject_name(subject),
                    "predicate": predicate,
                    "object": f"Value {chosen.randrange(50)}",
                    "valid_from": start,
                    "source": f"source {subject % 5}",
                }
        subject += 1


def successive(first: int, turns: int | None = None) -> Iterator[Statement]:
    """One value after another in one slot, from the `first` one on: each a new one, or so many in turn."""
    for number in count(first):
        yield {
            "subject": "Person 0",
            "predicate": ONE_VALUED[0],
            "object": f"Value {number if turns is None else number % turns}",
            "valid_from": _LONG_AGO + timedelta(days=7 * number),
        }
