"""Where a value ends, and what it is: the words that a pattern took for the object, read as the kind that it needs.

Boundaries are conservative. An English name is a run of capitalised words followed by something that cannot carry the name
on ("Acme security team" is not Acme); a phrase ends at the first preposition or conjunction and has at most four words; a
Chinese value ends at punctuation, a particle or the next verb. What points into the conversation ("it", "your idea", 这个)
is no value.
"""

import re
from collections.abc import Callable

from tkg.extract import lexicon
from tkg.extract.grammar import MASK
from tkg.kinds import LITERAL_KINDS
from tkg.ontology import Predicate
from tkg.values import Entity, Quantity, Text, Value

_NEXT_WORD = re.compile(r" +([^\W_]+)")
_POSSESSIVE = re.compile(r"['’]s\b")
_DETERMINER = re.compile(r"^(?:a|an|some|any|lots of|a lot of|all kinds of|all sorts of)\s+", re.IGNORECASE)
_OWNED = re.compile(r"^(?:a|an|two|three|four|five|my own|my first|our own|our first)\s+", re.IGNORECASE)
_POINTING = frozenset(
    "the this that these those it its them him her he she they we us me you i my your his their our how what when where why "
    "who which there here to so such one ones something anything everything nothing someone everyone being having seeing "
    "getting doing making taking going trying spending giving helping knowing hearing looking talking thinking catching "
    "sharing using bringing putting showing supporting every each all both everyone's more most much many lot lots way same "
    "idea thing things stuff fact feeling moment and or not no just really also if as about whatever whenever".split()
)
_RUNS_ON = frozenset("with of to about for on up out into around from over off together through that like as the my".split())
_LATIN = re.compile(r"[A-Za-z0-9][A-Za-z0-9&.'’+-]*(?: [A-Z0-9][A-Za-z0-9&.'’+-]*)*")
_CUT_ZH = re.compile(
    "[了着过呢啊吧吗呀哦嘛啦和跟与及或但因就也都还才又再在把被让给对从没不很太真]|工作|上班|上学|读书|念书|定居|生活|居住|发展|做|当|读|学习"
    "|找|陪|开|买|租|照顾|休息|来着|去(?!世)|要|想|已经|现在|一起|担任|负责|时候|那边|这边|这里|那里|附近|旅游|旅行|出差|玩|度假|公司(?=[^一-鿿]|$)"
)
_POINTING_ZH = re.compile("^(?:这|那|你|您|他|她|它|我|咱|大家|什么|怎么|哪|谁|自己|一下|一个人|别人|其他|所有|很多|的)")
_MEASURE_ZH = re.compile("^[一两三四五六七八九十几\\d]+(?:个|只|条|辆|套|台|间|位|家|栋|匹|艘|块|支|把|部|款)")
_LONGEST_ZH = {"text": 10, "thing": 10, "person": 6, "animal": 6}
_LONGEST_NAME_ZH = 12


def read(predicate: Predicate, language: str, text: str, span: tuple[int, int], *, last: bool) -> tuple[Value, int] | None:
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
    single = kind not in LITERAL_KINDS and kind != "any" and "|" not in kind
    return Entity(words, kind if single else ""), last


def _name(kind: str, text: str, start: int, end: int, last: bool) -> tuple[str, int] | None:
    possessive = _POSSESSIVE.match(text, end)
    if possessive and last:
        end = possessive.end()
    name = text[start:end]
    if name.split(" ", 1)[0].lower() in lexicon.NOT_NAMES_EN:
        return None
    if not last or kind in ("person", "animal"):
        return name, end
    following = _NEXT_WORD.match(text, end)
    if following and not following[1].isdigit() and following[1].lower() not in lexicon.AFTER_OBJECT_EN:
        return None
    return (name, end) if following or end == len(text) or not text[end].isalnum() else None


def _phrase(kind: str, text: str, start: int, end: int, last: bool) -> tuple[str, int] | None:
    lead = (_OWNED if kind == "thing" else _DETERMINER).match(text[start:end])
    if lead:
        start += lead.end()
    elif kind == "thing" and not text[start].isupper():
        return None
    words: list[str] = []
    stopped = ""
    for word in text[start:end].split(" "):
        if word.lower() in lexicon.AFTER_OBJECT_EN:
            stopped = word.lower()
            break
        words.append(word)
    if not words or len(words) > 4 or any(re.split("['’]", word)[0].lower() in _POINTING for word in words):
        return None
    if words[0].endswith("ing") and stopped in _RUNS_ON:
        return None
    if not any(word[0].isalpha() for word in words):
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
    if _POINTING_ZH.match(words):
        return None
    cut = _CUT_ZH.search(words, 2)
    if kind == "text":
        cut = re.search("[了呢啊吧吗呀哦嘛啦和跟与或但因也还都，]", words)
    if cut:
        words = words[: cut.start()]
    if not words or (kind not in ("text", "thing") and "的" in words):
        return None
    if len(words) > _LONGEST_ZH.get(kind, _LONGEST_NAME_ZH) or (kind not in ("text", "thing") and len(words) < 2):
        return None
    return words, start + len(words)
