"""Half of the bytes. Past beliefs lie once and current ones twice, not three times each, and two tables say where those
of a predicate or of a value are. Of claims, what follows from another column is left out, and indexes are fewer.
"""

import sqlalchemy as sa
from alembic import op
from alembic.util import CommandError

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

INT64 = sa.BigInteger().with_variant(sa.Integer(), "sqlite")

KEYS = {
    "belief_hist": ("scope", "modality", "s", "p", "rt", "vf", "o"),
    "belief_of_predicate": ("scope", "modality", "p", "s"),
    "belief_of_object": ("scope", "modality", "o", "p", "s"),
}
PAST = ("scope", "modality", "s", "p", "rt", "vf", "rf", "vt", "o", "flags")

LEFT_OUT = {
    **{
        f"{side}_said": f"CASE WHEN {side}_grain = 1 AND valid_said IS NULL "
        f"THEN NULLIF({side}_said, date({side}_at / 1000000, 'unixepoch')) ELSE {side}_said END"
        for side in ("from", "to")
    },
    "from_early": "NULLIF(from_early, from_late)",
    "from_late": "NULLIF(from_late, from_early)",
    "to_early": "NULLIF(to_early, to_late)",
    "to_at": f"CASE WHEN to_early = to_late THEN NULLIF(to_at, {2**63 - 1}) ELSE to_at END",
    "to_late": "NULLIF(to_late, to_early)",
    "observed": "CASE WHEN seen = 0 THEN NULLIF(observed, (SELECT at FROM tx WHERE tx.id = claim_before.tx)) "
    "ELSE observed END",
    "statement": "NULLIF(statement, id)",
    "s_said": "NULLIF(s_said, id)",
    "o_said": "NULLIF(o_said, id)",
}
"""Each column of a claim that is NULL where it follows from another, and what it is otherwise."""

REFERENCES = {"scope": "scope", "s": "term", "p": "predicate", "o": "term", "source": "source"}


def upgrade() -> None:
    _move_beliefs()
    _shorten_claims()
    _refer_less()
    op.drop_index("tx_last_place", "tx")


def _shorten_claims() -> None:
    # So that what refers to `claim` goes on to refer to that name.
    op.execute("PRAGMA legacy_alter_table = ON")
    op.rename_table("claim", "claim_before")
    op.execute("PRAGMA legacy_alter_table = OFF")
    op.create_table(
        "claim",
        *(_integer(name) for name in ("id", "scope", "op")),
        _integer("s", nullable=True),
        _integer("p"),
        _integer("o", nullable=True),
        *(sa.Column(f"{name}_said", sa.Text) for name in ("from", "to", "valid")),
        _integer("from_early", nullable=True),
        _integer("from_at"),
        _integer("from_late", nullable=True),
        _integer("from_grain"),
        *(_integer(f"to_{part}", nullable=True) for part in ("early", "at", "late")),
        *(_integer(name) for name in ("to_grain", "ongoing")),
        _integer("observed", nullable=True),
        *(_integer(name) for name in ("seen", "source")),
        sa.Column("confidence", sa.REAL, nullable=False),
        _integer("modality"),
        *(_integer(name, nullable=True) for name in ("statement", "s_said", "o_said", "reach_level")),
        sa.Column("erased", INT64, nullable=False, server_default=sa.text("0")),
        sa.Column("attrs", sa.Text),
        sa.Column("ref", sa.Text),
        _integer("tx"),
        sa.PrimaryKeyConstraint("id", name="pk_claim"),
        *(
            sa.ForeignKeyConstraint([column], [f"{table}.id"], name=f"fk_claim_{column}_{table}")
            for column, table in REFERENCES.items()
        ),
    )
    columns = [row[1] for row in op.get_bind().execute(sa.text("PRAGMA table_info(claim_before)"))]
    kept = ", ".join(LEFT_OUT.get(column, column) for column in columns)
    op.execute(f"INSERT INTO claim ({', '.join(columns)}) SELECT {kept} FROM claim_before ORDER BY id")
    op.drop_table("claim_before")
    _index_claims()
    _refuse_change("claim", "id = NEW.id", "NEW.ref IS NOT NULL AND scope = NEW.scope AND ref = NEW.ref")


def _index_claims() -> None:
    """`claim_value` begins with the value, so that it also finds the claims of one; `claim_tx` is not needed."""
    op.create_index("claim_slot", "claim", ["scope", "s", "p", "ongoing", "from_at"])
    op.create_index("claim_value", "claim", ["scope", "o", "p", "s", "ongoing", "from_at"])
    op.create_index("claim_predicate", "claim", ["scope", "p"])
    op.create_index("claim_statement", "claim", ["statement"], sqlite_where=sa.text("statement IS NOT NULL"))
    op.create_index("claim_ref", "claim", ["scope", "ref"], unique=True, sqlite_where=sa.text("ref IS NOT NULL"))
    slot = ["scope", "s", "p"]
    for name, columns, where in (
        ("straddle", [*slot, "reach_level", "from_at"], "reach_level IS NOT NULL"),
        ("end", slot, "op = 1"),
        ("backward", slot, "from_grain = 4 AND to_grain <> 6"),
        ("vague", [*slot, "o", "ongoing", "from_grain", "from_at"], "from_early < from_late"),
    ):
        op.create_index(f"claim_{name}", "claim", columns, sqlite_where=sa.text(where))


def _refer_less() -> None:
    """`standing` without its reference to the transaction: SQLite looked for it there whenever one was written."""
    op.rename_table("standing", "standing_before")
    op.create_table(
        "standing",
        *(_integer(name) for name in ("claim", "place", "live")),
        sa.Column("reason", sa.Text),
        _integer("tx"),
        sa.PrimaryKeyConstraint("claim", "place", name="pk_standing"),
        sa.ForeignKeyConstraint(["claim"], ["claim.id"], name="fk_standing_claim_claim"),
        sqlite_with_rowid=False,
    )
    op.execute("INSERT INTO standing SELECT claim, place, live, reason, tx FROM standing_before ORDER BY claim, place")
    op.drop_table("standing_before")
    op.create_index("standing_place", "standing", ["place"])
    _refuse_change("standing", "claim = NEW.claim AND place = NEW.place")


def _refuse_change(table: str, *same: str) -> None:
    """The triggers of an append-only table, as in 0001; `same` is when a new row would take the place of an old one."""
    exists = " OR ".join(f"EXISTS (SELECT 1 FROM {table} WHERE {condition})" for condition in same)
    for verb in ("UPDATE", "DELETE"):
        op.execute(
            f"CREATE TRIGGER {table}_no_{verb.lower()} BEFORE {verb} ON {table} "
            "WHEN NOT EXISTS (SELECT 1 FROM erasing) "
            f"BEGIN SELECT RAISE(ABORT, 'append-only: {table} takes no {verb}'); END"
        )
    op.execute(
        f"CREATE TRIGGER {table}_no_replace BEFORE INSERT ON {table} "
        f"WHEN {exists} BEGIN SELECT RAISE(ABORT, 'append-only: {table} has this row already'); END"
    )


def _move_beliefs() -> None:
    op.drop_index("belief_cur_object", "belief_cur")
    columns, key = ", ".join(PAST), ", ".join(KEYS["belief_hist"])
    op.rename_table("belief_hist", "belief_hist_before")
    _create("belief_hist", PAST)
    op.execute(f"INSERT INTO belief_hist ({columns}) SELECT {columns} FROM belief_hist_before ORDER BY {key}")
    op.drop_table("belief_hist_before")
    for table in ("belief_of_predicate", "belief_of_object"):
        _create(table, KEYS[table])
        key = ", ".join(KEYS[table])
        op.execute(f"INSERT INTO {table} ({key}) SELECT {key} FROM belief_cur UNION SELECT {key} FROM belief_hist")


def _create(table: str, columns: tuple[str, ...]) -> None:
    op.create_table(
        table,
        *(sa.Column(name, INT64, nullable=False, autoincrement=False) for name in columns),
        sa.PrimaryKeyConstraint(*KEYS[table], name=f"pk_{table}"),
        sqlite_with_rowid=False,
    )


def _integer(name: str, *, nullable: bool = False) -> sa.Column[int]:
    return sa.Column(name, INT64, nullable=nullable, autoincrement=False)


def downgrade() -> None:
    raise CommandError("tkg does not downgrade, which would lose rows: put back the copy made before the upgrade")
