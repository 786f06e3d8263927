"""schema/schema.sql is what the migrations make, and makes it too."""

import sqlite3
from contextlib import closing

from tkg import engine, migrate, resources


def _objects(connection: sqlite3.Connection) -> set[tuple[str, str]]:
    found = connection.execute(
        "SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL AND name <> 'alembic_version'"
    )
    return {(name, " ".join(sql.split())) for name, sql in found}


def test_schema_sql_is_up_to_date() -> None:
    written = resources.schema("schema.sql").read_text(encoding="utf-8")
    assert written == migrate.schema_sql(), "run `make schema`"


def test_schema_sql_makes_the_same_tables() -> None:
    with closing(sqlite3.connect(":memory:")) as made, closing(migrate.ensure(engine.MEMORY)) as migrated:
        made.executescript(resources.schema("schema.sql").read_text(encoding="utf-8"))
        assert _objects(made) == _objects(migrated)
        assert made.execute("PRAGMA application_id").fetchone() == (engine.APPLICATION_ID,)
