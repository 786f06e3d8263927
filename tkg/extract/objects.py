"""Where a value ends, and what it is: the words that a pattern took for the object, read as the kind that it needs.

Boundaries are conservative. An English name is a run of capitalised words followed by something that cannot carry the
name on ("Acme security team" is not Acme); a phrase ends at the first preposition or conjunction and has at most four
words; a Chinese value ends at punctuation, a particle or the next verb. What points into the conversation ("it", "your
idea", 这个) is no value.
"""

import re

from tkg.extract import shapes, wordlists
from tkg.extract.grammar import MASK
from tkg.extract.protocol import Span
from tkg.kinds import LITERAL_KINDS
from tkg.ontology import Predicate
from tkg.values import Entity, Quantity, Text, Value

_NEXT_WORD = re.compile(r" +([^\W_]+)")
_POSSESSIVE = re.compile(r"['’]s\b")
_DETERMINER = re.compile(r"(?:a|an|some|any|lots of|a lot of|all kinds of|all sorts of)\s+", re.IGNORECASE)
_OWNED = re.compile(r"(?:a|an|two|three|four|five|my own|my first|our own|our first)\s+", re.IGNORECASE)
_LONGEST_PHRASE = 4  # words

_LATIN = re.compile(r"[A-Za-z0-9][A-Za-z0-9&.'’+-]*(?: [A-Z0-9][A-Za-z0-9&.'’+-]*)*")
_CUT_ZH = re.compile(
    "[了着过呢啊吧吗呀哦嘛啦和跟与及或但因就也都还才又再在把被让给对从没不很太真]|工作|上班|上学|读书|念书|定居|生活"
    "|居住|住在|住过|发展|做|当|读|学习|找|陪|开|买|租|照顾|休息|看|睡|来着|去(?!世)|要|想|已经|现在|一起|担任|负责|时候|那边|这边|这里|之后|以后|之前|以前|后|时(?=$|我|就|都)"
    "|那里|附近|旅游|旅行|出差|玩|度假|[一两三四五六七八九十几\\d]+(?:次|趟|回|遍|天|年|个月|周|星期|个|间|套|栋|处|片|座|室)"
)
_CUT_TEXT_ZH = re.compile("很久|好久|多年|[了呢啊吧吗呀哦嘛啦和跟与或但因也还都，]")
_POINTING_ZH = re.compile(
    "这|那|你|您|他|她|它|我|咱|大家|什么|怎么|哪|谁|自己|一下|一个人|别人|其|所有|很多|多|任何|该|何[时处必况种等事人以]|的"
)
_LITTLE_ZH = re.compile("(?:一点点?|一些|点儿?|几句|一口|流利的?|标准的?)*")
_UNSETTLED_ZH = re.compile("[要会将想没不未别快]|打算|准备|可能|应该|也许")
_SUFFIX_ZH = re.compile("的?(?:公司|集团|项目|团队|大学|学院|大会|会议)?(?:$|了)")
_MEASURE_ZH = re.compile("[一两三四五六七八九十几\\d]+(?:个|只|条|辆|套|台|间|位|家|栋|匹|艘|块|支|把|部|款)")
_END_ZH = re.compile(rf"[\s{MASK}]*(?:$|[，。！？；：、,.!?;:（()）\"”」…]|[了啊吧呀哦嘛啦哈呢和跟也还但而所因])")
_A_WHILE_ZH = re.compile(r"[一二两三四五六七八九十几半\d]+个?(?:年|月|周|天|星期|礼拜)")
_SHORTEST_NAME_ZH = 2  # characters
_LONGEST_ZH = {"text": 10, "thing": 10, "person": 4, "animal": 6}
_LONGEST_NAME_ZH = 12


def read(
    predicate: Predicate, language: str, text: str, span: Span, *, last: bool, whole: bool = False, within: bool = False
) -> tuple[Value, int] | None:
    """The value in `span` of the masked sentence, from its start but maybe not to its end, and where it does end.

    `last`: nothing of the pattern follows it, so that what does may be a part of it. `whole`: it must end where the
    span does, and what follows must not carry it on, unless that is of the pattern too (`within`). None if what
    stands there is no value of the predicate's kind, or nobody can tell where it ends.
    """
    kind, (start, end) = predicate.object, span
    if kind == "number":
        value = float(text[start:end]) if "." in text[start:end] else int(text[start:end])
        if not shapes.fits(predicate, language, text, start, end):
            return None
        return (Quantity(value, predicate.unit) if predicate.unit else value), end
    if language == "zh":
        little = _LITTLE_ZH.match(text, start, end) if kind == "language" else None
        start = little.end() if little else start
        found = _chinese(kind, text, start, end)
    elif kind in ("text", "thing"):
        found = _phrase(kind, text, start, end)
    else:
        found = _name(text, start, end, compound=last and kind not in ("person", "animal"))
    if found is None or ("organisation" in kind.split("|") and text[slice(*found)] in wordlists.PLACES):
        return None
    if whole and not (found[1] == end and (within or _may_end(language, text, end))):
        return None
    if language == "zh" and not last and _UNSETTLED_ZH.search(text, found[1], end):
        return None
    if not shapes.fits(predicate, language, text, *found):
        return None
    return typed(predicate, text[slice(*found)]), found[1]


def may_follow(language: str, text: str, at: int, *, limited: bool = True) -> bool:
    """Whether a statement can be complete at `at`: what stands there is no object of its verb ("I smoke brisket").

    `limited`: it may be limited by what follows, too ("I smoke at parties").
    """
    if language != "en":
        return bool(_END_ZH.match(text, at) or _A_WHILE_ZH.match(text, at))
    following = _NEXT_WORD.match(text, at)
    word = following[1].lower() if following else ""
    if text[at : at + 1] in ("-", "‑") or word == "friendly" or (word in wordlists.LIMITING_EN and not limited):
        return False
    return not word or word in wordlists.AFTER_OBJECT_EN or word in wordlists.COMPLETING_EN or word.endswith("ly")


def _may_end(language: str, text: str, at: int) -> bool:
    """Whether a value can end at `at`: what stands there does not make a compound of it."""
    if language == "zh":
        return bool(_END_ZH.match(text, at))
    following = _NEXT_WORD.match(text, at)
    return following is None or following[1].lower() in wordlists.AFTER_OBJECT_EN


def typed(predicate: Predicate, words: str) -> Value:
    """Words as a value of the predicate's kind: text, or an entity, of its type where the predicate takes only one."""
    kind = predicate.object
    if kind == "text":
        return Text(words)
    return Entity(words, "" if kind in (*LITERAL_KINDS, "any") or "|" in kind else kind)


def _name(text: str, start: int, end: int, *, compound: bool) -> Span | None:
    """A run of capitalised words; `compound`: what follows could make it the first half of something else."""
    if text[start:end].split(" ", 1)[0].lower() in wordlists.NOT_NAMES_EN:
        return None
    if not compound:
        return start, end
    possessive = _POSSESSIVE.match(text, end)
    end = possessive.end() if possessive else end  # "McDonald's", unless a noun follows
    following = _NEXT_WORD.match(text, end)
    if following is None:
        return None if text[end : end + 1].isalnum() else (start, end)
    word = following[1].lower()
    return (start, end) if word.isdigit() or word in wordlists.AFTER_OBJECT_EN else None


def _phrase(kind: str, text: str, start: int, end: int) -> Span | None:
    lead = (_OWNED if kind == "thing" else _DETERMINER).match(text, start, end)
    if lead:
        start = lead.end()
    elif kind == "thing" and not text[start].isupper():
        return None
    said = text[start:end].split(" ")
    size = next((index for index, word in enumerate(said) if word.lower() in wordlists.AFTER_OBJECT_EN), len(said))
    words, after = said[:size], [word.lower() for word in said[size:]]
    if not 0 < size <= _LONGEST_PHRASE or any(_bare(word) in wordlists.POINTING_EN for word in words):
        return None
    if after and (after[0] in wordlists.RESTRICTING_EN or (len(after) > 2 and after[0] in ("and", "or"))):
        return None  # the value goes on: "stories that ...", "action and sci-fi movies"
    unfinished = size == 1 and words[0] in wordlists.UNFINISHED_EN
    running_on = bool(after) and (after[0] in wordlists.RUNNING_ON_EN or _bare(after[0]) in wordlists.POINTING_EN)
    if words[0].endswith("ing") and (unfinished or running_on):
        return None
    return start, start + len(" ".join(words))


def _bare(word: str) -> str:
    return re.split("['’]", word)[0].lower()


def _chinese(kind: str, text: str, start: int, end: int) -> Span | None:
    latin = _LATIN.match(text, start, end)
    if latin and kind != "text":
        rest = text[latin.end() : end].strip(MASK + " ")
        whole = not rest or _CUT_ZH.match(rest) or _SUFFIX_ZH.match(rest)
        return (start, start + len(latin.group().rstrip("."))) if whole else None
    if kind in ("thing", "text"):
        measure = _MEASURE_ZH.match(text, start, end)
        start = measure.end() if measure else start
    words = text[start:end].rstrip(MASK + " ")
    if _POINTING_ZH.match(words):
        return None
    cut = _CUT_TEXT_ZH.search(words) if kind == "text" else _CUT_ZH.search(words, _SHORTEST_NAME_ZH)
    words = words[: cut.start()] if cut else words
    if kind != "text":
        words = words.removesuffix("的")
        if _MEASURE_ZH.match(words) or words in wordlists.GENERIC_ZH:
            return None
    if kind not in ("text", "thing") and ("的" in words or len(words) < _SHORTEST_NAME_ZH):
        return None
    return (start, start + len(words)) if 0 < len(words) <= _LONGEST_ZH.get(kind, _LONGEST_NAME_ZH) else None
