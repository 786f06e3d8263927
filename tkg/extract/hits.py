"""Where the patterns match a sentence, and clauses that carry on with the subject of the clause before them."""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from tkg.extract import lexicon
from tkg.extract.grammar import Person
from tkg.extract.passage import Passage
from tkg.extract.patterns import Compiled
from tkg.extract.times import Time

STATES = ("present", "since")


@dataclass(frozen=True, slots=True)
class Hit:
    """A pattern that matched. `clause` is its index; `subject` the words for it, from a clause before if `carried`.

    `after`, `until`: where other matches of its clause end and begin, whose time words are not its own.
    """

    pattern: Compiled
    person: Person
    match: re.Match[str]
    clause: int
    subject: str | None
    carried: bool = False
    after: int = 0
    until: int | None = None

    @property
    def start(self) -> int:
        return self.match.start()

    @property
    def gap(self) -> str:
        """The adverbs and negations between the subject and the words that the pattern turns on."""
        return " ".join(text for name, text in self.match.groupdict().items() if name.startswith("gap") and text)

    @property
    def object_start(self) -> int:
        return self.match.start("object") if self.pattern.has_object else self.match.end()

    def times(self, passage: Passage) -> list[Time]:
        """The time words that bound what it says: none where they are its value, or where it has no bounds."""
        predicate = self.pattern.predicate
        if predicate.object == "date" or predicate.extent == "timeless":
            return []
        near = passage.near(self.clause, self.match.end())
        return [time for time in near if self.after <= time.start and (self.until is None or time.end <= self.until)]


@dataclass(frozen=True, slots=True)
class _Carrier:
    """The subject of a clause, for the next one; `form` of what was said of it, None if nothing was recognised."""

    subject: str
    person: Person
    form: str | None


def hits(passage: Passage, patterns: Sequence[Compiled], holds: Callable[[Hit], bool]) -> Iterator[Hit]:
    """The matches of `patterns`, clause by clause. `holds` says which are facts, for a clause to carry on from."""
    carrier: _Carrier | None = None
    whole = _whole(passage, patterns)
    for index, (start, end) in enumerate(passage.clauses):
        found = whole.get(index, [])
        if not found and carrier is not None:
            found = list(_carried(passage, patterns, index, carrier))
        yield from found
        if found:
            carrier = next((_carrier(hit) for hit in found if hit.subject is not None and holds(hit)), None)
        elif not passage.is_time(index):
            own = lexicon.OWN_START[passage.language].match(passage.masked, start, end)
            carrier = _Carrier(own[1], "first", None) if own else None


def _carrier(hit: Hit) -> _Carrier:
    return _Carrier(hit.subject or "", "first" if hit.person == "first" else "third", hit.pattern.form)


def _whole(passage: Passage, patterns: Sequence[Compiled]) -> dict[int, list[Hit]]:
    """The matches that begin in each clause, by its index. Each pattern is looked for once along the sentence."""
    found: dict[int, list[Hit]] = {}
    for pattern in patterns:
        for person in pattern.persons():
            for clause, match in _matches(passage, pattern.whole(person)):
                subject = match["subject"] if pattern.has_subject else None
                found.setdefault(clause, []).append(Hit(pattern, person, match, clause, subject))
    return {clause: [_apart(hit, each) for hit in each] for clause, each in found.items()}


def _apart(hit: Hit, others: Sequence[Hit]) -> Hit:
    """A match with where those before and after it in its clause are: "After I left Acme in May I joined Globex"."""
    starts = [other.start for other in others if other.subject is not None]
    after = max((start for start in starts if start < hit.start), default=None)
    until = min((start for start in starts if start > max(hit.start, hit.object_start)), default=None)
    return (
        hit if after is None and until is None else replace(hit, after=0 if after is None else hit.start, until=until)
    )


def _matches(passage: Passage, expression: re.Pattern[str]) -> Iterator[tuple[int, re.Match[str]]]:
    """The matches of an expression and their clauses. Within one they do not overlap; each clause is begun afresh."""
    starts = [start for start, _ in passage.clauses]
    at = starts[0] if starts else len(passage.masked)
    while match := expression.search(passage.masked, at):
        clause = bisect_right(starts, match.start()) - 1
        start, end = passage.clauses[clause]
        if start <= match.start() < end:
            yield clause, match
        at = max(match.end(), match.start() + 1)
        if clause + 1 < len(starts):
            at = min(at, max(starts[clause + 1], match.start() + 1))


def _carried(passage: Passage, patterns: Sequence[Compiled], clause: int, carrier: _Carrier) -> Iterator[Hit]:
    """Matches of a clause without a subject, with the one of the clause before it.

    In English a bare form carries on from a present state only: in "I went to Rome to study and work at" it is none.
    """
    for pattern in patterns:
        if not pattern.continues or carrier.person not in pattern.persons():
            continue
        bare = passage.language == "en" and carrier.person == "first" and pattern.form in STATES
        if bare and carrier.form not in STATES:
            continue
        match = pattern.continued(carrier.person).match(passage.masked, passage.clauses[clause][0])
        if match:
            yield Hit(pattern, carrier.person, match, clause, carrier.subject, carried=True)
