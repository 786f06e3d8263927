"""Could names be linked by how close their vectors are? And what do suggestions from the set threshold bring?

    .venv/bin/python benchmarks/resembling.py [--errors] [--json]

Each pair of `data/pairs_en.jsonl` and `data/pairs_zh.jsonl` is two descriptions or two names, and whether they are of
one thing. Cosines are those of the built-in embedder, both texts as passages.

    linkable    the least cosine above which no pair is of two things, and the share of the pairs of one thing above it:
                by the cosine alone, and with those left out that `are_apart` tells
    suggested   pairs that would be suggested: above `SUGGESTED_FROM` and not told apart, and how many of them are of
                one thing; recall is the share of the pairs of one thing

The threshold and the opposites were chosen by the half "seen"; the "held-out" pairs were written after that, before any
of them was run.

Exit status 1 if fewer than 0.75 of the suggestions of a language are of one thing.
"""

import argparse
import json
from pathlib import Path
from typing import Any, NamedTuple

from rich.console import Console
from rich.table import Table

from tkg.embed import Embedder, Nano, unit_vectors
from tkg.resembling import SUGGESTED_FROM, are_apart

HERE = Path(__file__).resolve().parent
DATA = HERE / "data"
RESULTS = HERE / "results" / "resembling.json"
LANGUAGES = ("en", "zh")
LEAST_PRECISION = 0.75


class Pair(NamedTuple):
    """Two texts, whether they are of one thing, how close they are, and whether words tell them apart."""

    one: str
    other: str
    same: bool
    half: str
    cosine: float
    apart: bool


def load(language: str, embedder: Embedder) -> list[Pair]:
    """The pairs of a language with their cosines."""
    lines = (DATA / f"pairs_{language}.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    texts = [row[side] for row in rows for side in ("one", "other")]
    vectors = unit_vectors(embedder.passages(texts), texts, embedder)
    return [
        Pair(
            row["one"], row["other"], row["same"], row["half"], float(vectors[2 * at] @ vectors[2 * at + 1]),
            are_apart(row["one"], row["other"]),
        )
        for at, row in enumerate(rows)
    ]  # fmt: skip


def linkable(pairs: list[Pair], *, told: bool) -> dict[str, Any]:
    """From which cosine on no pair is of two things, and how many of the others are above it; `told`: without those
    that words tell apart."""
    highest = max(pair.cosine for pair in pairs if not pair.same and not (told and pair.apart))
    same = [pair for pair in pairs if pair.same]
    above = sum(pair.cosine > highest and not (told and pair.apart) for pair in same)
    return {"above": round(highest, 3), "share": round(above / len(same), 3)}


def suggested(pairs: list[Pair]) -> dict[str, Any]:
    """What would be suggested, each pair taken for a name and the only entity near it."""
    found = [pair for pair in pairs if pair.cosine >= SUGGESTED_FROM and not pair.apart]
    right, same = sum(pair.same for pair in found), sum(pair.same for pair in pairs)
    return {
        "suggested": len(found),
        "right": right,
        "precision": round(right / len(found), 3) if found else None,
        "recall": round(right / same, 3),
    }


def measure(embedder: Embedder) -> tuple[dict[str, Any], list[Pair]]:
    result: dict[str, Any] = {"embedder": embedder.name, "suggested_from": SUGGESTED_FROM, "languages": {}}
    every: list[Pair] = []
    ok = True
    for language in LANGUAGES:
        pairs = load(language, embedder)
        every += pairs
        halves = {half: [pair for pair in pairs if pair.half == half] for half in ("seen", "held-out")}
        result["languages"][language] = {
            half: {
                "pairs": len(chosen),
                "same": sum(pair.same for pair in chosen),
                "linkable": linkable(chosen, told=False),
                "linkable_told_apart": linkable(chosen, told=True),
                **suggested(chosen),
            }
            for half, chosen in halves.items()
        }
        precision = suggested(pairs)["precision"]
        ok = ok and precision is not None and precision >= LEAST_PRECISION
    result["ok"] = ok
    return result, every


def show(result: dict[str, Any], console: Console) -> None:
    table = Table("", "pairs", "linkable", "told apart", "suggested", "right", "recall")
    for language, halves in result["languages"].items():
        for half, row in halves.items():
            bounds = [row[name] for name in ("linkable", "linkable_told_apart")]
            table.add_row(
                f"{language}, {half}", str(row["pairs"]), *(f"{b['share']} over {b['above']}" for b in bounds),
                str(row["suggested"]), str(row["right"]), str(row["recall"]),
            )  # fmt: skip
    console.print(table)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--errors", action="store_true", help="print every pair, the closest first")
    parser.add_argument("--json", action="store_true", help="print the result as JSON")
    arguments = parser.parse_args()
    result, pairs = measure(Nano())
    text = json.dumps(result, ensure_ascii=False, indent=2)
    RESULTS.parent.mkdir(exist_ok=True)
    RESULTS.write_text(text + "\n", encoding="utf-8")
    console = Console(width=100)
    if arguments.json:
        print(text)
    else:
        show(result, console)
    if arguments.errors:
        for pair in sorted(pairs, key=lambda each: -each.cosine):
            told = ", told apart" if pair.apart else ""
            Console(stderr=True, soft_wrap=True, highlight=False).print(
                f"{pair.cosine:.3f} {'one' if pair.same else 'two'} ({pair.half}{told}): {pair.one} | {pair.other}"
            )
    return 0 if result["ok"] else 1


if __name__ == "__main__":
    raise SystemExit(main())
