"""A picture of what the benchmarks of search measured, beside what is asked of them.

    .venv/bin/python benchmarks/chart.py

Reads the results of `recall_locomo.py`, `recall_chronoqa.py`, `recall_filtered.py` and `search_speed.py` and writes
`results/search.svg`: for each figure how far it is on the way to its bar (of a time, how much of it is used up), with
the bar as a line. What was not measured is left out.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple
from xml.sax.saxutils import escape

RESULTS = Path(__file__).resolve().parent / "results"
WIDTH, LEFT, LINE, BAR_AT = 860, 330, 26, 400
MET, MISSED, GREY = "#2a7f62", "#b5482e", "#777777"


class Figure(NamedTuple):
    """One measured figure; of a time (`is_time`) less is better."""

    label: str
    value: float
    bar: float
    is_time: bool = False

    @property
    def is_met(self) -> bool:
        return self.value < self.bar if self.is_time else self.value >= self.bar

    @property
    def text(self) -> str:
        return f"{self.value:g} ms (under {self.bar:g})" if self.is_time else f"{self.value:.3f} ({self.bar:g})"


def result(name: str) -> dict[str, Any] | None:
    path = RESULTS / f"{name}.json"
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else None


def figures() -> Iterator[Figure]:
    if locomo := result("recall_locomo"):
        turns = locomo["turns_recall_at_10"]
        yield Figure("LoCoMo: evidence turns, recall@10", turns["search"]["all"], 0.72)
        yield Figure("LoCoMo: more than by words alone", locomo["more_than_words_alone"], 0.11)
        yield Figure("LoCoMo: evidence sessions, recall@5", locomo["sessions_recall_at_5"]["all"], 0.90)
    if chronoqa := result("recall_chronoqa"):
        yield Figure("ChronoQA: aggregate, recall@10", chronoqa["search"]["aggregate recall@10"], 0.88)
        yield Figure("ChronoQA: all, recall@1", chronoqa["search"]["all recall@1"], 0.78)
    if filtered := result("recall_filtered"):
        for way, kept in filtered["recall_at_10"].items():
            for name in ("a half", "a tenth"):
                yield Figure(f"filters that keep {name}, {way}", kept[name], 0.97)
    if speed := result("search_speed"):
        bars = {20_000: 10, 100_000: 40, 1_000_000: 150}
        for run in speed["runs"]:
            for label, name in (("search", "search"), ("search_as_of", "search as of a day")):
                if run["facts"] in bars:
                    bar = bars[run["facts"]]
                    yield Figure(f"{name}, {run['facts']:,} facts", run[label]["median_ms"], bar, is_time=True)
            if run["facts"] == 100_000:
                yield Figure("taking in one fact, 100,000 facts", run["take_in_one"]["median_ms"], 1, is_time=True)


def drawn(listed: list[Figure]) -> str:
    """The picture as SVG."""
    height = LINE * (len(listed) + 1)
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" font-family="sans-serif">']
    parts.append(f'<rect width="{WIDTH}" height="{height}" fill="white"/>')
    for number, figure in enumerate(listed):
        top = LINE * number + LINE // 2
        length = min(figure.value / figure.bar, 1.35) * (BAR_AT - 60)
        colour = MET if figure.is_met else MISSED
        parts += [
            f'<text x="{LEFT - 10}" y="{top + 14}" font-size="13" text-anchor="end">{escape(figure.label)}</text>',
            f'<rect x="{LEFT}" y="{top}" width="{length:.0f}" height="{LINE - 8}" fill="{colour}"/>',
            f'<text x="{LEFT + 6}" y="{top + 14}" font-size="12" fill="white">{escape(figure.text)}</text>',
        ]
    line = LEFT + BAR_AT - 60
    parts.append(f'<line x1="{line}" y1="4" x2="{line}" y2="{height - 4}" stroke="{GREY}" stroke-dasharray="4 3"/>')
    return "\n".join([*parts, "</svg>", ""])


def main() -> None:
    path = RESULTS / "search.svg"
    path.write_text(drawn(list(figures())), encoding="utf-8")
    print(path)


if __name__ == "__main__":
    main()
