"""The log, the words, the dictionary, and the beliefs that follow from the log."""

from sqlalchemy import REAL, Index, LargeBinary, PrimaryKeyConstraint, Text, UniqueConstraint, text
from sqlmodel import Field

from tkg.models.columns import (
    CLUSTERED,
    Int64,
    Row,
    id_column,
    int_column,
    key_column,
    maybe_column,
    maybe_reference,
    reference,
    text_column,
    tx_column,
)


class Meta(Row, table=True):
    """Facts about the file itself."""

    __tablename__ = "meta"
    key: str = Field(primary_key=True, sa_type=Text)
    value: str = text_column()


class Scope(Row, table=True):
    """One tenant: claims compete within one scope only."""

    __tablename__ = "scope"
    __table_args__ = (UniqueConstraint("name"),)
    id: int | None = id_column()
    name: str = text_column()


class Tx(Row, table=True):
    """One write transaction: `at` never falls, `last_place` is the last place it stamped.

    `at` rises strictly as long as the clock sets it. A replayed log may bring one instant in several calls, which are
    one transaction to every reader and a row each here.
    """

    __tablename__ = "tx"
    __table_args__ = (Index(None, "at"),)
    id: int = key_column()
    at: int = int_column()
    last_place: int = int_column()
    actor: str | None = maybe_column()
    reason: str | None = maybe_column()


class Term(Row, table=True):
    """A mention, an entity or a literal; `norm` is the name as names are compared, `type` the datatype of a literal."""

    __tablename__ = "term"
    __table_args__ = (UniqueConstraint("scope", "kind", "name", "type"), Index(None, "scope", "norm"))
    id: int | None = id_column()
    scope: int = reference("scope.id")
    kind: int = int_column()
    name: str = text_column()
    norm: str = text_column()
    type: str = text_column("")


class Predicate(Row, table=True):
    """A predicate's name; `used` is 1 once a claim speaks of it."""

    __tablename__ = "predicate"
    __table_args__ = (UniqueConstraint("name"),)
    id: int | None = id_column()
    name: str = text_column()
    used: int = int_column(0)


class Source(Row, table=True):
    """Who says so: a speaker or a system of record."""

    __tablename__ = "source"
    __table_args__ = (UniqueConstraint("scope", "name"),)
    id: int | None = id_column()
    scope: int = reference("scope.id")
    name: str = text_column()


class Claim(Row, table=True):
    """One thing said. `op` is 0 for a record and 1 for an end; each bound is (earliest, nominal, latest, grain).

    `s` and `o` are the terms it is about, `s_said` and `o_said` the mentions as said; `s` is NULL once erased.
    The times as given are in `from_said`, `to_said` and `valid_said`. `statement` is its first version. What follows
    from another column is NULL (see `tkg.claim_table`).

    `tx` is no reference, here and in `standing`: with the row of a transaction, SQLite would look for all that refers
    to it, and need an index for that. `verify` does instead.
    """

    __tablename__ = "claim"
    __table_args__ = (
        Index("claim_slot", "scope", "s", "p", "ongoing", "from_at"),
        Index("claim_value", "scope", "o", "p", "s", "ongoing", "from_at"),
        Index("claim_predicate", "scope", "p"),
        Index("claim_statement", "statement", sqlite_where=text("statement IS NOT NULL")),
        Index("claim_ref", "scope", "ref", unique=True, sqlite_where=text("ref IS NOT NULL")),
        Index(
            "claim_straddle", "scope", "s", "p", "reach_level", "from_at", sqlite_where=text("reach_level IS NOT NULL")
        ),
        Index("claim_end", "scope", "s", "p", sqlite_where=text("op = 1")),
        Index("claim_backward", "scope", "s", "p", sqlite_where=text("from_grain = 4 AND to_grain <> 6")),
        Index(
            "claim_vague",
            "scope",
            "s",
            "p",
            "o",
            "ongoing",
            "from_grain",
            "from_at",
            sqlite_where=text("from_early < from_late"),
        ),
    )
    id: int = key_column()
    scope: int = reference("scope.id")
    op: int = int_column()
    s: int | None = maybe_reference("term.id")
    p: int = reference("predicate.id")
    o: int | None = maybe_reference("term.id")
    from_said: str | None = maybe_column()
    to_said: str | None = maybe_column()
    valid_said: str | None = maybe_column()
    from_early: int | None = maybe_column(Int64)
    from_at: int = int_column()
    from_late: int | None = maybe_column(Int64)
    from_grain: int = int_column()
    to_early: int | None = maybe_column(Int64)
    to_at: int | None = maybe_column(Int64)
    to_late: int | None = maybe_column(Int64)
    to_grain: int = int_column()
    ongoing: int = int_column()
    observed: int | None = maybe_column(Int64)
    seen: int = int_column()
    source: int = reference("source.id")
    confidence: float = Field(sa_type=REAL)
    modality: int = int_column()
    statement: int | None = maybe_column(Int64)
    s_said: int | None = maybe_column(Int64)
    o_said: int | None = maybe_column(Int64)
    reach_level: int | None = maybe_column(Int64)
    erased: int = int_column(0)
    attrs: str | None = maybe_column()
    ref: str | None = maybe_column()
    tx: int = int_column()


class Standing(Row, table=True):
    """From `place` on, the claim stands (`live` 1) or does not (0)."""

    __tablename__ = "standing"
    __table_args__ = (Index("standing_place", "place"), CLUSTERED)
    claim: int = reference("claim.id", primary_key=True)
    place: int = key_column()
    live: int = int_column()
    reason: str | None = maybe_column()
    tx: int = int_column()


class Merge(Row, table=True):
    """From `place` on, `old` reads as `new`."""

    __tablename__ = "merge"
    place: int = key_column()
    scope: int = reference("scope.id")
    old: int = reference("term.id")
    new: int = reference("term.id")
    tx: int = tx_column()


class Split(Row, table=True):
    """From `place` on, the subject (`role` 0) or object (1) of one claim reads as `new`."""

    __tablename__ = "split"
    __table_args__ = (PrimaryKeyConstraint("claim", "role", "place"), Index("split_place", "place"), CLUSTERED)
    place: int = key_column()
    claim: int = reference("claim.id", primary_key=True)
    role: int = key_column()
    scope: int = reference("scope.id")
    new: int = reference("term.id")
    tx: int = tx_column()


class PredicateMap(Row, table=True):
    """From `place` on, predicate `old` reads as `new`, subject and object swapped if `flip`; the same: as itself."""

    __tablename__ = "predicate_map"
    place: int = key_column()
    old: int = reference("predicate.id", primary_key=True)
    new: int = reference("predicate.id")
    flip: int = int_column()
    tx: int = tx_column()


class Declaration(Row, table=True):
    """From `place` on, the predicate follows `rule`, a JSON object."""

    __tablename__ = "declaration"
    place: int = key_column()
    predicate: int = reference("predicate.id", primary_key=True)
    rule: str = text_column()
    tx: int = tx_column()


class Dropping(Row, table=True):
    """From `place` on, extractors record nothing under the predicate (`dropped` 1), or do again (0)."""

    __tablename__ = "dropping"
    __table_args__ = (PrimaryKeyConstraint("predicate", "place"),)
    place: int = key_column()
    predicate: int = reference("predicate.id", primary_key=True)
    dropped: int = int_column()
    reason: str | None = maybe_column()
    tx: int = tx_column()


class SourceRole(Row, table=True):
    """From `place` on, the source has this role, which the policy `role` ranks it by."""

    __tablename__ = "source_role"
    __table_args__ = (PrimaryKeyConstraint("source", "place"),)
    place: int = key_column()
    source: int = reference("source.id", primary_key=True)
    role: str = text_column()
    tx: int = tx_column()


class SourceOrder(Row, table=True):
    """From `place` on, `source_priority` ranks by `sources`, a JSON list of names, best first, where a reader gives no
    order. An erased name is its hash."""

    __tablename__ = "source_order"
    place: int = key_column()
    sources: str = text_column()
    tx: int = tx_column()


class Erasure(Row, table=True):
    """The receipt of an erasure, by claim or by entity; `claims` is how many it emptied."""

    __tablename__ = "erasure"
    place: int = key_column()
    scope: int = reference("scope.id")
    claim: int | None = maybe_reference("claim.id")
    entity: int | None = maybe_reference("term.id")
    claims: int = int_column()
    reason: str | None = maybe_column()
    tx: int = tx_column()


class Erasing(Row, table=True):
    """Empty except inside an erasing transaction: the append-only triggers let changes pass while it has a row."""

    __tablename__ = "erasing"
    id: int | None = id_column()


class BeliefCurrent(Row, table=True):
    """What is believed now, since `rf`. Its index is a second copy, by predicate."""

    __tablename__ = "belief_cur"
    __table_args__ = (
        PrimaryKeyConstraint("scope", "modality", "s", "p", "vf", "o"),
        Index("belief_cur_predicate", "scope", "modality", "p", "vf", "vt", "s", "o", "rf", "flags"),
        CLUSTERED,
    )
    scope: int = key_column()
    modality: int = key_column()
    s: int = key_column()
    p: int = key_column()
    vf: int = key_column()
    vt: int = int_column()
    o: int = key_column()
    rf: int = int_column()
    flags: int = int_column()


class BeliefHistory(Row, table=True):
    """What was believed over recorded time `[rf, rt)` and no longer is."""

    __tablename__ = "belief_hist"
    __table_args__ = (PrimaryKeyConstraint("scope", "modality", "s", "p", "rt", "vf", "o"), CLUSTERED)
    scope: int = key_column()
    modality: int = key_column()
    s: int = key_column()
    p: int = key_column()
    rt: int = key_column()
    vf: int = key_column()
    rf: int = int_column()
    vt: int = int_column()
    o: int = key_column()
    flags: int = int_column()


class BeliefOfPredicate(Row, table=True):
    """The subjects of which something was ever believed under a predicate: where its past beliefs lie."""

    __tablename__ = "belief_of_predicate"
    __table_args__ = (PrimaryKeyConstraint("scope", "modality", "p", "s"), CLUSTERED)
    scope: int = key_column()
    modality: int = key_column()
    p: int = key_column()
    s: int = key_column()


class BeliefOfObject(Row, table=True):
    """The predicates and subjects of which a value was ever believed: where the beliefs with it lie."""

    __tablename__ = "belief_of_object"
    __table_args__ = (PrimaryKeyConstraint("scope", "modality", "o", "p", "s"), CLUSTERED)
    scope: int = key_column()
    modality: int = key_column()
    o: int = key_column()
    p: int = key_column()
    s: int = key_column()


class Slot(Row, table=True):
    """What is known of a slot as a whole; not every slot has a row (see `tkg.slot_traits`).

    `o` is 0 for a predicate of one value. `source` is the one that speaks in it, NULL if there are several; `vague`
    is 1 if a bound of one of its claims is imprecise.
    """

    __tablename__ = "slot"
    __table_args__ = (
        PrimaryKeyConstraint("scope", "modality", "s", "p", "o"),
        Index("slot_predicate", "scope", "modality", "p", "s", "o", "source", "vague"),
        CLUSTERED,
    )
    scope: int = key_column()
    modality: int = key_column()
    s: int = key_column()
    p: int = key_column()
    o: int = key_column()
    source: int | None = maybe_column(Int64)
    vague: int = int_column()


class Episode(Row, table=True):
    """One message, word for word, stored once: `digest` names its content within the scope."""

    __tablename__ = "episode"
    __table_args__ = (UniqueConstraint("scope", "digest"), Index(None, "scope", "observed"))
    id: int | None = id_column()
    scope: int = reference("scope.id")
    speaker: str = text_column()
    role: str = text_column()
    observed: int = int_column()
    zone: str = text_column()
    text: str = text_column()
    ref: str | None = maybe_column()
    labels: str | None = maybe_column()
    digest: bytes = Field(sa_type=LargeBinary)
    tx: int = tx_column()


class Evidence(Row, table=True):
    """Where a claim came from: the span of an episode and the time words in it. One claim may have many."""

    __tablename__ = "evidence"
    __table_args__ = (Index(None, "claim"), Index(None, "episode"))
    id: int | None = id_column()
    claim: int = reference("claim.id")
    episode: int = reference("episode.id")
    span_from: int | None = maybe_column(Int64)
    span_to: int | None = maybe_column(Int64)
    from_text: str | None = maybe_column()
    to_text: str | None = maybe_column()
    extractor: str = text_column()
    tx: int = tx_column()


class Anchoring(Row, table=True):
    """What the time words of a quote were anchored to. `side` is 0 for the start of the claim, 1 for its end, 2 for
    words that bound both.

    `reference` is the moment at which the words were said, in `zone`; `anchored` the interval that they name then, by
    `rule`, NULL if they name none; `bound` what the claim says because of them, NULL if nothing. `guess` is the
    extractor's own date where it differs. Erasure empties all but the reference.
    """

    __tablename__ = "anchoring"
    __table_args__ = (CLUSTERED,)
    evidence: int = reference("evidence.id", primary_key=True)
    side: int = key_column()
    words: str | None = maybe_column()
    reference: int = int_column()
    zone: str = text_column()
    anchored: str | None = maybe_column()
    rule: str | None = maybe_column()
    chosen_by: str | None = maybe_column()
    note: str | None = maybe_column()
    bound: str | None = maybe_column()
    guess: str | None = maybe_column()
    tx: int = tx_column()


class Idempotency(Row, table=True):
    """What a write under this key was and returned: the same write again changes nothing, another one is refused."""

    __tablename__ = "idempotency"
    __table_args__ = (CLUSTERED,)
    scope: int = reference("scope.id", primary_key=True)
    key: str = Field(primary_key=True, sa_type=Text)
    fingerprint: str = text_column()
    result: str = text_column()
    tx: int = tx_column()
