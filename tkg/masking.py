"""What an erasure takes out of the words, and out of everything that cites them.

With a *claim* go its quotes: the spans that it rests on are overwritten, letter for letter, so that all other spans
still fit. What was made of those words goes, too: what their time words were taken to mean, the sentences that a model
put them into, changes that are held because of them, what was passed over beside them, and the names that they used.

With a *name* go its letters wherever they stand in the words of the scope, or as a speaker or a source, and in whatever
text was kept: sentences, reasons, roles. A held change that says it anywhere goes as a whole.

A message of which something is masked is compared no more with what a later reading finds. All of it happens inside an
erasure (see `tkg.erasure`), while the append-only triggers let it pass.
"""

import json
import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from tkg.store import Store
from tkg.terms import source_code

MASK = "█"
_LETTER = r"[^\W_\u2e80-\U0003ffff]"
"""A letter or digit of a writing that puts spaces between words: beside a Chinese one a name is whole."""

# --- of one claim ---

_QUOTES = "SELECT episode, span_from, span_to FROM evidence WHERE claim = ? AND span_from IS NOT NULL"
_MINE = "SELECT id FROM evidence WHERE claim = :claim"
_READ_OF = "SELECT episode FROM evidence WHERE claim = :claim"
_OF_CLAIM = (
    "UPDATE evidence SET from_text = NULL, to_text = NULL WHERE claim = :claim",
    f"""
    UPDATE anchoring SET words = NULL, anchored = NULL, rule = NULL, chosen_by = NULL, note = NULL, bound = NULL,
        guess = NULL WHERE evidence IN ({_MINE})
    """,
    f"UPDATE linking SET said = NULL WHERE evidence IN ({_MINE})",
    "UPDATE ruling SET reason = NULL WHERE claim = :claim",
    f"""
    UPDATE withdrawal SET reason = NULL WHERE extraction IN (SELECT id FROM extraction WHERE episode IN ({_READ_OF}))
    """,
)
_FORGET_SENTENCES = f"""
    UPDATE derivation SET statement = NULL WHERE statement IS NOT NULL AND evidence IN (
        {_MINE} UNION
        SELECT other.id FROM evidence mine JOIN evidence other ON other.episode = mine.episode
        WHERE mine.claim = :claim AND other.span_from < mine.span_to AND other.span_to > mine.span_from)
    RETURNING evidence
"""
_SKIPPED_OF = """
    SELECT id, skipped FROM extraction
    WHERE episode IN (SELECT episode FROM evidence WHERE claim = ?) AND skipped <> '[]'
"""
_HELD_IN = """
    SELECT h.id, h.change FROM held h JOIN extraction x ON x.id = h.extraction
    WHERE x.episode = ? AND h.change IS NOT NULL
"""
_FORGET_HELD = "UPDATE held SET change = NULL WHERE id = ?"
_FORGET_RULED = "UPDATE ruling SET reason = NULL WHERE held = ?"

# --- of a name ---

_TEXTS = "SELECT id, text FROM episode WHERE scope = ?"
_WORDS = "SELECT id FROM episode WHERE scope = :scope"
_READ = f"SELECT id FROM evidence WHERE episode IN ({_WORDS})"


class _Citing(NamedTuple):
    """Columns of a table that may cite a name, in the rows of a scope."""

    table: str
    keys: tuple[str, ...]
    texts: tuple[str, ...]
    where: str

    @property
    def query(self) -> str:
        said = " OR ".join(f"{text} IS NOT NULL" for text in self.texts)
        return f"SELECT {', '.join(self.keys + self.texts)} FROM {self.table} WHERE {self.where} AND ({said})"

    @property
    def update(self) -> str:
        texts, keys = ([f"{name} = ?" for name in names] for names in (self.texts, self.keys))
        return f"UPDATE {self.table} SET {', '.join(texts)} WHERE {' AND '.join(keys)}"


_OF_SCOPE = """
    id IN (SELECT tx FROM claim WHERE scope = :scope UNION SELECT tx FROM episode WHERE scope = :scope UNION
        SELECT tx FROM merge WHERE scope = :scope UNION SELECT tx FROM split WHERE scope = :scope UNION
        SELECT t.tx FROM standing t JOIN claim c ON c.id = t.claim WHERE c.scope = :scope UNION
        SELECT r.tx FROM ruling r JOIN held h ON h.id = r.held WHERE h.scope = :scope UNION
        SELECT r.tx FROM source_role r JOIN source ON source.id = r.source WHERE source.scope = :scope UNION
        SELECT w.tx FROM withdrawal w JOIN extraction x ON x.id = w.extraction JOIN episode e ON e.id = x.episode
            WHERE e.scope = :scope)
"""
"""The transactions of a scope."""

_CITING = (
    _Citing("evidence", ("id",), ("from_text", "to_text"), f"episode IN ({_WORDS})"),
    _Citing("anchoring", ("evidence", "side"), ("words", "guess"), f"evidence IN ({_READ})"),
    _Citing("derivation", ("evidence",), ("statement",), f"evidence IN ({_READ})"),
    _Citing("linking", ("evidence", "role"), ("said",), f"evidence IN ({_READ})"),
    _Citing("standing", ("claim", "place"), ("reason",), "claim IN (SELECT id FROM claim WHERE scope = :scope)"),
    _Citing("ruling", ("held",), ("reason",), "held IN (SELECT id FROM held WHERE scope = :scope)"),
    _Citing(
        "withdrawal",
        ("extraction",),
        ("reason",),
        f"extraction IN (SELECT id FROM extraction WHERE episode IN ({_WORDS}))",
    ),
    _Citing("source_role", ("source", "place"), ("role",), "source IN (SELECT id FROM source WHERE scope = :scope)"),
    _Citing("dropping", ("predicate", "place"), ("reason",), ":scope IS NOT NULL"),
    _Citing("tx", ("id",), ("reason",), _OF_SCOPE),
)
_SKIPPED = """
    SELECT extraction.id, extraction.skipped FROM extraction
    JOIN episode ON episode.id = extraction.episode WHERE episode.scope = ? AND extraction.skipped <> '[]'
"""
_HELD = "SELECT id, change FROM held WHERE scope = ? AND change IS NOT NULL"
_SPEAKERS = "UPDATE episode SET speaker = ? WHERE scope = ? AND speaker = ? RETURNING id"
_RENAME_SOURCE = "UPDATE source SET name = ? WHERE scope = ? AND name = ?"
_ORDERS = "SELECT place, sources FROM source_order"
_REORDER = "UPDATE source_order SET sources = ? WHERE place = ?"
_FORGET_ROLE_REASONS = """
    UPDATE tx SET reason = NULL WHERE reason IS NOT NULL AND id IN (
        SELECT r.tx FROM source_role r JOIN source ON source.id = r.source WHERE source.scope = ? AND source.name = ?)
"""

# --- of both ---

_TEXT = "SELECT text FROM episode WHERE id = ?"
_MASK = "UPDATE episode SET text = ? WHERE id = ?"
_FORGET_DIGEST = "UPDATE extraction SET digest = NULL WHERE episode = ?"
_MASK_SKIPPED = "UPDATE extraction SET skipped = ? WHERE id = ?"
_FORGET_FAILED = "UPDATE job SET reason = NULL WHERE scope = ? AND reason IS NOT NULL"

Without = Callable[[str], str]


class Masker:
    """Masks words of one scope, inside an erasure. `masked` are the episodes of which something went,
    `sentences` the evidence whose sentence has changed."""

    def __init__(self, store: Store, scope: int) -> None:
        self.store, self.scope = store, scope
        self._execute = store.connection.execute
        self.masked: set[int] = set()
        self.sentences: set[int] = set()

    def forget_failures(self) -> None:
        """What a server said of its failure may cite anything, cut or written otherwise."""
        self._execute(_FORGET_FAILED, (self.scope,))

    def forget_quotes(self, claim: int) -> int:
        """Overwrite the quotes of a claim, and what was made of them; how many there were."""
        quotes = self._execute(_QUOTES, (claim,)).fetchall()
        for episode, start, end in quotes:
            (text,) = self._execute(_TEXT, (episode,)).fetchone()
            self._mask(episode, text[:start] + MASK * (end - start) + text[end:])
            for held, change in self._execute(_HELD_IN, (episode,)).fetchall():
                said = [(each["start"], each["start"] + len(each["text"])) for each in json.loads(change)["quotes"]]
                if any(a < end and start < b for a, b in said):
                    self._forget_held(held)
        forgotten = self._execute(_FORGET_SENTENCES, {"claim": claim}).fetchall()
        self.sentences.update(evidence for (evidence,) in forgotten)
        for update in _OF_CLAIM:
            self._execute(update, {"claim": claim})
        # Of what was passed over there the reasons stay: the rest may cite any of the words.
        self._rewrite_skipped(_SKIPPED_OF, claim, lambda _: "")
        return len(quotes)

    def forget_names(self, names: list[str]) -> int:
        """Overwrite names wherever they stand in the words of the scope, as whole words where words have spaces, or as
        who says them; in how many messages and held changes."""
        if not names:
            return 0
        pattern = re.compile("|".join(_whole(name) for name in sorted(names, key=len, reverse=True)), re.IGNORECASE)

        def without(text: str) -> str:
            return pattern.sub(lambda found: MASK * len(found[0]), text)

        masked = 0
        for episode, text in self._execute(_TEXTS, (self.scope,)).fetchall():
            hidden = without(text)
            if hidden != text:
                self._mask(episode, hidden)
                masked += 1
        self._rewrite_skipped(_SKIPPED, self.scope, without)
        for citing in _CITING:
            self._rewrite(citing, without)
        for held, change in self._execute(_HELD, (self.scope,)).fetchall():
            if any(without(text) != text for text in _texts(json.loads(change))):
                self._forget_held(held)
                masked += 1
        return masked + sum(self._forget_speaker(name) for name in names)

    def _forget_speaker(self, name: str) -> int:
        """Hide who said something, and the source that they are; of how many messages."""
        spoken = self._execute(_SPEAKERS, (MASK * len(name), self.scope, name)).fetchall()
        self.masked.update(episode for (episode,) in spoken)
        self._execute(_FORGET_ROLE_REASONS, (self.scope, name))
        hashed = self.store.terms.hashed(source_code(name))
        self._execute(_RENAME_SOURCE, (hashed, self.scope, name))
        for place, text in self._execute(_ORDERS).fetchall():
            if name in (order := json.loads(text)):
                hidden = json.dumps([hashed if each == name else each for each in order], ensure_ascii=False)
                self._execute(_REORDER, (hidden, place))
        return len(spoken)

    def _rewrite(self, citing: _Citing, without: Without) -> None:
        """The texts of some columns, without what is erased."""
        for row in self._execute(citing.query, {"scope": self.scope}).fetchall():
            keys, texts = row[: len(citing.keys)], row[len(citing.keys) :]
            hidden = tuple(None if text is None else without(text) for text in texts)
            if hidden != texts:
                self._execute(citing.update, (*hidden, *keys))
                if citing.table == "derivation":
                    self.sentences.update(keys)

    def _rewrite_skipped(self, query: str, of: int, rewrite: Without) -> None:
        """The texts of what was passed over, where a query finds some of a scope or a claim."""
        for extraction, skipped in self._execute(query, (of,)).fetchall():
            items = [{**item, "text": rewrite(item["text"])} for item in json.loads(skipped)]
            self._execute(_MASK_SKIPPED, (json.dumps(items, ensure_ascii=False), extraction))

    def _forget_held(self, held: int) -> None:
        self._execute(_FORGET_HELD, (held,))
        self._execute(_FORGET_RULED, (held,))

    def _mask(self, episode: int, text: str) -> None:
        self._execute(_MASK, (text, episode))
        self._execute(_FORGET_DIGEST, (episode,))
        self.masked.add(episode)


def _texts(raw: Any) -> Iterator[str]:
    """Every text in a JSON value."""
    if isinstance(raw, str):
        yield raw
    elif isinstance(raw, dict):
        for each in raw.values():
            yield from _texts(each)
    elif isinstance(raw, list):
        for each in raw:
            yield from _texts(each)


def _whole(name: str) -> str:
    """A pattern for `name` that does not match inside a longer word; Chinese has no such edges to look at."""
    left = f"(?<!{_LETTER})" if name[0].isascii() and name[0].isalnum() else ""
    right = f"(?!{_LETTER})" if name[-1].isascii() and name[-1].isalnum() else ""
    return left + re.escape(name) + right
