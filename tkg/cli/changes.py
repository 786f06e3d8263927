"""Changes that an extractor proposes, shown to somebody who decides about them: those of a patch, and those held.

A patch is JSON, to be edited and applied; where it goes into a file, its changes are told in rows besides, under the
numbers by which their notes name each other. What is held has the number that `tkg review accept` takes.
"""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from tkg.cli.printing import show_json, show_lines, show_rows
from tkg.cli.rendering import shown
from tkg.errors import StorageError

if TYPE_CHECKING:
    from tkg.change import Change
    from tkg.held import Held
    from tkg.patch import Patch

_PROPOSED = ("change", "op", "subject", "predicate", "object", "said of", "quote", "note")
_HELD = ("held", "why", "what", "quote", "speaker", "said", "confidence")


def show_patch(patch: "Patch", path: Path | None, *, as_json: bool) -> None:
    """The patch on stdout, or in a file and then told. Raises StorageError where the file cannot be written."""
    if path is not None:
        _write(patch, path)
    if path is None or as_json:
        show_json(patch.to_dict())
        return
    show_rows(_PROPOSED, _proposals(patch))
    passed_over = sum(len(read.passed_over) for read in patch.messages)
    counts = f"{len(patch.changes)} changes of {len(patch.messages)} messages, {passed_over} passed over"
    show_lines([f"{counts}: {path}"])


def show_held(held: Iterable["Held"], *, as_json: bool) -> None:
    """What waits for review, in the order in which it was found."""
    if as_json:
        show_json([each.to_dict() for each in held])
        return
    rows = [
        (str(each.id), each.why, what(each.change), _quoted(each.change), each.speaker, f"{each.said_at:%Y-%m-%d}",
         f"{each.change.confidence:g}")
        for each in held
    ]  # fmt: skip
    show_rows(_HELD, rows)


def what(change: "Change") -> str:
    """What a change says, in one line."""
    if change.op == "merge":
        return f"merge {shown(change.subject)} into {shown(change.object)}"
    words = (change.op, shown(change.subject), change.predicate or "", _object(change))
    meant = "" if change.modality == "asserted" else change.modality
    return ", ".join(filter(None, (" ".join(filter(None, words)), said_of(change), meant)))


def said_of(change: "Change") -> str:
    """The time that a change is about; of one without a beginning, when it was seen."""
    if change.valid is not None:
        return change.valid
    words = (("from", change.valid_from), ("to", change.valid_to))
    said = [f"{word} {when}" for word, when in words if when is not None]
    if change.valid_from is None and change.observed is not None:
        said.append(f"seen {change.observed.partition('T')[0]}")
    return " ".join(said)


def _proposals(patch: "Patch") -> Iterator[tuple[str, ...]]:
    proposals = (proposal for read in patch.messages for proposal in read.changes)
    for number, proposal in enumerate(proposals, start=1):
        change = proposal.change
        op = change.op if change.modality == "asserted" else f"{change.op}, {change.modality}"
        triple = shown(change.subject), change.predicate or "", _object(change)
        yield str(number), op, *triple, said_of(change), _quoted(change), proposal.note or ""


def _object(change: "Change") -> str:
    """The value; of a correction, also the one that was wrong."""
    return shown(change.object) if change.was is None else f"{shown(change.object)}, not {shown(change.was)}"


def _quoted(change: "Change") -> str:
    return " … ".join(quote.text for quote in change.quotes)


def _write(patch: "Patch", path: Path) -> None:
    text = json.dumps(patch.to_dict(), ensure_ascii=False, indent=2)
    try:
        path.write_text(f"{text}\n", encoding="utf-8")
    except OSError as error:
        raise StorageError(f"{path}: the patch cannot be written: {error.strerror}") from None
