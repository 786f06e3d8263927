"""Words for full-text search, in a form that a plain word index finds them in, whatever the script.

The index underneath splits at spaces and knows no Chinese. So a text is cut into words here and handed over with spaces
between them: a word of letters and digits as it is, without case; a run of Chinese, Japanese or Korean characters as
its single characters and its pairs. A question is cut the same way, into pairs, or into the character where one stands
alone: 上海 is found in 搬到了上海浦东, 盘 in C盘. Pairs of neighbours find what a dictionary of words does not know,
and on news they find slightly more than one. Traditional characters are read as their simplified ones.

What a question is asked with ("where", "did", 什么) says nothing of what is looked for, and is left out unless there is
nothing else. What is written in one piece ("OC-41252", a UUID, "user:name") also counts as a phrase. Nothing that is
typed can be taken for the syntax of the index, since every part is quoted.
"""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from tkg.terms import norm
from tkg.timex.traditional import SIMPLIFIED

_TOGETHER = "\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uac00-\ud7af\U00020000-\U0003ffff"
_RUN = re.compile(rf"(?P<characters>[{_TOGETHER}]+)|(?P<word>[^\W_{_TOGETHER}]+)")
_JOINED = re.compile(rf"[^\W_{_TOGETHER}]+(?:[^\w\s]+[^\W_{_TOGETHER}]+|_+[^\W_{_TOGETHER}]+)+")

_ENGLISH = (
    "a about an and any are as at be been but by can could d did do does doing for from had has have he her hers him"
    " his how i if in into is it its ll many me much my of on or our over re s she should so some t that the their them"
    " then there these they this those to ve was we were what when where which who whom whose why will with would you"
    " your"
)
_CHINESE = (
    "什么 么是 是什 么时 时候 哪个 哪些 哪里 哪一 怎么 怎样 多少 如何 为什 是谁 的是 是否 是不 不是 有没 没有"
    " 的 了 吗 呢 是 在 谁 我 你 他 她"
)
STOP_WORDS = frozenset((*_ENGLISH.split(), *_CHINESE.split()))
"""What a question is asked with. Chinese ones are pairs, as they are cut."""


@dataclass(frozen=True, slots=True)
class Words:
    """The words of a question, each once, in order, and the `phrases` of several that were written in one piece."""

    words: tuple[str, ...]
    phrases: tuple[tuple[str, ...], ...] = ()

    def match(self) -> str | None:
        """The question in the syntax of FTS5: any of the words or phrases. None if there is no word."""
        parts = [*self.words, *(" ".join(phrase) for phrase in self.phrases)]
        return " OR ".join(f'"{part}"' for part in parts) or None


def indexed(text: str) -> str:
    """A text as it is handed to the index: its words, and the characters and pairs of its runs, with spaces between."""
    return " ".join(_cut(folded(text), all_characters=True))


def asked(text: str) -> Words:
    """The words of a question that say what is looked for."""
    text = folded(text)
    words = dict.fromkeys(_cut(text, all_characters=False))
    said = [word for word in words if word not in STOP_WORDS]
    phrases = (tuple(_cut(joined[0], all_characters=False)) for joined in _JOINED.finditer(text))
    return Words(tuple(said or words), tuple(dict.fromkeys(phrases)))


def folded(text: str) -> str:
    """A text as it is compared: compatibility form, without case, traditional characters as their simplified ones."""
    return unicodedata.normalize("NFKC", norm(text)).translate(SIMPLIFIED)


def _cut(text: str, *, all_characters: bool) -> Iterator[str]:
    for run in _RUN.finditer(text):
        characters = run["characters"]
        if characters is None:
            yield run["word"]
            continue
        if all_characters or len(characters) == 1:
            yield from characters
        yield from (characters[at : at + 2] for at in range(len(characters) - 1))
