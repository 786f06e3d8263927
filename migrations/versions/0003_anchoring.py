"""The time words: what those of a quote were anchored to, by which rule, and what the extractor had guessed."""

import sqlalchemy as sa
from alembic import op
from alembic.util import CommandError

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

INT64 = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "anchoring",
        _integer("evidence"),
        _integer("side"),
        sa.Column("words", sa.Text),
        _integer("reference"),
        sa.Column("zone", sa.Text, nullable=False),
        sa.Column("anchored", sa.Text),
        sa.Column("rule", sa.Text),
        sa.Column("chosen_by", sa.Text),
        sa.Column("note", sa.Text),
        sa.Column("bound", sa.Text),
        sa.Column("guess", sa.Text),
        _integer("tx"),
        sa.PrimaryKeyConstraint("evidence", "side", name="pk_anchoring"),
        sa.ForeignKeyConstraint(["evidence"], ["evidence.id"], name="fk_anchoring_evidence_evidence"),
        sa.ForeignKeyConstraint(["tx"], ["tx.id"], name="fk_anchoring_tx_tx", deferrable=True, initially="DEFERRED"),
        sqlite_with_rowid=False,
    )
    for verb in ("UPDATE", "DELETE"):
        op.execute(
            f"CREATE TRIGGER anchoring_no_{verb.lower()} BEFORE {verb} ON anchoring "
            "WHEN NOT EXISTS (SELECT 1 FROM erasing) "
            f"BEGIN SELECT RAISE(ABORT, 'append-only: anchoring takes no {verb}'); END"
        )
    op.execute(
        "CREATE TRIGGER anchoring_no_replace BEFORE INSERT ON anchoring "
        "WHEN EXISTS (SELECT 1 FROM anchoring WHERE evidence = NEW.evidence AND side = NEW.side) "
        "BEGIN SELECT RAISE(ABORT, 'append-only: anchoring has this row already'); END"
    )


def _integer(name: str) -> sa.Column[int]:
    return sa.Column(name, INT64, nullable=False, autoincrement=False)


def downgrade() -> None:
    raise CommandError("tkg does not downgrade, which would lose rows: put back the copy made before the upgrade")
