"""Real talk in, nothing lost: the ten LoCoMo conversations, session by session, into one file.

    .venv/bin/python benchmarks/locomo.py [--data PATH] [--json]

Each conversation is a scope of its own, each of the 272 sessions one `ingest` with the built-in rules. Measured are
messages per second and the size of the file. Checked, with exit status 1 if not so: every turn is stored word for word,
`verify` finds nothing, and a second run over the same file changes no row of any table.

The data (snap-research/LoCoMo, CC BY-NC 4.0) is not part of the project. It is looked for at `--data`, else under
`$TKG_DATA`, else at `../shared/data` beside the checkout; where it is missing the script says so and exits with 0.

How the data is read. A session has one time, '1:56 pm on 8 May, 2023', a wall time without a zone: it is taken as UTC,
and all turns of the session share it. `text` is the message, verbatim; what a turn has besides (an image's address, its
caption, the query that found it) was not said by anybody and stays out. `dia_id` is the message's id.
"""

import argparse
import hashlib
import json
import os
import platform
import re
import sqlite3
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

import tkg

CHECKOUT = Path(__file__).resolve().parents[1]
RESULTS = CHECKOUT / "benchmarks" / "results" / "locomo.json"
SESSIONS, TURNS = 272, 5_882
_SESSION = re.compile(r"session_(\d+)")


class Session(NamedTuple):
    """One session of a conversation, as messages for `ingest`."""

    scope: str
    messages: list[dict[str, Any]]


def default_data() -> Path:
    root = os.environ.get("TKG_DATA")
    return (Path(root) if root else CHECKOUT.parent / "shared" / "data") / "locomo" / "locomo10.json"


def sessions(path: Path) -> Iterator[Session]:
    """The sessions in order, conversation after conversation. A date without turns is no session."""
    for item in json.loads(path.read_text(encoding="utf-8")):
        talk = item["conversation"]
        numbers = sorted(int(found[1]) for name in talk if (found := _SESSION.fullmatch(name)))
        for number in numbers:
            at = session_time(talk[f"session_{number}_date_time"])
            yield Session(
                item["sample_id"],
                [
                    {"speaker": turn["speaker"], "content": turn["text"], "timestamp": at, "id": turn["dia_id"]}
                    for turn in talk[f"session_{number}"]
                ],
            )


def session_time(said: str) -> datetime:
    """'1:56 pm on 8 May, 2023' as a time in UTC. Raises ValueError for anything else."""
    return datetime.strptime(said, "%I:%M %p on %d %B, %Y").replace(tzinfo=UTC)


class Run(NamedTuple):
    """What one pass over all sessions did, and how long its calls of `ingest` took together."""

    messages: int
    stored: int
    claims: int
    passed_over: int
    seconds: float


def ingest(told: list[Session], path: Path) -> Run:
    totals: Counter[str] = Counter()
    with tkg.open(path) as graph:
        began = time.perf_counter()
        for session in told:
            done = graph.ingest(session.messages, scope=session.scope)
            totals += Counter(
                messages=done.messages,
                stored=done.stored,
                claims=len(done.claims),
                passed_over=len(done.passed_over),
            )
        seconds = time.perf_counter() - began
    return Run(totals["messages"], totals["stored"], totals["claims"], totals["passed_over"], seconds)


class Rows(NamedTuple):
    """Every table of a file: how many rows, and a hash over all of their values."""

    counts: dict[str, int]
    digest: str


def rows(path: Path) -> Rows:
    connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    try:
        counts, digest = {}, hashlib.sha256()
        tables = [
            name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
        ]
        for table in tables:
            found = sorted(map(repr, connection.execute(f'SELECT * FROM "{table}"')))
            counts[table] = len(found)
            digest.update("\n".join((table, *found, "")).encode())
        return Rows(counts, digest.hexdigest())
    finally:
        connection.close()


def lost(told: list[Session], path: Path) -> list[str]:
    """The turns whose words are not in the file exactly as they were said."""
    connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    try:
        kept = {
            (scope, ref): (speaker, text)
            for scope, ref, speaker, text in connection.execute(
                "SELECT scope.name, e.ref, e.speaker, e.text FROM episode e JOIN scope ON scope.id = e.scope"
            )
        }
    finally:
        connection.close()
    return [
        f"{scope} {turn['id']}"
        for scope, turns in told
        for turn in turns
        if kept.get((scope, turn["id"])) != (turn["speaker"], turn["content"])
    ]


def measure(data: Path) -> dict[str, Any]:
    told = list(sessions(data))
    with tempfile.TemporaryDirectory(prefix="tkg-locomo-") as directory:
        path = Path(directory) / "locomo.db"
        first = ingest(told, path)
        before, size = rows(path), path.stat().st_size
        second = ingest(told, path)
        after, missing = rows(path), lost(told, path)
        with tkg.open(path) as graph:
            began = time.perf_counter()
            report = graph.verify()
            verify_s = time.perf_counter() - began
    return {
        "conversations": len({session.scope for session in told}),
        "sessions": len(told),
        "turns": first.messages,
        "turns_stored": first.stored,
        "turns_not_word_for_word": missing,
        "facts_recorded": first.claims,
        "candidates_passed_over": first.passed_over,
        "ingest_s": round(first.seconds, 2),
        "messages_per_s": round(first.messages / first.seconds),
        "file_bytes": size,
        "rows": before.counts,
        "second_run": {
            "ingest_s": round(second.seconds, 2),
            "stored": second.stored,
            "recorded": second.claims,
            "same_rows": before == after,
        },
        "verify": {**report.to_dict(), "seconds": round(verify_s, 2)},
        "ok": bool(
            report.ok
            and before == after
            and not missing
            and (len(told), first.messages, first.stored) == (SESSIONS, TURNS, TURNS)
        ),
        "python": platform.python_version(),
        "sqlite": sqlite3.sqlite_version,
        "cpus": os.cpu_count(),
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--data", type=Path, default=default_data(), help="locomo10.json")
    parser.add_argument("--json", action="store_true", help="print the result as JSON")
    arguments = parser.parse_args()
    if not arguments.data.exists():
        print(f"skipped: no LoCoMo data at {arguments.data} (give --data PATH, or set TKG_DATA)", file=sys.stderr)
        return 0
    result = measure(arguments.data)
    text = json.dumps(result, ensure_ascii=False, indent=2)
    RESULTS.parent.mkdir(exist_ok=True)
    RESULTS.write_text(text + "\n", encoding="utf-8")
    if arguments.json:
        print(text)
    else:
        print(f"turns stored      {result['turns_stored']:,} of {TURNS:,}, in {result['sessions']} sessions")
        print(f"not word for word {len(result['turns_not_word_for_word'])}")
        print(
            f"facts recorded    {result['facts_recorded']} ({result['candidates_passed_over']} candidates passed over)"
        )
        print(f"speed             {result['messages_per_s']:,} messages/s ({result['ingest_s']} s)")
        print(f"file              {result['file_bytes']:,} bytes")
        print(f"second run        {'changes nothing' if result['second_run']['same_rows'] else 'CHANGES ROWS'}")
        print(f"verify            {'ok' if result['verify']['ok'] else 'FAILS'} ({result['verify']['seconds']} s)")
    return 0 if result["ok"] else 1


if __name__ == "__main__":
    raise SystemExit(main())
