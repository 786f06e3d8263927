"""Do the rules propose only what was said, and how much of it? On chat messages labelled before the rules were run.

    .venv/bin/python benchmarks/rules.py [--half HALF] [--errors] [--json]

Each message of `data/rules_en.jsonl` and `data/rules_zh.jsonl` is read by `tkg.extract.Rules` with the shipped
ontology. A proposal is right if its op, subject, predicate, object and modality are those of a fact of the message's
gold, or of an `also` of it, and that fact was not matched before. Names are compared without case, articles and outer
punctuation, dates and quantities as they print.

    precision     right proposals among all proposals
    recall        gold facts that were proposed, among the gold facts
    time words    right proposals whose start and end words agree with the gold: one within the other, or none in both

Facts that are `optional` in the gold count nowhere, proposed or not.

The messages are in halves. Up to number 300, odd numbers are those that the rules were first mended with ("seen"), and
even ones were held out then ("held-out"); what they showed has been mended since. From 301 on they are "fresh": written
later, before the rules were looked at again. Of those, odd numbers ("fresh-odd") may be mended with, and the labels of
even ones ("fresh-even") serve for the figure alone. From 601 on they are "last": written when all was mended, and
measured as the rules were then. `--errors` shows the seen half only, unless `--half` asks.
Exit status 1 if a language falls under a precision of 0.97 in any half.
"""

import argparse
import json
import platform
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from tkg.extract import Candidate, Message, Rules
from tkg.ontology import Ontology

HERE = Path(__file__).resolve().parent
DATA = HERE / "data"
RESULTS = HERE / "results" / "rules.json"
SPEAKERS = {"en": "Mira", "zh": "何苗"}
HALVES = ("seen", "held-out", "fresh", "fresh-odd", "fresh-even", "last")
FRESH_FROM, LAST_FROM = 301, 601
LEAST_PRECISION = 0.97
SAID_AT = datetime(2026, 3, 4, 12, tzinfo=UTC)  # a Wednesday
_ARTICLES = ("the ", "a ", "an ", "my ", "our ")
_TABLE_WIDTH = 100


class Said(NamedTuple):
    """What makes a proposal right: compared whole."""

    op: str
    subject: str
    predicate: str
    object: str
    modality: str


class Gold(NamedTuple):
    """A fact of a message: every way of writing it that counts, and the words for its time."""

    ways: frozenset[Said]
    start: str
    end: str
    optional: bool
    predicate: str


class Row(NamedTuple):
    """A labelled message."""

    id: str
    text: str
    facts: tuple[Gold, ...]

    @property
    def halves(self) -> tuple[str, ...]:
        """Those of `HALVES` that it is in: a fresh message is in two."""
        number = int(self.id.rpartition("-")[2])
        even = number % 2 == 0
        if number >= LAST_FROM:
            return ("last",)
        if number >= FRESH_FROM:
            return ("fresh", "fresh-even" if even else "fresh-odd")
        return ("held-out",) if even else ("seen",)


class Judged(NamedTuple):
    """What became of a message: proposals with the fact that each matched or None, and the facts that none matched."""

    row: Row
    proposals: tuple[tuple[Candidate, Gold | None], ...]
    missed: tuple[Gold, ...]


def load(language: str, directory: Path = DATA) -> list[Row]:
    with (directory / f"rules_{language}.jsonl").open(encoding="utf-8") as lines:
        return [row(json.loads(line)) for line in lines]


def row(item: dict[str, Any]) -> Row:
    """A line of the data."""
    return Row(item["id"], item["text"], tuple(gold(fact) for fact in item["facts"]))


def gold(fact: dict[str, Any]) -> Gold:
    return Gold(
        ways=frozenset(said({**fact, **other}) for other in ({}, *fact.get("also", ()))),
        start=plain(fact.get("start", "")),
        end=plain(fact.get("end", "")),
        optional=fact.get("optional", False),
        predicate=fact["predicate"],
    )


def said(fact: dict[str, Any]) -> Said:
    return Said(
        fact["op"], plain(fact["subject"]), fact["predicate"], plain(str(fact["object"])), fact.get("modality", "")
    )


def proposed(candidate: Candidate) -> Said:
    return Said(
        candidate.op,
        plain(candidate.subject or ""),
        candidate.predicate or "",
        plain(str(candidate.object)),
        candidate.modality,
    )


def plain(words: str) -> str:
    """Words without case, outer punctuation and a leading article."""
    words = " ".join(words.casefold().split()).strip(" .,;:!?\"'“”‘’。，！？、")
    for article in _ARTICLES:
        words = words.removeprefix(article)
    return words


def judge(row: Row, candidates: list[Candidate]) -> Judged:
    """Each fact matches one proposal at most: a second proposal of it is wrong."""
    left = list(row.facts)
    proposals: list[tuple[Candidate, Gold | None]] = []
    for candidate in candidates:
        match = next((fact for fact in left if proposed(candidate) in fact.ways), None)
        if match is not None:
            left.remove(match)
        proposals.append((candidate, match))
    return Judged(row, tuple(proposals), tuple(fact for fact in left if not fact.optional))


def same_times(candidate: Candidate, fact: Gold) -> bool:
    """Whether the time words are those of the gold. Of a period within which it was so the gold gives the start alone,
    as it does where the words serve for both."""
    start, end = plain(candidate.start_text or ""), plain(candidate.end_text or "")
    if candidate.within or (fact.start and not fact.end and start == end):
        end = ""
    return all(
        (one in other or other in one) if one and other else one == other
        for one, other in ((start, fact.start), (end, fact.end))
    )


def report(judged: list[Judged]) -> dict[str, Any]:
    """The figures of some messages."""
    counted = [
        (candidate, fact) for each in judged for candidate, fact in each.proposals if fact is None or not fact.optional
    ]
    right = [(candidate, fact) for candidate, fact in counted if fact is not None]
    hit = Counter(fact.predicate for _, fact in right)
    missed = Counter(fact.predicate for each in judged for fact in each.missed)
    total = sum(hit.values()) + sum(missed.values())
    return {
        "messages": len(judged),
        "without_a_fact": sum(not each.row.facts for each in judged),
        "facts": total,
        "proposals": len(counted),
        "right": len(right),
        "wrong": len(counted) - len(right),
        "precision": ratio(len(right), len(counted)),
        "recall": ratio(len(right), total),
        "time_words": ratio(sum(same_times(candidate, fact) for candidate, fact in right), len(right)),
        "by_predicate": {
            name: {
                "facts": hit[name] + missed[name],
                "found": hit[name],
                "recall": ratio(hit[name], hit[name] + missed[name]),
                "wrong": sum(fact is None and candidate.predicate == name for candidate, fact in counted),
            }
            for name in sorted({*hit, *missed, *(c.predicate or "" for c, fact in counted if fact is None)})
        },
    }


def ratio(part: int, whole: int) -> float | None:
    return round(part / whole, 3) if whole else None


def measure() -> tuple[dict[str, Any], dict[str, list[Judged]]]:
    rules, ontology = Rules(), Ontology.shipped()
    judged = {
        language: [
            judge(each, [found for found in extracted if isinstance(found, Candidate)])
            for each in load(language)
            for extracted in [rules.extract(Message(SPEAKERS[language], "user", each.text, SAID_AT), ontology)]
        ]
        for language in SPEAKERS
    }
    languages = {
        language: {"all": report(rows)}
        | {half: report([each for each in rows if half in each.row.halves]) for half in HALVES}
        for language, rows in judged.items()
    }
    result = {
        "extractor": rules.name,
        "least_precision": LEAST_PRECISION,
        "languages": languages,
        "ok": all(reaches(found[half]["precision"]) for found in languages.values() for half in HALVES),
        "python": platform.python_version(),
    }
    return result, judged


def reaches(precision: float | None) -> bool:
    """Whether a precision passes; one of no proposals does not."""
    return precision is not None and precision >= LEAST_PRECISION


def show(result: dict[str, Any], console: Console) -> None:
    table = Table(box=None)
    for head in ("language", "half"):
        table.add_column(head, no_wrap=True)
    for head in ("messages", "facts", "proposals", "wrong", "precision", "recall", "time words"):
        table.add_column(head, justify="right")
    for language, halves in result["languages"].items():
        for half, found in halves.items():
            keys = ("messages", "facts", "proposals", "wrong", "precision", "recall", "time_words")
            style = None if reaches(found["precision"]) else "red"
            table.add_row(language, half, *(str(found[key]) for key in keys), style=style)
    console.print(table)


def disagreements(judged: list[Judged]) -> Iterator[str]:
    """Wrong proposals, time words that differ, and facts that were missed, a line each."""
    for each in judged:
        for candidate, fact in each.proposals:
            if fact is None:
                yield f"wrong   {each.row.id} {each.row.text!r}: {' | '.join(proposed(candidate))}"
            elif not fact.optional and not same_times(candidate, fact):
                times = f"{candidate.start_text!r} to {candidate.end_text!r}, gold {fact.start!r} to {fact.end!r}"
                yield f"times   {each.row.id} {each.row.text!r}: {times}"
        for fact in each.missed:
            yield f"missed  {each.row.id} {each.row.text!r}: {' | '.join(min(fact.ways))}"


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--errors", action="store_true", help="print what differs from the gold")
    parser.add_argument("--half", choices=HALVES, default="seen", help="the half whose errors are printed")
    parser.add_argument("--json", action="store_true", help="print the result as JSON")
    arguments = parser.parse_args()
    result, judged = measure()
    text = json.dumps(result, ensure_ascii=False, indent=2)
    RESULTS.parent.mkdir(exist_ok=True)
    RESULTS.write_text(text + "\n", encoding="utf-8")
    console = Console(width=_TABLE_WIDTH)
    if arguments.json:
        print(text)
    else:
        show(result, console)
    if arguments.errors:
        errors = Console(stderr=arguments.json, soft_wrap=True, highlight=False)
        for rows in judged.values():
            for line in disagreements([each for each in rows if arguments.half in each.row.halves]):
                errors.print(escape(line))
    return 0 if result["ok"] else 1


if __name__ == "__main__":
    raise SystemExit(main())
