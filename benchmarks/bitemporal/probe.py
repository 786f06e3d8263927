"""How much memory does a process have that reads a file? Run by `costs.py`, with the questions on stdin.

Only tkg and the standard library are imported, and memory is looked at before and after. What is given to the answers
is freed again, but not the pages that SQLite keeps.
"""

import json
import sys
from pathlib import Path

import tkg

_STATUS = Path("/proc/self/status")


def memory_mb(field: str) -> float:
    """A line of /proc/self/status: VmRSS is what is held now, VmHWM the most that ever was."""
    for line in _STATUS.read_text(encoding="utf-8").splitlines():
        if line.startswith(f"{field}:"):
            return round(int(line.split()[1]) / 1024, 1)
    raise LookupError(f"{_STATUS} has no {field}")


def main() -> None:
    asked = json.load(sys.stdin)
    found = {"imported_mb": memory_mb("VmRSS")}
    with tkg.open(sys.argv[1]) as graph:
        graph.get(*asked["gets"][0][:2])
        found["opened_mb"] = memory_mb("VmRSS")
        for subject, predicate, valid_at, known_at in asked["gets"]:
            graph.as_of(valid_at=valid_at, known_at=known_at).get(subject, predicate)
        for subject in asked["finds"]:
            graph.find(subject)
        found["read_mb"] = memory_mb("VmRSS")
        for predicate, valid_at in asked["snapshots"]:
            graph.find(predicate=predicate, valid_at=valid_at)
        found["with_snapshots_mb"] = memory_mb("VmRSS")
    print(json.dumps({**found, "peak_mb": memory_mb("VmHWM")}))


if __name__ == "__main__":
    main()
