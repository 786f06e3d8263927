"""Where a value ends, and what it is: the words that a pattern took for the object, read as the kind that it needs.

Boundaries are conservative. An English name is a run of capitalised words followed by something that cannot carry the
name on ("Acme security team" is not Acme); a phrase ends at the first preposition or conjunction and has at most four
words; a Chinese value ends at punctuation, a particle or the next verb. What points into the conversation ("it",
"your idea", 这个) is no value.
"""

import re
from collections.abc import Callable

from tkg.extract import wordlists
from tkg.extract.grammar import MASK
from tkg.kinds import LITERAL_KINDS
from tkg.ontology import Predicate
from tkg.values import Entity, Quantity, Text, Value

_NEXT_WORD = re.compile(r" +([^\W_]+)")
_POSSESSIVE = re.compile(r"['’]s\b")
_DETERMINER = re.compile(r"^(?:a|an|some|any|lots of|a lot of|all kinds of|all sorts of)\s+", re.IGNORECASE)
_OWNED = re.compile(r"^(?:a|an|two|three|four|five|my own|my first|our own|our first)\s+", re.IGNORECASE)
_LATIN = re.compile(r"[A-Za-z0-9][A-Za-z0-9&.'’+-]*(?: [A-Z0-9][A-Za-z0-9&.'’+-]*)*")
_CUT_ZH = re.compile(
    "[了着过呢啊吧吗呀哦嘛啦和跟与及或但因就也都还才又再在把被让给对从没不很太真]|工作|上班|上学|读书|念书|定居|生活|居住|发展|做|当|读|学习"
    "|找|陪|开|买|租|照顾|休息|来着|去(?!世)|要|想|已经|现在|一起|担任|负责|时候|那边|这边|这里|那里|附近|旅游|旅行|出差|玩|度假"
    "|[一两三四五六七八九十几\\d]+(?:次|趟|回|遍|天|年|个月|周|星期)"
)
wordlists.POINTING_EN_ZH = re.compile(
    "^(?:这|那|你|您|他|她|它|我|咱|大家|什么|怎么|哪|谁|自己|一下|一个人|别人|其他|所有|很多|的)"
)
_MEASURE_ZH = re.compile("^[一两三四五六七八九十几\\d]+(?:个|只|条|辆|套|台|间|位|家|栋|匹|艘|块|支|把|部|款)")
_LONGEST_ZH = {"text": 10, "thing": 10, "person": 6, "animal": 6}
_LONGEST_NAME_ZH = 12


def read(
    predicate: Predicate, language: str, text: str, span: tuple[int, int], *, last: bool
) -> tuple[Value, int] | None:
    """The value in `span` of the masked sentence, from its start but maybe not to its end, and where it does end.

    `last`: nothing of the pattern follows it, so that what does may be a part of it.

    None if what stands there is no value of the predicate's kind, or nobody can tell where it ends.
    """
    kind, (start, end) = predicate.object, span
    if kind == "number":
        number = text[start:end]
        value = float(number) if "." in number else int(number)
        return (Quantity(value, predicate.unit) if predicate.unit else value), end
    reader: Callable[[str, str, int, int, bool], tuple[str, int] | None]
    if language == "zh":
        reader = _chinese
    else:
        reader = _phrase if kind in ("text", "thing") else _name
    found = reader(kind, text, start, end, last)
    if found is None:
        return None
    words, last = found
    if kind == "text":
        return Text(words), last
    if "organisation" in kind.split("|") and words in wordlists.PLACES:
        return None
    single = kind not in LITERAL_KINDS and kind != "any" and "|" not in kind
    return Entity(words, kind if single else ""), last


def _name(kind: str, text: str, start: int, end: int, last: bool) -> tuple[str, int] | None:
    possessive = _POSSESSIVE.match(text, end)
    if not last or kind in ("person", "animal"):
        return (text[start:end], end) if not _is_no_name(text[start:end]) else None
    if possessive:
        end = possessive.end()
    name = text[start:end]
    if _is_no_name(name):
        return None
    following = _NEXT_WORD.match(text, end)
    if following and not following[1].isdigit() and following[1].lower() not in wordlists.AFTER_OBJECT_EN:
        return None
    return (name, end) if following or end == len(text) or not text[end].isalnum() else None


def _is_no_name(name: str) -> bool:
    return name.split(" ", 1)[0].lower() in wordlists.NOT_NAMES_EN


def _phrase(kind: str, text: str, start: int, end: int, last: bool) -> tuple[str, int] | None:
    lead = (_OWNED if kind == "thing" else _DETERMINER).match(text[start:end])
    if lead:
        start += lead.end()
    elif kind == "thing" and not text[start].isupper():
        return None
    said = text[start:end].split(" ")
    size = next((index for index, word in enumerate(said) if word.lower() in wordlists.AFTER_OBJECT_EN), len(said))
    words, after = said[:size], [word.lower() for word in said[size:]]
    if not 0 < size <= 4 or any(re.split("['’]", word)[0].lower() in wordlists.POINTING_EN for word in words):
        return None
    if after and (after[0] in wordlists.RESTRICTING_EN or (len(after) > 2 and after[0] in ("and", "or"))):
        return None  # the value goes on: "stories that ...", "action and sci-fi movies"
    if words[0].endswith("ing") and (
        after[:1] and after[0] in wordlists.RUNNING_ON_EN or (size == 1 and words[0] in wordlists.UNFINISHED_EN)
    ):
        return None
    phrase = " ".join(words)
    return phrase, start + len(phrase)


def _chinese(kind: str, text: str, start: int, end: int, last: bool) -> tuple[str, int] | None:
    latin = _LATIN.match(text, start, end)
    if latin and kind != "text":
        return latin.group().rstrip("."), start + len(latin.group().rstrip("."))
    measure = _MEASURE_ZH.match(text[start:end])
    if measure and kind in ("thing", "text"):
        start += measure.end()
    words = text[start:end].strip(MASK + " ")
    if wordlists.POINTING_EN_ZH.match(words):
        return None
    cut = _CUT_ZH.search(words, 2)
    if kind == "text":
        cut = re.search("[了呢啊吧吗呀哦嘛啦和跟与或但因也还都，]", words)
    if cut:
        words = words[: cut.start()]
    words = words.removesuffix("的") if kind != "text" else words
    if kind not in LITERAL_KINDS and (_MEASURE_ZH.match(words) or words in wordlists.GENERIC_ZH):
        return None
    if not words or (kind not in ("text", "thing") and "的" in words):
        return None
    if len(words) > _LONGEST_ZH.get(kind, _LONGEST_NAME_ZH) or (kind not in ("text", "thing") and len(words) < 2):
        return None
    return words, start + len(words)
