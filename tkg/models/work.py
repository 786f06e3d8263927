"""The work of extraction: what waits for it, the runs that did it, what they found and spent, and what became of it."""

from sqlalchemy import REAL, LargeBinary, PrimaryKeyConstraint, Text
from sqlmodel import Field, Index

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


class Job(Row, table=True):
    """An episode that an extractor has not read yet; done with, it is gone, and an `extraction` there instead.

    It is due from `not_before` on, unless a worker has it until `lease_until`. `failed` is 1 once it is not tried again
    by itself; `reason` says why the last of the `attempts` came to nothing. `again` is 1 if it is to be read anew: what
    extractions made of it before gives way, unless it is the same; 2 if it does so even then.
    """

    __tablename__ = "job"
    __table_args__ = (PrimaryKeyConstraint("extractor", "episode"), Index(None, "episode"), CLUSTERED)
    extractor: str = Field(primary_key=True, sa_type=Text)
    episode: int = reference("episode.id", primary_key=True)
    scope: int = reference("scope.id")
    queued: int = int_column()
    attempts: int = int_column(0)
    not_before: int = int_column()
    lease_until: int | None = maybe_column(Int64)
    worker: str | None = maybe_column()
    failed: int = int_column(0)
    reason: str | None = maybe_column()
    again: int = int_column(0)


class Run(Row, table=True):
    """One go of an extractor over messages: which model and which prompt it asked, None of one that asks none."""

    __tablename__ = "run"
    id: int | None = id_column()
    extractor: str = text_column()
    model: str | None = maybe_column()
    prompt: str | None = maybe_column()
    started: int = int_column()


class ModelCall(Row, table=True):
    """What a run asked of a model for a scope at a time: calls, tokens there and back, and money in millionths."""

    __tablename__ = "model_call"
    __table_args__ = (Index(None, "scope", "at"), Index(None, "run"))
    id: int | None = id_column()
    run: int = reference("run.id")
    scope: int = reference("scope.id")
    at: int = int_column()
    calls: int = int_column()
    tokens_in: int = int_column()
    tokens_out: int = int_column()
    money_micro: int = int_column()
    outcome: str = text_column()


class Derivation(Row, table=True):
    """The run that found a piece of evidence, and what it says in a sentence that stands by itself, if there is one.

    `effect`: the words say the claim (0), say it to correct another (1), call it off (2), or say it to correct one that
    they did not find (3).
    """

    __tablename__ = "derivation"
    evidence: int = reference("evidence.id", primary_key=True)
    run: int = reference("run.id")
    statement: str | None = maybe_column()
    effect: int = int_column(0)


class Extraction(Row, table=True):
    """An extractor has been over an episode in a run: how much it recorded, and what it skipped and why (JSON).

    `digest` is a keyed hash of all that it found, by which a later run sees that it found the same; NULL once erased.
    """

    __tablename__ = "extraction"
    __table_args__ = (Index(None, "episode"), Index(None, "tx"))
    id: int | None = id_column()
    episode: int = reference("episode.id")
    extractor: str = text_column()
    run: int | None = maybe_reference("run.id")
    recorded: int = int_column()
    skipped: str = text_column()
    digest: bytes | None = maybe_column(LargeBinary)
    tx: int = tx_column()


class Withdrawal(Row, table=True):
    """An extraction no longer counts: `run` reads its words anew, or, if that is NULL, they were set aside by hand."""

    __tablename__ = "withdrawal"
    __table_args__ = (Index(None, "tx"),)
    extraction: int = reference("extraction.id", primary_key=True)
    run: int | None = maybe_reference("run.id")
    reason: str | None = maybe_column()
    tx: int = tx_column()


class Held(Row, table=True):
    """A change that an extraction found and that waits for somebody to look at it, as JSON, and `why`. NULL once
    erased."""

    __tablename__ = "held"
    __table_args__ = (Index(None, "scope"), Index(None, "extraction"))
    id: int | None = id_column()
    scope: int = reference("scope.id")
    extraction: int = reference("extraction.id")
    change: str | None = maybe_column()
    why: str = text_column()
    tx: int = tx_column()


class Ruling(Row, table=True):
    """What was said of a change that was held, "accepted" or "rejected", and the claim that was made of it."""

    __tablename__ = "ruling"
    held: int = reference("held.id", primary_key=True)
    verdict: str = text_column()
    claim: int | None = maybe_reference("claim.id")
    reason: str | None = maybe_column()
    tx: int = tx_column()


class Linking(Row, table=True):
    """What the words called something that a claim calls otherwise: its subject (`role` 0), its object (1) or its
    predicate (2); `how` the name was found, by "name", "alias" or "embedding", and with which score. `type` is what an
    extractor says that the subject or object is, where the predicate does not tell and the term has no type."""

    __tablename__ = "linking"
    __table_args__ = (PrimaryKeyConstraint("evidence", "role"), CLUSTERED)
    evidence: int = reference("evidence.id", primary_key=True)
    role: int = key_column()
    said: str | None = maybe_column()
    how: str = text_column()
    score: float = Field(sa_type=REAL)
    type: str | None = maybe_column()
