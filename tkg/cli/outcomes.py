"""What a command that reads messages has done: counts in rows, what went wrong on stderr.

A command shows the counts that it can have, also those that are 0, so that a line is where it was.
"""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from tkg.cli.errors import report
from tkg.cli.notes import note
from tkg.cli.printing import show_rows

if TYPE_CHECKING:
    from tkg.tally import Ingested

_MADE = ("recorded", "ended", "corrected", "retracted", "restated")
INGESTED = ("messages", "stored", "waiting", "failed", *_MADE, "held")
APPLIED = ("messages", "stored", *_MADE, "merged")
REREAD = ("messages", "waiting", "failed", *_MADE, "replaced", "withdrawn", "unchanged", "held")

_BY_HAND = ("retracted by hand", "rejected by hand", "settled by hand")
"""How the reasons begin for which a run leaves something as somebody has decided (see `tkg.settled`)."""


def show_counts(done: "Ingested", names: Sequence[str], more: Iterable[tuple[str, int]] = ()) -> None:
    """A row for each of these counts, then what was passed over, and `more`."""
    counted = [(name, getattr(done, name)) for name in names]
    rows = [*counted, ("passed over", len(done.passed_over)), *more]
    show_rows(("what", "count"), [(name, str(count)) for name, count in rows])


def show_decided(done: "Ingested") -> None:
    """A row for each thing that was found and left as somebody has decided by hand."""
    rows = [
        (item.reason, item.text, item.speaker, f"{item.said_at:%Y-%m-%d}")
        for item in done.passed_over
        if item.reason.startswith(_BY_HAND)
    ]
    show_rows(("decided by hand", "quote", "speaker", "said"), rows)


def tell_troubles(done: "Ingested", *, as_json: bool) -> None:
    """What could not be extracted, an error for each reason, and what else there is to know, such as that a budget is
    spent."""
    for failure in done.failures:
        report("extraction", str(failure), as_json=as_json)
    if not as_json:
        for line in done.notes:
            note(line, as_json=False)
