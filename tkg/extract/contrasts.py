"""Two values of which one is right: "X, not Y" after a value, and 不是Y，是X where another one follows a negated value.

The other value may be said with words of the predicate again (不是住在苏州，是住在无锡) or alone. Alone and after a
negation it must look like what it should be: 我不是住在苏州，是路过 corrects nothing.
"""

import re
from collections.abc import Iterator, Sequence

from tkg.extract import lexicon, objects, wordlists
from tkg.extract.grammar import MASK
from tkg.extract.hits import Hit
from tkg.extract.passage import Passage
from tkg.extract.patterns import Compiled
from tkg.values import Value

_WORD_EN = r"\w[^\s,.;:!?()\"“”\x01]*"
VALUE = {
    "en": rf"(?:(?:in|at|to|for|on|from|a|an|the|with)[ ])?(?P<{{}}>{_WORD_EN}(?:[ ]{_WORD_EN}){{{{0,3}}}}?)",
    "zh": rf"[在叫去到]?(?P<{{}}>[^\s，。！？；：、,.!?;:“”\"（）{MASK}的了在]{{{{1,12}}}}?)",
}
"""The expression of a value without a predicate, of the name that is filled in."""
END = {"en": r"(?=\s*(?:[,.;:!?]|$|and\b|but\b))", "zh": r"(?=\s*(?:[，。！？；,.!?;啦啊哦呢]|$))"}
"""What may follow such a value."""

_NOT = {
    "en": re.compile(rf"[\s{MASK}]*[,–—-]?\s*(?i:not|rather than)\s+"),
    "zh": re.compile(rf"[\s{MASK}]*[，,]?\s*(?:而)?(?:不是|并不是|并非|而非)"),
}
_A_KIND = re.compile(r"an? ", re.IGNORECASE)
_BUT_ZH = re.compile(rf"(?:的|呢|啊|\s|{MASK})*[，,；;]\s*(?:而|其实|应该|实际上)?是")
_NOT_ZH = re.compile("不是|并非")
_POSITION = re.compile(
    r"(?:chapter|line|page|column|row|step|part|level|version|option|question|room|gate|windows|no\.?|number"
    r"|section|figure|table) ?\w{1,3}$"
    r"|\d{1,3}$|第|[左右前后上下]边?$|.{0,3}[列行段页条个号]$",
    re.IGNORECASE,
)
"""Which of several things, and nothing that could be somebody's value."""

_NO_VALUE_ZH = re.compile(
    "[我你他她它不没想要]|因为|为了|一样|问题|这|那|什么|真的|开玩笑|说|故意|(?:工作|上班|任职|就职)$"
)
"""In a Chinese "not A but B" these show that A and B are no values."""
_ALONE = {language: re.compile(VALUE[language].format("value") + END[language]) for language in VALUE}
_LIKE_ZH = {
    "place": re.compile(r"[一-鿿]{1,9}[省市县区镇村州岛国]|[A-Z][\w .'’-]*"),
    "organisation": re.compile(
        r"[一-鿿]{1,9}(?:公司|集团|大学|学院|中学|小学|银行|医院|科技|研究所|事务所)|[A-Z][\w .&'’-]*"
    ),
    "person": re.compile(rf"[{wordlists.SURNAMES_ZH}][一-鿿]{{1,2}}|[A-Z][\w .'’-]*"),
}


def contrast(passage: Passage, hit: Hit, patterns: Sequence[Compiled], end: int) -> tuple[Value, int] | None:
    """The value that "not ..." right after `end` says was wrong, and where that ends."""
    found = _NOT[passage.language].match(passage.masked, end)
    if found is None or _A_KIND.match(passage.masked, found.end()):
        return None  # "I'm a doctor, not a magician"
    again = _again(passage, hit, patterns, found.end())
    if again is not None:
        return again
    alone = _ALONE[passage.language].match(passage.masked, found.end())
    if alone is None or not are_values(alone["value"]):
        return None
    return objects.typed(hit.pattern.predicate, alone["value"]), alone.end("value")


def instead(passage: Passage, hit: Hit, patterns: Sequence[Compiled], end: int) -> tuple[Value, int] | None:
    """The value that 是 after a negated one, which ends at `end`, says is right, and where that ends."""
    if passage.language != "zh" or not _NOT_ZH.search(hit.gap):
        return None
    found = _BUT_ZH.match(passage.masked, end)
    if found is None:
        return None
    again = _again(passage, hit, patterns, found.end())
    if again is not None:
        return again
    alone = _ALONE["zh"].match(passage.masked, found.end())
    if alone is None or not _is_like(hit, alone["value"]):
        return None
    return objects.typed(hit.pattern.predicate, alone["value"]), alone.end("value")


def are_values(*words: str) -> bool:
    """Whether words can be values, as far as that can be told without a predicate."""
    return all(_is_value(each) for each in words)


def _again(passage: Passage, hit: Hit, patterns: Sequence[Compiled], at: int) -> tuple[Value, int] | None:
    """A value at `at` that is said with words of the same predicate."""
    for match, last in _matches_again(passage, hit, patterns, at):
        found = objects.read(hit.pattern.predicate, "zh", passage.masked, match.span("object"), last=last)
        if found is not None:
            return found[0], found[1] if last else match.end()
    return None


def _matches_again(
    passage: Passage, hit: Hit, patterns: Sequence[Compiled], at: int
) -> Iterator[tuple[re.Match[str], bool]]:
    if passage.language != "zh" or hit.person == "base":
        return
    for pattern in patterns:
        same = pattern.predicate is hit.pattern.predicate and pattern.form == hit.pattern.form
        if same and pattern.continues and pattern.has_object and hit.person in pattern.persons():
            match = pattern.continued(hit.person).match(passage.masked, at)
            if match and not lexicon.NEGATION["zh"].search(match["gap0"] or ""):
                yield match, pattern.object_is_last


def _is_like(hit: Hit, words: str) -> bool:
    kind = hit.pattern.predicate.object
    if kind == "place" and words in wordlists.PLACES:
        return True
    return kind in _LIKE_ZH and words not in wordlists.NOT_NAMES_ZH and bool(_LIKE_ZH[kind].fullmatch(words))


def _is_value(text: str) -> bool:
    if _NO_VALUE_ZH.search(text) or _POSITION.match(text):
        return False
    words = text.lower().split()
    return bool(words) and not any(word in wordlists.NO_VALUE_EN for word in words) and any(c.isalnum() for c in text)
