"""Public sets of facts with a start and an end, as rows.

`dyknow.json` (sislab-unitn/DyKnow, MIT) has 1,159 values of 132 subjects and predicates, mostly to the day;
`wikidata12k.tsv` and `yago11k.tsv` (soledad921/ATISE, MIT) 40,621 facts to the year, and 20,509 to the year, month or
day. They are not part of the project.

How a row is said to tkg. An end includes its unit, since "from 2008 to 2008" would be empty otherwise; so two values
that meet in a year overlap in it. A row without an end goes on. One without a start counts as seen to hold at the
beginning of the unit of its end, since a start that nobody knows is taken from the observation, and now would be after
the end; without either, as seen at `NOW`.
"""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.brute_force import Said, said

NOW = "2020-01-01"


class Row(NamedTuple):
    """A value of a subject and predicate. What is not known is an empty text."""

    subject: str
    predicate: str
    value: str
    start: str
    end: str

    @property
    def observed(self) -> str:
        """When it was seen to hold, of a row that does not say when it began."""
        return "" if self.start else f"{self.end}-01-01"[:10] if self.end else NOW

    def statement(self) -> dict[str, Any]:
        found = {"subject": self.subject, "predicate": self.predicate, "object": self.value}
        return found | {"valid": f"{self.start}/{self.end or '..'}", "observed": self.observed or None}

    def claim(self) -> Said:
        """The same for the brute force. Raises ValueError for what is no date."""
        return said(self.value, self.start, self.end, self.observed)


def dyknow(path: Path) -> list[Row]:
    """`2003-00-00` is the year 2003, `2003-05-00` the month."""

    def text(given: str | None) -> str:
        return (given or "").replace("-00", "")

    told = json.loads(path.read_text(encoding="utf-8"))
    return [
        Row(each["subject"], each["predicate"], each["object"], text(each["valid_from"]), text(each["valid_to"]))
        for each in told
    ]


def triples(path: Path) -> list[Row]:
    """A line a fact: subject, predicate, object, start and end, with tabs between; the first line names them."""
    lines = path.read_text(encoding="utf-8").splitlines()[1:]
    return [Row(*line.split("\t")) for line in lines]


def some(rows: Sequence[Row], every: int) -> list[Row]:
    """The rows of each `every`th subject and predicate."""
    kept = set(list(dict.fromkeys(row[:2] for row in rows))[::every])
    return [row for row in rows if row[:2] in kept]
