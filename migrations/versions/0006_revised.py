"""What was extracted can be read anew, taken back, held for review, and linked to what is known; sources have roles."""

import sqlalchemy as sa
from alembic import op
from alembic.util import CommandError

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

INT64 = sa.BigInteger().with_variant(sa.Integer(), "sqlite")

UNCHANGING = {
    "extraction": "id = NEW.id",
    "derivation": "evidence = NEW.evidence",
    "withdrawal": "extraction = NEW.extraction",
    "held": "id = NEW.id",
    "ruling": "held = NEW.held",
    "linking": "evidence = NEW.evidence AND role = NEW.role",
    "dropping": "predicate = NEW.predicate AND place = NEW.place",
    "source_role": "source = NEW.source AND place = NEW.place",
}
"""Each append-only table made here with the condition under which a new row would take the place of an old one."""


def upgrade() -> None:
    _read_again()
    _say_what_evidence_does()
    _queue_again()
    op.create_table(
        "withdrawal",
        _integer("extraction"),
        _integer("run", nullable=True),
        sa.Column("reason", sa.Text),
        _integer("tx"),
        sa.PrimaryKeyConstraint("extraction", name="pk_withdrawal"),
        _reference("withdrawal", "extraction"),
        _reference("withdrawal", "run"),
        _transaction("withdrawal"),
    )
    op.create_index("withdrawal_tx", "withdrawal", ["tx"])
    op.create_table(
        "held",
        sa.Column("id", INT64, nullable=False),
        _integer("scope"),
        _integer("extraction"),
        sa.Column("change", sa.Text),
        sa.Column("why", sa.Text, nullable=False),
        _integer("tx"),
        sa.PrimaryKeyConstraint("id", name="pk_held"),
        _reference("held", "scope"),
        _reference("held", "extraction"),
        _transaction("held"),
    )
    op.create_index("held_scope", "held", ["scope"])
    op.create_index("held_extraction", "held", ["extraction"])
    op.create_table(
        "ruling",
        _integer("held"),
        sa.Column("verdict", sa.Text, nullable=False),
        _integer("claim", nullable=True),
        sa.Column("reason", sa.Text),
        _integer("tx"),
        sa.PrimaryKeyConstraint("held", name="pk_ruling"),
        _reference("ruling", "held"),
        _reference("ruling", "claim"),
        _transaction("ruling"),
    )
    op.create_table(
        "linking",
        _integer("evidence"),
        _integer("role"),
        sa.Column("said", sa.Text),
        sa.Column("how", sa.Text, nullable=False),
        sa.Column("score", sa.REAL, nullable=False),
        sa.Column("type", sa.Text),
        sa.PrimaryKeyConstraint("evidence", "role", name="pk_linking"),
        _reference("linking", "evidence"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "dropping",
        _integer("place"),
        _integer("predicate"),
        _integer("dropped"),
        sa.Column("reason", sa.Text),
        _integer("tx"),
        sa.PrimaryKeyConstraint("predicate", "place", name="pk_dropping"),
        _reference("dropping", "predicate"),
        _transaction("dropping"),
    )
    op.create_table(
        "source_role",
        _integer("place"),
        _integer("source"),
        sa.Column("role", sa.Text, nullable=False),
        _integer("tx"),
        sa.PrimaryKeyConstraint("source", "place", name="pk_source_role"),
        _reference("source_role", "source"),
        _transaction("source_role"),
    )
    for table, same in UNCHANGING.items():
        _refuse_change(table, same)


def _read_again() -> None:
    """An episode may be read by the same extractor several times, each in a run; until now there was one."""
    op.rename_table("extraction", "extraction_once")
    op.create_table(
        "extraction",
        sa.Column("id", INT64, nullable=False),
        _integer("episode"),
        sa.Column("extractor", sa.Text, nullable=False),
        _integer("run", nullable=True),
        _integer("recorded"),
        sa.Column("skipped", sa.Text, nullable=False),
        sa.Column("digest", sa.LargeBinary),
        _integer("tx"),
        sa.PrimaryKeyConstraint("id", name="pk_extraction"),
        _reference("extraction", "episode"),
        _reference("extraction", "run"),
        _transaction("extraction"),
    )
    op.create_index("extraction_episode", "extraction", ["episode"])
    op.create_index("extraction_tx", "extraction", ["tx"])
    op.execute(
        "INSERT INTO extraction (episode, extractor, run, recorded, skipped, tx) "
        "SELECT x.episode, x.extractor, (SELECT MIN(d.run) FROM evidence e JOIN derivation d ON d.evidence = e.id "
        "WHERE e.episode = x.episode AND e.extractor = x.extractor), x.recorded, x.skipped, x.tx "
        "FROM extraction_once x ORDER BY x.tx, x.episode"
    )
    op.drop_table("extraction_once")


def _say_what_evidence_does() -> None:
    """Words may say a claim, correct another with it, or call it off; for what is there already, they say it."""
    op.rename_table("derivation", "derivation_before")
    op.create_table(
        "derivation",
        _integer("evidence"),
        _integer("run"),
        sa.Column("statement", sa.Text),
        sa.Column("effect", INT64, nullable=False, server_default=sa.text("0")),
        sa.PrimaryKeyConstraint("evidence", name="pk_derivation"),
        _reference("derivation", "evidence"),
        _reference("derivation", "run"),
    )
    op.execute(
        "INSERT INTO derivation (evidence, run, statement) SELECT evidence, run, statement FROM derivation_before"
    )
    op.drop_table("derivation_before")


def _queue_again() -> None:
    """A job may be to read anew what was read."""
    op.drop_index("job_episode", "job")
    op.rename_table("job", "job_before")
    op.create_table(
        "job",
        sa.Column("extractor", sa.Text, nullable=False),
        *(_integer(name) for name in ("episode", "scope", "queued")),
        sa.Column("attempts", INT64, nullable=False, server_default=sa.text("0")),
        _integer("not_before"),
        sa.Column("lease_until", INT64),
        sa.Column("worker", sa.Text),
        sa.Column("failed", INT64, nullable=False, server_default=sa.text("0")),
        sa.Column("reason", sa.Text),
        sa.Column("again", INT64, nullable=False, server_default=sa.text("0")),
        sa.PrimaryKeyConstraint("extractor", "episode", name="pk_job"),
        _reference("job", "episode"),
        _reference("job", "scope"),
        sqlite_with_rowid=False,
    )
    op.create_index("job_episode", "job", ["episode"])
    op.execute(
        "INSERT INTO job (extractor, episode, scope, queued, attempts, not_before, lease_until, worker, failed, "
        "reason) SELECT extractor, episode, scope, queued, attempts, not_before, lease_until, worker, failed, reason "
        "FROM job_before"
    )
    op.drop_table("job_before")


def _refuse_change(table: str, same: str) -> None:
    """The three triggers of an append-only table, as in 0001."""
    for verb in ("UPDATE", "DELETE"):
        op.execute(
            f"CREATE TRIGGER {table}_no_{verb.lower()} BEFORE {verb} ON {table} "
            "WHEN NOT EXISTS (SELECT 1 FROM erasing) "
            f"BEGIN SELECT RAISE(ABORT, 'append-only: {table} takes no {verb}'); END"
        )
    op.execute(
        f"CREATE TRIGGER {table}_no_replace BEFORE INSERT ON {table} "
        f"WHEN EXISTS (SELECT 1 FROM {table} WHERE {same}) "
        f"BEGIN SELECT RAISE(ABORT, 'append-only: {table} has this row already'); END"
    )


def _integer(name: str, *, nullable: bool = False) -> sa.Column[int]:
    return sa.Column(name, INT64, nullable=nullable, autoincrement=False)


def _reference(table: str, name: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint([name], [f"{name}.id"], name=f"fk_{table}_{name}_{name}")


def _transaction(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(["tx"], ["tx.id"], name=f"fk_{table}_tx_tx", deferrable=True, initially="DEFERRED")


def downgrade() -> None:
    raise CommandError("tkg does not downgrade, which would lose rows: put back the copy made before the upgrade")
