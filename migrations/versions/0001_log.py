"""The log and its cache: claims, what later became of them, names, rules, and the beliefs that follow.

Genesis is transaction 0, before all time, with place 0: whoever creates the file records the vocabulary under it.
"""

import sqlalchemy as sa
from alembic import op
from alembic.util import CommandError

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

APPLICATION_ID = 0x746B6731
GENESIS_AT_US = -(2**63)
INT64 = sa.BigInteger().with_variant(sa.Integer(), "sqlite")

UNCHANGING = {
    "tx": ("id = NEW.id",),
    "claim": ("id = NEW.id", "NEW.ref IS NOT NULL AND scope = NEW.scope AND ref = NEW.ref"),
    "standing": ("claim = NEW.claim AND place = NEW.place",),
    "merge": ("place = NEW.place",),
    "split": ("claim = NEW.claim AND role = NEW.role AND place = NEW.place",),
    "predicate_map": ("place = NEW.place AND old = NEW.old",),
    "declaration": ("place = NEW.place AND predicate = NEW.predicate",),
    "erasure": ("place = NEW.place",),
}
"""Each append-only table with the conditions under which a new row would take the place of an old one."""


def upgrade() -> None:
    op.create_table(
        "meta",
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("value", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_meta"),
    )
    op.create_table(
        "scope",
        _integer("id"),
        sa.Column("name", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_scope"),
        sa.UniqueConstraint("name", name="uq_scope_name"),
    )
    op.create_table(
        "tx",
        _integer("id"),
        _integer("at"),
        _integer("last_place"),
        sa.Column("actor", sa.Text),
        sa.Column("reason", sa.Text),
        sa.PrimaryKeyConstraint("id", name="pk_tx"),
    )
    op.create_index("tx_at", "tx", ["at"])
    op.create_index("tx_last_place", "tx", ["last_place"])
    op.create_table(
        "term",
        _integer("id"),
        _integer("scope"),
        _integer("kind"),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("norm", sa.Text, nullable=False),
        sa.Column("type", sa.Text, nullable=False, server_default=sa.text("''")),
        sa.PrimaryKeyConstraint("id", name="pk_term"),
        sa.UniqueConstraint("scope", "kind", "name", "type", name="uq_term_scope_kind_name_type"),
        _reference("term", "scope", "scope"),
    )
    op.create_index("term_scope_norm", "term", ["scope", "norm"])
    op.create_table(
        "predicate",
        _integer("id"),
        sa.Column("name", sa.Text, nullable=False),
        _integer("used", server_default=sa.text("0")),
        sa.PrimaryKeyConstraint("id", name="pk_predicate"),
        sa.UniqueConstraint("name", name="uq_predicate_name"),
    )
    op.create_table(
        "source",
        _integer("id"),
        _integer("scope"),
        sa.Column("name", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_source"),
        sa.UniqueConstraint("scope", "name", name="uq_source_scope_name"),
        _reference("source", "scope", "scope"),
    )
    _create_claims()
    _create_operations()
    _create_beliefs()
    for table, conditions in UNCHANGING.items():
        _refuse_change(table, conditions)
    for table in ("term", "source", "scope"):
        _refuse_verbs(table, "UPDATE", "DELETE")
    _refuse_verbs("predicate", "UPDATE OF id, name", "DELETE")
    op.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    op.execute(f"INSERT INTO tx (id, at, last_place) VALUES (0, {GENESIS_AT_US}, 0)")


def _create_claims() -> None:
    op.create_table(
        "claim",
        _integer("id"),
        _integer("scope"),
        _integer("op"),
        _integer("s", nullable=True),
        _integer("p"),
        _integer("o", nullable=True),
        sa.Column("from_said", sa.Text),
        sa.Column("to_said", sa.Text),
        sa.Column("valid_said", sa.Text),
        *(_integer(f"{bound}_{part}") for bound in ("from", "to") for part in ("early", "at", "late", "grain")),
        _integer("ongoing"),
        _integer("observed"),
        _integer("seen"),
        _integer("source"),
        sa.Column("confidence", sa.REAL, nullable=False),
        _integer("modality"),
        _integer("statement"),
        _integer("s_said"),
        _integer("o_said"),
        _integer("reach_level", nullable=True),
        _integer("erased", server_default=sa.text("0")),
        sa.Column("attrs", sa.Text),
        sa.Column("ref", sa.Text),
        _integer("tx"),
        sa.PrimaryKeyConstraint("id", name="pk_claim"),
        _reference("claim", "scope", "scope"),
        _reference("claim", "s", "term"),
        _reference("claim", "p", "predicate"),
        _reference("claim", "o", "term"),
        _reference("claim", "source", "source"),
        _transaction("claim"),
    )
    op.create_index("claim_slot", "claim", ["scope", "s", "p", "ongoing", "from_at"])
    op.create_index("claim_value", "claim", ["scope", "s", "p", "o", "ongoing", "from_at"])
    op.create_index("claim_object", "claim", ["scope", "o"])
    op.create_index("claim_predicate", "claim", ["scope", "p"])
    op.create_index("claim_statement", "claim", ["statement"])
    op.create_index("claim_s_said", "claim", ["s_said"])
    op.create_index("claim_o_said", "claim", ["o_said"])
    op.create_index("claim_tx", "claim", ["tx"])
    op.create_index("claim_ref", "claim", ["scope", "ref"], unique=True, sqlite_where=sa.text("ref IS NOT NULL"))
    op.create_index(
        "claim_straddle",
        "claim",
        ["scope", "s", "p", "reach_level", "from_at"],
        sqlite_where=sa.text("reach_level IS NOT NULL"),
    )
    op.create_index("claim_end", "claim", ["scope", "s", "p"], sqlite_where=sa.text("op = 1"))
    op.create_index(
        "claim_backward", "claim", ["scope", "s", "p"], sqlite_where=sa.text("from_grain = 4 AND to_grain <> 6")
    )
    op.create_index(
        "claim_vague",
        "claim",
        ["scope", "s", "p", "o", "ongoing", "from_grain", "from_at"],
        sqlite_where=sa.text("from_early < from_late"),
    )


def _create_operations() -> None:
    op.create_table(
        "standing",
        _integer("claim"),
        _integer("place"),
        _integer("live"),
        sa.Column("reason", sa.Text),
        _integer("tx"),
        sa.PrimaryKeyConstraint("claim", "place", name="pk_standing"),
        _reference("standing", "claim", "claim"),
        _transaction("standing"),
        sqlite_with_rowid=False,
    )
    op.create_index("standing_place", "standing", ["place"])
    op.create_table(
        "merge",
        _integer("place"),
        _integer("scope"),
        _integer("old"),
        _integer("new"),
        _integer("tx"),
        sa.PrimaryKeyConstraint("place", name="pk_merge"),
        _reference("merge", "scope", "scope"),
        _reference("merge", "old", "term"),
        _reference("merge", "new", "term"),
        _transaction("merge"),
    )
    op.create_table(
        "split",
        _integer("place"),
        _integer("claim"),
        _integer("role"),
        _integer("scope"),
        _integer("new"),
        _integer("tx"),
        sa.PrimaryKeyConstraint("claim", "role", "place", name="pk_split"),
        _reference("split", "claim", "claim"),
        _reference("split", "scope", "scope"),
        _reference("split", "new", "term"),
        _transaction("split"),
        sqlite_with_rowid=False,
    )
    op.create_index("split_place", "split", ["place"])
    op.create_table(
        "predicate_map",
        _integer("place"),
        _integer("old"),
        _integer("new"),
        _integer("flip"),
        _integer("tx"),
        sa.PrimaryKeyConstraint("place", "old", name="pk_predicate_map"),
        _reference("predicate_map", "old", "predicate"),
        _reference("predicate_map", "new", "predicate"),
        _transaction("predicate_map"),
    )
    op.create_table(
        "declaration",
        _integer("place"),
        _integer("predicate"),
        sa.Column("rule", sa.Text, nullable=False),
        _integer("tx"),
        sa.PrimaryKeyConstraint("place", "predicate", name="pk_declaration"),
        _reference("declaration", "predicate", "predicate"),
        _transaction("declaration"),
    )
    op.create_table(
        "erasure",
        _integer("place"),
        _integer("scope"),
        _integer("claim", nullable=True),
        _integer("entity", nullable=True),
        _integer("claims"),
        sa.Column("reason", sa.Text),
        _integer("tx"),
        sa.PrimaryKeyConstraint("place", name="pk_erasure"),
        _reference("erasure", "scope", "scope"),
        _reference("erasure", "claim", "claim"),
        _reference("erasure", "entity", "term"),
        _transaction("erasure"),
    )
    op.create_table("erasing", _integer("id"), sa.PrimaryKeyConstraint("id", name="pk_erasing"))


def _create_beliefs() -> None:
    op.create_table(
        "belief_cur",
        *(_integer(name) for name in ("scope", "modality", "s", "p", "vf", "vt", "o", "rf", "flags")),
        sa.PrimaryKeyConstraint("scope", "modality", "s", "p", "vf", "o", name="pk_belief_cur"),
        sqlite_with_rowid=False,
    )
    op.create_index(
        "belief_cur_predicate", "belief_cur", ["scope", "modality", "p", "vf", "vt", "s", "o", "rf", "flags"]
    )
    op.create_index("belief_cur_object", "belief_cur", ["scope", "modality", "o", "p", "s", "vf", "vt", "rf", "flags"])
    op.create_table(
        "belief_hist",
        *(_integer(name) for name in ("scope", "modality", "s", "p", "rt", "vf", "rf", "vt", "o", "flags")),
        sa.PrimaryKeyConstraint("scope", "modality", "s", "p", "rt", "vf", "rf", "o", name="pk_belief_hist"),
        sqlite_with_rowid=False,
    )
    op.create_index(
        "belief_hist_predicate", "belief_hist", ["scope", "modality", "p", "rt", "rf", "vf", "vt", "s", "o", "flags"]
    )
    op.create_index(
        "belief_hist_object", "belief_hist", ["scope", "modality", "o", "p", "s", "rt", "vf", "rf", "vt", "flags"]
    )


def _refuse_change(table: str, conditions: tuple[str, ...]) -> None:
    """The three triggers of an append-only table.

    INSERT OR REPLACE deletes the row that is in the way without firing a DELETE trigger unless the connection asks for
    it, hence the one before INSERT, which holds for erasure too.
    """
    _refuse_verbs(table, "UPDATE", "DELETE")
    taken = " OR ".join(f"EXISTS (SELECT 1 FROM {table} WHERE {condition})" for condition in conditions)
    op.execute(
        f"CREATE TRIGGER {table}_no_replace BEFORE INSERT ON {table} "
        f"WHEN {taken} BEGIN SELECT RAISE(ABORT, 'append-only: {table} has this row already'); END"
    )


def _refuse_verbs(table: str, *verbs: str) -> None:
    for verb in verbs:
        op.execute(
            f"CREATE TRIGGER {table}_no_{verb.split()[0].lower()} BEFORE {verb} ON {table} "
            "WHEN NOT EXISTS (SELECT 1 FROM erasing) "
            f"BEGIN SELECT RAISE(ABORT, 'append-only: {table} takes no {verb}'); END"
        )


def _integer(name: str, *, nullable: bool = False, server_default: sa.TextClause | None = None) -> sa.Column[int]:
    return sa.Column(name, INT64, nullable=nullable, autoincrement=False, server_default=server_default)


def _reference(table: str, column: str, target: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint([column], [f"{target}.id"], name=f"fk_{table}_{column}_{target}")


def _transaction(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(["tx"], ["tx.id"], name=f"fk_{table}_tx_tx", deferrable=True, initially="DEFERRED")


def downgrade() -> None:
    raise CommandError("tkg does not downgrade, which would lose rows: put back the copy made before the upgrade")
