"""The index of a file that may only be read, brought up to date in memory.

What a search goes through follows the log some time later, and is kept in the file. Where the file is open read-only,
and has been written since its index was, the tables of the index are copied into temporary ones of the same names.
SQLite looks there first, so that whatever reads or writes the index works on the copy from then on, and the file stays
as it is. The copy goes when the connection is closed, and as soon as something is erased from the file, of which it
would still have the words.
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

# An id that was given once is in vectors and in notes of what is done, even where its row is gone.
_IDS_GIVEN = (
    "DELETE FROM temp.sqlite_sequence",
    "INSERT INTO temp.sqlite_sequence SELECT * FROM main.sqlite_sequence WHERE name IN ('entry', 'vector')",
)
_GENERATION = "SELECT value FROM main.index_state WHERE key = 'generation'"
_NOTE = f"INSERT INTO temp.index_state VALUES ('laid over', COALESCE(({_GENERATION}), ''))"
_NOTED = "SELECT value FROM temp.index_state WHERE key = 'laid over'"
_IS_LAID = "SELECT 1 FROM temp.sqlite_schema WHERE name = 'index_state'"


def lay(connection: sqlite3.Connection) -> None:
    """Put the copy over the index. Raises sqlite3.Error, and leaves nothing of it then."""
    # One transaction, since what another process writes meanwhile has to be in all tables or in none.
    connection.execute("BEGIN")
    try:
        for table in _TABLES:
            _copy(connection, table)
        for query in (*_IDS_GIVEN, _NOTE):
            connection.execute(query)
        connection.execute("COMMIT")
    except BaseException:
        connection.execute("ROLLBACK")
        raise


def keep_up(connection: sqlite3.Connection) -> None:
    """Take the copy away, if there is one, once something was erased from the file since. Inside a snapshot."""
    if not _is_laid(connection):
        return
    noted, now = (connection.execute(query).fetchone() for query in (_NOTED, _GENERATION))
    if noted != (now or ("",)):
        lift(connection)


def lift(connection: sqlite3.Connection) -> None:
    """Take the copy away, if there is one: from then on, the index is the file's."""
    if _is_laid(connection):
        for table in _TABLES:
            connection.execute(f"DROP TABLE temp.{table}")


def _is_laid(connection: sqlite3.Connection) -> bool:
    return connection.execute(_IS_LAID).fetchone() is not None


def _copy(connection: sqlite3.Connection, table: str) -> None:
    for type_, name, sql in connection.execute(_DEFINITIONS, (table,)).fetchall():
        head = "CREATE VIRTUAL TABLE " if sql.startswith("CREATE VIRTUAL") else _CREATE[type_]
        connection.execute(sql.replace(f"{head}{name}", f"{head}temp.{name}", 1))
    if table == "entry_words":
        connection.execute(_WORDS)
    else:
        connection.execute(f"INSERT INTO temp.{table} SELECT * FROM main.{table}")
