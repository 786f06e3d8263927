"""Files are created, upgraded with their rows or refused by name, and a failure leaves no trace."""

import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.operations import Operations
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import Connection, create_engine
from sqlalchemy.exc import SQLAlchemyError

from tests.filled import BELIEFS, FIRST, SEARCHED, WORDS, WORKED, fill, rows
from tkg import engine, errors, migrate, resources
from tkg.models import NAMING_CONVENTION

Revise = Callable[[str, str], None]
INCOMPLETE = ("slots", "incomplete")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "store.db"


@pytest.fixture
def first(path: Path) -> Path:
    """A file made by the first migration, with a row in every table."""
    migrate.upgrade(path, "0001")
    with closing(sqlite3.connect(path)) as connection:
        fill(connection, FIRST)
    return path


@pytest.fixture
def revise(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Revise:
    """Adds a revision with this body to a copy of the migrations, in a directory whose name Alembic must not read."""
    scripts = tmp_path / "100%(here)s" / "migrations"
    shutil.copytree(resources.migrations(), scripts, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(resources, "migrations", lambda: scripts)

    def add(revision: str, body: str) -> None:
        before = migrate.HEAD
        lines = [
            "import sqlalchemy as sa",
            "from alembic import op",
            f"revision = {revision!r}",
            f"down_revision = {before!r}",
            "def upgrade():",
            *(f"    {line}" for line in body.strip().splitlines()),
        ]
        (scripts / "versions" / f"{revision}_test.py").write_text("\n".join(lines))
        monkeypatch.setattr(migrate, "REVISIONS", (*migrate.REVISIONS, revision))
        monkeypatch.setattr(migrate, "HEAD", revision)

    return add


def _rows(path: Path) -> dict[str, list[tuple[object, ...]]]:
    """Every table's rows, without the note that what is known of slots is incomplete."""
    with closing(sqlite3.connect(path)) as connection:
        found = rows(connection)
    return {name: [row for row in kept if row != INCOMPLETE] for name, kept in found.items()}


def _dump(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as connection:
        return list(connection.iterdump())


def _python(program: str, *arguments: object) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-c", program, *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        cwd=Path(__file__).parent.parent,
    )


def test_head_is_the_head_that_alembic_finds() -> None:
    config = Config()
    config.set_main_option("script_location", str(resources.migrations()).replace("%", "%%"))
    scripts = ScriptDirectory.from_config(config)
    assert [script.revision for script in scripts.walk_revisions()][::-1] == list(migrate.REVISIONS)
    assert scripts.get_heads() == [migrate.HEAD]


def test_a_new_file_is_created_at_head_with_genesis_in_it(path: Path) -> None:
    with closing(migrate.ensure(path)) as connection:
        assert connection.execute("SELECT * FROM tx").fetchall() == [(0, -(2**63), 0, None, None)]
        assert connection.execute("PRAGMA foreign_keys").fetchone() == (1,)
        assert not connection.in_transaction
    assert migrate.current(path) == migrate.HEAD
    assert migrate.check(path) == []
    assert [found.name for found in path.parent.iterdir()] == ["store.db"]


def test_check_names_what_differs(path: Path) -> None:
    migrate.upgrade(path)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("DROP INDEX claim_value")
        connection.execute("ALTER TABLE meta ADD COLUMN extra TEXT")
    differences = migrate.check(path)
    assert len(differences) == 2
    assert any("claim_value" in difference for difference in differences)
    assert any("extra" in difference for difference in differences)


def test_an_upgrade_keeps_every_row(first: Path) -> None:
    before = _rows(first)
    assert all(before.values())
    assert migrate.upgrade(first) == ("0001", migrate.HEAD)
    after = _rows(first)
    assert {name: after[name] for name in before} == before
    words = {"episode", "evidence", "extraction", "idempotency", "anchoring"}
    assert set(after) - set(before) == words | SEARCHED | WORKED | set(BELIEFS)
    assert {name: after[name] for name in BELIEFS} == BELIEFS
    assert migrate.check(first) == []
    with closing(engine.connect(first)) as connection:
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_an_upgrade_leaves_out_what_follows(first: Path) -> None:
    """Of the first claim the start is vague, and the end open; the second corrects what the first says."""
    migrate.upgrade(first)
    bounds = "from_early, from_at, from_late, to_early, to_at, to_late"
    with closing(sqlite3.connect(first)) as connection:
        found = connection.execute(f"SELECT {bounds}, statement, s_said, o_said FROM claim ORDER BY id").fetchall()
    assert found == [(0, 1, 2, *[None] * 5, 2), (-(2**63), -(2**63), 5, *[None] * 4, 1, 3)]


def test_a_file_with_claims_says_that_its_slots_are_not_all_known(first: Path, tmp_path: Path) -> None:
    """One without has nothing that could be missing."""
    migrate.upgrade(tmp_path / "empty.db", "0006")
    for path, known in ((first, False), (tmp_path / "empty.db", True)):
        migrate.upgrade(path)
        with closing(sqlite3.connect(path)) as connection:
            assert (INCOMPLETE not in rows(connection)["meta"]) is known


def test_an_upgrade_from_the_second_revision_keeps_the_words(path: Path) -> None:
    migrate.upgrade(path, "0002")
    with closing(sqlite3.connect(path)) as connection:
        fill(connection, FIRST, WORDS)
    before = _rows(path)
    assert all(before.values())
    assert migrate.upgrade(path) == ("0002", migrate.HEAD)
    after = _rows(path)
    assert before.pop("extraction") == [(1, "rules", 1, "[]", 2)]
    assert after["extraction"] == [(1, 1, "rules", None, 1, "[]", None, 2)]
    assert {name: after[name] for name in before} == before
    assert set(after) - set(before) == {"anchoring", "extraction"} | SEARCHED | WORKED | set(BELIEFS)
    assert not any(after[name] for name in SEARCHED | WORKED)
    assert migrate.check(path) == []


def test_an_upgraded_file_is_like_a_new_one(first: Path, tmp_path: Path) -> None:
    migrate.upgrade(first)
    new = tmp_path / "new.db"
    migrate.upgrade(new)
    schema = "SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY name"
    with closing(sqlite3.connect(first)) as upgraded, closing(sqlite3.connect(new)) as created:
        assert upgraded.execute(schema).fetchall() == created.execute(schema).fetchall()


def test_an_upgrade_at_head_changes_nothing(path: Path) -> None:
    assert migrate.upgrade(path) == (None, migrate.HEAD)
    before = path.read_bytes()
    assert migrate.upgrade(path) == (migrate.HEAD, migrate.HEAD)
    assert path.read_bytes() == before


def test_a_file_with_rows_is_copied_before_it_changes(first: Path) -> None:
    before = _dump(first)
    migrate.upgrade(first)
    assert _dump(first.with_name("store.db.before-0009")) == before


def test_an_older_copy_is_not_overwritten(first: Path) -> None:
    older = first.with_name("store.db.before-0009")
    older.write_text("mine")
    migrate.upgrade(first)
    assert older.read_text() == "mine"
    assert migrate.current(first.with_name("store.db.before-0009-2")) == "0001"


def test_a_file_without_rows_is_not_copied(path: Path) -> None:
    migrate.upgrade(path, "0001")
    migrate.upgrade(path)
    assert [found.name for found in path.parent.iterdir()] == ["store.db"]


def test_opening_at_head_takes_no_write_lock(path: Path) -> None:
    migrate.upgrade(path)
    with closing(engine.connect(path)) as writer, engine.write(writer):
        writer.execute("INSERT INTO scope (name) VALUES ('a')")
        with closing(migrate.ensure(path, busy_timeout_s=0)) as reader:
            assert reader.execute("SELECT count(*) FROM scope").fetchone() == (0,)


def test_an_upgrade_that_has_to_wait_too_long_says_so(first: Path) -> None:
    with (
        closing(engine.connect(first)) as writer,
        engine.write(writer),
        pytest.raises(errors.Locked, match=r"0\.01 s"),
    ):
        migrate.ensure(first, busy_timeout_s=0.01)
    assert migrate.current(first) == "0001"


def test_opening_at_head_imports_no_migration_machinery(path: Path) -> None:
    migrate.upgrade(path)
    program = (
        "import sys; from tkg import migrate; migrate.ensure(sys.argv[1]).close(); "
        "print(sorted({'alembic', 'sqlalchemy', 'sqlmodel'} & set(sys.modules)))"
    )
    output, _ = _python(program, path).communicate()
    assert output.strip() == "[]"


@pytest.mark.parametrize("before", [None, "0001"])
def test_of_several_that_open_at_once_one_upgrades(path: Path, before: str | None) -> None:
    if before:
        migrate.upgrade(path, before)
        with closing(sqlite3.connect(path)) as connection:
            fill(connection, FIRST)
    program = "import sys; from tkg import migrate; migrate.ensure(sys.argv[1], busy_timeout_s=60).close()"
    running = [_python(program, path) for _ in range(3)]
    assert [process.communicate()[0] for process in running] == ["", "", ""]
    assert migrate.current(path) == migrate.HEAD
    assert migrate.check(path) == []
    assert len(list(path.parent.glob("*.before-*"))) == (1 if before else 0)


def test_threads_may_create_files_at_the_same_time(tmp_path: Path) -> None:
    paths = [tmp_path / f"{number}.db" for number in range(4)]
    with ThreadPoolExecutor(len(paths)) as pool:
        list(pool.map(migrate.upgrade, paths))
    assert [migrate.check(path) for path in paths] == [[], [], [], []]


@pytest.mark.parametrize("journal", ["wal", "delete"])
@pytest.mark.parametrize("opening", [migrate.ensure, migrate.upgrade, migrate.check])
def test_a_file_of_a_newer_tkg_is_refused_and_not_written(
    first: Path, opening: Callable[[Path], object], journal: str
) -> None:
    with closing(sqlite3.connect(first)) as connection:
        connection.execute(f"PRAGMA journal_mode = {journal}")
        connection.execute("UPDATE alembic_version SET version_num = '0099'")
        connection.commit()
    before = first.read_bytes()
    with pytest.raises(errors.TooNew, match=r"store\.db is at revision 0099.* 0009"):
        opening(first)
    assert first.read_bytes() == before
    assert [found.name for found in first.parent.iterdir()] == ["store.db"]
    assert migrate.current(first) == "0099"


def test_read_only_does_not_upgrade(first: Path) -> None:
    before = first.read_bytes()
    with pytest.raises(errors.ReadOnly, match="revision 0001"):
        migrate.ensure(first, readonly=True)
    assert first.read_bytes() == before


def test_read_only_opens_a_file_at_head(path: Path) -> None:
    migrate.upgrade(path)
    with closing(migrate.ensure(path, readonly=True)) as connection:
        assert connection.execute("SELECT id FROM tx").fetchall() == [(0,)]


def test_a_file_that_lost_its_revision_is_damaged(path: Path) -> None:
    migrate.upgrade(path)
    for damage in ("DELETE FROM alembic_version", "DROP TABLE alembic_version"):
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            connection.execute(damage)
        with pytest.raises(errors.NotAStore, match="damaged"):
            migrate.ensure(path)


@pytest.mark.parametrize(
    ("failure", "expected"),
    [
        ("op.execute('INSERT INTO nowhere VALUES (1)')", errors.MigrationFailed),
        ("op.execute(\"INSERT INTO source (scope, name) VALUES (999, 'x')\")", errors.MigrationFailed),
        ("raise LookupError('a fault in the revision')", LookupError),
    ],
)
def test_a_failed_upgrade_leaves_no_trace(first: Path, revise: Revise, failure: str, expected: type[Exception]) -> None:
    before, files = _dump(first), {found.name for found in first.parent.iterdir()}
    revise("0010", f"op.create_table('half', sa.Column('id', sa.Integer))\nop.drop_table('meta')\n{failure}")
    with pytest.raises(expected):
        migrate.ensure(first)
    assert _dump(first) == before
    assert {found.name for found in first.parent.iterdir()} == files
    assert migrate.current(first) == "0001"


def test_a_broken_reference_is_named(first: Path, revise: Revise) -> None:
    revise("0010", "op.execute(\"INSERT INTO source (scope, name) VALUES (999, 'x')\")")
    with pytest.raises(errors.MigrationFailed, match="1 references lead nowhere, the first from table 'source'"):
        migrate.ensure(first)


def test_a_failed_creation_leaves_an_empty_file(path: Path, revise: Revise) -> None:
    revise("0010", "op.execute('INSERT INTO nowhere VALUES (1)')")
    with pytest.raises(errors.MigrationFailed, match="nowhere"):
        migrate.ensure(path)
    assert _rows(path) == {}
    assert migrate.current(path) is None


def test_rebuilding_a_table_keeps_the_rows_that_refer_to_it(first: Path, revise: Revise) -> None:
    before = _rows(first)
    rebuilt = ("scope", "term", "predicate", "source", "tx", "claim", "merge")
    revise(
        "0010",
        f"for table in {rebuilt!r}:\n"
        "    with op.batch_alter_table(table, recreate='always') as batch:\n"
        "        batch.add_column(sa.Column('extra', sa.Text))",
    )
    migrate.ensure(first).close()
    after = _rows(first)
    for table, found in before.items():
        # Of a claim, the columns that are read are those of before.
        longer = table in rebuilt and table != "claim"
        assert after[table] == [(*row, None) if longer else row for row in found]


def test_rebuilding_a_parent_keeps_children_that_would_be_deleted_with_it(path: Path, revise: Revise) -> None:
    revise(
        "0010",
        "op.create_table('parent', sa.Column('id', sa.Integer, primary_key=True))\n"
        "op.create_table('child', sa.Column('id', sa.Integer, primary_key=True),\n"
        "    sa.Column('parent', sa.Integer, sa.ForeignKey('parent.id', ondelete='CASCADE')))\n"
        "op.execute('INSERT INTO parent VALUES (1)')\n"
        "op.execute('INSERT INTO child VALUES (1, 1), (2, 1)')",
    )
    migrate.ensure(path).close()
    revise(
        "0011",
        "with op.batch_alter_table('parent', recreate='always') as batch:\n"
        "    batch.add_column(sa.Column('extra', sa.Text))",
    )
    migrate.ensure(path).close()
    found = _rows(path)
    assert found["parent"] == [(1, None)]
    assert found["child"] == [(1, 1), (2, 1)]


@pytest.fixture
def sqlalchemy_connection(path: Path) -> Iterator[Connection]:
    migrate.upgrade(path)
    database = create_engine(f"sqlite:///{path}")
    with database.connect() as connection:
        yield connection
    database.dispose()


def test_a_reference_can_be_dropped_by_name_and_put_back(path: Path, sqlalchemy_connection: Connection) -> None:
    operations = Operations(MigrationContext.configure(sqlalchemy_connection))
    definition = "SELECT sql FROM sqlite_master WHERE name = 'evidence'"
    before = sqlalchemy_connection.exec_driver_sql(definition).scalar_one()
    for _ in range(2):
        with operations.batch_alter_table("evidence", naming_convention=NAMING_CONVENTION) as batch:
            batch.drop_constraint("fk_evidence_claim_claim", type_="foreignkey")
        assert "REFERENCES claim" not in sqlalchemy_connection.exec_driver_sql(definition).scalar_one()
        with operations.batch_alter_table("evidence", naming_convention=NAMING_CONVENTION) as batch:
            batch.create_foreign_key("fk_evidence_claim_claim", "claim", ["claim"], ["id"])
    sqlalchemy_connection.commit()
    after = sqlalchemy_connection.exec_driver_sql(definition).scalar_one()
    assert "CONSTRAINT fk_evidence_claim_claim FOREIGN KEY(claim) REFERENCES claim (id)" in before
    assert "CONSTRAINT fk_evidence_claim_claim FOREIGN KEY(claim) REFERENCES claim (id)" in after
    assert migrate.check(path) == []


@pytest.mark.parametrize("revision", ["0001", "0002", "0003", "0005", "0006", "0007", "0008", "0009"])
def test_there_is_no_way_down(revision: str) -> None:
    config = Config()
    config.set_main_option("script_location", str(resources.migrations()).replace("%", "%%"))
    script = ScriptDirectory.from_config(config).get_revision(revision)
    assert script is not None
    with pytest.raises(CommandError, match="copy made before"):
        script.module.downgrade()


def test_alembic_alone_is_sent_to_tkg(tmp_path: Path) -> None:
    from alembic import command

    config = Config()
    config.set_main_option("script_location", str(resources.migrations()).replace("%", "%%"))
    with pytest.raises(errors.MigrationFailed, match="tkg db upgrade"):
        command.upgrade(config, "head")


def test_an_unknown_target_is_refused(path: Path) -> None:
    with pytest.raises(errors.MigrationFailed, match="'0099'"):
        migrate.upgrade(path, "0099")
    assert not path.exists()


def test_a_sql_error_of_an_upgrade_keeps_its_cause(first: Path, revise: Revise) -> None:
    revise("0010", "op.execute('INSERT INTO nowhere VALUES (1)')")
    with pytest.raises(errors.MigrationFailed) as raised:
        migrate.ensure(first)
    assert isinstance(raised.value.__cause__, SQLAlchemyError)
