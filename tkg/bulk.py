"""Many statements appended at once: each checked by itself, all of them put into the log together.

What is refused leaves no trace, so whoever has a file with bad lines in it may go on with the next one. Inside one
transaction; nothing but claims may be written between the first check and the last `append`.
"""

from tkg.draft import Draft
from tkg.errors import DuplicateId
from tkg.statement import Statement
from tkg.writer import Writer


class Bulk:
    """Statements on their way into the log through one writer."""

    def __init__(self, writer: Writer) -> None:
        self._writer, self._drafter = writer, writer.drafter
        self._drafts: list[Draft] = []
        self._refs: set[str] = set()

    def add(self, statement: Statement) -> None:
        """Check a statement and keep it for `append`. Raises what `Writer.state` raises, and keeps nothing then."""
        ref = statement.ref
        if ref is not None:
            self._writer.new_ref(ref)
            if ref in self._refs:
                raise DuplicateId(f"a claim {ref!r} is there already: give another id, or correct that one")
        self._drafts.append(self._drafter.statement(statement))
        if ref is not None:
            self._refs.add(ref)

    def append(self) -> list[int]:
        """Append what was added since the last time; the ids of the claims, in that order."""
        ids = self._writer.state_all(self._drafts)
        self._drafts.clear()
        self._refs.clear()
        return ids
