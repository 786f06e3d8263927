"""What a search goes through: entries, their words in full-text search, the times that they name, and their vectors."""

import sqlalchemy as sa
from alembic import op
from alembic.util import CommandError

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

INT64 = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "entry",
        sa.Column("id", INT64, nullable=False),
        *(_integer(name) for name in ("scope", "kind", "a", "b", "c")),
        sa.Column("digest", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_entry"),
        sa.UniqueConstraint("scope", "kind", "a", "b", "c", name="uq_entry_scope_kind_a_b_c"),
        sqlite_autoincrement=True,
    )
    op.create_index("entry_in_order", "entry", ["scope", "kind", "id"])
    op.create_table(
        "saying",
        *(_integer(name) for name in ("entry", "claim", "since", "until")),
        sa.PrimaryKeyConstraint("entry", "claim", "since", name="pk_saying"),
        sqlite_with_rowid=False,
    )
    op.create_index("saying_claim", "saying", ["claim"])
    op.create_table(
        "named_time",
        *(_integer(name) for name in ("entry", "starts", "ends")),
        sa.PrimaryKeyConstraint("entry", "starts", "ends", name="pk_named_time"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "embedder",
        sa.Column("id", INT64, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        _integer("dimension"),
        sa.PrimaryKeyConstraint("id", name="pk_embedder"),
        sa.UniqueConstraint("name", name="uq_embedder_name"),
    )
    op.create_table(
        "vector",
        sa.Column("id", INT64, nullable=False),
        _integer("entry"),
        _integer("embedder"),
        sa.Column("digest", sa.LargeBinary, nullable=False),
        _integer("stamp"),
        sa.Column("vector", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_vector"),
        sqlite_autoincrement=True,
    )
    op.create_index("vector_embedder_digest", "vector", ["embedder", "digest"])
    op.create_index("vector_embedder", "vector", ["embedder"])
    op.create_index("vector_entry", "vector", ["entry"])
    op.create_table(
        "index_state",
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("value", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_index_state"),
    )
    # The words come cut, folded and by their stems (tkg.fulltext), with spaces between.
    op.execute("CREATE VIRTUAL TABLE entry_words USING fts5 (own, beside, whose, tokenize = 'unicode61')")


def _integer(name: str) -> sa.Column[int]:
    return sa.Column(name, INT64, nullable=False, autoincrement=False)


def downgrade() -> None:
    raise CommandError("tkg does not downgrade, which would lose rows: put back the copy made before the upgrade")
