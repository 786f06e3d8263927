"""The words, and what was made of them: episodes, evidence, and which extractor has read what.

An episode is one message, stored verbatim and once. What makes it the same message again is a keyed digest of who said
it, what, when, under which id, and which of several equal ones it is; the digest outlives an erasure of the text, so
that handing in the same transcript again revives nothing. Evidence ties a claim to a span of an episode. An extraction
says that an extractor is done with an episode, and what it passed over, with the reasons.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tkg.store import Store, Transaction

_EPISODE = "SELECT id FROM episode WHERE scope = ? AND digest = ?"
_ADD_EPISODE = (
    "INSERT INTO episode (scope, speaker, role, observed, zone, text, ref, labels, digest, tx) "
    "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id"
)
_ADD_EVIDENCE = (
    "INSERT INTO evidence (claim, episode, span_from, span_to, from_text, to_text, extractor, tx) "
    "VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
)
_EXTRACTED = "SELECT 1 FROM extraction WHERE episode = ? AND extractor = ?"
_ADD_EXTRACTION = "INSERT INTO extraction (episode, extractor, recorded, skipped, tx) VALUES (?, ?, ?, ?, ?)"
_TEXT = "SELECT text FROM episode WHERE id = ?"
_LIVE = """
    COALESCE((SELECT t.live FROM standing t WHERE t.claim = c.id ORDER BY t.place DESC LIMIT 1), 1) = 1
    AND c.erased = 0
"""
_SAME = f"""
    SELECT c.id FROM claim c JOIN source ON source.id = c.source
    WHERE c.scope = ? AND c.s = ? AND c.p = ? AND c.o IS ? AND c.op = ? AND c.modality = ? AND source.name = ?
        AND c.from_said IS ? AND c.to_said IS ? AND c.valid_said IS ? AND c.seen = 0 AND {_LIVE} LIMIT 1
"""
_SAYING = f"""
    SELECT c.id, c.s, c.p FROM claim c JOIN source ON source.id = c.source
    WHERE c.scope = ? AND c.o = ? AND c.op = 0 AND c.modality = ? AND (? IS NULL OR source.name = ?) AND {_LIVE}
    ORDER BY c.id DESC
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


class Words:
    """Episodes and evidence of one scope."""

    def __init__(self, store: Store, scope: int) -> None:
        self.store, self.scope = store, scope
        self._execute = store.connection.execute

    def find(self, episode: Episode) -> int | None:
        """The episode that this message already is, or None."""
        row = self._execute(_EPISODE, (self.scope, self._digest(episode))).fetchone()
        return None if row is None else int(row[0])

    def add(self, transaction: Transaction, episode: Episode, labels: Mapping[str, str] | None) -> int:
        """Store a message that is new."""
        given = (
            self.scope, episode.speaker, episode.role, episode.observed, episode.zone, episode.text, episode.ref,
            json.dumps(dict(labels), ensure_ascii=False, sort_keys=True) if labels else None,
            self._digest(episode), transaction.tx,
        )  # fmt: skip
        return int(self._execute(_ADD_EPISODE, given).fetchone()[0])

    def text(self, episode: int) -> str:
        return str(self._execute(_TEXT, (episode,)).fetchone()[0])

    def is_extracted(self, episode: int, extractor: str) -> bool:
        """Whether this extractor is done with the episode."""
        return self._execute(_EXTRACTED, (episode, extractor)).fetchone() is not None

    def note_extraction(
        self, transaction: Transaction, episode: int, extractor: str, recorded: int, skipped: Sequence[Mapping[str, Any]]
    ) -> None:
        """The extractor is done: how many candidates were written, and what was passed over."""
        text = json.dumps(list(skipped), ensure_ascii=False)
        self._execute(_ADD_EXTRACTION, (episode, extractor, recorded, text, transaction.tx))

    def add_evidence(
        self,
        transaction: Transaction,
        claim: int,
        episode: int,
        span: tuple[int, int],
        time_words: tuple[str | None, str | None],
        extractor: str,
    ) -> None:
        """A claim rests on a span of an episode; `time_words` are those of its start and of its end."""
        self._execute(_ADD_EVIDENCE, (claim, episode, *span, *time_words, extractor, transaction.tx))

    def same_claim(
        self, names: tuple[int, int, int | None], op: int, modality: int, source: str, said: tuple[str | None, ...]
    ) -> int | None:
        """The live claim that says exactly this, of the same source, without a sighting; or None."""
        row = self._execute(_SAME, (self.scope, *names, op, modality, source, *said)).fetchone()
        return None if row is None else int(row[0])

    def saying(self, values: Sequence[int], modality: int, source: str | None) -> list[tuple[int, int, int]]:
        """The live claims that say one of these values, latest first: (claim, subject, predicate), as said."""
        found = [
            row for value in values for row in self._execute(_SAYING, (self.scope, value, modality, source, source))
        ]
        return sorted(found, reverse=True)

    def _digest(self, episode: Episode) -> bytes:
        parts = [
            episode.speaker, episode.role, str(episode.observed), episode.zone, episode.text, episode.ref,
            episode.occurrence,
        ]  # fmt: skip
        text = json.dumps(parts, ensure_ascii=False)
        return hashlib.blake2b(text.encode(), key=self.store.terms.hash_key, digest_size=16).digest()


