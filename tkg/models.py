"""The tables, as SQLModel classes: what Alembic compares the migrations with, and where each column is explained.

The model. A file holds an append-only *log* and a *cache* of what follows from it.

- The log is one sequence of operations over the whole file. A *place* is a position in it, from one counter: a claim's
  id is its place, and every other operation has a column `place` from the same counter. A transaction (`tx`) stamps the
  places it covers with one recorded time, never earlier than the one before; its row is inserted last, when the last
  place is known, which is why every reference to it is deferred to the commit.
- `claim` is what was said: a subject, a predicate, a value and two imprecise times. Whether a claim stands is said by
  later rows: `standing` (retract, correct, undo), `merge` and `split` (who a name is), `predicate_map` (which predicate
  a word is) and `declaration` (the rule a predicate follows). Genesis, the shipped vocabulary, shares place 0.
- The database itself refuses to change the log: triggers, made in the migrations, abort an UPDATE, a DELETE or an
  INSERT over an existing row. Only erasure may pass, by putting a row into `erasing` for the length of its own
  transaction; `erasure` is its receipt.
- `belief_cur` and `belief_hist` are the cache: which value is believed for (scope, modality, subject, predicate) over a
  stretch of valid time `[vf, vt)` and recorded time `[rf, rt)`; current rows have no `rt` since it is for ever. `flags`
  keep the grain of both bounds (see `tkg.derive`). They can be rebuilt at any moment, hold no foreign keys, and are
  clustered by the questions asked of them.
- `episode` is the words, verbatim and once; `evidence` is where in them a claim came from, and `anchoring` what the
  time words there were taken to mean.
- `entry`, `saying`, `named_time`, `vector` and `index_state` are what a search goes through, a cache like the beliefs,
  which follows some time after the log. With them goes `entry_words`, an FTS5 table made in the migration: the words of
  an entry (`own`), those that stand beside it (`beside`), and whose it is, as one word (`whose`).

Times are int64 microseconds since 1970 UTC, half-open; -2**63 and 2**63-1 stand for no beginning and no end, never
NULL. Names and literals are dictionary-encoded in `term`. Every constraint has a name, so that a later migration can
drop it.

Reading and writing go through SQL text on the driver, not through these classes; the package never imports them on the
way to an up-to-date file.
"""

from typing import Any, ClassVar

from sqlalchemy import (
    REAL,
    BigInteger,
    Dialect,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    Text,
    TypeDecorator,
    UniqueConstraint,
    text,
)
from sqlalchemy.types import TypeEngine
from sqlmodel import Field, SQLModel

NAMING_CONVENTION = {
    "ix": "%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}

CLUSTERED = {"sqlite_with_rowid": False}
"""Table option: the primary key is the table, no rowid beside it."""

NEVER_AGAIN = {"sqlite_autoincrement": True}
"""Table option: an id is not used again, even that of the last row, once it is gone."""


class Int64(TypeDecorator[int]):
    """A 64-bit integer: SQLite's INTEGER, which a rowid must be named, and BIGINT elsewhere."""

    impl = BigInteger
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        return dialect.type_descriptor(Integer() if dialect.name == "sqlite" else BigInteger())


def _key() -> Any:
    return Field(primary_key=True, sa_type=Int64, sa_column_kwargs={"autoincrement": False})


def _id() -> Any:
    return Field(default=None, primary_key=True, sa_type=Int64)


def _int(default: int | None = None) -> Any:
    if default is None:
        return Field(sa_type=Int64)
    return Field(default=default, sa_type=Int64, sa_column_kwargs={"server_default": text(str(default))})


def _text(default: str | None = None) -> Any:
    if default is None:
        return Field(sa_type=Text)
    return Field(default=default, sa_type=Text, sa_column_kwargs={"server_default": text(f"'{default}'")})


def _maybe(sa_type: type[Any] = Text) -> Any:
    return Field(default=None, nullable=True, sa_type=sa_type)


def _to(target: str, **options: Any) -> Any:
    """A reference to `target`; options as for Field."""
    return Field(sa_type=Int64, sa_column_args=[ForeignKey(target)], **options)


def _maybe_to(target: str) -> Any:
    return _to(target, default=None, nullable=True)


def _tx() -> Any:
    """The transaction, whose own row is inserted last."""
    return Field(sa_type=Int64, sa_column_args=[ForeignKey("tx.id", deferrable=True, initially="DEFERRED")])


class Row(SQLModel):
    """The base of every table: one MetaData of our own, so that no other SQLModel application sees these tables."""

    metadata: ClassVar[MetaData] = MetaData(naming_convention=NAMING_CONVENTION)


class Meta(Row, table=True):
    """Facts about the file itself."""

    __tablename__ = "meta"
    key: str = Field(primary_key=True, sa_type=Text)
    value: str = _text()


class Scope(Row, table=True):
    """One tenant: claims compete within one scope only."""

    __tablename__ = "scope"
    __table_args__ = (UniqueConstraint("name"),)
    id: int | None = _id()
    name: str = _text()


class Tx(Row, table=True):
    """One write transaction: `at` never falls, `last_place` is the last place it stamped.

    `at` rises strictly as long as the clock sets it. A replayed log may bring one instant in several calls, which are
    one transaction to every reader and a row each here.
    """

    __tablename__ = "tx"
    __table_args__ = (Index(None, "at"), Index(None, "last_place"))
    id: int = _key()
    at: int = _int()
    last_place: int = _int()
    actor: str | None = _maybe()
    reason: str | None = _maybe()


class Term(Row, table=True):
    """A mention, an entity or a literal; `norm` is the name as names are compared, `type` the datatype of a literal."""

    __tablename__ = "term"
    __table_args__ = (UniqueConstraint("scope", "kind", "name", "type"), Index(None, "scope", "norm"))
    id: int | None = _id()
    scope: int = _to("scope.id")
    kind: int = _int()
    name: str = _text()
    norm: str = _text()
    type: str = _text("")


class Predicate(Row, table=True):
    """A predicate's name; `used` is 1 once a claim speaks of it."""

    __tablename__ = "predicate"
    __table_args__ = (UniqueConstraint("name"),)
    id: int | None = _id()
    name: str = _text()
    used: int = _int(0)


class Source(Row, table=True):
    """Who says so: a speaker or a system of record."""

    __tablename__ = "source"
    __table_args__ = (UniqueConstraint("scope", "name"),)
    id: int | None = _id()
    scope: int = _to("scope.id")
    name: str = _text()


class Claim(Row, table=True):
    """One thing said. `op` is 0 for a record and 1 for an end; each bound is (earliest, nominal, latest, grain).

    `s` and `o` are the terms it is about, `s_said` and `o_said` the mentions as said; `s` is NULL once erased.
    The times as given are in `from_said`, `to_said` and `valid_said`. `statement` is its first version.
    """

    __tablename__ = "claim"
    __table_args__ = (
        Index("claim_slot", "scope", "s", "p", "ongoing", "from_at"),
        Index("claim_value", "scope", "s", "p", "o", "ongoing", "from_at"),
        Index("claim_object", "scope", "o"),
        Index("claim_predicate", "scope", "p"),
        Index("claim_statement", "statement"),
        Index("claim_s_said", "s_said"),
        Index("claim_o_said", "o_said"),
        Index("claim_tx", "tx"),
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
    id: int = _key()
    scope: int = _to("scope.id")
    op: int = _int()
    s: int | None = _maybe_to("term.id")
    p: int = _to("predicate.id")
    o: int | None = _maybe_to("term.id")
    from_said: str | None = _maybe()
    to_said: str | None = _maybe()
    valid_said: str | None = _maybe()
    from_early: int = _int()
    from_at: int = _int()
    from_late: int = _int()
    from_grain: int = _int()
    to_early: int = _int()
    to_at: int = _int()
    to_late: int = _int()
    to_grain: int = _int()
    ongoing: int = _int()
    observed: int = _int()
    seen: int = _int()
    source: int = _to("source.id")
    confidence: float = Field(sa_type=REAL)
    modality: int = _int()
    statement: int = _int()
    s_said: int = _int()
    o_said: int = _int()
    reach_level: int | None = _maybe(Int64)
    erased: int = _int(0)
    attrs: str | None = _maybe()
    ref: str | None = _maybe()
    tx: int = _tx()


class Standing(Row, table=True):
    """From `place` on, the claim stands (`live` 1) or does not (0)."""

    __tablename__ = "standing"
    __table_args__ = (Index("standing_place", "place"), CLUSTERED)
    claim: int = _to("claim.id", primary_key=True)
    place: int = _key()
    live: int = _int()
    reason: str | None = _maybe()
    tx: int = _tx()


class Merge(Row, table=True):
    """From `place` on, `old` reads as `new`."""

    __tablename__ = "merge"
    place: int = _key()
    scope: int = _to("scope.id")
    old: int = _to("term.id")
    new: int = _to("term.id")
    tx: int = _tx()


class Split(Row, table=True):
    """From `place` on, the subject (`role` 0) or object (1) of one claim reads as `new`."""

    __tablename__ = "split"
    __table_args__ = (PrimaryKeyConstraint("claim", "role", "place"), Index("split_place", "place"), CLUSTERED)
    place: int = _key()
    claim: int = _to("claim.id", primary_key=True)
    role: int = _key()
    scope: int = _to("scope.id")
    new: int = _to("term.id")
    tx: int = _tx()


class PredicateMap(Row, table=True):
    """From `place` on, predicate `old` reads as `new`, subject and object swapped if `flip`."""

    __tablename__ = "predicate_map"
    place: int = _key()
    old: int = _to("predicate.id", primary_key=True)
    new: int = _to("predicate.id")
    flip: int = _int()
    tx: int = _tx()


class Declaration(Row, table=True):
    """From `place` on, the predicate follows `rule`, a JSON object."""

    __tablename__ = "declaration"
    place: int = _key()
    predicate: int = _to("predicate.id", primary_key=True)
    rule: str = _text()
    tx: int = _tx()


class Erasure(Row, table=True):
    """The receipt of an erasure, by claim or by entity; `claims` is how many it emptied."""

    __tablename__ = "erasure"
    place: int = _key()
    scope: int = _to("scope.id")
    claim: int | None = _maybe_to("claim.id")
    entity: int | None = _maybe_to("term.id")
    claims: int = _int()
    reason: str | None = _maybe()
    tx: int = _tx()


class Erasing(Row, table=True):
    """Empty except inside an erasing transaction: the append-only triggers let changes pass while it has a row."""

    __tablename__ = "erasing"
    id: int | None = _id()


class BeliefCurrent(Row, table=True):
    """What is believed now, since `rf`."""

    __tablename__ = "belief_cur"
    __table_args__ = (
        PrimaryKeyConstraint("scope", "modality", "s", "p", "vf", "o"),
        Index("belief_cur_predicate", "scope", "modality", "p", "vf", "vt", "s", "o", "rf", "flags"),
        Index("belief_cur_object", "scope", "modality", "o", "p", "s", "vf", "vt", "rf", "flags"),
        CLUSTERED,
    )
    scope: int = _key()
    modality: int = _key()
    s: int = _key()
    p: int = _key()
    vf: int = _key()
    vt: int = _int()
    o: int = _key()
    rf: int = _int()
    flags: int = _int()


class BeliefHistory(Row, table=True):
    """What was believed over recorded time `[rf, rt)` and no longer is."""

    __tablename__ = "belief_hist"
    __table_args__ = (
        PrimaryKeyConstraint("scope", "modality", "s", "p", "rt", "vf", "rf", "o"),
        Index("belief_hist_predicate", "scope", "modality", "p", "rt", "rf", "vf", "vt", "s", "o", "flags"),
        Index("belief_hist_object", "scope", "modality", "o", "p", "s", "rt", "vf", "rf", "vt", "flags"),
        CLUSTERED,
    )
    scope: int = _key()
    modality: int = _key()
    s: int = _key()
    p: int = _key()
    rt: int = _key()
    vf: int = _key()
    rf: int = _key()
    vt: int = _int()
    o: int = _key()
    flags: int = _int()


class Episode(Row, table=True):
    """One message, word for word, stored once: `digest` names its content within the scope."""

    __tablename__ = "episode"
    __table_args__ = (UniqueConstraint("scope", "digest"), Index(None, "scope", "observed"))
    id: int | None = _id()
    scope: int = _to("scope.id")
    speaker: str = _text()
    role: str = _text()
    observed: int = _int()
    zone: str = _text()
    text: str = _text()
    ref: str | None = _maybe()
    labels: str | None = _maybe()
    digest: bytes = Field(sa_type=LargeBinary)
    tx: int = _tx()


class Evidence(Row, table=True):
    """Where a claim came from: the span of an episode and the time words in it. One claim may have many."""

    __tablename__ = "evidence"
    __table_args__ = (Index(None, "claim"), Index(None, "episode"))
    id: int | None = _id()
    claim: int = _to("claim.id")
    episode: int = _to("episode.id")
    span_from: int | None = _maybe(Int64)
    span_to: int | None = _maybe(Int64)
    from_text: str | None = _maybe()
    to_text: str | None = _maybe()
    extractor: str = _text()
    tx: int = _tx()


class Anchoring(Row, table=True):
    """What the time words of a quote were anchored to. `side` is 0 for the start of the claim, 1 for its end, 2 for
    words that bound both.

    `reference` is the moment at which the words were said, in `zone`; `anchored` the interval that they name then, by
    `rule`, NULL if they name none; `bound` what the claim says because of them, NULL if nothing. `guess` is the
    extractor's own date where it differs. Erasure empties all but the reference.
    """

    __tablename__ = "anchoring"
    __table_args__ = (CLUSTERED,)
    evidence: int = _to("evidence.id", primary_key=True)
    side: int = _key()
    words: str | None = _maybe()
    reference: int = _int()
    zone: str = _text()
    anchored: str | None = _maybe()
    rule: str | None = _maybe()
    chosen_by: str | None = _maybe()
    note: str | None = _maybe()
    bound: str | None = _maybe()
    guess: str | None = _maybe()
    tx: int = _tx()


class Extraction(Row, table=True):
    """An extractor has been over an episode: how many claims it recorded, and what it skipped and why (JSON)."""

    __tablename__ = "extraction"
    episode: int = _to("episode.id", primary_key=True)
    extractor: str = Field(primary_key=True, sa_type=Text)
    recorded: int = _int()
    skipped: str = _text()
    tx: int = _tx()


class Idempotency(Row, table=True):
    """What a write under this key was and returned: the same write again changes nothing, another one is refused."""

    __tablename__ = "idempotency"
    __table_args__ = (CLUSTERED,)
    scope: int = _to("scope.id", primary_key=True)
    key: str = Field(primary_key=True, sa_type=Text)
    fingerprint: str = _text()
    result: str = _text()
    tx: int = _tx()


class Entry(Row, table=True):
    """One thing that a search can find; its id is never used again. What `a`, `b` and `c` are depends on the kind.

    Kind 0, a fact: subject, predicate and object, as they read. 1, a passage: episode, and where in it, from and to.
    2, an entity: its term. `digest` names the text that is embedded for it.
    """

    __tablename__ = "entry"
    __table_args__ = (
        UniqueConstraint("scope", "kind", "a", "b", "c"),
        Index("entry_in_order", "scope", "kind", "id"),
        NEVER_AGAIN,
    )
    id: int | None = _id()
    scope: int = _int()
    kind: int = _int()
    a: int = _int()
    b: int = _int()
    c: int = _int()
    digest: bytes = Field(sa_type=LargeBinary)


class Saying(Row, table=True):
    """A claim that says, or said once, the fact of an entry."""

    __tablename__ = "saying"
    __table_args__ = (Index(None, "claim"), CLUSTERED)
    entry: int = _key()
    claim: int = _key()


class NamedTime(Row, table=True):
    """A stretch of time that the words of a passage name: `[starts, ends)`."""

    __tablename__ = "named_time"
    __table_args__ = (CLUSTERED,)
    entry: int = _key()
    starts: int = _key()
    ends: int = _key()


class Embedder(Row, table=True):
    """A model that vectors were made with."""

    __tablename__ = "embedder"
    __table_args__ = (UniqueConstraint("name"),)
    id: int | None = _id()
    name: str = _text()
    dimension: int = _int()


class Vector(Row, table=True):
    """What an embedder made of the text of an entry: 16-bit floats, of unit length. Its id is never used again.

    `digest` names the text, so that the same text is not embedded again. `stamp` is a random number of the batch that
    it was written in: by it a side index knows that the file it belongs to has not been another one in between.
    """

    __tablename__ = "vector"
    __table_args__ = (Index(None, "embedder", "digest"), Index(None, "entry"), NEVER_AGAIN)
    id: int | None = _id()
    entry: int = _int()
    embedder: int = _int()
    digest: bytes = Field(sa_type=LargeBinary)
    stamp: int = _int()
    vector: bytes = Field(sa_type=LargeBinary)


class IndexState(Row, table=True):
    """How far the index has come (see `tkg.entries`), and which embedder it is searched with."""

    __tablename__ = "index_state"
    key: str = Field(primary_key=True, sa_type=Text)
    value: str = _text()
