"""What a file and a process cost: bytes a belief, the time to import and to answer once, and memory.

Times are those of whole processes, the least of several, since what is added by others is no cost of ours. "Cold" is
the process: the file is in the page cache of the system. `probe.py` runs in a process of its own and says how much
memory it has.
"""

import json
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from benchmarks.bitemporal.files import Built
from benchmarks.bitemporal.measuring import Bar, spread

BYTES_PER_BELIEF, IMPORT_MS, GET_MS, MEMORY_MB = 200, 60, 250, 150
PROBE = Path(__file__).with_name("probe.py")
ASKED_GETS, ASKED_FINDS, ASKED_SNAPSHOTS = 2_000, 200, 3
_IMPORT = "import time; began = time.perf_counter(); import tkg; print(time.perf_counter() - began)"
_HEAVY = ("sqlmodel", "sqlalchemy", "alembic", "pydantic", "numpy")
_PAGES = "SELECT name, sum(pgsize) FROM dbstat GROUP BY name"


def size(files: Sequence[Built]) -> tuple[dict[str, Any], list[Bar]]:
    """Bytes a rectangle, everything in the file counted, and which tables they are in, indexes apart."""
    figures: dict[str, Any] = {}
    for file in files:
        found = file.path.stat().st_size
        per_belief = round(found / file.tables.rectangles, 1)
        figures[str(file.size)] = {"bytes": found, "per_belief": per_belief, "per_belief_by": _by_table(file)}
    largest = files[-1].size
    return figures, [Bar(f"bytes a belief at {largest}", figures[str(largest)]["per_belief"], BYTES_PER_BELIEF)]


def _by_table(file: Built) -> dict[str, float]:
    """Bytes a rectangle of each table and index that has at least one; empty where SQLite was built without dbstat."""
    connection = sqlite3.connect(file.path)
    try:
        found = Counter(dict(connection.execute(_PAGES)))
    except sqlite3.OperationalError:
        return {}
    finally:
        connection.close()
    per = {name: round(number / file.tables.rectangles, 1) for name, number in found.most_common()}
    return {name: each for name, each in per.items() if each >= 1}


def start(file: Built, times: int) -> tuple[dict[str, Any], list[Bar]]:
    """How long it takes to import tkg, and `tkg get` from the start of its process to its end."""
    point = next(file.questions(17))
    get = [sys.executable, "-m", "tkg.cli", "get", point.subject, point.predicate, "--db", str(file.path)]
    imports, nothing, gets = [], [], []
    for _ in range(times):
        imports.append(float(_run([sys.executable, "-c", _IMPORT])))
        nothing.append(_timed([sys.executable, "-c", "pass"]))
        gets.append(_timed(get))
    traced = subprocess.run([sys.executable, "-X", "importtime", *get[1:]], capture_output=True, text=True, check=True)
    loaded = {line.rpartition("|")[2].strip() for line in traced.stderr.splitlines()}
    figures = {
        "import_ms": spread(imports, 1e3),
        "interpreter_ms": spread(nothing, 1e3),
        "get_ms": spread(gets, 1e3),
        "get_imports": sorted(loaded.intersection(_HEAVY)),
    }
    bars = [
        Bar("import tkg, least of several, ms", figures["import_ms"]["min"], IMPORT_MS),  # type: ignore[index]
        Bar("tkg get, the whole process, least of several, ms", figures["get_ms"]["min"], GET_MS),  # type: ignore[index]
    ]
    return figures, bars


def memory(file: Built) -> tuple[dict[str, Any], list[Bar]]:
    """Memory of a process that has read a file as the benchmark does, and of one that has only imported tkg."""
    points = list(islice(file.questions(19, contested=None), ASKED_GETS))
    asked = {
        "gets": [(p.subject, p.predicate, p.valid_at.isoformat(), p.known_at.isoformat()) for p in points],
        "finds": [p.subject for p in points[:ASKED_FINDS]],
        "snapshots": [(p.predicate, p.valid_at.isoformat()) for p in points[:ASKED_SNAPSHOTS]],
    }
    command = [sys.executable, str(PROBE), str(file.path)]
    done = subprocess.run(command, input=json.dumps(asked), capture_output=True, text=True, check=True)
    figures: dict[str, Any] = json.loads(done.stdout)
    figures["rectangles"] = file.tables.rectangles
    figures["above_import_mb"] = round(figures["peak_mb"] - figures["imported_mb"], 1)
    return figures, [Bar(f"memory at {file.size}, MB at most, all of the process", figures["peak_mb"], MEMORY_MB)]


def _timed(command: Sequence[str]) -> float:
    began = time.perf_counter()
    _run(command)
    return time.perf_counter() - began


def _run(command: Sequence[str]) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout
