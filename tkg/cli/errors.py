"""How errors are told: on stderr, never on stdout, in words or as a JSON object a line; never as a traceback.

`Commands` is the group of all commands. What the library raises on purpose ends in status 1 with its message and code;
so do a damaged or unreadable file, one that cannot be written, a full disk, and an argument in another encoding than
UTF-8. Anything else is a fault of tkg and keeps its traceback.
"""

import errno
import json
import sqlite3
import sys
from typing import Any, NoReturn

import typer

from tkg.cli.deferred import Deferred
from tkg.cli.options import JSON_KEY
from tkg.cli.printing import printable
from tkg.errors import InputError, StorageError, TkgError

_OF_THE_FILE = frozenset(
    (
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_CORRUPT,
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_NOTADB,
        sqlite3.SQLITE_PERM,
        sqlite3.SQLITE_READONLY,
    )
)


class Commands(Deferred):
    """The commands, with one place in which their errors end."""

    def invoke(self, ctx: Any) -> Any:
        """Run a command. Its answer is written out at once: a reader who is gone shows here, not when Python exits."""
        try:
            try:
                return super().invoke(ctx)
            finally:
                sys.stdout.flush()
        except TkgError as error:
            message = "\n".join([str(error), *getattr(error, "__notes__", ())])
            _refuse(ctx, error.code, message)
        except sqlite3.DatabaseError as error:
            # An error that the driver's own Python code raises has no code of SQLite's.
            if getattr(error, "sqlite_errorcode", sqlite3.SQLITE_OK) & 0xFF not in _OF_THE_FILE:
                raise
            _refuse(ctx, StorageError.code, f"the file cannot be used: {error}")
        except UnicodeEncodeError as error:
            _refuse(ctx, InputError.code, f"{error.object!r} is not text: give it in UTF-8")
        except OSError as error:
            # A reader of stdout who is gone is no error to tell: Click ends quietly.
            if error.errno == errno.EPIPE:
                raise
            named = error.filename2 or error.filename
            _refuse(ctx, StorageError.code, f"{named}: {error.strerror}" if named else str(error))


def _refuse(ctx: Any, code: str, message: str) -> NoReturn:
    report(code, message, as_json=ctx.meta.get(JSON_KEY, False))
    raise typer.Exit(1) from None


def report(code: str, message: str, *, as_json: bool, place: tuple[str, int] | None = None) -> None:
    """One error on stderr; `place` is the file and the line that it is in."""
    if as_json:
        where = {} if place is None else {"file": place[0], "line": place[1]}
        sys.stderr.write(json.dumps({"error": code, "message": message, **where}, ensure_ascii=False) + "\n")
        return
    words = "\n".join(map(printable, message.split("\n")))
    sys.stderr.write(f"error: {words} ({code})\n" if place is None else f"{place[0]}:{place[1]}: {words}\n")
