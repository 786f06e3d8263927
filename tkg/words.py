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

    def is_extracted(self, episode: int, extractor: str) -> bool:
        """Whether this extractor is done with the episode."""
        return self._execute(_EXTRACTED, (episode, extractor)).fetchone() is not None

    def note_extraction(
        self,
        transaction: Transaction,
        episode: int,
        extractor: str,
        recorded: int,
        skipped: Sequence[Mapping[str, Any]],
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

    def _digest(self, episode: Episode) -> bytes:
        parts = [
            episode.speaker, episode.role, str(episode.observed), episode.zone, episode.text, episode.ref,
            episode.occurrence,
        ]  # fmt: skip
        text = json.dumps(parts, ensure_ascii=False)
        return hashlib.blake2b(text.encode(), key=self.store.terms.hash_key, digest_size=16).digest()
