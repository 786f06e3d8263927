"""The work of extraction: what waits for it, the runs that did it, and what they found and spent."""

from sqlalchemy import PrimaryKeyConstraint, Text
from sqlmodel import Field, Index

from tkg.models.columns import CLUSTERED, Int64, Row, id_column, int_column, maybe_column, reference, text_column


class Job(Row, table=True):
    """An episode that an extractor has not read yet; done with, it is gone, and an `extraction` there instead.

    It is due from `not_before` on, unless a worker has it until `lease_until`. `failed` is 1 once it is not tried again
    by itself; `reason` says why the last of the `attempts` came to nothing.
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
    """The run that found a piece of evidence, and what it says in a sentence that stands by itself, if there is one."""

    __tablename__ = "derivation"
    evidence: int = reference("evidence.id", primary_key=True)
    run: int = reference("run.id")
    statement: str | None = maybe_column()
