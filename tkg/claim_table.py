"""How a claim lies in its table, and how it is read.

Most claims say an exact time, or none, under names that are their own and not those of an earlier claim. What follows
from another column is left out then, as NULL, since it would be half of the row:

- `from_early` and `from_late` of an exact start, and `to_early` and `to_late` of an exact end, are its `from_at` and
  `to_at`; `to_at` of what has no end is the end of time;
- `statement`, `s_said` and `o_said` are the claim itself, unless it is the correction of another;
- `observed` of what nobody said a time of is that of its transaction;
- `from_said` and `to_said` of a day are the day of `from_at` and `to_at`.

`COLUMNS` selects claims with all of it filled in, so that nobody else has to know; `stored` is the way back.
"""

from collections.abc import Sequence
from typing import Any, TypeAlias

from tkg.bounds import Grain
from tkg.intervals import MAX

Row: TypeAlias = Sequence[Any]

OF_CLAIM = (
    "id", "statement", "source", "op", "s", "p", "o", "from_early", "from_at", "from_late", "from_grain",
    "to_early", "to_at", "to_late", "to_grain", "ongoing", "observed", "seen", "confidence", "erased",
    "s_said", "o_said", "from_said", "to_said", "valid_said", "modality", "scope",
)  # fmt: skip
"""What a row of a claim has, in this order; more may follow."""

UNSEEN, AT_INSTANT, ON_DATE = range(3)
"""Whether a claim says when it was observed, and how: `seen`."""

TO_AT = f"COALESCE(c.to_at, {MAX})"
STATEMENT = "COALESCE(c.statement, c.id)"
SUBJECT_SAID, OBJECT_SAID = "COALESCE(c.s_said, c.id)", "COALESCE(c.o_said, c.id)"
OBSERVED = "COALESCE(c.observed, (SELECT x.at FROM tx x WHERE x.id = c.tx))"
FROM_SAID, TO_SAID = (
    # The date of a midnight: to_char(to_timestamp(...), 'YYYY-MM-DD') in PostgreSQL.
    f"COALESCE(c.{side}_said, CASE WHEN c.{side}_grain = {Grain.DAY:d} AND c.valid_said IS NULL "
    f"THEN date(c.{side}_at / 1000000, 'unixepoch') END)"
    for side in ("from", "to")
)
FROM_EARLY, FROM_LATE = "COALESCE(c.from_early, c.from_at)", "COALESCE(c.from_late, c.from_at)"
TO_EARLY, TO_LATE = f"COALESCE(c.to_early, c.to_at, {MAX})", f"COALESCE(c.to_late, c.to_at, {MAX})"

_FILLED = {
    "statement": STATEMENT, "s_said": SUBJECT_SAID, "o_said": OBJECT_SAID, "from_early": FROM_EARLY,
    "from_late": FROM_LATE, "to_early": TO_EARLY, "to_at": TO_AT, "to_late": TO_LATE, "observed": OBSERVED,
    "from_said": FROM_SAID, "to_said": TO_SAID,
}  # fmt: skip
COLUMNS = ", ".join(_FILLED.get(name, f"c.{name}") for name in OF_CLAIM)
"""The columns of OF_CLAIM of `claim c`."""

_WITH = "(c.id = {0} OR c.statement = (SELECT COALESCE(m.statement, m.id) FROM claim m WHERE m.id = {0}))"
SAYING_SUBJECT, SAYING_OBJECT = (f"{_WITH} AND {said} = {{0}}" for said in (SUBJECT_SAID, OBJECT_SAID))
"""The claims `c` whose subject or object is the very mention of a claim: itself, or corrections of something else."""


def stored(row: Row, at: int) -> list[Any]:
    """A row that begins as OF_CLAIM, of a transaction recorded at `at`, as it lies in the table."""
    kept = list(row)
    id_ = row[0]
    if row[1] == id_:
        kept[1] = None
    if row[7] == row[9]:
        kept[7] = kept[9] = None
    if row[11] == row[13]:
        kept[11] = kept[13] = None
        if row[12] == MAX:
            kept[12] = None
    if row[16] == at and row[17] == UNSEEN:
        kept[16] = None
    if row[24] is None:
        if row[10] == Grain.DAY:
            kept[22] = None
        if row[14] == Grain.DAY:
            kept[23] = None
    if row[20] == id_:
        kept[20] = None
    if row[21] == id_:
        kept[21] = None
    return kept
