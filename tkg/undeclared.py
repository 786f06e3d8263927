"""Predicates that wait to be settled: nobody declared them, and claims are made of them.

They are counted over the whole file, since whatever is decided of one holds in every scope: it is declared, mapped to
another, or dropped. What a claim of it says is shown of one scope alone. A predicate that is dropped is listed as well,
declared or not, until that is taken back.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, NamedTuple

from tkg import dropping
from tkg.nearest import Near, Nearest
from tkg.store import Store
from tkg.terms import BOOLEAN, DATE, ENTITY, NUMBER, TEXT
from tkg.values import Value

_KINDS: Mapping[int | None, str] = MappingProxyType({TEXT: "text", NUMBER: "number", DATE: "date", BOOLEAN: "boolean"})

_LIVE = """
    c.scope IN (SELECT id FROM scope) AND c.p = ? AND c.erased = 0
    AND COALESCE((SELECT t.live FROM standing t WHERE t.claim = c.id ORDER BY t.place DESC LIMIT 1), 1) = 1
"""
_COUNT = f"SELECT COUNT(*) FROM claim c WHERE {_LIVE}"
_LATEST = f"SELECT c.id, c.s, c.o FROM claim c WHERE {_LIVE} ORDER BY c.id DESC LIMIT 1"
_LATEST_OF_SCOPE = f"SELECT c.id, c.s, c.o FROM claim c WHERE {_LIVE} AND c.scope = ? ORDER BY c.id DESC LIMIT 1"
_BETWEEN = f"""
    SELECT DISTINCT s.kind, s.type, o.kind, o.type FROM claim c
    JOIN term s ON s.id = c.s LEFT JOIN term o ON o.id = c.o WHERE {_LIVE}
"""
_SAID = """
    SELECT COALESCE(d.statement, substr(episode.text, e.span_from + 1, e.span_to - e.span_from))
    FROM evidence e JOIN episode ON episode.id = e.episode LEFT JOIN derivation d ON d.evidence = e.id
    WHERE e.claim = ? ORDER BY e.id LIMIT 1
"""


@dataclass(frozen=True, slots=True)
class Undeclared:
    """A predicate that waits to be settled.

    `claims` are the live ones that read as it, in all scopes; `subjects` and `objects` the kinds of what they are
    between, as far as they are known. `example` is what the latest of this scope says: the extractor's sentence, the
    quote, or the claim itself. `nearest` is the declared predicate that is nearest in meaning, which may be anything
    from the same to the opposite. `dropped` says that extractors record nothing under it, and `reason` why.
    """

    name: str
    claims: int
    subjects: tuple[str, ...] = ()
    objects: tuple[str, ...] = ()
    example: str | None = None
    nearest: Near | None = None
    dropped: bool = False
    reason: str | None = None

    def to_dict(self) -> dict[str, Any]:
        """The predicate as JSON values."""
        return {
            "name": self.name,
            "claims": self.claims,
            "subjects": list(self.subjects),
            "objects": list(self.objects),
            "example": self.example,
            "nearest": None if self.nearest is None else self.nearest.to_dict(),
            "dropped": self.dropped,
            "reason": self.reason,
        }


class Surveyed(NamedTuple):
    """A predicate, with the subject and the value of its latest claim, and whether anything is declared of it."""

    found: Undeclared
    subject: Value | None
    value: Value | None
    is_declared: bool


class _Claim(NamedTuple):
    """A claim as its predicate reads."""

    id: int
    subject: Value | None
    value: Value | None


def survey(store: Store, place: int, scope: int | None) -> list[Surveyed]:
    """The predicates that wait as of the last place of the log, those most used first and those that are dropped last.

    `scope` is the one of which examples are shown, None if nobody ever wrote to it. Inside a snapshot.
    """
    names, dropped = store.names, dropping.dropped(store.connection)
    read_as = {names.predicate(raw, place)[0] for raw in names.used()}
    waiting = {predicate for predicate in read_as if not names.is_declared(predicate, place)}
    found = []
    for predicate in waiting | dropped.keys():
        each = _survey(store, place, scope, predicate)
        if predicate in dropped:
            each = each._replace(found=replace(each.found, dropped=True, reason=dropped[predicate]))
        if each.found.claims or each.found.dropped:
            found.append(each)
    return sorted(found, key=lambda each: (each.found.dropped, -each.found.claims, each.found.name))


def with_nearest(surveyed: Sequence[Surveyed], nearest: Nearest | None) -> list[Undeclared]:
    """What was found, with the declared predicate that is nearest to each; without an embedder, with none.

    Raises EmbedderError, BadEmbedding.
    """
    waiting = [each.found.name for each in surveyed if not each.is_declared]
    if nearest is None or not waiting:
        return [each.found for each in surveyed]
    nearest.embed(waiting)
    return [
        each.found
        if each.is_declared
        else replace(each.found, nearest=nearest.to(each.found.name, each.subject, each.value))
        for each in surveyed
    ]


def _survey(store: Store, place: int, scope: int | None, predicate: int) -> Surveyed:
    names, execute = store.names, store.connection.execute
    count, subjects, objects = 0, set(), set()
    latest: list[_Claim] = []
    of_scope: list[_Claim] = []
    for raw, flip in names.spelled(predicate, place):
        count += execute(_COUNT, (raw,)).fetchone()[0]
        for row in execute(_BETWEEN, (raw,)):
            pair = _kind(*row[:2]), _kind(*row[2:])
            subjects.add(pair[flip])
            objects.add(pair[not flip])
        latest += [_claim(store, row, flip) for row in execute(_LATEST, (raw,)).fetchall()]
        of_scope += [_claim(store, row, flip) for row in execute(_LATEST_OF_SCOPE, (raw, scope)).fetchall()]
    name = names.predicate_name(predicate)
    found = Undeclared(
        name,
        count,
        tuple(sorted(subjects - {""})),
        tuple(sorted(objects - {""})),
        _example(store, name, max(of_scope, key=lambda claim: claim.id)) if of_scope else None,
    )
    last = max(latest, key=lambda claim: claim.id, default=_Claim(0, None, None))
    return Surveyed(found, last.subject, last.value, names.is_declared(predicate, place))


def _claim(store: Store, row: tuple[int, int, int | None], flip: bool) -> _Claim:
    id_, s, o = row
    subject, value = store.terms.value(s), None if o is None else store.terms.value(o)
    return _Claim(id_, value, subject) if flip else _Claim(id_, subject, value)


def _kind(kind: int | None, type_: str | None) -> str:
    """The kind of a term in a word, or "" where it is not known."""
    return type_ or "" if kind == ENTITY else _KINDS.get(kind, "")


def _example(store: Store, name: str, claim: _Claim) -> str:
    said = store.connection.execute(_SAID, (claim.id,)).fetchone()
    if said is not None and said[0]:
        return str(said[0])
    return " ".join(str(part) for part in (claim.subject, name, claim.value) if part is not None)
