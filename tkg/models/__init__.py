"""The tables, as SQLModel classes: what Alembic compares the migrations with, and where each column is explained.

The model. A file holds an append-only *log* and a *cache* of what follows from it.

- The log is one sequence of operations over the whole file. A *place* is a position in it, from one counter: a claim's
  id is its place, and every other operation has a column `place` from the same counter. A transaction (`tx`) stamps the
  places it covers with one recorded time, never earlier than the one before; its row is inserted when the
  last place is known, which is why every reference to it is deferred to the commit.
- `claim` is what was said: a subject, a predicate, a value and two imprecise times. Whether a claim stands is said by
  later rows: `standing` (retract, correct, undo), `merge` and `split` (who a name is), `predicate_map` (which predicate
  a word is) and `declaration` (the rule a predicate follows). Genesis, the shipped vocabulary, shares place 0.
- The database itself refuses to change the log: triggers, made in the migrations, abort an UPDATE, a DELETE or an
  INSERT over an existing row. Only erasure may pass, by putting a row into `erasing` for the length of its own
  transaction; `erasure` is its receipt.
- `belief_cur` and `belief_hist` are the cache: which value is believed for (scope, modality, subject, predicate) over a
  stretch of valid time `[vf, vt)` and recorded time `[rf, rt)`; current rows have no `rt` since it is for ever. `flags`
  keep the grain of both bounds (see `tkg.derive`). They can be rebuilt at any moment, hold no foreign keys, and lie
  by subject and predicate; `belief_of_predicate` and `belief_of_object` say where those of a predicate or a value are.
- `episode` is the words, verbatim and once; `evidence` is where in them a claim came from, and `anchoring` what the
  time words there were taken to mean.
- `job` is what waits to be extracted, and the only table that is worked with and not written once; `run`, `model_call`
  and `derivation` say which go of an extractor found what, and what its model was asked and cost.
- `entry`, `saying`, `named_time`, `vector` and `index_state` are what a search goes through, a cache like the beliefs,
  which follows some time after the log. With them goes `entry_words`, an FTS5 table made in the migration: the words of
  an entry (`own`), those that stand beside it (`beside`), and whose it is, as one word (`whose`).

Times are int64 microseconds since 1970 UTC, half-open; -2**63 and 2**63-1 stand for no beginning and no end, never
NULL. In a claim, NULL is what follows from another column (see `tkg.claim_table`). Names and literals are
dictionary-encoded in `term`. Every constraint has a name, so that a later migration can drop it.

Reading and writing go through SQL text on the driver, not through these classes; the package never imports them on the
way to an up-to-date file.
"""

from tkg.models import log, search, work
from tkg.models.columns import NAMING_CONVENTION, Row

__all__ = ["NAMING_CONVENTION", "Row", "log", "search", "work"]
