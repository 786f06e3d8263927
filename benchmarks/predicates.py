"""Can an embedder decide which declared predicate a name means? On synonyms and near misses labelled by hand.

    .venv/bin/python benchmarks/predicates.py [--errors] [--json]

Each name of `data/predicates_en.jsonl` and `data/predicates_zh.jsonl` is one that the shipped vocabulary does not have.
Its gold is the predicate that means the same, in one direction or turned round, or none. `tkg.nearest` says which
predicate is nearest, and with which cosine; its *lead* is what it has over the second.

    first        names with a gold for which the nearest predicate is the right one, in the right direction
    held out     what a threshold and a lead would map, in names that they were not chosen on

Threshold and lead are chosen on a random half of the names, so that nothing is mapped wrongly there and as much as can
be rightly, and are applied to the other half; that a hundred times. A predicate that is turned round is never mapped.
There is no gate: what comes out is why `tkg.nearest` proposes and does not decide.
"""

import argparse
import json
import platform
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt
from rich.console import Console
from rich.table import Table

from tkg.embed import Embedder, Nano, unit_vectors
from tkg.nearest import Near, Nearest, Way
from tkg.ontology import Ontology
from tkg.values import Value

HERE = Path(__file__).resolve().parent
DATA = HERE / "data"
RESULTS = HERE / "results" / "predicates.json"
LANGUAGES = ("en", "zh")
SCORES = np.round(np.arange(0.8, 1.0, 0.0025), 4)
LEADS = np.round(np.arange(0.0, 0.15, 0.0025), 4)
HALVINGS = 100
Flags: TypeAlias = npt.NDArray[np.bool_]
_TABLE_WIDTH = 110
_LITERALS: dict[str, Value] = {"number": 1, "boolean": True}


class Row(NamedTuple):
    """A name with its gold: a predicate and whether it is turned round, or None."""

    id: str
    said: str
    gold: tuple[str, bool] | None
    kind: str


class Judged(NamedTuple):
    """What is nearest to a name, and by how much."""

    row: Row
    near: Near
    lead: float

    @property
    def is_right(self) -> bool:
        return self.row.gold == (self.near.predicate, self.near.flip)


class Remembered:
    """An embedder that is asked for each text once."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder, self._vectors = embedder, dict[str, npt.NDArray[np.float32]]()
        self.name, self.dimension = embedder.name, embedder.dimension

    def passages(self, texts: Sequence[str]) -> npt.ArrayLike:
        return self._embedder.passages(texts)

    def questions(self, texts: Sequence[str]) -> npt.ArrayLike:
        fresh = [text for text in texts if text not in self._vectors]
        if fresh:
            rows = unit_vectors(self._embedder.questions(fresh), fresh, self._embedder)
            self._vectors.update(zip(fresh, rows, strict=True))
        return np.stack([self._vectors[text] for text in texts])


def load(language: str, directory: Path = DATA) -> list[Row]:
    with (directory / f"predicates_{language}.jsonl").open(encoding="utf-8") as lines:
        return [row(json.loads(line)) for line in lines]


def row(item: dict[str, Any]) -> Row:
    """A line of the data."""
    gold = None if item["predicate"] is None else (item["predicate"], item["turned"])
    return Row(item["id"], item["said"], gold, item["object"])


def ways(ontology: Ontology) -> list[Way]:
    """The predicates of a vocabulary, in each direction that has a name."""
    found = [Way(each, False, (each.name, *each.aliases)) for each in ontology]
    return found + [Way(each, True, (each.inverse,)) for each in ontology if each.inverse]


def judge(rows: Iterable[Row], declared: Sequence[Way], embedder: Embedder) -> list[Judged]:
    """What is nearest to each name, among what can take such a value."""
    asked, found = Remembered(embedder), []
    for each in rows:
        value = _LITERALS.get(each.kind, "something")
        near = Nearest(declared, asked).to(each.said, None, value)
        assert near is not None
        others = [way for way in declared if (way.predicate.name, way.flip) != (near.predicate, near.flip)]
        second = Nearest(others, asked).to(each.said, None, value)
        found.append(Judged(each, near, near.score - (0.0 if second is None else second.score)))
    return found


class Grid:
    """Which names each threshold with each lead maps: rows of names for every pair of the two."""

    def __init__(self, judged: Sequence[Judged]) -> None:
        scores = np.array([each.near.score for each in judged])
        leads = np.array([each.lead for each in judged])
        turned = np.array([each.near.flip for each in judged])
        self.mapped = (scores >= SCORES[:, None, None]) & (leads >= LEADS[:, None]) & ~turned
        self.right = np.array([each.is_right for each in judged])

    def strictest(self, among: Flags) -> tuple[int, int]:
        """The pair that maps none of these wrongly and the most rightly; of equals the strictest."""
        mapped = self.mapped & among
        worth = np.where((mapped & ~self.right).any(axis=-1), -1, mapped.sum(axis=-1))
        score, lead = np.argwhere(worth == worth.max())[-1]
        return int(score), int(lead)

    def counts(self, pair: tuple[int, int], among: Flags) -> tuple[int, int]:
        """How many of these a pair maps rightly, and wrongly."""
        mapped = self.mapped[pair] & among
        return int((mapped & self.right).sum()), int((mapped & ~self.right).sum())


def report(judged: Sequence[Judged]) -> dict[str, Any]:
    """The figures of some names."""
    grid, random = Grid(judged), np.random.default_rng(1)
    golden = np.array([each.row.gold is not None for each in judged])
    right = wrong = wanted = faulty = 0
    for _ in range(HALVINGS):
        chosen_on = np.isin(np.arange(len(judged)), random.permutation(len(judged))[: len(judged) // 2])
        one, other = grid.counts(grid.strictest(chosen_on), ~chosen_on)
        right, wrong, faulty = right + one, wrong + other, faulty + (other > 0)
        wanted += int((golden & ~chosen_on).sum())
    every = np.ones(len(judged), bool)
    pair = grid.strictest(every)
    return {
        "names": len(judged),
        "with_a_gold": int(golden.sum()),
        "first": ratio(int((golden & grid.right).sum()), int(golden.sum())),
        "held_out_precision": ratio(right, right + wrong),
        "held_out_recall": ratio(right, wanted),
        "halves_with_a_wrong_map": ratio(faulty, HALVINGS),
        "chosen_on_all": {
            "score": float(SCORES[pair[0]]),
            "lead": float(LEADS[pair[1]]),
            "recall": ratio(grid.counts(pair, every)[0], int(golden.sum())),
        },
    }


def ratio(part: int, whole: int) -> float | None:
    return round(part / whole, 3) if whole else None


def measure(embedder: Embedder) -> tuple[dict[str, Any], list[Judged]]:
    declared = ways(Ontology.shipped())
    judged = {language: judge(load(language), declared, embedder) for language in LANGUAGES}
    together = [each for rows in judged.values() for each in rows]
    result = {
        "embedder": embedder.name,
        "languages": {language: report(rows) for language, rows in judged.items()},
        "all": report(together),
        "python": platform.python_version(),
    }
    return result, together


def show(result: dict[str, Any], console: Console) -> None:
    table = Table(box=None)
    heads = ("names", "with a gold", "first", "held-out precision", "held-out recall", "halves with a wrong map")
    for head in ("", *heads):
        table.add_column(head, justify="right" if head else "left")
    for language, found in {**result["languages"], "all": result["all"]}.items():
        table.add_row(language, *(str(found[head.replace(" ", "_").replace("-", "_")]) for head in heads))
    console.print(table)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--errors", action="store_true", help="print the names whose nearest predicate is a wrong one")
    parser.add_argument("--json", action="store_true", help="print the result as JSON")
    arguments = parser.parse_args()
    result, judged = measure(Nano())
    text = json.dumps(result, ensure_ascii=False, indent=2)
    RESULTS.parent.mkdir(exist_ok=True)
    RESULTS.write_text(text + "\n", encoding="utf-8")
    console = Console(width=_TABLE_WIDTH)
    if arguments.json:
        print(text)
    else:
        show(result, console)
    if arguments.errors:
        errors = Console(stderr=arguments.json, soft_wrap=True, highlight=False, markup=False)
        for each in sorted((each for each in judged if not each.is_right), key=lambda each: -each.near.score):
            turned = " turned" if each.near.flip else ""
            nearest = f"{each.near.predicate}{turned} {each.near.score:.3f}, lead {each.lead:.3f}"
            errors.print(f"{each.row.id} {each.row.said!r}: {nearest}; gold {each.row.gold}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
