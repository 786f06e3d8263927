"""The index of a file that may only be read, brought up to date in memory.

What a search goes through follows the log some time later, and is kept in the file. Where the file is open read-only,
and has been written since its index was, the tables of the index are copied into temporary ones of the same names.
SQLite looks there first, so that whatever reads or writes the index works on the copy from then on, and the file stays
as it is. The copy goes when the connection is closed.
"""

import sqlite3

_TABLES = ("entry", "saying", "named_time", "embedder", "vector", "index_state", "entry_words")
_DEFINITIONS = (
    "SELECT type, name, sql FROM main.sqlite_schema WHERE tbl_name = ? AND sql IS NOT NULL ORDER BY type DESC"
)
_CREATE = {"table": "CREATE TABLE ", "index": "CREATE INDEX "}
_WORDS = (
    "INSERT INTO temp.entry_words (rowid, own, beside, whose) SELECT rowid, own, beside, whose FROM main.entry_words"
)


def lay(connection: sqlite3.Connection) -> None:
    """Put the copy over the index. Raises sqlite3.Error."""
    for table in _TABLES:
        for type_, name, sql in connection.execute(_DEFINITIONS, (table,)).fetchall():
            head = "CREATE VIRTUAL TABLE " if sql.startswith("CREATE VIRTUAL") else _CREATE[type_]
            connection.execute(sql.replace(f"{head}{name}", f"{head}temp.{name}", 1))
        if table == "entry_words":
            connection.execute(_WORDS)
        else:
            connection.execute(f"INSERT INTO temp.{table} SELECT * FROM main.{table}")
