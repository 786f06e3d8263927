"""Runs the revisions on the connection that tkg.migrate hands over, inside the transaction that it has already begun.

There is no other way in: the transaction, the check of the foreign keys and the copy made before a change are its work.
"""

from alembic import context

from tkg import errors
from tkg.models import Row

connection = context.config.attributes.get("connection")
if connection is None:
    raise errors.MigrationFailed(
        "migrations run through tkg alone: use `tkg db upgrade --db PATH`, not `alembic upgrade`"
    )

context.configure(connection=connection, target_metadata=Row.metadata, render_as_batch=True)
context.run_migrations()
