"""What a search goes through: entries, and what hangs on them."""

from sqlalchemy import Index, LargeBinary, Text, UniqueConstraint
from sqlmodel import Field

from tkg.models.columns import CLUSTERED, NEVER_AGAIN, Row, id_column, int_column, key_column, text_column


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
    id: int | None = id_column()
    scope: int = int_column()
    kind: int = int_column()
    a: int = int_column()
    b: int = int_column()
    c: int = int_column()
    digest: bytes = Field(sa_type=LargeBinary)


class Saying(Row, table=True):
    """A claim that says the fact of an entry, as names read at the places `[since, until)` of the log."""

    __tablename__ = "saying"
    __table_args__ = (Index(None, "claim"), CLUSTERED)
    entry: int = key_column()
    claim: int = key_column()
    since: int = key_column()
    until: int = int_column()


class NamedTime(Row, table=True):
    """A stretch of time that the words of a passage name: `[starts, ends)`."""

    __tablename__ = "named_time"
    __table_args__ = (CLUSTERED,)
    entry: int = key_column()
    starts: int = key_column()
    ends: int = key_column()


class Embedder(Row, table=True):
    """A model that vectors were made with."""

    __tablename__ = "embedder"
    __table_args__ = (UniqueConstraint("name"),)
    id: int | None = id_column()
    name: str = text_column()
    dimension: int = int_column()


class Vector(Row, table=True):
    """What an embedder made of the text of an entry: 16-bit floats, of unit length. Its id is never used again.

    `digest` names the text, so that the same text is not embedded again. `stamp` is a random number of the batch that
    it was written in: by it a side index knows that the file it belongs to has not been another one in between.
    """

    __tablename__ = "vector"
    __table_args__ = (Index(None, "embedder", "digest"), Index(None, "embedder"), Index(None, "entry"), NEVER_AGAIN)
    id: int | None = id_column()
    entry: int = int_column()
    embedder: int = int_column()
    digest: bytes = Field(sa_type=LargeBinary)
    stamp: int = int_column()
    vector: bytes = Field(sa_type=LargeBinary)


class IndexState(Row, table=True):
    """How far the index has come (see `tkg.entries`), and which embedder it is searched with."""

    __tablename__ = "index_state"
    key: str = Field(primary_key=True, sa_type=Text)
    value: str = text_column()
