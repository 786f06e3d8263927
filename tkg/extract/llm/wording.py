"""What a value and the words it rests on have in common, as far as that is sure in any language.

Words are folded (NFKC, case) and compared by their beginnings, so that an inflected form is no other word; a character
of a script without spaces is a word of its own. Names of the first person stand for the speaker.
"""

import re
import unicodedata
from collections.abc import Iterable

_WORD = re.compile(r"[^\W_]+")
_UNSPACED = re.compile(r"[\u0e00-\u0eff\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]")
_BEGINNING = 3
"""Characters that two words have in common at least, if one is a form of the other."""

_FIRST_PERSON = frozenset(
    (
        "i", "me", "my", "mine", "myself", "i myself", "ich", "mich", "mir", "mein", "ich selbst",
        "我", "俺", "本人", "我本人", "我自己", "俺自己",
    )
)  # fmt: skip
# "My sister" is the speaker's, "My Fair Lady" is not.
_MY = re.compile(r"(?:my +(?=\w)|My +(?=[a-z]))")
_MEIN = re.compile(r"[Mm]ein(?:e|en|em|er|es)? +(?=\w)")
_KIN_ZH = (
    "爸|妈|爹|娘|父|母|哥|姐|弟|妹|爷爷|奶奶|外公|外婆|姥|叔|舅|姑|姨|伯|公公|婆婆|老公|老婆|丈夫|妻子|太太|先生|爱人|对象"
    "|男朋友|女朋友|男友|女友|儿子|女儿|孩子|孙|侄|外甥|家|公司|单位|老板|上司|同事|朋友|同学|室友|邻居|老师"
)
_MY_ZH = re.compile(f"[我俺]的?(?={_KIN_ZH})")


def folded(text: str) -> str:
    """A text in NFKC without case, its white space in single spaces."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def words(text: str) -> tuple[str, ...]:
    """The folded words of a text; characters of scripts without spaces one by one."""
    found: list[str] = []
    for word in _WORD.findall(folded(text)):
        rest = _UNSPACED.split(word)
        found += [part for part in rest if part]
        found += _UNSPACED.findall(word)
    return tuple(found)


def related(one: str, other: str) -> bool:
    """Whether two folded words may be forms of one: the same, or the same for the first three letters."""
    return one == other or (min(len(one), len(other)) >= _BEGINNING and one[:_BEGINNING] == other[:_BEGINNING])


def shares_a_word(text: str, others: Iterable[str]) -> bool:
    """Whether a word of the text has a form of its own in one of the other texts."""
    mine = words(text)
    return any(related(word, theirs) for other in others for theirs in words(other) for word in mine)


def stands_in(text: str, passage: str) -> bool:
    """Whether the text stands in the passage as whole words, case aside."""
    return place(folded(text), folded(passage)) is not None


def place(text: str, passage: str) -> int | None:
    """Where a folded text stands in a folded passage as whole words, at first."""
    if not text:
        return None
    before = r"(?<!\w)" if text[0].isascii() and text[0].isalnum() else ""
    after = r"(?!\w)" if text[-1].isascii() and text[-1].isalnum() else ""
    match = re.search(before + re.escape(text) + after, passage)
    return None if match is None else match.start()


def is_first_person(text: str) -> bool:
    """Whether a name is a word for the speaker, and nothing else."""
    return folded(text) in _FIRST_PERSON


def spoken_for(text: str, speaker: str, *, is_value: bool = False) -> str:
    """A name as the speaker means it: `I` is the speaker, `my sister`, 我妈 and `meine Schwester` the speaker's.

    Of a value only what is surely somebody's own: 我的世界 may be a game, as a subject it is the speaker's world.
    """
    text = text.strip()
    if is_first_person(text):
        return speaker
    if (english := _MY.match(text)) is not None:
        return f"{speaker}'s {text[english.end() :]}"
    if (german := _MEIN.match(text)) is not None:
        ending = "'" if speaker.endswith(("s", "ß", "x", "z")) else "s"
        return f"{speaker}{ending} {text[german.end() :]}"
    if (chinese := _MY_ZH.match(text)) is not None:
        return f"{speaker}的{text[chinese.end() :]}"
    is_own = text.startswith(("我的", "俺的")) and len(text) > len("我的") and not is_value
    return f"{speaker}的{text[len('我的') :]}" if is_own else text
