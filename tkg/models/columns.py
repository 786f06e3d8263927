"""What the tables are made of: their base, the kinds of their columns, and the options of a table."""

from typing import Any, ClassVar

from sqlalchemy import (
    BigInteger,
    Dialect,
    ForeignKey,
    Integer,
    MetaData,
    Text,
    TypeDecorator,
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


def key_column() -> Any:
    return Field(primary_key=True, sa_type=Int64, sa_column_kwargs={"autoincrement": False})


def id_column() -> Any:
    return Field(default=None, primary_key=True, sa_type=Int64)


def int_column(default: int | None = None) -> Any:
    if default is None:
        return Field(sa_type=Int64)
    return Field(default=default, sa_type=Int64, sa_column_kwargs={"server_default": text(str(default))})


def text_column(default: str | None = None) -> Any:
    if default is None:
        return Field(sa_type=Text)
    return Field(default=default, sa_type=Text, sa_column_kwargs={"server_default": text(f"'{default}'")})


def maybe_column(sa_type: type[Any] = Text) -> Any:
    return Field(default=None, nullable=True, sa_type=sa_type)


def reference(target: str, **options: Any) -> Any:
    """A reference to `target`; options as for Field."""
    return Field(sa_type=Int64, sa_column_args=[ForeignKey(target)], **options)


def maybe_reference(target: str) -> Any:
    return reference(target, default=None, nullable=True)


def tx_column() -> Any:
    """The transaction, whose own row is inserted when its last place is known."""
    return Field(sa_type=Int64, sa_column_args=[ForeignKey("tx.id", deferrable=True, initially="DEFERRED")])


class Row(SQLModel):
    """The base of every table: one MetaData of our own, so that no other SQLModel application sees these tables."""

    metadata: ClassVar[MetaData] = MetaData(naming_convention=NAMING_CONVENTION)
