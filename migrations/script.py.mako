"""${message}

A batch operation rebuilds its table and so drops the table's triggers: make them again, and let tests/test_migrate.py
go up from the first revision with rows in every table.
"""

import sqlalchemy as sa
from alembic import op
from alembic.util import CommandError

revision = "${up_revision}"
down_revision = "${down_revision}"
branch_labels = None
depends_on = None


def upgrade() -> None:
    ${upgrades if upgrades else "pass"}


def downgrade() -> None:
    raise CommandError("tkg does not downgrade, which would lose rows: put back the copy made before upgrading")
