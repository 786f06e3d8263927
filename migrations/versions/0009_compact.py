"""Beliefs lie once, by predicate and subject, instead of three times: two tables say where those of a subject or of a
value are."""

import sqlalchemy as sa
from alembic import op
from alembic.util import CommandError

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

INT64 = sa.BigInteger().with_variant(sa.Integer(), "sqlite")

KEYS = {
    "belief_cur": ("scope", "modality", "p", "s", "vf", "o"),
    "belief_hist": ("scope", "modality", "p", "s", "rt", "vf", "o"),
    "belief_of_subject": ("scope", "modality", "s", "p"),
    "belief_of_object": ("scope", "modality", "o", "p", "s"),
}
COLUMNS = {
    **KEYS,
    "belief_cur": ("scope", "modality", "s", "p", "vf", "vt", "o", "rf", "flags"),
    "belief_hist": ("scope", "modality", "s", "p", "rt", "vf", "rf", "vt", "o", "flags"),
}


def upgrade() -> None:
    for table in ("belief_cur", "belief_hist"):
        columns, key = ", ".join(COLUMNS[table]), ", ".join(KEYS[table])
        op.rename_table(table, f"{table}_before")
        _create(table)
        op.execute(f"INSERT INTO {table} ({columns}) SELECT {columns} FROM {table}_before ORDER BY {key}")
        op.drop_table(f"{table}_before")
    for table in ("belief_of_subject", "belief_of_object"):
        _create(table)
        key = ", ".join(KEYS[table])
        op.execute(f"INSERT INTO {table} ({key}) SELECT {key} FROM belief_cur UNION SELECT {key} FROM belief_hist")


def _create(table: str) -> None:
    op.create_table(
        table,
        *(sa.Column(name, INT64, nullable=False, autoincrement=False) for name in COLUMNS[table]),
        sa.PrimaryKeyConstraint(*KEYS[table], name=f"pk_{table}"),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    raise CommandError("tkg does not downgrade, which would lose rows: put back the copy made before the upgrade")
