"""The order of sources that the ontology declares, for whoever reads by `source_priority`."""

import sqlalchemy as sa
from alembic import op
from alembic.util import CommandError

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

INT64 = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "source_order",
        sa.Column("place", INT64, nullable=False, autoincrement=False),
        sa.Column("sources", sa.Text, nullable=False),
        sa.Column("tx", INT64, nullable=False),
        sa.PrimaryKeyConstraint("place", name="pk_source_order"),
        sa.ForeignKeyConstraint(["tx"], ["tx.id"], name="fk_source_order_tx_tx", deferrable=True, initially="DEFERRED"),
    )
    # The three triggers of an append-only table, as in 0001.
    for verb in ("UPDATE", "DELETE"):
        op.execute(
            f"CREATE TRIGGER source_order_no_{verb.lower()} BEFORE {verb} ON source_order "
            "WHEN NOT EXISTS (SELECT 1 FROM erasing) "
            f"BEGIN SELECT RAISE(ABORT, 'append-only: source_order takes no {verb}'); END"
        )
    op.execute(
        "CREATE TRIGGER source_order_no_replace BEFORE INSERT ON source_order "
        "WHEN EXISTS (SELECT 1 FROM source_order WHERE place = NEW.place) "
        "BEGIN SELECT RAISE(ABORT, 'append-only: source_order has this row already'); END"
    )


def downgrade() -> None:
    raise CommandError("tkg does not downgrade, which would lose rows: put back the copy made before the upgrade")
