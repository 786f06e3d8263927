"""The contract asked of a real graph on a real file.

`make(schema)` is what `run_vectors.py` and `properties.py` expect: `apply(op)` and `query(q)`, in the oracle's own
terms. Operations go through `tkg.replay`, which takes recorded times; queries through the public reads of the graph.
"""

import atexit
import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from oracle import Rejected  # type: ignore[import-not-found]

import tkg
from tkg.bounds import unit
from tkg.errors import TkgError
from tkg.facts import Fact
from tkg.intervals import MAX, MIN, allen, matches, moment
from tkg.replay import replay

_DIRECTORY = Path(tempfile.mkdtemp(prefix="tkg-spec-"))
atexit.register(shutil.rmtree, _DIRECTORY, ignore_errors=True)
_EMPTY = _DIRECTORY / "empty.db"
_RULE = ("cardinality", "resumes", "extent")


def make(schema: dict[str, Any]) -> "Adapter":
    return Adapter(schema)


class Adapter:
    """One graph, on a file that there is or in one of its own, copied from a migrated one."""

    _count = 0

    def __init__(self, schema: dict[str, Any], path: Path | None = None) -> None:
        self.path = self._new() if path is None else path
        self.ontology = tkg.Ontology.of(schema)
        self.graph = self._open()

    @staticmethod
    def _new() -> Path:
        if not _EMPTY.exists():
            from tkg import migrate

            migrate.upgrade(_EMPTY)
        Adapter._count += 1
        return Path(shutil.copy(_EMPTY, _DIRECTORY / f"{Adapter._count}.db"))

    def _open(self) -> tkg.Graph:
        return tkg.open(self.path, ontology=self.ontology, durability="normal")

    def reopen(self) -> None:
        self.graph.close()
        self.graph = self._open()

    def rebuild(self) -> None:
        self.graph.rebuild()

    def close(self) -> None:
        self.graph.close()
        for path in _DIRECTORY.glob(f"{self.path.name}*"):
            path.unlink()

    def apply(self, op: dict[str, Any]) -> None:
        try:
            replay(self.graph._store, [op], scope="default")
        except TkgError as error:
            raise Rejected(error.code) from None

    @staticmethod
    def options(q: dict[str, Any]) -> dict[str, Any]:
        """The options of a question. The contract calls `sources` the order for source_priority, which is `priority`
        here; `heard` and `unheard` are no part of it."""
        names = {"sources": "priority", "heard": "sources", "unheard": "without"}
        names |= {name: name for name in ("policy", "roles", "modality", "valid_at", "known_at")}
        return {name: q[key] for key, name in names.items() if q.get(key) is not None}

    def query(self, q: dict[str, Any]) -> Any:
        kind, given = q["query"], self.options(q)
        about = {name: q[key] for key, name in (("s", "subject"), ("p", "predicate")) if key in q}
        graph = self.graph
        facts: Sequence[Fact]
        if kind == "facts":
            facts = graph.find(**about, **given, certainty=q.get("mode", "nominal"))
            return [[f.subject, f.predicate, f.object] for f in facts]
        if kind == "timeline":
            return [segment(f) for f in graph.timeline(**about, **given)]
        if kind == "runs":  # a timeline with the run of recorded time of each segment
            facts = graph.timeline(**about, **given)
            return [[*segment(f), _show_time(f.recorded_from), _show_time(f.recorded_to)] for f in facts]
        if kind == "range":
            low, high = unit(q["from"])[0], unit(q["to"])[0]
            if low < high:
                facts = graph.range(q["from"], q["to"], match=q["match"], **about, **given)
            else:  # which the public read refuses
                known = graph.timeline(**about, **given)
                facts = [f for f in known if matches(f._row.start, f._row.end, low, high, q["match"])]
            return [list(x) for x in {(f.subject, f.predicate, f.object) for f in facts}]
        if kind == "history":
            given.pop("known_at", None)
            rows = graph.history(**about, **given)
            return [[*segment(f), _show(f._row.since), _show(f._row.until)] for f in rows]
        if kind == "beliefs":
            given.pop("known_at", None)
            found = graph.beliefs(**about, **given)
            runs = [(b, _show_time(b.recorded_from), _show_time(b.recorded_to)) for b in found]
            return [[b.subject, b.predicate, b.object, since, until] for b, since, until in runs]
        if kind == "diff":
            diff = graph.diff(q["known_a"], q["known_b"], **about, **given)
            pointed = "valid_at" in q
            shown = [[segment(f)[: 3 if pointed else 5] for f in side] for side in (diff.added, diff.removed)]
            return {"added": shown[0], "removed": shown[1]}
        if kind == "conflicts":
            found_conflicts = graph.conflicts(**about, **given)
            return [[c.subject, c.predicate, sorted(c.values, key=str)] for c in found_conflicts]
        if kind == "last_observed":
            return _show_time(graph.last_observed(q["s"], q["p"], q["o"], **given))
        if kind == "audit":
            return [
                [
                    claim.ref,
                    "[erased]" if claim.erased else {"record": "assert", "end": "end"}[claim.op],
                    claim.object if claim.op == "record" else None,
                    _show_time(claim.recorded_at),
                    _show_time(claim.retracted_at),
                ]
                for claim in graph.claims()
            ]
        if kind == "allen":
            return allen(*(unit(text)[0] for text in (*q["a"], *q["b"])))
        raise ValueError(kind)


def segment(fact: Fact) -> list[Any]:
    return [fact.subject, fact.predicate, fact.object, _show(fact._row.start), _show(fact._row.end)]


def _show(at: int) -> str | None:
    return None if at in (MIN, MAX) else _show_time(moment(at))


def _show_time(when: Any) -> str | None:
    if when is None:
        return None
    text: str = when.isoformat().replace("+00:00", "Z")
    return text[:10] if text.endswith("T00:00:00Z") else text
