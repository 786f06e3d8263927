"""Files with a row in every table, written as plain SQL so that they stay what an older tkg left behind."""

import sqlite3

from tkg.claim_table import COLUMNS

MIN = -(2**63)
MAX = 2**63 - 1

FIRST = f"""
    INSERT INTO meta VALUES ('zone', 'UTC');
    INSERT INTO scope VALUES (1, 'main');
    INSERT INTO term VALUES
        (1, 1, 1, 'Ann Lee', 'ann lee', ''), (2, 1, 1, 'Acme', 'acme', ''), (3, 1, 1, 'ACME', 'acme', 'x');
    INSERT INTO predicate VALUES (1, 'works_for', 1), (2, 'employer', 0);
    INSERT INTO source VALUES (1, 1, 'HR');
    INSERT INTO declaration VALUES (0, 1, '{{}}', 0);
    INSERT INTO predicate_map VALUES (0, 2, 1, 0, 0);
    INSERT INTO claim VALUES
        (1, 1, 0, 1, 1, 2, '2019', NULL, NULL,
         0, 1, 2, 3, {MAX}, {MAX}, {MAX}, 0, 0, 10, 10, 1, 0.5, 0, 1, 1, 2, 0, 0, NULL, 'hr-1', 1),
        (2, 1, 0, 1, 1, 3, NULL, NULL, NULL,
         {MIN}, {MIN}, 5, 0, {MAX}, {MAX}, {MAX}, 0, 1, 10, 10, 1, 1.0, 0, 2, 1, 3, 0, 0, NULL, NULL, 1);
    INSERT INTO standing VALUES (2, 3, 0, 'typo', 1);
    INSERT INTO merge VALUES (4, 1, 3, 2, 1);
    INSERT INTO split VALUES (5, 2, 1, 1, 3, 1);
    INSERT INTO erasure VALUES (6, 1, 2, NULL, 1, 'request 114', 1);
    INSERT INTO erasing VALUES (1);
    INSERT INTO belief_cur VALUES (1, 0, 1, 1, 1, {MAX}, 2, 100, 0);
    INSERT INTO belief_hist VALUES (1, 0, 1, 1, 100, 1, 50, {MAX}, 3, 0);
    INSERT INTO tx VALUES (1, 100, 6, 'ann', 'import');
"""

WORDS = """
    INSERT INTO episode VALUES (1, 1, 'Ann', 'user', 10, 'UTC', 'I work for Acme', 'm1', '[]', x'00', 2);
    INSERT INTO evidence VALUES (1, 1, 1, 0, 15, NULL, NULL, 'rules', 2);
    INSERT INTO extraction (episode, extractor, recorded, skipped, tx) VALUES (1, 'rules', 1, '[]', 2);
    INSERT INTO idempotency VALUES (1, 'k', 'f', '[1]', 2);
    INSERT INTO tx VALUES (2, 200, 6, NULL, NULL);
"""

ANCHORS = """
    INSERT INTO anchoring VALUES
        (1, 0, 'last Monday', 10, '+0000', '1969-12-22', 'en.week_weekday', NULL, NULL, '1969-12-22', '1969-12-29', 3);
    INSERT INTO tx VALUES (3, 300, 6, NULL, NULL);
"""

RUNS = """
    INSERT INTO run VALUES (1, 'llm', 'small', 'one', 100);
    INSERT INTO model_call VALUES (1, 1, 1, 100, 1, 10, 20, 0, 'answered');
    INSERT INTO derivation (evidence, run, statement) VALUES (1, 1, 'Ann works for Acme.');
"""

REVISED = """
    INSERT INTO withdrawal VALUES (1, 1, 'read anew', 4);
    INSERT INTO held VALUES (1, 1, 1, '{}', 'confidence', 4);
    INSERT INTO ruling VALUES (1, 'accepted', 1, NULL, 4);
    INSERT INTO linking VALUES (1, 2, 'employed by', 'embedding', 0.9, NULL);
    INSERT INTO dropping VALUES (7, 1, 1, 'noise', 4);
    INSERT INTO source_role VALUES (8, 1, 'user', 4);
    INSERT INTO tx VALUES (4, 400, 8, NULL, NULL);
"""

RANKED = """
    INSERT INTO source_order VALUES (9, '["HR"]', 5);
    INSERT INTO tx VALUES (5, 500, 9, NULL, NULL);
"""

WORKED = {
    *("job", "run", "model_call", "derivation"),
    *("withdrawal", "held", "ruling", "linking", "dropping", "source_role", "source_order"),
    "slot",
}
BELIEFS = {
    "belief_of_predicate": [(1, 0, 1, 1)],
    "belief_of_object": [(1, 0, 2, 1, 1), (1, 0, 3, 1, 1)],
}
"""Where the beliefs of FIRST lie."""

"""The tables that an upgrade leaves empty: of the work of extraction and of what became of it, of sources, and what is
derived."""

SEARCHED = {"entry", "entry_words", "saying", "named_time", "embedder", "vector", "index_state"}
"""The tables of search, which are empty until something is looked for."""


CLAIMS = f"SELECT {COLUMNS}, c.reach_level, c.attrs, c.ref, c.tx FROM claim c ORDER BY c.id"
"""The claims with what is left out filled in, so that those of an older tkg are the same."""


def fill(connection: sqlite3.Connection, *scripts: str) -> None:
    """Run the scripts in one transaction, references checked."""
    connection.execute("PRAGMA foreign_keys = ON")
    connection.executescript("BEGIN;" + "".join(scripts) + "COMMIT;")


def rows(connection: sqlite3.Connection) -> dict[str, list[tuple[object, ...]]]:
    """Every table's rows, but for Alembic's and those that SQLite keeps for itself; claims as CLAIMS."""
    names = connection.execute(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name <> 'alembic_version' "
        "AND name NOT LIKE 'sqlite_%' AND name NOT LIKE 'entry_words_%' ORDER BY name"
    ).fetchall()
    found = {name: connection.execute(f'SELECT * FROM "{name}" ORDER BY 1').fetchall() for (name,) in names}
    return {**found, "claim": connection.execute(CLAIMS).fetchall()} if "claim" in found else found
