"""Do real histories, told in any order, answer as a scan of what was said does?

    .venv/bin/python benchmarks/real_histories.py [--data DIR] [--orders N] [--every N] [--json]

Three public sets, described in `interval_sets`:

    dyknow        office holders, CEOs and teams. Told in 20 shuffled orders, some rows in a transaction, and asked
                  about on the day before, of and after every endpoint. Then only the starts are told, in as many
                  orders, each of which gives the same timeline: every value until the start of the next one.
    wikidata12k   told in the order of the file, and asked about in every year of each subject and predicate, from one
                  year before to one year after
    yago11k       the same; where rows say a month or a day, in the middle of each year too

What comes back is compared with `brute_force`, which knows the rules of the contract and nothing of tkg. The latter two
are also told with every row twice, which changes no timeline. Rows that end before they start are refused and counted,
10 and 70 of them; so are 11 of YAGO, 10 from before the year 1 and one of 1963-64-65.

Exit status 1 if an answer is wrong, a count is another one, or a file does not verify. Speed is told and not judged.

The data is looked for at `--data`, else under `$TKG_DATA`, else at `../shared/data/intervals` beside the checkout;
where it is missing the script says so and exits with 0. `--every N` takes each Nth subject and predicate, and does not
look at the counts.

Traps. All rows of a set are of one source, so that nothing contradicts: a value that is told later takes over where two
overlap. In the timelines of starts alone, subjects are left out where the order of arrival decides by the
contract: two values that start together, and one value of which one start lies within another. DyKnow's teams are
taken for one-valued, though players have a club and a country: the question is whether supersession is right, not
whether football is.
"""

import argparse
import os
import random
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import tkg
from benchmarks.brute_force import Said, believed, slots
from benchmarks.interval_sets import NOW, Row, dyknow, some, triples
from benchmarks.showing import concluded, show
from tkg.intervals import microseconds

CHECKOUT = Path(__file__).resolve().parents[1]
RESULTS = CHECKOUT / "benchmarks" / "results" / "real_histories.json"
ONE_VALUED = ("P17", "P131", "P6", "P26", "isMarriedTo")
REFUSED = {"wikidata12k": Counter(empty_interval=10), "yago11k": Counter(empty_interval=70, bad_time=11)}
"""What is refused of each whole set, by the error; of the others nothing is."""
BATCH, SHOWN, LAST_YEAR = 200, 5, 2020

Pair = tuple[str, str]


@dataclass
class Outcome:
    """What telling of a set gave. `wrong` counts answers, `examples` are some of them."""

    rows: int = 0
    refused: Counter[str] = field(default_factory=Counter)
    asked: int = 0
    wrong: int = 0
    examples: list[str] = field(default_factory=list)
    verified: bool = True
    told_s: float = 0.0
    asked_s: float = 0.0

    def differs(self, what: str) -> None:
        self.wrong += 1
        if len(self.examples) < SHOWN:
            self.examples.append(what)

    def __add__(self, other: "Outcome") -> "Outcome":
        return Outcome(
            self.rows + other.rows, self.refused + other.refused, self.asked + other.asked, self.wrong + other.wrong,
            (self.examples + other.examples)[:SHOWN], self.verified and other.verified,
            round(self.told_s + other.told_s, 1), round(self.asked_s + other.asked_s, 1),
        )  # fmt: skip


# --- the data ---


def default_data() -> Path:
    root = os.environ.get("TKG_DATA")
    return (Path(root) if root else CHECKOUT.parent / "shared" / "data") / "intervals"


# --- telling ---


@contextmanager
def opened(one_valued: Iterable[str]) -> Iterator[tkg.Graph]:
    """A graph in a file of its own, whose clock stands at `NOW`: recorded times are microseconds from there on."""
    ontology = tkg.Ontology.of({predicate: {"cardinality": "one"} for predicate in one_valued})
    at = microseconds(datetime.fromisoformat(NOW).replace(tzinfo=UTC))
    with tempfile.TemporaryDirectory(prefix="tkg-histories-") as directory:
        path = Path(directory) / "histories.db"
        with tkg.open(path, ontology=ontology, durability="normal", clock=lambda: at) as graph:
            yield graph


def tell(graph: tkg.Graph, rows: Iterable[Row]) -> Counter[str]:
    """Record rows in one transaction; if one of them is refused, each in its own. What was refused, by its error."""
    statements = [row.statement() for row in rows]
    refused = Counter[str]()
    try:
        graph.record_many(statements)
    except tkg.errors.InputError:
        for statement in statements:
            try:
                graph.record(**statement)
            except tkg.errors.InputError as error:
                refused[error.code] += 1
    return refused


def batches(rows: Sequence[Row], sizes: Iterator[int]) -> Iterator[Sequence[Row]]:
    low = 0
    while low < len(rows):
        high = low + next(sizes)
        yield rows[low:high]
        low = high


# --- asking ---


def claims_of(rows: Iterable[Row]) -> dict[Pair, list[Said]]:
    """What the brute force makes of rows, in the order in which they were told."""
    found: dict[Pair, list[Said]] = defaultdict(list)
    for row in rows:
        try:
            claim = row.claim()
        except ValueError:  # no date, or one before the year 1, which tkg refuses, too
            continue
        if claim.start < claim.end:
            found[row.subject, row.predicate].append(claim)
    return found


def compare(
    graph: tkg.Graph, claims: Mapping[Pair, Sequence[Said]], days: Mapping[Pair, set[int]], one: Iterable[str]
) -> Outcome:
    """Every day asked about, against the brute force."""
    found, began, one_valued = Outcome(), time.perf_counter(), set(one)
    for (subject, predicate), told in claims.items():
        apart = slots(told, one=predicate in one_valued)
        for day in sorted(days[subject, predicate]):
            at = date.fromordinal(day)
            answered = {fact.object for fact in graph.find(subject, predicate, valid_at=at)}
            expected = {value for slot in apart if (value := believed(slot, day)) is not None}
            found.asked += 1
            if answered != expected:
                found.differs(f"{subject} {predicate} on {at}: {sorted(map(str, answered))}, not {sorted(expected)}")
    found.asked_s = time.perf_counter() - began
    return found


def endpoints(claims: Mapping[Pair, Sequence[Said]]) -> dict[Pair, set[int]]:
    """The days before, of and after every bound."""
    last = date.max.toordinal()
    return {
        pair: {
            bound + off for claim in told for bound in (claim.start, claim.end) for off in (-1, 0, 1) if bound < last
        }
        for pair, told in claims.items()
    }


def years(claims: Mapping[Pair, Sequence[Said]]) -> dict[Pair, set[int]]:
    """The first day of each year around the claims, and one in the middle where they are said to the month or day."""
    found = {}
    for pair, told in claims.items():
        bounds = [bound for claim in told for bound in (claim.start, claim.end) if bound < date.max.toordinal()]
        low, high = (date.fromordinal(bound).year for bound in (min(bounds), max(bounds)))
        asked = range(max(low - 1, 1), max(high, LAST_YEAR if any(claim.ongoing for claim in told) else 0) + 2)
        finer = any(date.fromordinal(bound).timetuple().tm_yday > 1 for bound in bounds)
        months = ((1, 1), (7, 2)) if finer else ((1, 1),)
        found[pair] = {date(year, *month).toordinal() for year in asked for month in months}
    return found


# --- the three checks ---


def shuffled(rows: Sequence[Row], seed: int) -> Outcome:
    """One order of arrival of all rows, each predicate with one value."""
    r, order = random.Random(seed), list(rows)
    r.shuffle(order)
    one = {row.predicate for row in rows}
    with opened(one) as graph:
        began, refused = time.perf_counter(), Counter[str]()
        for batch in batches(order, iter(lambda: r.randrange(1, 20), None)):
            refused += tell(graph, batch)
        told_s = time.perf_counter() - began
        claims = claims_of(order)
        found = compare(graph, claims, endpoints(claims), one)
        found.rows, found.refused, found.told_s, found.verified = len(rows), refused, told_s, graph.verify().ok
    return found


def open_facts(rows: Sequence[Row]) -> dict[Pair, list[Row]]:
    """The starts alone, of the subjects and predicates where the order of arrival does not matter."""
    starts: dict[Pair, list[Row]] = defaultdict(list)
    for row in dict.fromkeys(row._replace(end="") for row in rows if row.start):
        starts[row.subject, row.predicate].append(row)

    def orderless(told: list[Row]) -> bool:
        claims = [row.claim() for row in told]
        pairs = [(a, b) for place, a in enumerate(claims) for b in claims[place + 1 :]]
        return not any(
            a.early <= b.late and b.early <= a.late if a.value == b.value else a.start == b.start for a, b in pairs
        )

    return {pair: told for pair, told in starts.items() if orderless(told)}


def succession(told: Iterable[Row]) -> list[tuple[Any, ...]]:
    """Each value until another one starts."""
    claims: list[Said] = []
    for claim in sorted((row.claim() for row in told), key=lambda claim: claim.start):
        if not claims or claims[-1].value != claim.value:
            claims.append(claim)
    starts = [date.fromordinal(claim.start) for claim in claims]
    return [(claim.value, start, end) for claim, start, end in zip(claims, starts, [*starts[1:], None], strict=True)]


def successions(rows: Mapping[Pair, Sequence[Row]], seed: int) -> Outcome:
    """One order of arrival of open facts: each value holds from its start to that of the next one."""
    order = [row for told in rows.values() for row in told]
    random.Random(seed).shuffle(order)
    found = Outcome(rows=len(order))
    with opened({row.predicate for row in order}) as graph:
        for batch in batches(order, iter(lambda: 7, None)):
            found.refused += tell(graph, batch)
        for (subject, predicate), told in rows.items():
            line = [
                (fact.object, *(None if at is None else at.date() for at in (fact.valid_from, fact.valid_to)))
                for fact in graph.timeline(subject, predicate)
            ]
            found.asked += 1
            if line != succession(told):
                found.differs(f"{subject} {predicate}: {line}, not {succession(told)}")
        found.verified = graph.verify().ok
    return found


def in_order(rows: Sequence[Row]) -> Outcome:
    """All rows as they come, every year asked about."""
    with opened(ONE_VALUED) as graph:
        began, refused = time.perf_counter(), Counter[str]()
        for batch in batches(rows, iter(lambda: BATCH, None)):
            refused += tell(graph, batch)
        told_s = time.perf_counter() - began
        claims = claims_of(rows)
        found = compare(graph, claims, years(claims), ONE_VALUED)
        found.rows, found.refused, found.told_s, found.verified = len(rows), refused, told_s, graph.verify().ok
    return found


def twice(rows: Sequence[Row]) -> Outcome:
    """Every row told twice in succession changes no timeline."""
    lines: list[list[tuple[Any, ...]]] = []
    for times in (1, 2):
        with opened(ONE_VALUED) as graph:
            for batch in batches([row for row in rows for _ in range(times)], iter(lambda: BATCH, None)):
                tell(graph, batch)
            facts = graph.timeline()
            lines.append([(f.subject, f.predicate, f.object, f.valid_from_text, f.valid_to_text) for f in facts])
    found = Outcome(rows=len(rows), asked=len(lines[0]))
    for line in {*lines[0]} ^ {*lines[1]}:
        found.differs(f"told twice: {line}")
    return found


def measure(data: Path, orders: int, every: int) -> dict[str, Outcome]:
    """Every set, each way; the sums of the orders."""
    rows = some(dyknow(data / "dyknow.json"), every)
    chosen = open_facts(rows)
    found = {"dyknow": Outcome(), "dyknow, starts alone": Outcome()}
    for seed in range(orders):
        found["dyknow"] += shuffled(rows, seed)
        found["dyknow, starts alone"] += successions(chosen, seed)
        show("orders of arrival", seed + 1, orders)
    for name in ("wikidata12k", "yago11k"):
        rows = some(triples(data / f"{name}.tsv"), every)
        found[name] = in_order(rows)
        found[f"{name}, twice"] = twice(rows)
    return found


def result(found: Mapping[str, Outcome], *, whole: bool) -> dict[str, Any]:
    """The figures as JSON; `whole` says whether the counts of what was refused are to be those of the whole sets."""
    right = all(outcome.asked and not outcome.wrong and outcome.verified for outcome in found.values())
    counted = all(outcome.refused == REFUSED.get(name, {}) for name, outcome in found.items())
    sets = {name: vars(outcome) | {"refused": dict(outcome.refused)} for name, outcome in found.items()}
    return {"sets": sets, "ok": right and (counted or not whole)}


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--data", type=Path, default=default_data(), help="the directory of the three files")
    parser.add_argument("--orders", type=int, default=20, help="shuffled orders of arrival (default 20)")
    parser.add_argument("--every", type=int, default=1, help="take each Nth subject and predicate (default 1)")
    parser.add_argument("--json", action="store_true", help="print the result as JSON, which it always does")
    arguments = parser.parse_args()
    if not (arguments.data / "dyknow.json").exists():
        print(f"skipped: no histories at {arguments.data}; give --data, or set TKG_DATA", file=sys.stderr)
        return 0
    found = measure(arguments.data, arguments.orders, arguments.every)
    return concluded(result(found, whole=arguments.every == 1), RESULTS)


if __name__ == "__main__":
    raise SystemExit(main())
