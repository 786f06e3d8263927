"""A picture of what `side_by_side.py` measured: latency against the size of the store, a panel for each peer.

    .venv/bin/python benchmarks/peers/chart.py

Reads `results/peers.json` and writes `results/peers.png`. Both axes are logarithmic; ours are full lines, the peer's
are dashed, and a question has one colour. Needs matplotlib, which the extra `bench` has.
"""

import json
from pathlib import Path
from typing import Any

RESULTS = Path(__file__).resolve().parents[1] / "results"
COLOURS = ("#2a7f62", "#b5482e", "#3b5b92", "#8a6d1d")
ONE_FACT = "one fact"


def lines(found: dict[str, Any]) -> dict[str, dict[str, list[tuple[int, float]]]]:
    """Of each thing measured the points of both sides: (facts, median in ms)."""
    drawn: dict[str, dict[str, list[tuple[int, float]]]] = {}
    for figures in found["sizes"].values():
        for what, each in figures.items():
            if isinstance(each, dict) and "ours_ms" in each:
                sides = drawn.setdefault(what, {"ours": [], "theirs": []})
                for side, points in sides.items():
                    points.append((figures["facts"], each[f"{side}_ms"]["median"]))
    return {what: {side: sorted(points) for side, points in sides.items()} for what, sides in drawn.items()}


def title(name: str, found: dict[str, Any]) -> str:
    versions = next(iter(found["sizes"].values()))["versions"]
    return f"{name} ({', '.join(' '.join(each) for each in versions.items())})"


def main() -> None:
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    result = json.loads((RESULTS / "peers.json").read_text(encoding="utf-8"))
    peers = {name: found for name, found in result["peers"].items() if found["sizes"]}
    figure, axes = pyplot.subplots(2, 2, figsize=(14, 8), squeeze=False, layout="constrained")
    for panel, (name, found) in zip(axes.flat, peers.items(), strict=False):
        for colour, (what, sides) in zip(COLOURS, lines(found).items(), strict=False):
            label = "write of one fact" if what == ONE_FACT else what
            for side, style in (("ours", "-"), ("theirs", "--")):
                at, milliseconds = zip(*sides[side], strict=True)
                who = "tkg" if side == "ours" else name
                panel.plot(at, milliseconds, style, color=colour, marker="o", markersize=4, label=f"{label}: {who}")
        panel.set(
            xscale="log", yscale="log", xlabel="facts in the store", ylabel="median, ms", title=title(name, found)
        )
        panel.grid(visible=True, which="both", linewidth=0.3)
        panel.legend(fontsize=7, loc="upper left", bbox_to_anchor=(1.0, 1.0))
    for panel in axes.flat[len(peers) :]:
        panel.set_axis_off()
    dates = sorted({found["date"] for found in peers.values()})
    machine = result["machine"]
    where = f"{machine['processor']}, {machine['cpus']} cores, Python {machine['python']}"
    figure.suptitle(f"{', '.join(dates)}, {where}; dashed: the peer")
    path = RESULTS / "peers.png"
    figure.savefig(path, dpi=110)
    print(path)


if __name__ == "__main__":
    main()
