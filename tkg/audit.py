"""Why something is believed, and whether what is kept can be believed: `explain` and `verify`.

An explanation goes from a fact down to the quotes: the policy that settled it, the claims that say it, every other
claim of the slot with what became of it, and the words. It asks the code that answers questions (`tkg.verdict`).

A verification goes the other way, from the words up: the file is sound, every row means something (`tkg.soundness`),
every quote lies in the words that it is said to come from, every claim says what the time words of its quotes were
anchored to, and the beliefs are those that the log says.
"""

import sqlite3
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from tkg import engine
from tkg.bounds import Said, stint
from tkg.claim_table import FROM_EARLY, FROM_LATE, FROM_SAID, OBSERVED, TO_AT, TO_EARLY, TO_LATE, TO_SAID
from tkg.errors import StorageError
from tkg.facts import Claim, Evidence, Fact
from tkg.lookup import Lookup
from tkg.policy import Policy
from tkg.reader import Reader
from tkg.rebuild import Difference, Progress, compare
from tkg.slots import SlotKey
from tkg.soundness import unsound
from tkg.store import Store
from tkg.verdict import Reason, Verdict, verdicts

_SPANS = """
    SELECT e.id, e.claim, e.span_from, e.span_to, episode.text FROM evidence e
    JOIN episode ON episode.id = e.episode WHERE e.span_from IS NOT NULL
"""
_UNBORNE = f"""
    SELECT e.id, e.claim, a.bound FROM anchoring a JOIN evidence e ON e.id = a.evidence JOIN claim c ON c.id = e.claim
    WHERE a.bound IS NOT NULL
        AND a.bound NOT IN (COALESCE({FROM_SAID}, ''), COALESCE({TO_SAID}, ''), COALESCE(c.valid_said, ''))
"""
_BOUNDS = f"""
    SELECT c.id, {FROM_SAID}, {TO_SAID}, c.valid_said, {OBSERVED}, {FROM_EARLY}, c.from_at, {FROM_LATE}, c.from_grain,
        {TO_EARLY}, {TO_AT}, {TO_LATE}, c.to_grain, c.ongoing FROM claim c WHERE c.erased < 2
"""


@dataclass(frozen=True, slots=True)
class Judged:
    """A claim of the slot, what became of it at the instant, the claim that did it, and its quotes. `role` is that of
    its source, where the policy ranks by it."""

    claim: Claim
    reason: str
    by: int | None
    evidence: tuple[Evidence, ...]
    role: str | None = None


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a fact is believed. `rule` is what decided, in words; `believed` are the claims for it, `beaten` the rest."""

    fact: Fact
    policy: str
    rule: str
    believed: tuple[Judged, ...]
    beaten: tuple[Judged, ...]

    def to_dict(self) -> dict[str, Any]:
        """The explanation as JSON values."""
        return {
            "fact": self.fact.to_dict(),
            "policy": self.policy,
            "rule": self.rule,
            "believed": [_judged(item) for item in self.believed],
            "beaten": [_judged(item) for item in self.beaten],
        }

    def __str__(self) -> str:
        fact = self.fact
        lines = [f"{fact.subject} {fact.predicate} {fact.object}: {self.rule}"]
        for title, items in (("believed", self.believed), ("beaten", self.beaten)):
            for item in items:
                lines.append(f"  {title}: {_sentence(item)}")
                for quote in item.evidence:
                    lines.append(f'    "{quote.quote}" ({quote.speaker}, {quote.said_at:%Y-%m-%d})')
                    lines += [f"      {anchoring}" for anchoring in quote.anchorings]
        return "\n".join(lines)


@dataclass(frozen=True, slots=True)
class Report:
    """What `verify` found. `problems` are in words, `differences` the belief rows that the log does not bear out."""

    problems: tuple[str, ...]
    differences: tuple[Difference, ...]
    claims: int
    episodes: int
    beliefs: int

    @property
    def ok(self) -> bool:
        return not self.problems and not self.differences

    def to_dict(self) -> dict[str, Any]:
        """The report as JSON values."""
        return {
            "ok": self.ok,
            "problems": list(self.problems),
            "differences": [difference._asdict() for difference in self.differences],
            "claims": self.claims,
            "episodes": self.episodes,
            "beliefs": self.beliefs,
        }


_ONLY_POSSIBLE = "possible in view of imprecise bounds, and not believed as they are read"


def explain(reader: Reader, fact: Fact) -> Explanation:
    """Why `fact` is believed, as of the moment of the reader, which is that of the fact's own view."""
    row, lookup, policy = fact._row, Lookup(reader), reader.policy
    at = fact.asked_at_us
    pair = SlotKey(reader.scope, reader.modality, row.subject, row.predicate, None)
    slots = [slot for slot in reader.slots.slots(pair) if slot[0].object in (None, row.object)]
    found = [verdict for _, rule, claims in slots for verdict in verdicts(claims, rule, at, policy)]
    judged = [
        Judged(
            lookup.claim(verdict.claim.place),
            verdict.reason.value,
            verdict.by.place if verdict.by else None,
            tuple(lookup.evidence(verdict.claim.place)),
            policy.role_of(verdict.claim.source),
        )
        for verdict in found
    ]
    for_it = [item for item, verdict in zip(judged, found, strict=True) if verdict.reason is Reason.BELIEVED]
    beaten = [item for item, verdict in zip(judged, found, strict=True) if verdict.reason is not Reason.BELIEVED]
    believed = {verdict.claim.value for verdict in found if verdict.reason is Reason.BELIEVED}
    rule = _rule(policy, found, believed) if row.object in believed else _ONLY_POSSIBLE
    if not fact._basis.options.hears_all:
        rule += ", with other sources left out"
    return Explanation(fact, policy.name, rule, tuple(for_it), tuple(beaten))


def verify(store: Store, *, progress: Progress | None = None) -> Report:
    """Check the whole file, from the pages up to the beliefs, in one snapshot; nothing is changed.

    Where pages are damaged, or rows cannot be read, what would be read from them is not checked.
    """
    damage = _damage(store)
    if damage:
        return Report(tuple(damage), (), 0, 0, 0)
    with store.snapshot():
        execute = store.connection.execute
        problems: list[str] = []
        problems += [f"{row[0]} row {row[1]} refers to a row of {row[2]} that is not there"
                     for row in execute("PRAGMA foreign_key_check")]  # fmt: skip
        problems += map(str, unsound(store.connection))
        counts = [
            execute(f"SELECT COUNT(*) FROM {table}").fetchone()[0] for table in ("claim", "episode", "belief_cur")
        ]
        if problems:
            return Report(tuple(problems), (), *counts)
        for id_, claim, start, end, text in execute(_SPANS):
            if not 0 <= start < end <= len(text):
                problems.append(
                    f"evidence {id_} of claim {claim}: its quote [{start}:{end}] is not within the {len(text)} letters"
                )
        problems += [
            f"evidence {id_} of claim {claim}: its time words were anchored to {bound}, which the claim does not say"
            for id_, claim, bound in execute(_UNBORNE)
        ]
        for row in execute(_BOUNDS):
            start, last, ongoing, _ = stint(Said(*row[1:4]), row[4], "state")
            if row[5:] != (*start, *last, ongoing):
                problems.append(f"claim {row[0]}: its bounds are not those of its words")
        differences = tuple(compare(store, progress=progress))
        return Report(tuple(problems), differences, *counts)


def _damage(store: Store) -> list[str]:
    """What SQLite finds wrong with the pages of the file; if anything, nothing in it can be relied on."""
    try:
        with store.lock, engine.read(store.connection):
            rows = store.connection.execute("PRAGMA integrity_check").fetchall()
    except sqlite3.ProgrammingError as error:
        raise StorageError(f"the graph is closed: {error}") from error
    except sqlite3.DatabaseError as error:
        return [f"the file is damaged: {error}"]
    return [f"the file is damaged: {line}" for (line,) in rows if line != "ok"]


def _rule(policy: Policy, found: Sequence[Verdict], believed: Collection[int | None]) -> str:
    if policy.name == "all" and len(believed) > 1:
        return "sources disagree, and all of their values are given"
    outranked = [verdict for verdict in found if verdict.reason is Reason.OUTRANKED]
    if not outranked:
        return "the only claim there is" if len(found) == 1 else "no source that still stands says otherwise"
    if policy.name == "role":
        return _rule_of_roles(policy, outranked)
    return {
        "latest": "sources disagree, and the claim recorded last is taken",
        "confidence": "sources disagree, and the claim of the greatest confidence is taken",
        "source_priority": "sources disagree, and the source named first is taken",
    }[policy.name]


def _rule_of_roles(policy: Policy, outranked: Sequence[Verdict]) -> str:
    """What decided between the claim that is taken and the nearest one that is not."""
    nearest = max(outranked, key=lambda verdict: policy.rank(verdict.claim))
    winner, loser = nearest.by or nearest.claim, nearest.claim
    (place, sure), (other_place, other_sure) = policy.rank(winner), policy.rank(loser)
    if place != other_place:
        better, worse = (policy.role_of(claim.source) or "no role" for claim in (winner, loser))
        return f"sources disagree, and the role named first is taken: {better} before {worse}"
    if sure != other_sure:
        return "sources of one rank disagree, and the claim of the greatest confidence is taken"
    return "sources of one rank disagree, equally sure, and the claim recorded last is taken"


def _sentence(item: Judged) -> str:
    claim = item.claim
    what = "end of " if claim.op == "end" else ""
    role = f" ({item.role})" if item.role else ""
    source = f", says {claim.source or 'somebody'}{role}" if claim.source or role else ""
    by = f" (claim {item.by})" if item.by is not None else ""
    value = "[erased]" if claim.erased else claim.object
    return f"claim {claim.id}, {what}{value}{source}, recorded {claim.recorded_at:%Y-%m-%d %H:%M}: {item.reason}{by}"


def _judged(item: Judged) -> dict[str, Any]:
    return {
        "claim": item.claim.to_dict(),
        "reason": item.reason,
        "by": item.by,
        "role": item.role,
        "evidence": [
            {
                "quote": e.quote,
                "speaker": e.speaker,
                "said_at": e.said_at.isoformat(),
                "episode": e.episode,
                "span": None if e.span is None else list(e.span),
                "extractor": e.extractor,
                "model": e.model,
                "prompt": e.prompt,
                "run": e.run,
                "anchorings": [anchoring.to_dict() for anchoring in e.anchorings],
            }
            for e in item.evidence
        ],
    }
