"""Which known entity a new name comes close to: a suggestion that somebody decides about, and never a link.

Nothing is linked by similarity, since no threshold is safe. With the built-in embedder a wedding ring and an engagement
ring (结婚戒指, 订婚戒指) have a cosine of 0.990, more than nearly all names of one thing; "room 12" and "room 13" have
0.961, "sofa" and "couch" 0.947 (`benchmarks/resembling.py`). A wrong link is a wrong fact, a suggestion that is not
taken costs a look.

Those that can be suggested share a word with the name: the word index of entities gives a few for each word, however
many entities there are, of what was taken in by the last search or `work`. Of them the few that share most are
embedded, and the nearest is suggested if it comes close enough. Names that differ in a number, in a negation or in a
word against its opposite are never one.
"""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from tkg.alike import form
from tkg.embed import Embedder, Vectors, unit_vectors
from tkg.entry_table import Kind
from tkg.errors import BadEmbedding, EmbedderError
from tkg.fulltext import asked, match, sequence
from tkg.resolving import Suggestion
from tkg.store import Store
from tkg.terms import ERASED, Bearer
from tkg.word_index import WordIndex

SUGGESTED_FROM = 0.97
"""The cosine from which the built-in embedder's nearest is suggested. Another embedder needs its own."""

OF_EACH_WORD = 50
"""Entities that are looked at for each word of a name."""

MOST_WORDS = 8
"""Words of a name that are looked for."""

MOST = 8
"""Entities that are embedded to be compared with a name."""

_REMEMBERED = 10_000
_TERMS = "SELECT id, a FROM entry WHERE id IN (SELECT value FROM json_each(?))"

_NUMBERS = (
    "one two three four five six seven eight nine ten eleven twelve first second third fourth fifth sixth seventh"
    " eighth ninth tenth last next ii iii iv vi vii viii ix xi xii 零一二三四五六七八九十百千万两〇甲乙丙丁"
)
_NEGATIONS = "no not non without never 不没无非未"
_OPPOSITES = (
    "left right|front back|old new young older newer younger|big small large little|tall short long|high low"
    "|black white red blue green yellow brown pink purple orange|upper lower|upstairs downstairs"
    "|north south east west|northern southern eastern western|inside outside|indoor outdoor"
    "|morning afternoon evening night|spring summer autumn fall winter|senior junior|male female|hot cold"
    "|mother father|sister brother|husband wife|son daughter|before after|day night"
    "|monday tuesday wednesday thursday friday saturday sunday"
    "|january february march april may june july august september october november december"
    "|左右|前后|老旧新|大小|高低矮|长短|黑白红蓝绿黄紫粉|上下|东西南北|里外内|早晚午|春夏秋冬|男女|冷热|父母|姐妹哥弟|夫妻|爷奶"
)
_DIGITS = re.compile(r"\d+")


def are_apart(one: str, other: str) -> bool:
    """Whether two names say by a number, a negation or a word and its opposite that they are of two things."""
    mine, theirs = (frozenset(sequence(name)) for name in (one, other))
    more, fewer = mine - theirs, theirs - mine
    if sorted(_DIGITS.findall(form(one))) != sorted(_DIGITS.findall(form(other))):
        return True
    if (more | fewer) & _ALONE:
        return True
    return any(more & group and fewer & group for group in _GROUPS)


@dataclass(slots=True)
class Resembling:
    """Suggests entities by an embedder, from a cosine of `least` on.

    An embedder that fails makes no suggestions from then on, and `failed` says why.
    """

    embedder: Embedder
    least: float = SUGGESTED_FROM
    failed: str | None = None
    _vectors: dict[str, Vectors] = field(default_factory=dict)

    def around(self, store: Store, scope: int, name: str, place: int) -> list[Bearer]:
        """The entities that share most words with a name and may be the same, as they read at a place of the log.

        Those of the name's own form are not among them.
        """
        words = WordIndex(store.connection, scope)
        shared: dict[int, float] = {}
        for word in asked(name).words[:MOST_WORDS]:
            entries = words.having([match((word,))], Kind.ENTITY, OF_EACH_WORD)
            for entry in entries:
                shared[entry] = shared.get(entry, 0.0) + 1 / len(entries)
        mentions = store.names.mentions(store.connection, scope)
        terms = dict(store.connection.execute(_TERMS, (json.dumps(list(shared)),)).fetchall())
        best = sorted(shared, key=lambda entry: (-shared[entry], entry))
        roots = dict.fromkeys(mentions.entity(terms[entry], place) for entry in best)
        form_ = form(name)
        found = [Bearer(root, code[2], code[1]) for root in roots for code in [store.terms.code(root)]]
        return [
            each
            for each in found
            if not each.name.startswith(ERASED) and form(each.name) != form_ and not are_apart(name, each.name)
        ][:MOST]

    def nearest(self, name: str, among: Sequence[Bearer]) -> Suggestion | None:
        """The nearest to a name of some entities, None if none of them is close enough."""
        if not among or self.failed is not None:
            return None
        try:
            mine, *theirs = self._embedded([name, *(each.name for each in among)])
        except (EmbedderError, BadEmbedding) as error:
            self.failed = f"no entities were suggested: {error}"
            return None
        cosines = [float(mine @ row) for row in theirs]
        best = int(np.argmax(cosines))
        return Suggestion(among[best].value, cosines[best]) if cosines[best] >= self.least else None

    def _embedded(self, names: Sequence[str]) -> list[Vectors]:
        fresh = [name for name in dict.fromkeys(names) if name not in self._vectors]
        if fresh:
            if len(self._vectors) > _REMEMBERED:
                self._vectors.clear()
                fresh = list(dict.fromkeys(names))
            rows = unit_vectors(self.embedder.passages(fresh), fresh, self.embedder)
            self._vectors |= dict(zip(fresh, rows, strict=True))
        return [self._vectors[name] for name in names]


_ALONE = frozenset(sequence(f"{_NUMBERS} {_NEGATIONS}"))
_GROUPS = tuple(frozenset(sequence(group)) for group in _OPPOSITES.split("|"))
