"""When a row is wrong: for each table the conditions, in SQL, and what is then said of the row.

They hold of whatever a write of tkg leaves: numbers that stand for something are among those that do, times lie in the
years that there are, what is of one scope names what is of it, places of the log are those of their transactions, and
transactions come in the order of their recorded times, two of which a replayed log may bring in equal.
"""

from datetime import UTC, datetime
from typing import TypeAlias

from tkg.bounds import Grain
from tkg.intervals import MAX, MIN, microseconds
from tkg.terms import BOOLEAN, ENTITY

Wrong: TypeAlias = tuple[str, str]
"""When a row `d` is wrong, in SQL, and what is said of it then, as a text of SQL."""


FIRST, LAST = (microseconds(each.replace(tzinfo=UTC)) for each in (datetime.min, datetime.max))  # noqa: DTZ901


def _say(when: str, words: str) -> Wrong:
    return when, f"'{words}'"


def _outside(column: str, low: int, high: int) -> Wrong:
    return (
        f"d.{column} NOT BETWEEN {low} AND {high}",
        f"'{column} is ' || CAST(d.{column} AS TEXT) || ', not {low} to {high}'",
    )


def _no_time(column: str) -> Wrong:
    return f"d.{column} NOT BETWEEN {FIRST} AND {LAST}", f"'{column} is not in the years 1 to 9999'"


def _no_bound(column: str) -> Wrong:
    when, words = _no_time(column)
    return f"{when} AND d.{column} NOT IN ({MIN}, {MAX})", words


def _not_of(place: str) -> Wrong:
    """A place of the log that the transaction of the row did not stamp."""
    return (
        f"""NOT EXISTS (SELECT 1 FROM tx t WHERE t.id = d.tx AND {place} <= t.last_place AND {place} > COALESCE(
            (SELECT b.last_place FROM tx b WHERE b.id < t.id ORDER BY b.id DESC LIMIT 1), -1))""",
        f"'place ' || CAST({place} AS TEXT) || ' is not one of transaction ' || CAST(d.tx AS TEXT)",
    )


_FOREIGN = "{} is of another scope"
_NAMELESS = _say("TRIM(d.name) = ''", "it has no name")
_NO_TRANSACTION = _say("NOT EXISTS (SELECT 1 FROM tx t WHERE t.id = d.tx)", "its transaction is not there")


def _elsewhere(table: str, column: str) -> Wrong:
    """What belongs to a scope, and the row to another one."""
    return _say(f"(SELECT x.scope FROM {table} x WHERE x.id = d.{column}) <> d.scope", _FOREIGN.format(column))


_GRAINS = min(Grain), max(Grain)
_FIRST_SAID = (
    "SELECT 1 FROM claim f WHERE f.id = {} AND f.scope = d.scope AND f.id <= d.id AND COALESCE(f.statement, f.id) = {}"
)

WRONG: dict[str, tuple[Wrong, ...]] = {
    "tx": (
        _say("d.at < LAG(d.at) OVER (ORDER BY d.id)", "it is recorded before the one before it"),
        _say("d.last_place < LAG(d.last_place) OVER (ORDER BY d.id)", "it goes back in the log"),
        _say(f"d.id > 0 AND d.at NOT BETWEEN {FIRST} AND {LAST}", "at is not in the years 1 to 9999"),
    ),
    "scope": (_NAMELESS,),
    "predicate": (
        _NAMELESS,
        _outside("used", 0, 1),
        _say(
            "d.used = 0 AND EXISTS (SELECT 1 FROM claim c WHERE c.p = d.id AND c.erased < 2)",
            "claims speak of it, and it is not marked as used",
        ),
    ),
    "term": (_outside("kind", ENTITY, BOOLEAN), _NAMELESS),
    "claim": (
        _not_of("d.id"),
        _outside("op", 0, 1),
        _outside("modality", 0, 3),
        _outside("erased", 0, 2),
        _outside("seen", 0, 2),
        _outside("confidence", 0, 1),
        _outside("ongoing", 0, 1),
        _outside("from_grain", *_GRAINS),
        _outside("to_grain", *_GRAINS),
        _outside("reach_level", 0, 63),
        *map(_no_bound, ("from_early", "from_at", "from_late", "to_early", "to_at", "to_late")),
        _no_time("observed"),
        _say("d.seen > 0 AND d.observed IS NULL", "it was observed at no time"),
        _say("d.s IS NULL AND d.erased < 2", "it has no subject"),
        _say("d.o IS NULL AND d.op = 0 AND d.erased < 2", "it has no value"),
        _say(
            f"d.statement <> d.id AND NOT EXISTS ({_FIRST_SAID.format('d.statement', 'f.id')})",
            "statement is not the first version of a claim",
        ),
        *(
            _say(
                f"d.{said} <> d.id AND NOT EXISTS ({_FIRST_SAID.format(f'd.{said}', 'COALESCE(d.statement, d.id)')})",
                f"{said} is not a claim of its statement",
            )
            for said in ("s_said", "o_said")
        ),
        _elsewhere("term", "s"),
        _elsewhere("term", "o"),
        _elsewhere("source", "source"),
    ),
    "standing": (
        _not_of("d.place"),
        _outside("live", 0, 1),
        _say("d.place <= d.claim", "it stands before its claim"),
    ),
    "merge": (
        _not_of("d.place"),
        _say("d.old = d.new", "it merges a name into itself"),
        _elsewhere("term", "old"),
        _elsewhere("term", "new"),
    ),
    "split": (
        _not_of("d.place"),
        _outside("role", 0, 1),
        _say("d.place <= d.claim", "it stands before its claim"),
        _elsewhere("claim", "claim"),
        _elsewhere("term", "new"),
    ),
    "declaration": (_not_of("d.place"),),
    "predicate_map": (_not_of("d.place"), _outside("flip", 0, 1)),
    "dropping": (_not_of("d.place"), _outside("dropped", 0, 1)),
    "source_role": (_not_of("d.place"), _say("TRIM(d.role) = ''", "role is empty")),
    "source_order": (_not_of("d.place"),),
    "erasure": (
        _not_of("d.place"),
        _say("(d.claim IS NULL) = (d.entity IS NULL)", "it is of a claim or of an entity, and of one of them"),
        _say("d.claims < 0", "claims is less than none"),
        _elsewhere("claim", "claim"),
        _elsewhere("term", "entity"),
    ),
    "episode": (_NO_TRANSACTION, _no_time("observed")),
    "run": (_no_time("started"),),
    "evidence": (
        _NO_TRANSACTION,
        _say(
            """(SELECT c.scope FROM claim c WHERE c.id = d.claim)
                <> (SELECT e.scope FROM episode e WHERE e.id = d.episode)""",
            _FOREIGN.format("episode"),
        ),
        _say("(d.span_from IS NULL) <> (d.span_to IS NULL)", "half of a span"),
    ),
    "anchoring": (_NO_TRANSACTION, _outside("side", 0, 2), _no_time("reference")),
    "linking": (_outside("role", 0, 2),),
    "derivation": (_outside("effect", 0, 3),),
    "extraction": (_NO_TRANSACTION, _say("d.recorded < 0", "recorded is less than none")),
    "withdrawal": (_NO_TRANSACTION,),
    "held": (_NO_TRANSACTION,),
    "ruling": (_NO_TRANSACTION, _say("d.verdict NOT IN ('accepted', 'rejected')", "verdict is none that there is")),
    "model_call": (
        _no_time("at"),
        *(_say(f"d.{count} < 0", f"{count} is less than none") for count in ("calls", "tokens_in", "tokens_out")),
    ),
    "job": (
        *map(_no_time, ("queued", "not_before", "lease_until")),
        _elsewhere("episode", "episode"),
        _outside("failed", 0, 1),
        _outside("again", 0, 2),
    ),
    "idempotency": (_NO_TRANSACTION,),
}
"""What is wrong with the rows of each table; of a row the first that applies is said."""
