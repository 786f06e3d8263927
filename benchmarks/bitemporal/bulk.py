"""How fast many claims come in: `record_many` beside its rows put in by hand, and `import_facts` from a file.

Both are elapsed time, with commits that wait for the disk. Of `record_many` each batch is one call; the same rows go
into a copy of the file, one statement each, in one transaction. `import_facts` reads a file of history that is in order
within each slot, into a new file of tkg.
"""

import csv
import gc
import json
import time
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

import tkg
from benchmarks.bitemporal.files import Built, Ticking, declared, remove
from benchmarks.bitemporal.measuring import Bar, load, quiet_bar, timed
from benchmarks.bitemporal.raw_writes import last_of, paired
from benchmarks.bitemporal.reads import Disagreement
from benchmarks.bitemporal.statements import Statement, in_order, mixed
from benchmarks.bitemporal.workload import FIRST_RECORDED

OF_RAW_SPEED = 0.35
CLAIMS_PER_S, IMPORTED_PER_S = 10_000, 30_000
BATCH = 1_000
COLUMNS = ("subject", "predicate", "object", "valid_from", "valid_to", "source")


def record_many(file: Built, work: Path, batches: int) -> tuple[dict[str, Any], list[Bar]]:
    """Batches in order, of new subjects, and mixed, about those that are there."""
    figures: dict[str, Any] = {"batch_of": BATCH}
    bars = []
    for name, said in (("in order", in_order(file.subjects, 9)), ("mixed", mixed(file.subjects, 9))):
        with paired(file.path, work, file.now, "FULL") as pair:
            before = last_of(pair.looking, "tx")
            pair.warm_up([partial(pair.graph.record_many, list(islice(said, 100)))])
            times = []
            for _ in range(batches):
                statements = list(islice(said, BATCH))
                times.append(pair.both(partial(pair.graph.record_many, statements), timed))
            if not pair.is_equal(before):
                raise Disagreement(
                    f"record_many, {name}: the rows that were put in by hand are not those that we wrote"
                )
            ours, by_hand = (sum(each) for each in zip(*times, strict=True))
        figures[name] = {
            "claims": batches * BATCH,
            "claims_per_s": round(batches * BATCH / ours),
            "raw_claims_per_s": round(batches * BATCH / by_hand),
            "of_raw_speed": round(by_hand / ours, 3),
            "load": load(),
        }
        at = f"record_many {name}, at {file.size}"
        bars.append(Bar(f"{at}, of the raw speed", figures[name]["of_raw_speed"], OF_RAW_SPEED, is_least=True))
        bars.append(quiet_bar(f"{at}, claims/s", figures[name]["claims_per_s"], CLAIMS_PER_S, figures[name]["load"]))
    return figures, bars


def import_facts(work: Path, claims: int) -> tuple[dict[str, Any], list[Bar]]:
    """A file of facts, as JSON Lines and as CSV."""
    figures: dict[str, Any] = {"claims": claims}
    bars = []
    said = list(islice(in_order(0, 13), claims))
    for ending in ("jsonl", "csv"):
        source, path = work / f"facts.{ending}", work / "imported.db"
        write_facts(source, said)
        remove(path)
        what = f"import_facts of {ending}, claims/s"
        with tkg.open(path, ontology=declared(), clock=Ticking(FIRST_RECORDED)) as graph:
            # The statements stay here to be compared; Python's collector of garbage need not look through them.
            gc.freeze()
            began = time.perf_counter()
            graph.import_facts(source)
            seconds = time.perf_counter() - began
            gc.unfreeze()
            _check_imported(graph, said)
        busy, per_s = load(), round(claims / seconds)
        figures[ending] = {"claims_per_s": per_s, "load": busy, "bytes_per_claim": round(path.stat().st_size / claims)}
        bars.append(quiet_bar(what, per_s, IMPORTED_PER_S, busy))
        remove(path)
        source.unlink()
    return figures, bars


def write_facts(path: Path, said: list[Statement]) -> None:
    """Statements as a file, JSON Lines or CSV by its ending."""
    with path.open("w", encoding="utf-8", newline="") as out:
        if path.suffix == ".csv":
            writer = csv.DictWriter(out, COLUMNS)
            writer.writeheader()
            writer.writerows(said)
        else:
            for statement in said:
                out.write(json.dumps({**statement, "valid_from": statement["valid_from"].isoformat()}) + "\n")


def _check_imported(graph: tkg.Graph, said: list[Statement]) -> None:
    """That all is there, and that each of some slots reads as a plain list of its statements says."""
    recorded = graph._store.connection.execute("SELECT count(*) FROM claim").fetchone()[0]
    if recorded != len(said):
        raise Disagreement(f"{recorded} claims were imported of {len(said)}")
    for first in said[:: max(len(said) // 20, 1)]:
        slot = first["subject"], first["predicate"]
        history = [(s["object"], s["valid_from"].isoformat()) for s in said if (s["subject"], s["predicate"]) == slot]
        values = [each for number, each in enumerate(history) if number == 0 or each[0] != history[number - 1][0]]
        found = [(str(fact.object), fact.valid_from_text) for fact in graph.timeline(*slot)]
        if found != values:
            raise Disagreement(f"{slot} was imported as {found}, not {values}")
