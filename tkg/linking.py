"""From what an extractor calls a relation to the predicate that is recorded, and the trace that this leaves.

A name is looked for among those of the file, in normal form (see `tkg.spelling`):

    exact   it is a name that reads as itself, declared or only used before
    alias   it is a name that the file maps to another
    new     it is neither: it is kept as it was said, in normal form, undeclared, until somebody settles it

An alias is recorded under its own name: what it reads as is said by the map alone, so that taking the map back takes
it back of what was extracted, too, and a flip needs nothing to be turned. Where several names have the same normal form
the one counts that was said letter for letter, then the one that is in normal form; others only if all of them read
alike. A name is never taken for another because it is near in meaning: see `tkg.nearest`, which only proposes.

Where a claim has another name than its words do, the words' own name is kept beside the evidence.
"""

import sqlite3
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from tkg.names import OBJECT, SUBJECT, Names
from tkg.spelling import normal_form
from tkg.terms import clean

How: TypeAlias = Literal["exact", "alias", "new"]

PREDICATE = 2
"""The role of a predicate in a claim, beside `SUBJECT` and `OBJECT`."""

ROLES = (SUBJECT, OBJECT, PREDICATE)

_ADD = "INSERT INTO linking (evidence, role, said, how, score, type) VALUES (?, ?, ?, ?, ?, ?)"


@dataclass(frozen=True, slots=True)
class Link:
    """The name to record for what was `said`, how it was found, and how sure that is: 1 for a name of the file, 0 for
    one that is new."""

    said: str
    name: str
    how: How
    score: float

    @property
    def is_said(self) -> bool:
        """Whether the words have this name as it stands."""
        return self.said == self.name


def link_predicate(names: Names, said: str, upto: int) -> Link:
    """The predicate to record for one that was `said`, as of a place of the log. Raises BadName."""
    name = clean(said, "the predicate")
    form = normal_form(name) or name
    found = _chosen(names, name, form, upto)
    if found is None:
        return Link(said, form, "new", 0.0)
    how: How = "exact" if names.mapped(found, upto) is None else "alias"
    return Link(said, names.predicate_name(found), how, 1.0)


class Linking(NamedTuple):
    """What the words called the subject, the object or the predicate (`role`) of a claim that calls it otherwise, and
    how that was found; `type` is the one that the words alone say, "" for none."""

    role: int
    said: str
    how: str
    score: float
    type: str = ""


def add_linking(connection: sqlite3.Connection, evidence: int, linking: Linking) -> None:
    """Keep what the words of a piece of evidence called something. Inside a write transaction."""
    role, said, how, score, type_ = linking
    connection.execute(_ADD, (evidence, role, said, how, score, type_ or None))


def _chosen(names: Names, name: str, form: str, upto: int) -> int | None:
    for written in (name, form):
        known = names.predicate_id(written)
        if known is not None:
            return known
    alike = names.written_alike(form)
    return alike[0] if len({names.predicate(each, upto) for each in alike}) == 1 else None
