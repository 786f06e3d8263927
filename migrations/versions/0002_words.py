"""The words: episodes verbatim, where in them a claim came from, what was extracted, which writes were done already."""

import sqlalchemy as sa
from alembic import op
from alembic.util import CommandError

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

INT64 = sa.BigInteger().with_variant(sa.Integer(), "sqlite")

UNCHANGING = {
    "episode": ("id = NEW.id", "scope = NEW.scope AND digest = NEW.digest"),
    "evidence": ("id = NEW.id",),
    "extraction": ("episode = NEW.episode AND extractor = NEW.extractor",),
}
"""Each append-only table with the conditions under which a new row would take the place of an old one."""


def upgrade() -> None:
    op.create_table(
        "episode",
        _integer("id"),
        _integer("scope"),
        sa.Column("speaker", sa.Text, nullable=False),
        sa.Column("role", sa.Text, nullable=False),
        _integer("observed"),
        sa.Column("zone", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("ref", sa.Text),
        sa.Column("labels", sa.Text),
        sa.Column("digest", sa.LargeBinary, nullable=False),
        _integer("tx"),
        sa.PrimaryKeyConstraint("id", name="pk_episode"),
        sa.UniqueConstraint("scope", "digest", name="uq_episode_scope_digest"),
        _reference("episode", "scope", "scope"),
        _transaction("episode"),
    )
    op.create_index("episode_scope_observed", "episode", ["scope", "observed"])
    op.create_table(
        "evidence",
        _integer("id"),
        _integer("claim"),
        _integer("episode"),
        _integer("span_from", nullable=True),
        _integer("span_to", nullable=True),
        sa.Column("from_text", sa.Text),
        sa.Column("to_text", sa.Text),
        sa.Column("extractor", sa.Text, nullable=False),
        _integer("tx"),
        sa.PrimaryKeyConstraint("id", name="pk_evidence"),
        _reference("evidence", "claim", "claim"),
        _reference("evidence", "episode", "episode"),
        _transaction("evidence"),
    )
    op.create_index("evidence_claim", "evidence", ["claim"])
    op.create_index("evidence_episode", "evidence", ["episode"])
    op.create_table(
        "extraction",
        _integer("episode"),
        sa.Column("extractor", sa.Text, nullable=False),
        _integer("recorded"),
        sa.Column("skipped", sa.Text, nullable=False),
        _integer("tx"),
        sa.PrimaryKeyConstraint("episode", "extractor", name="pk_extraction"),
        _reference("extraction", "episode", "episode"),
        _transaction("extraction"),
    )
    op.create_table(
        "idempotency",
        _integer("scope"),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("fingerprint", sa.Text, nullable=False),
        sa.Column("result", sa.Text, nullable=False),
        _integer("tx"),
        sa.PrimaryKeyConstraint("scope", "key", name="pk_idempotency"),
        _reference("idempotency", "scope", "scope"),
        _transaction("idempotency"),
        sqlite_with_rowid=False,
    )
    for table, conditions in UNCHANGING.items():
        _refuse_change(table, conditions)


def _refuse_change(table: str, conditions: tuple[str, ...]) -> None:
    """The three triggers of an append-only table, as in 0001."""
    for verb in ("UPDATE", "DELETE"):
        op.execute(
            f"CREATE TRIGGER {table}_no_{verb.lower()} BEFORE {verb} ON {table} "
            "WHEN NOT EXISTS (SELECT 1 FROM erasing) "
            f"BEGIN SELECT RAISE(ABORT, 'append-only: {table} takes no {verb}'); END"
        )
    taken = " OR ".join(f"EXISTS (SELECT 1 FROM {table} WHERE {condition})" for condition in conditions)
    op.execute(
        f"CREATE TRIGGER {table}_no_replace BEFORE INSERT ON {table} "
        f"WHEN {taken} BEGIN SELECT RAISE(ABORT, 'append-only: {table} has this row already'); END"
    )


def _integer(name: str, *, nullable: bool = False) -> sa.Column[int]:
    return sa.Column(name, INT64, nullable=nullable, autoincrement=False)


def _reference(table: str, column: str, target: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint([column], [f"{target}.id"], name=f"fk_{table}_{column}_{target}")


def _transaction(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(["tx"], ["tx.id"], name=f"fk_{table}_tx_tx", deferrable=True, initially="DEFERRED")


def downgrade() -> None:
    raise CommandError("tkg does not downgrade, which would lose rows: put back the copy made before the upgrade")
