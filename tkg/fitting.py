"""Whether an entity can be what a mention means, by its type.

A term may have a type of its own; most have none, and are recorded by a bare name. Such an entity counts as what its
live claims make of it: what stands where a predicate declares a type is of that type, and where the predicate declares
several or none, of the one that an extractor said and that was kept with the link (`linking`). What was split off or
merged is looked at as it reads. An entity whose claims say several types is of all of them, as it was recorded: nothing
here takes apart what somebody put together. One whose claims say none is open.

The claims of one entity can be many. So of each predicate that it is the subject of a few are looked at, and of those
that have it as their object the first few: what is made of them does not grow with their number.
"""

import sqlite3
from collections.abc import Iterator
from enum import Enum
from itertools import islice

from tkg.claim_table import OBJECT_SAID, SUBJECT_SAID
from tkg.kinds import entity_types
from tkg.names import OBJECT, SUBJECT, Names
from tkg.ontology import Predicate
from tkg.slots import LIVE
from tkg.terms import ENTITY, Bearer, Terms

MOST_OF_PREDICATE = 20
"""Claims of a subject and a predicate that are looked at."""

MOST_OF_OBJECT = 100
"""Claims with an entity as their object that are looked at."""

MOST_NAMES = 20
"""Names that read as an entity whose claims are looked at."""

_PREDICATES = """
    WITH RECURSIVE used (p) AS (
        SELECT MIN(p) FROM claim WHERE scope = :scope AND s = :term
        UNION ALL
        SELECT (SELECT MIN(c.p) FROM claim c WHERE c.scope = :scope AND c.s = :term AND c.p > used.p) FROM used
        WHERE used.p IS NOT NULL
    )
    SELECT p FROM used WHERE p IS NOT NULL
"""
_SAID_TYPE = """
    (SELECT l.type FROM evidence e JOIN linking l ON l.evidence = e.id AND l.role = :role
        WHERE e.claim = c.id AND l.type IS NOT NULL LIMIT 1)
"""
_AS_SUBJECT = f"""
    SELECT c.p, {SUBJECT_SAID}, {_SAID_TYPE} FROM claim c
    WHERE c.scope = :scope AND c.s = :term AND c.p = :p AND +c.id <= :place AND {LIVE} LIMIT :most
"""
_AS_OBJECT = f"""
    SELECT c.p, {OBJECT_SAID}, {_SAID_TYPE} FROM claim c
    WHERE c.scope = :scope AND c.o = :term AND +c.id <= :place AND {LIVE} LIMIT :most
"""


class Fit(Enum):
    """How an entity stands to some types: it is of one of them, of none that is known, or of others."""

    SAME = "same"
    OPEN = "open"
    OTHER = "other"


class Fitting:
    """Looks at the entities of one scope."""

    def __init__(self, connection: sqlite3.Connection, terms: Terms, names: Names, scope: int) -> None:
        self._connection, self._terms, self._names, self._scope = connection, terms, names, scope

    def side(self, predicate: int, role: int, place: int) -> frozenset[str]:
        """The types that a predicate, as it was said, declares of its subject or its object; none if it leaves that
        open."""
        root, flip = self._names.predicate(predicate, place)
        return entity_types(kind_of_side(self._names.typed(root, place), (role == OBJECT) ^ flip))

    def of(self, bearer: Bearer, types: frozenset[str], place: int) -> Fit:
        """How an entity stands to these types, as of a place; open if there are none of them."""
        if not types:
            return Fit.OPEN
        if bearer.type:
            return Fit.SAME if entity_types(bearer.type) & types else Fit.OTHER
        found = Fit.OPEN
        for said in self._said_types(bearer.term, place):
            if said & types:
                return Fit.SAME
            found = Fit.OTHER
        return found

    def _said_types(self, term: int, place: int) -> Iterator[frozenset[str]]:
        """What each of the claims says that an entity is: one of some types."""
        mentions = self._names.mentions(self._connection, self._scope)
        root = mentions.entity(term, place)
        for name in islice(mentions.spellings(root, place), MOST_NAMES):
            kind, type_, _ = self._terms.code(name)
            if kind == ENTITY and type_ and mentions.entity(name, place) == root:
                yield entity_types(type_)
            for role in (SUBJECT, OBJECT):
                for predicate, said, said_type in self._claims(name, role, place):
                    if mentions.mention(name, said, role, place) != root:
                        continue
                    types = frozenset((said_type,)) if said_type else self.side(predicate, role, place)
                    if types:
                        yield types

    def _claims(self, name: int, role: int, place: int) -> Iterator[tuple[int, int, str | None]]:
        given = {"scope": self._scope, "term": name, "role": role, "place": place}
        execute = self._connection.execute
        if role == OBJECT:
            yield from execute(_AS_OBJECT, {**given, "most": MOST_OF_OBJECT}).fetchall()
            return
        for (predicate,) in execute(_PREDICATES, given).fetchall():
            yield from execute(_AS_SUBJECT, {**given, "p": predicate, "most": MOST_OF_PREDICATE}).fetchall()


def kind_of_side(predicate: Predicate, is_object: bool) -> str:
    """What a predicate, one that reads as itself, takes as its subject or as its object."""
    return predicate.object if is_object else predicate.subject
