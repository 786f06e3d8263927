"""How does tkg compare with the memory stores that people use? Both in one run, on the same data, in turn.

    .venv/bin/python benchmarks/peers/side_by_side.py --work DIR [--only PEER ...] [--sizes N ...] [--json]

    mempalace   MemPalace's temporal knowledge graph (SQLite; valid time alone), 10,000 and 100,000 triples
    graphiti    Graphiti with Kuzu on disk (valid time alone), 2,000 and 20,000 edges
    macrame     macrame-db (both axes), 10,000 and 100,000 facts
    anatid      anatid on DuckDB (both axes), 10,000 and 100,000 facts

Each peer has an environment of its own under `--work`, which is made with pip, and a process of its own, which is told
and asked through `worker_<peer>.py`; times are taken there, around the calls. We wait for the disk at a commit where
the peer does: all of them do but macrame, which does not sync when it writes a fact (seen with strace).

First each kind of question is answered by both and by a plain scan of the facts: nothing is timed unless all three say
the same. Then questions go in blocks, one side after the other.

Exit status 1 if a bar falls. The result goes to `results/peers.json`, and peers that are not run stay in it as they
were; `chart.py` beside this draws it. A peer that cannot be installed is told by its error.
"""

import argparse
import json
import shutil
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.bitemporal.measuring import Bar, load, machine, spread
from benchmarks.peers import data, worker
from benchmarks.peers.data import Fact
from benchmarks.peers.ours import Ours
from benchmarks.peers.process import CannotInstall, PeerFailed, Process, environment
from benchmarks.showing import workplace
from tkg.engine import Durability

RESULTS = Path(__file__).resolve().parents[1] / "results" / "peers.json"
CHECKED, IN_A_ROW = 20, 10
TROUBLES = ("cannot be installed", "failed")
ADDED_PREDICATE = "added"
Ask = Callable[..., dict[str, Any]]


@dataclass(frozen=True)
class Peer:
    """A peer, and what is asked of the comparison. `times` are (what, at which size): how many times faster we are
    to be; `asks` says how often each question is asked, `durability` what the peer does at a commit, so we too."""

    packages: tuple[str, ...]
    imports: str
    sizes: tuple[int, ...]
    make: Callable[[int], list[Fact]]
    asks: dict[str, int]
    adds: int
    durability: Durability
    times: dict[tuple[str, int], float] = field(default_factory=dict)


LOOKED_AT = "predicate, each fact looked at"
BOTH_AXES = "slot of both axes"
PEERS = {
    "mempalace": Peer(
        ("mempalace",), "mempalace.knowledge_graph", (10_000, 100_000), data.facts,
        {"subject": 600, "predicate": 30, LOOKED_AT: 30}, 200, "full",
        {("predicate", 100_000): 20, ("subject", 100_000): 1},
    ),
    "graphiti": Peer(
        ("graphiti-core[kuzu]", "httpx"), "graphiti_core.driver.kuzu_driver", (2_000, 20_000), data.careers,
        {"subject": 300}, 0, "full", {("bulk", 20_000): 100, ("subject", 20_000): 20},
    ),
    "macrame": Peer(
        ("macrame-db",), "macrame", (10_000, 100_000), data.facts, {"slot": 400, BOTH_AXES: 20}, 200, "normal",
        {(BOTH_AXES, 100_000): 100, ("slot", 100_000): 1},
    ),
    "anatid": Peer(
        ("anatid", "duckdb"), "anatid", (10_000, 100_000), data.facts, {"slot": 200, BOTH_AXES: 200}, 100, "full",
        {(BOTH_AXES, 100_000): 50},
    ),
}  # fmt: skip


class Disagreement(Exception):
    """The two sides, or the facts themselves, do not say the same."""


def expected(what: str, listed: list[Fact], question: worker.Question) -> worker.Triples:
    """The answer by a plain scan of the facts."""
    subject, predicate, at, which = question
    known = data.half(listed, 0) if what == BOTH_AXES and which == 0 else listed
    of_subject = what in ("subject", "slot", BOTH_AXES)
    of_predicate = what != "subject"
    return sorted(
        [fact.subject, fact.predicate, fact.object]
        for fact in known
        if (fact.subject == subject or not of_subject)
        and (fact.predicate == predicate or not of_predicate)
        and fact.start <= at
        and (fact.end is None or at < fact.end)
    )


def compared(peer: Peer, name: str, python: Path, size: int, work: Path) -> dict[str, Any]:
    """All figures of one peer at one size."""
    listed = peer.make(size)
    facts, theirs_at, ours_at = work / f"{name}.jsonl", work / name, work / f"{name}_ours"
    for directory in (theirs_at, ours_at):
        shutil.rmtree(directory, ignore_errors=True)
        directory.mkdir(parents=True)
    data.write(facts, listed)
    predicates = sorted({fact.predicate for fact in listed} | {ADDED_PREDICATE})
    ours = Ours(ours_at, predicates, peer.durability)
    try:
        with Process(python, f"benchmarks.peers.worker_{name}", theirs_at) as process:
            sides: dict[str, Ask] = {
                "ours": lambda **request: worker.answered(ours, request),
                "theirs": process.ask,
            }
            figures: dict[str, Any] = {"facts": len(listed), "versions": process.ask(do="versions")}
            seconds = {side: ask(do="load", facts=str(facts))["seconds"] for side, ask in sides.items()}
            figures["bulk"] = {f"{side}_per_s": round(len(listed) / each) for side, each in seconds.items()}
            figures["bulk"] |= {"times": round(seconds["theirs"] / seconds["ours"], 2)}
            for what, calls in peer.asks.items():
                figures[what] = _asked(sides, what, listed, calls)
            figures["bytes_per_fact"] = {
                side: round(ask(do="size")["bytes"] / len(listed)) for side, ask in sides.items()
            }
            if peer.adds:
                figures["one fact"] = _added(sides, listed, peer.adds)
            figures["their_memory_mb"] = process.memory_mb()
            return figures
    finally:
        ours.close()
        for directory in (theirs_at, ours_at):
            shutil.rmtree(directory, ignore_errors=True)
        facts.unlink(missing_ok=True)


def _asked(sides: dict[str, Ask], what: str, listed: list[Fact], calls: int) -> dict[str, Any]:
    questions = data.questions(listed, calls)
    rows = 0
    for question in questions[: min(CHECKED, calls // 2)]:
        answers = {side: ask(do="ask", what=what, questions=[question], told=True) for side, ask in sides.items()}
        told = {side: answer["answers"][0] for side, answer in answers.items()}
        right = expected(what, listed, question)
        rows += len(right)
        for side, triples in told.items():
            if triples != right:
                raise Disagreement(f"{what} {question}: {side} says {triples[:5]}, the facts say {right[:5]}")
    taken: dict[str, list[float]] = {side: [] for side in sides}
    for turn, low in enumerate(range(0, calls, IN_A_ROW)):
        block = questions[low : low + IN_A_ROW]
        for side in sorted(sides, reverse=turn % 2 == 1):
            taken[side] += sides[side](do="ask", what=what, questions=block, told=False)["seconds"]
    return {"calls": calls, "rows_mean": round(rows / min(CHECKED, calls // 2), 1), **_times(taken)}


def _added(sides: dict[str, Ask], listed: list[Fact], calls: int) -> dict[str, Any]:
    facts = [[fact.subject, ADDED_PREDICATE, f"value {n}", fact.start, None] for n, fact in enumerate(listed[:calls])]
    taken: dict[str, list[float]] = {side: [] for side in sides}
    for turn, low in enumerate(range(0, calls, IN_A_ROW)):
        for side in sorted(sides, reverse=turn % 2 == 1):
            taken[side] += sides[side](do="add", facts=facts[low : low + IN_A_ROW])["seconds"]
    return {"calls": calls, **_times(taken)}


def _times(taken: dict[str, list[float]]) -> dict[str, Any]:
    return {
        "ours_ms": spread(taken["ours"], 1e3),
        "theirs_ms": spread(taken["theirs"], 1e3),
        "times": round(median(taken["theirs"]) / median(taken["ours"]), 2),
    }


def judged(peer: Peer, sizes: tuple[int, ...], found: dict[str, Any]) -> list[Bar]:
    """The bars at the sizes that were to be measured."""
    lacking = next((f"it {why}" for why in TROUBLES if why in found), "")
    bars = []
    for (what, size), times in peer.times.items():
        name, figures = f"{what} at {size}, times faster", found["sizes"].get(str(size))
        if figures is not None:
            bars.append(Bar(name, figures[what]["times"], times, is_least=True))
        elif size in sizes:
            bars.append(Bar(name, None, times, is_least=True, lacking=lacking))
    return bars


def measured(name: str, peer: Peer, sizes: tuple[int, ...], work: Path) -> dict[str, Any]:
    """One peer at its sizes, or why it was not run."""
    found: dict[str, Any] = {"date": datetime.now(UTC).date().isoformat(), "load": [load()], "sizes": {}}
    try:
        python = environment(work / "environments" / name, peer.packages, peer.imports)
        for size in sizes:
            print(f"{name}, {size:,} ...", file=sys.stderr, flush=True)
            found["sizes"][str(size)] = compared(peer, name, python, size, work)
    except CannotInstall as error:
        found["cannot be installed"] = str(error)
    except PeerFailed as error:
        found["failed"] = str(error)
    bars = judged(peer, sizes, found)
    return found | {"load": [*found["load"], load()], "bars": [bar.to_dict() for bar in bars]}


def shown(peers: dict[str, Any]) -> str:
    """The figures as lines."""
    lines = []
    for name, found in peers.items():
        lines.append(f"{name}, {found['date']}, load {found['load'][0]} to {found['load'][1]}")
        lines += [f"  {why}: {found[why]}" for why in TROUBLES if why in found]
        for size, figures in found["sizes"].items():
            lines.append(f"  {size}: {', '.join(f'{name} {number}' for name, number in figures['versions'].items())}")
            bulk, stored = figures["bulk"], figures["bytes_per_fact"]
            lines.append(
                f"    bulk, facts/s: {bulk['ours_per_s']:,} and {bulk['theirs_per_s']:,}: {bulk['times']:g} times"
            )
            lines.append(f"    bytes a fact: {stored['ours']} and {stored['theirs']}")
            for what, each in figures.items():
                if isinstance(each, dict) and "ours_ms" in each:
                    ours, theirs = each["ours_ms"]["median"], each["theirs_ms"]["median"]
                    lines.append(f"    {what}, ms: {ours:g} and {theirs:g}: {each['times']:g} times")
        words = {True: "met", False: "MISSED", None: "not judged"}
        lines += [f"  {bar['what']}: {bar['figure']}, {bar['asked']}: {words[bar['met']]}" for bar in found["bars"]]
    return "\n".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--work", type=Path, help="a directory to keep the environments in, and to work in")
    parser.add_argument("--only", nargs="+", choices=list(PEERS), default=list(PEERS), help="these peers alone")
    parser.add_argument("--sizes", type=int, nargs="+", help="facts, instead of each peer's own sizes")
    parser.add_argument("--json", action="store_true", help="print the result as JSON")
    arguments = parser.parse_args()
    kept = json.loads(RESULTS.read_text(encoding="utf-8"))["peers"] if RESULTS.exists() else {}
    with workplace(arguments.work) as work:
        for name in arguments.only:
            peer = PEERS[name]
            kept[name] = measured(name, peer, tuple(arguments.sizes or peer.sizes), work)
    ok = all(bar["met"] is not False for found in kept.values() for bar in found["bars"])
    result = {"ok": ok, "machine": machine(), "peers": {name: kept[name] for name in PEERS if name in kept}}
    text = json.dumps(result, ensure_ascii=False, indent=2)
    RESULTS.write_text(text + "\n", encoding="utf-8")
    print(text if arguments.json else shown({name: kept[name] for name in arguments.only}))
    return 0 if ok else 1


if __name__ == "__main__":
    raise SystemExit(main())
