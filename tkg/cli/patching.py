"""`tkg apply`: a patch that `tkg ingest --review` wrote, and somebody may have edited, into the graph."""

import json
from typing import TYPE_CHECKING, Annotated

import typer

from tkg.cli import options as given
from tkg.cli import outcomes
from tkg.cli.opening import creating
from tkg.cli.printing import show_json
from tkg.errors import BadPatch

if TYPE_CHECKING:
    from tkg.patch import Patch

PatchFile = Annotated[typer.FileBinaryRead, typer.Argument(metavar="PATCH", help="The patch, in JSON; - is stdin.")]
IntoScope = Annotated[
    str | None,
    typer.Option("--scope", metavar="NAME", show_default=False, help="Instead of the scope that it was made for."),
]


def apply(
    patch: PatchFile,
    db: given.Database,
    actor: given.Actor = None,
    reason: given.Why = None,
    scope: IntoScope = None,
    zone: given.Zone = None,
    as_json: given.AsJson = False,
) -> None:
    """Record a patch, edited or as it is: all of it, or nothing.

    A change may have other values: it is recorded so, and no later run of an extractor changes it back. One with
    "reject": true is kept out for good. One that is taken out is not recorded, and may be found again. Applied again, a
    patch changes nothing. Creates the file of the graph if there is none.

    Example: tkg apply changes.json --db memory.db --actor eve
    """
    read = _read(patch.read(), getattr(patch, "name", "<stdin>"))
    with creating(db, read.scope, zone) as graph:
        done = graph.apply(read, scope=scope, actor=actor, reason=reason)
    if as_json:
        show_json(done.to_dict())
    else:
        outcomes.show_counts(done, outcomes.APPLIED)


def _read(written: bytes, name: str) -> "Patch":
    from tkg.patch import Patch

    try:
        raw = json.loads(written.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise BadPatch(f"{name}: not UTF-8: byte {written[error.start]:#04x} at position {error.start + 1}") from None
    except json.JSONDecodeError as error:
        raise BadPatch(f"{name}: not JSON: {error.msg} at line {error.lineno}, column {error.colno}") from None
    except ValueError:
        # What Python's parser says of an integer of more digits than it takes.
        raise BadPatch(f"{name}: a number in it has too many digits") from None
    except RecursionError:
        raise BadPatch(f"{name}: brackets nested too deep") from None
    return Patch.from_dict(raw)
