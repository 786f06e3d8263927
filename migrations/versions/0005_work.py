"""The work of extraction: jobs that wait, runs, what their models were asked, and what each piece of evidence is of."""

import sqlalchemy as sa
from alembic import op
from alembic.util import CommandError

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

INT64 = sa.BigInteger().with_variant(sa.Integer(), "sqlite")

UNCHANGING = {"run": "id = NEW.id", "model_call": "id = NEW.id", "derivation": "evidence = NEW.evidence"}
"""Each append-only table with the condition under which a new row would take the place of an old one."""


def upgrade() -> None:
    op.create_table(
        "job",
        sa.Column("extractor", sa.Text, nullable=False),
        *(_integer(name) for name in ("episode", "scope", "queued")),
        sa.Column("attempts", INT64, nullable=False, server_default=sa.text("0")),
        _integer("not_before"),
        sa.Column("lease_until", INT64),
        sa.Column("worker", sa.Text),
        sa.Column("failed", INT64, nullable=False, server_default=sa.text("0")),
        sa.Column("reason", sa.Text),
        sa.PrimaryKeyConstraint("extractor", "episode", name="pk_job"),
        _reference("job", "episode"),
        _reference("job", "scope"),
        sqlite_with_rowid=False,
    )
    op.create_index("job_episode", "job", ["episode"])
    op.create_table(
        "run",
        sa.Column("id", INT64, nullable=False),
        sa.Column("extractor", sa.Text, nullable=False),
        sa.Column("model", sa.Text),
        sa.Column("prompt", sa.Text),
        _integer("started"),
        sa.PrimaryKeyConstraint("id", name="pk_run"),
    )
    op.create_table(
        "model_call",
        sa.Column("id", INT64, nullable=False),
        *(_integer(name) for name in ("run", "scope", "at", "calls", "tokens_in", "tokens_out", "money_micro")),
        sa.Column("outcome", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_model_call"),
        _reference("model_call", "run"),
        _reference("model_call", "scope"),
    )
    op.create_index("model_call_run", "model_call", ["run"])
    op.create_index("model_call_scope_at", "model_call", ["scope", "at"])
    op.create_table(
        "derivation",
        _integer("evidence"),
        _integer("run"),
        sa.Column("statement", sa.Text),
        sa.PrimaryKeyConstraint("evidence", name="pk_derivation"),
        _reference("derivation", "evidence"),
        _reference("derivation", "run"),
    )
    for table, same in UNCHANGING.items():
        for verb in ("UPDATE", "DELETE"):
            op.execute(
                f"CREATE TRIGGER {table}_no_{verb.lower()} BEFORE {verb} ON {table} "
                "WHEN NOT EXISTS (SELECT 1 FROM erasing) "
                f"BEGIN SELECT RAISE(ABORT, 'append-only: {table} takes no {verb}'); END"
            )
        op.execute(
            f"CREATE TRIGGER {table}_no_replace BEFORE INSERT ON {table} "
            f"WHEN EXISTS (SELECT 1 FROM {table} WHERE {same}) "
            f"BEGIN SELECT RAISE(ABORT, 'append-only: {table} has this row already'); END"
        )


def _integer(name: str) -> sa.Column[int]:
    return sa.Column(name, INT64, nullable=False, autoincrement=False)


def _reference(table: str, name: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint([name], [f"{name}.id"], name=f"fk_{table}_{name}_{name}")


def downgrade() -> None:
    raise CommandError("tkg does not downgrade, which would lose rows: put back the copy made before the upgrade")
