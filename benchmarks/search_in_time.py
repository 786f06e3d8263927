"""Does a search answer for the time that is asked about, among facts that are mostly out of date?

    .venv/bin/python benchmarks/search_in_time.py [--json]

Two made-up worlds, the built-in embedder, `k=10`.

- A subject with 40 jobs in a row, a year each, among 200 others with ten each. Asked "where does ... work?" as of the
  middle of each of the 40 years: how often the right employer is among the hits, and how many hits there are that were
  not believed of that moment.
- 200 subjects with ten employers each, so that 90 % of what is recorded is superseded. Asked for each without a time:
  how many hits do not hold now and are not marked so, and how often a superseded employer ranks above the one that
  holds; and with `valid_at` now, how many hits do not hold now.

What is right is worked out here from what was recorded, without asking the graph. Exit status 1 unless it is 40 of 40,
and 0 for everything else.
"""

import argparse
import random
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import tkg
from benchmarks.showing import concluded, show, workplace
from tkg.hits import FactHit

RESULTS = Path(__file__).resolve().parent / "results" / "search_in_time.json"
JOBS, SUBJECTS, CHANGES, K = 40, 200, 10, 10
FIRST_YEAR = 1985
_FIRST = [
    "Ada",
    "Ben",
    "Cleo",
    "Dora",
    "Emil",
    "Finn",
    "Gina",
    "Hugo",
    "Iris",
    "Jona",
    "Kian",
    "Lena",
    "Milo",
    "Nora",
    "Otis",
    "Pia",
    "Quin",
    "Rosa",
    "Sven",
    "Tess",
]
_LAST = ["Abel", "Brand", "Costa", "Dahl", "Engel", "Frost", "Grant", "Holm", "Iwata", "Jansen"]
_COMPANY = ["Works", "Labs", "Foods", "Motors", "Press", "Bank", "Air", "Steel", "Games", "Farms"]


def company(number: int) -> str:
    """A name of its own for each number: "Alba Works", "Alba Labs", ..."""
    letters = "".join("abcdefghijklmnoprstuvwz"[number // 23**place % 23] for place in range(3))
    return f"{letters.capitalize()}ora {_COMPANY[number % len(_COMPANY)]}"


def world(seed: int) -> dict[str, list[tuple[date, str]]]:
    """Each subject with its employers and when it began there, in order. The first subject has 40, one a year."""
    chosen = random.Random(seed)
    numbers = iter(range(10_000))
    told = {"Vera Nyström": [(date(FIRST_YEAR + year, 1, 1), company(next(numbers))) for year in range(JOBS)]}
    for number in range(SUBJECTS):
        name = f"{_FIRST[number % len(_FIRST)]} {_LAST[number // len(_FIRST)]}"
        years = sorted(chosen.sample(range(FIRST_YEAR, FIRST_YEAR + JOBS), CHANGES))
        told[name] = [(date(year, chosen.randint(1, 12), 1), company(next(numbers))) for year in years]
    return told


def holds(line: list[tuple[date, str]], at: date) -> str | None:
    """The employer at a date: the last one begun by then."""
    begun = [employer for start, employer in line if start <= at]
    return begun[-1] if begun else None


def measure(path: Path, seed: int) -> dict[str, Any]:
    told, today = world(seed), datetime.now(UTC).date()
    stated = [
        {"subject": name, "predicate": "works_for", "object": employer, "valid_from": start}
        for name, line in told.items()
        for start, employer in line
    ]
    random.Random(seed).shuffle(stated)
    right = not_believed = unmarked = misplaced = stale = current_found = 0
    with tkg.open(path) as graph:
        graph.record_many(stated)
        graph.work(progress=show)
        subject = next(iter(told))
        for year in range(FIRST_YEAR, FIRST_YEAR + JOBS):
            at = date(year, 7, 1)
            hits = graph.search(f"where does {subject} work?", valid_at=at, k=K)
            said = [(str(fact.subject), str(fact.object)) for fact in hits.facts]
            right += (subject, holds(told[subject], at)) in said
            not_believed += sum(holds(told[name], at) != employer for name, employer in said)
        for name, line in list(told.items())[1:]:
            hits = graph.search(f"where does {name} work?", k=K)
            now = holds(line, today)
            order = [str(fact.object) for fact in hits.facts if str(fact.subject) == name]
            current_found += now in order
            misplaced += bool(order) and order[0] != now
            for hit in hits:
                assert isinstance(hit, FactHit)
                is_now = holds(told[str(hit.fact.subject)], today) == str(hit.fact.object)
                unmarked += hit.is_current and not is_now
            at_now = graph.search(f"where does {name} work?", valid_at=today, k=K)
            stale += sum(holds(told[str(fact.subject)], today) != str(fact.object) for fact in at_now.facts)
    return {
        "facts": len(stated),
        "superseded": round(1 - len(told) / len(stated), 3),
        "as_of_found": right,
        "as_of_asked": JOBS,
        "as_of_not_believed_then": not_believed,
        "default_unmarked_stale": unmarked,
        "default_current_found": current_found,
        "default_current_not_first_in_its_slot": misplaced,
        "default_asked": len(told) - 1,
        "valid_at_now_stale": stale,
        "ok": right == JOBS and not (not_believed or unmarked or misplaced or stale) and current_found == len(told) - 1,
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seed", type=int, default=4, help="of the made-up worlds")
    parser.add_argument("--json", action="store_true", help="print the result as JSON")
    arguments = parser.parse_args()
    with workplace(None) as work:
        return concluded(measure(work / "search_in_time.db", arguments.seed), RESULTS)


if __name__ == "__main__":
    raise SystemExit(main())
