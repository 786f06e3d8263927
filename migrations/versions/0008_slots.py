"""What is known of slots as a whole: whether several sources speak in one, and whether a bound there is imprecise.

The table follows from the log, and is written as beliefs are derived. In a file that has claims already it stays
incomplete until the beliefs are derived anew, and `meta` says so.
"""

import sqlalchemy as sa
from alembic import op
from alembic.util import CommandError

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

INT64 = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    names = ("scope", "modality", "s", "p", "o")
    op.create_table(
        "slot",
        *(sa.Column(name, INT64, nullable=False, autoincrement=False) for name in names),
        sa.Column("source", INT64),
        sa.Column("vague", INT64, nullable=False),
        sa.PrimaryKeyConstraint(*names, name="pk_slot"),
        sqlite_with_rowid=False,
    )
    op.create_index("slot_predicate", "slot", ["scope", "modality", "p", "s", "o", "source", "vague"])
    op.execute("INSERT INTO meta (key, value) SELECT 'slots', 'incomplete' WHERE EXISTS (SELECT 1 FROM claim)")


def downgrade() -> None:
    raise CommandError("tkg does not downgrade, which would lose rows: put back the copy made before the upgrade")
