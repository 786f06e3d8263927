"""The words, and what was made of them: episodes, evidence, and which extractor has read what.

An episode is one message, stored verbatim and once. What makes it the same message again is a keyed digest of who said
it, what, when, under which id, and which of several equal ones it is; the digest outlives an erasure of the text, so
that handing in the same transcript again revives nothing. Evidence ties a claim to a span of an episode. An anchoring
keeps what the time words of a piece of evidence were taken to mean, by which rule, and what the extractor had guessed.
An extraction says that an extractor is done with an episode, and what it passed over, with the reasons.
"""

import hashlib
import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, tzinfo
from typing import Any, Literal, TypeAlias
from zoneinfo import ZoneInfo

from tkg.intervals import microseconds, moment
from tkg.store import Store, Transaction

_EPISODE = "SELECT id FROM episode WHERE scope = ? AND digest = ?"
_ADD_EPISODE = (
    "INSERT INTO episode (scope, speaker, role, observed, zone, text, ref, labels, digest, tx) "
    "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id"
)
_ADD_EVIDENCE = (
    "INSERT INTO evidence (claim, episode, span_from, span_to, from_text, to_text, extractor, tx) "
    "VALUES (?, ?, ?, ?, ?, ?, ?, ?) RETURNING id"
)
_ADD_ANCHORING = (
    "INSERT INTO anchoring (evidence, side, words, reference, zone, anchored, rule, chosen_by, note, bound, guess, tx) "
    "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
_ANCHORINGS = """
    SELECT side, words, reference, zone, anchored, rule, chosen_by, note, bound, guess FROM anchoring
    WHERE evidence = ? AND (words IS NOT NULL OR guess IS NOT NULL) ORDER BY side
"""
_ADD_DERIVATION = "INSERT INTO derivation (evidence, run, statement, effect) VALUES (?, ?, ?, ?)"
_EXTRACTED = "SELECT 1 FROM extraction WHERE episode = ? AND extractor = ?"
_REMOVED = """
    SELECT 1 FROM withdrawal w WHERE w.run IS NULL
        AND w.extraction = (SELECT MAX(x.id) FROM extraction x WHERE x.episode = ?)
"""
_ADD_EXTRACTION = """
    INSERT INTO extraction (episode, extractor, run, recorded, skipped, digest, tx) VALUES (?, ?, ?, ?, ?, ?, ?)
    RETURNING id
"""


@dataclass(frozen=True, slots=True)
class Episode:
    """One message as it is stored. `observed` in microseconds, `zone` its own offset or zone, `occurrence` counts
    equal messages handed in together."""

    speaker: str
    role: str
    observed: int
    zone: str
    text: str
    ref: str | None
    occurrence: int = 0


Side: TypeAlias = Literal["start", "end", "whole"]
SIDES: tuple[Side, ...] = ("start", "end", "whole")
"""What time words bound; the numbers are stored. `whole`: both, for words that name a period in which it was so."""


@dataclass(frozen=True, slots=True)
class Anchoring:
    """Time words of a quote and what they were taken to mean.

    `said_at` is the moment that they count from, in the zone of who said them. `anchored` is the interval that they
    name then ("2025-06-11", "2025-06-02/2025-06-08"), None if they settle none; `rule` is the rule that read them,
    `chosen_by` the setting that decided between several readings, `note` what else a reader must know. `bound` is what
    the claim says because of them, None if nothing. `guess` is the extractor's own date where it differs, or where
    there are no words to anchor: it is never what the claim says.
    """

    side: Side
    words: str | None
    said_at: datetime
    anchored: str | None = None
    rule: str | None = None
    chosen_by: str | None = None
    note: str | None = None
    bound: str | None = None
    guess: str | None = None

    def __str__(self) -> str:
        if self.words is None:
            line = f"no time words, said on {self.said_at.date()}"
        else:
            by = f" by {self.rule}" if self.rule else ""
            kept = f", kept as {self.bound}" if self._is_wider else ""
            line = f"{self.words} said on {self.said_at.date()} → {self.anchored or 'no date'}{by}{kept}"
        return line if self.guess is None else f"{line}; the extractor guessed {self.guess}"

    @property
    def _is_wider(self) -> bool:
        """Whether the bound is not just what the words name: the month of a day, or the set of several readings."""
        if self.bound is None or self.anchored is None or self.side == "whole" or ".." in self.anchored:
            return False
        return self.bound.strip("[]").replace("..", "/") != self.anchored

    def to_dict(self) -> dict[str, Any]:
        """The anchoring as JSON values."""
        return {
            "side": self.side,
            "words": self.words,
            "said_at": self.said_at.isoformat(),
            "anchored": self.anchored,
            "rule": self.rule,
            "chosen_by": self.chosen_by,
            "note": self.note,
            "bound": self.bound,
            "guess": self.guess,
        }


def anchorings(connection: sqlite3.Connection, evidence: int) -> Iterator[Anchoring]:
    """What the time words of a piece of evidence were taken to mean; nothing of one that was erased."""
    for side, words, reference, zone, *rest in connection.execute(_ANCHORINGS, (evidence,)):
        yield Anchoring(SIDES[side], words, moment(reference, zone_of(zone)), *rest)


def zone_text(at: datetime) -> str:
    """The zone of a moment as it is stored: its IANA name if it has one, else its offset."""
    return getattr(at.tzinfo, "key", None) or at.strftime("%z")


def zone_of(text: str) -> tzinfo:
    """The zone that is stored with a moment."""
    if text[0] not in "+-":
        return ZoneInfo(text)
    zone = datetime.strptime(text, "%z").tzinfo
    assert zone is not None
    return zone


class Words:
    """Episodes and evidence of one scope."""

    def __init__(self, store: Store, scope: int) -> None:
        self.store, self.scope = store, scope
        self._execute = store.connection.execute

    def find(self, episode: Episode) -> int | None:
        """The episode that this message already is, or None."""
        row = self._execute(_EPISODE, (self.scope, digest_of(episode, self.store.terms.hash_key))).fetchone()
        return None if row is None else int(row[0])

    def add(self, transaction: Transaction, episode: Episode, labels: Mapping[str, str] | None) -> int:
        """Store a message that is new."""
        given = (
            self.scope, episode.speaker, episode.role, episode.observed, episode.zone, episode.text, episode.ref,
            json.dumps(dict(labels), ensure_ascii=False, sort_keys=True) if labels else None,
            digest_of(episode, self.store.terms.hash_key), transaction.tx,
        )  # fmt: skip
        return int(self._execute(_ADD_EPISODE, given).fetchone()[0])

    def is_extracted(self, episode: int, extractor: str) -> bool:
        """Whether this extractor has been over the episode, also if another has read it anew since."""
        return self._execute(_EXTRACTED, (episode, extractor)).fetchone() is not None

    def is_of(self, episode: int, tx: int) -> bool:
        """Whether the episode was stored by this transaction."""
        row = self._execute("SELECT tx FROM episode WHERE id = ?", (episode,)).fetchone()
        return row is not None and row[0] == tx

    def is_removed(self, episode: int) -> bool:
        """Whether somebody has set the episode aside."""
        return self._execute(_REMOVED, (episode,)).fetchone() is not None

    def note_extraction(
        self,
        transaction: Transaction,
        episode: int,
        extractor: str,
        run: int | None,
        recorded: int,
        skipped: Sequence[Mapping[str, Any]],
        digest: bytes | None,
    ) -> int:
        """A run of the extractor is done: how many changes were written, what was passed over, and a keyed hash of all
        that was found. The extraction."""
        text = json.dumps(list(skipped), ensure_ascii=False)
        given = (episode, extractor, run, recorded, text, digest, transaction.tx)
        return int(self._execute(_ADD_EXTRACTION, given).fetchone()[0])

    def add_evidence(
        self,
        transaction: Transaction,
        claim: int,
        episode: int,
        span: tuple[int, int],
        time_words: tuple[str | None, str | None],
        extractor: str,
        anchored: Iterable[Anchoring] = (),
    ) -> int:
        """A claim rests on a span of an episode; `time_words` are those of its start and of its end. The evidence."""
        given = (claim, episode, *span, *time_words, extractor, transaction.tx)
        evidence = int(self._execute(_ADD_EVIDENCE, given).fetchone()[0])
        for each in anchored:
            reference = microseconds(each.said_at), zone_text(each.said_at)
            found = each.anchored, each.rule, each.chosen_by, each.note, each.bound, each.guess
            row = (evidence, SIDES.index(each.side), each.words, *reference, *found, transaction.tx)
            self._execute(_ADD_ANCHORING, row)
        return evidence

    def add_derivation(self, evidence: int, run: int, statement: str | None, effect: int) -> None:
        """A piece of evidence was found by a run, which put what it says into a sentence of its own; what the words do
        to the claim (see `tkg.former`)."""
        self._execute(_ADD_DERIVATION, (evidence, run, statement, effect))


def digest_of(episode: Episode, hash_key: bytes) -> bytes:
    """What makes a message the same one again."""
    # It may come with the zone or with its offset.
    offset = moment(episode.observed, zone_of(episode.zone)).strftime("%z")
    parts = [
        episode.speaker, episode.role, str(episode.observed), offset, episode.text, episode.ref, episode.occurrence,
    ]  # fmt: skip
    text = json.dumps(parts, ensure_ascii=False)
    return hashlib.blake2b(text.encode(), key=hash_key, digest_size=16).digest()
