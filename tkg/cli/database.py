"""The commands about the file itself: `tkg verify`, `tkg rebuild`, `tkg compact`, and `tkg db` for its revision."""

from collections.abc import Iterator

import typer

from tkg import migrate
from tkg.audit import Report
from tkg.cli import options as given
from tkg.cli.opening import existing, reading, writing
from tkg.cli.printing import show_json, show_lines
from tkg.cli.progress import bar


def verify(db: given.Database, as_json: given.AsJson = False) -> None:
    """Check that what is kept can be believed.

    The file, the words behind every quote, and every belief against the log. Nothing is changed; the status is 1 if
    anything is wrong.

    Example: tkg verify --db memory.db
    """
    with reading(db, "default") as graph, bar("verifying") as advance:
        report = graph.verify(progress=advance)
    if as_json:
        show_json(report.to_dict())
    else:
        show_lines(_lines(report))
    if not report.ok:
        raise typer.Exit(1)


def rebuild(db: given.Database, as_json: given.AsJson = False) -> None:
    """Derive all beliefs from the log again.

    In one transaction; others read what there was until it is done. After an upgrade of an old file it makes reads
    under other policies fast.

    Example: tkg rebuild --db memory.db
    """
    with writing(db, "default") as graph, bar("deriving") as advance:
        graph.rebuild(progress=advance)
    if as_json:
        show_json({"ok": True})
    else:
        show_lines(["all beliefs are derived anew"])


def compact(db: given.Database, as_json: given.AsJson = False) -> None:
    """Give back the space that is not used.

    Writes the file anew without what was deleted from it, and counts what is in its indexes, by which queries are
    planned. No row is changed, and others may read meanwhile. Needs as much memory as the file is large then.

    Example: tkg compact --db memory.db
    """
    with writing(db, "default") as graph, bar("compacting") as advance:
        done = graph.compact(progress=lambda _, done, total: advance(done, total))
    if as_json:
        show_json(done.to_dict())
    else:
        waits = "; a reader from before keeps the file on the disk as it was until it is done" if done.waits else ""
        show_lines([f"{done.bytes_before} bytes before, {done.bytes_after} after{waits}"])


def upgrade(db: given.Database, as_json: given.AsJson = False) -> None:
    """Bring a file of an older tkg up to this one.

    In one step, all or nothing. A file that holds anything is copied first, to PATH.before-REVISION.

    Example: tkg db upgrade --db memory.db
    """
    with bar("upgrading"):
        before, after = migrate.upgrade(existing(db))
    if as_json:
        show_json({"before": before, "after": after})
    elif before == after:
        show_lines([f"at revision {after} already"])
    else:
        show_lines([f"from revision {before or 'none'} to {after}"])


def current(db: given.Database, as_json: given.AsJson = False) -> None:
    """The revision of the file, and that of this tkg.

    Example: tkg db current --db memory.db
    """
    revision = migrate.current(existing(db))
    if as_json:
        show_json({"revision": revision, "head": migrate.HEAD})
    else:
        note = "(head)" if revision == migrate.HEAD else f"(head is {migrate.HEAD})"
        show_lines([f"{revision or 'none'} {note}"])


def check(db: given.Database, as_json: given.AsJson = False) -> None:
    """Compare the tables of the file with the declared ones.

    The status is 1 if they differ.

    Example: tkg db check --db memory.db
    """
    differences = migrate.check(existing(db))
    if as_json:
        show_json({"ok": not differences, "differences": differences})
    else:
        show_lines(differences or ["the tables are as declared"])
    if differences:
        raise typer.Exit(1)


def _lines(report: Report) -> Iterator[str]:
    yield from report.problems
    for difference in report.differences:
        yield f"{difference.what} in {difference.table}: {difference.row}"
    counts = f"{report.claims} claims, {report.episodes} episodes, {report.beliefs} beliefs"
    wrong = len(report.problems) + len(report.differences)
    yield f"{counts}: all is well" if report.ok else f"{counts}: {wrong} things are wrong"
