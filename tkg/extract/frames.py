"""What a sentence says about itself: that it is a question, a condition, a guess, fiction, denied, or taken back.

A frame silences the whole sentence: where it ends is harder to tell than that it is there, and a fact that was not
meant is worse than one that is missed. A sentence can also be taken back by the next one, if that does nothing else
("Just kidding."). Which words are frames belongs to the languages and to no predicate.
"""

import re
from collections.abc import Sequence
from datetime import datetime

from tkg import timex
from tkg.extract import lexicon
from tkg.extract.times import Time

_FALSE_EN = (
    r"(?:all |just |only |really |actually |obviously |simply |completely |totally |such )*"
    r"(?:an? (?:[a-z]+ )?(?:lie|myth|joke|hoax|prank|fib|rumou?r|misunderstanding)|lies|false|untrue|fake|wrong|incorrect"
    r"|inaccurate|nonsense|rubbish|made[- ]up|not (?:true|the case|right|correct|so|real)|far from (?:it|true|the truth))\b"
)
_SAYS_EN = r"(?:say|said|saying|claim|claimed|claiming|tell|told|telling|state|stated|mention|mentioned|write|wrote)"

_DENIED = {
    "en": re.compile(
        rf"\b(?:it|this|that|which|story|idea)(?:['’]s| is| was) {_FALSE_EN}"
        r"|(?:\bnot|n['’]t|\bnever) (?:[a-z]+ )?(?:true|the case|correct|accurate|like|as if|as though) (?:,[^,]*, )?(?:that\b|I\b|(?-i:[A-Z]))"
        r"|(?:\bit|\bthat|\bthis) ?(?:isn|wasn)['’]t (?:[a-z]+ )?(?:true|the case|correct|accurate)\b"
        rf"|(?:\bnot|n['’]t|\bnever)(?: ever| once| actually| even)? {_SAYS_EN}\b(?! you\b)"
        r"|\b(?:no (?:truth|evidence|proof|way|chance)|contrary to|not that (?:I\b|(?-i:[A-Z]))|far from true)"
        r"|\bden(?:y|ies|ied|ying) (?:that|it|(?-i:I|[A-Z]\w*))\b|\brefuse[sd]? to believe\b"
        r"|\b(?:nobody|no one|none of \w+) (?:ever )?(?:says?|said|claims?|claimed|believes?|believed|thinks?|thought)\b"
        r"|\b(?:lied|lies|lying|fibbed|a lie|a myth|a hoax|untrue|falsely|wrongly|mistakenly)\b",
        re.IGNORECASE,
    ),
    "zh": re.compile(
        "(?:不是|并非|不)真的(?:是)?(?=[，,。！]|$)|不属实|不实|不是事实|谣言|谣传|造谣|误传|假消息|瞎说|胡说|乱说|撒谎|说谎|谎话|谎言|才怪"
        "|没有?说过?|从未说过?|否认|不承认|(?:不是|不能|并非|别)说|不代表|没人(?:说|认为|相信)|反话"
    ),
}

_RETRACTION_EN = (
    r"(?:(?:just|only|totally|obviously|i['’]?m|i am|i was|we were) (?:just |only |totally |obviously )?"
    r"(?:kidding|joking|teasing|lying|messing|trolling|pulling)\b|\b(?:jk|j/k|psych)\b|\bapril fools?\b"
    r"|\bi (?:just |totally )?(?:lied|made (?:it|that|this|all that) (?:all )?up)\b|\b(?:scratch|strike) that\b"
    rf"|\b(?:that|it|this|which)(?:['’]s| is| was) {_FALSE_EN}|\b(?:that|it|this) (?:isn|wasn)['’]t (?:true|so|right|correct)\b)"
)
_LAUGH_EN = r"^\W*(?:(?:ha(?:ha)*|lol|well|ok(?:ay)?|no|oh|but|and|actually|sorry|nah|wait)\b\W*)*"
_RETRACTION_ZH = "开(?:个|的)?(?:小)?玩笑|(?:是|都是|全是)假的|骗(?:你|您)们?|骗人|骗大家|逗你|逗大家|闹着玩|说着玩|瞎编|乱编|是编的|恶作剧|愚人节"

_RETRACTED = {
    "en": re.compile(rf"\b{_RETRACTION_EN}|\bkidding\W*$|(?:[,;.!…–—-]|\.\.\.)\s*not\W*$|\bnot really\W*$", re.IGNORECASE),
    "zh": re.compile(_RETRACTION_ZH),
}
_TAKES_BACK = {
    "en": re.compile(rf"{_LAUGH_EN}(?:\b{_RETRACTION_EN}|kidding\b|not\W*$|not really\W*$|never ?mind\W*$)", re.IGNORECASE),
    "zh": re.compile(
        rf"^\W*(?:哈|呵|嘿|好吧|其实|当然|我|刚才|刚刚|以上|这|那|些|话|说的|都|全|是|才|在|跟|和|你|只|就|\W)*(?:{_RETRACTION_ZH}|假的|瞎说|胡说|才怪)"
    ),
}
"""A sentence that begins like this takes back the one before it."""

_FICTION = {
    "en": re.compile(
        r"\bin (?:(?:my|the|this|that|an?|our|his|her|their|some|another|one|(?-i:[A-Z])\w*['’]s) )(?:[\w-]+ ){0,2}"
        r"(?-i:dream|nightmare|daydream|novel|game|story|tale|movie|film|book|show|series|sitcom|play|script|screenplay|comic|manga"
        r"|anime|fantasy|fanfic|fanfiction|role-?play|rpg|simulation|universe|imagination|parallel world|fiction|skit|sketch|musical|past life)s?\b"
        r"|\bin (?:another|a past|a former|my next) life\b|\bin (?:my )?(?:dreams|fiction|character)\b"
        r"|\b(?:my|our|the) (?:\w+ ){0,2}(?:character|avatar|protagonist|hero|heroine|npc|alter ego|persona)\b"
        r"|\b(?:role-?play\w*|make-believe|once upon a time|fictional\w*|as a joke|dreamt)\b",
        re.IGNORECASE,
    ),
    "zh": re.compile(
        "(?:游戏|小说|梦|梦境|电影|电视剧|连续剧|剧|剧本|故事|动漫|动画|动画片|漫画|幻想|想象|虚拟世界|元宇宙|平行世界|平行宇宙|童话|剧情|笑话|段子|作文"
        "|戏|传说|神话)(?:世界)?(?:里|中|内|当中)|角色扮演|我的(?:角色|人物)|做梦|梦到|梦见"
    ),
}

_GUESS_EN = (
    r"(?:maybe|perhaps|possibly|probably|presumably|supposedly|purportedly|apparently|allegedly|reportedly|conceivably|seemingly"
    r"|hopefully|theoretically|hypothetically|potentially|arguably|ideally|in theory|on paper|chances are|odds are"
    r"|who knows|as far as I (?:know|remember)|(?:it )?(?:seems?|looks?|sounds?|appears?)(?: like| as if)?"
    r"|I (?:think|guess|suppose|believe|reckon|assume|imagine|heard|gather|hope|wish|bet)|not sure|my guess is)"
)
_OPENING_EN = r"^\W*(?:(?:well|so|and|but|oh|hm+|um+|uh|ah|ok(?:ay)?|yeah|yes|no|also|actually|honestly|then|hey)\b\W*)*"
_HEDGED = {
    "en": re.compile(
        rf"{_OPENING_EN}{_GUESS_EN}\b"
        rf"|[,;–—(-]\s*(?:or so )?{_GUESS_EN}(?: so)?\W*$|\bor (?:something|so|whatever|not)(?: like that| similar)?\W*$"
        r"|\b(?:might|may|could) be (?:wrong|mistaken)\b|\bnot (?:[a-z]+ )?(?:sure|certain)\b|n['’]t (?:[a-z]+ )?(?:sure|certain)\b"
        r"|\bunsure\b|\bif I (?:remember|recall)\b|\b(?:iirc|afaik|rumou?r has it|legend has it|word has it)\b"
        r"|\b(?:likely|unlikely|possible|impossible|doubtful|rumou?red|debatable|questionable) that\b"
        r"|\b(?:think|believe|guess|suppose|assume|imagine|reckon|suspect|doubt|feel|hope|wish|pretend|joke|jok|kid|fantasi[sz]e|dream)"
        r"(?:s|es|ed|d|ing)? (?:,[^,]*, )?that\b|\bthought (?:,[^,]*, )?that\b|\b(?:seems?|appears?|looks) (?:,[^,]*, )?that\b",
        re.IGNORECASE,
    ),
    "zh": re.compile(
        r"^\W*(?:那|嗯|哦|其实|反正|呃|\W)*(?:也许|可能|大概|或许|好像|似乎|恐怕|估计|说不定|看来|看样子|看起来|貌似|听起来|想必|多半|八成|怕是|搞不好|没准"
        r"|疑似|理论上|按理|我猜|我想|我觉得|我估计|我怀疑)"
        r"|[，,、]\s*(?:我猜|我想|我觉得|我估计|大概|可能|也许|或许|好像|应该|据说|听说|说不定|不确定|不太确定|记不清|我也不)[^，,]{0,6}$"
        r"|[吧罢]\W*$|似的\W*$|也说不定|不确定|不敢肯定|记不清"
    ),
}

_NOT_TIME = {
    "en": re.compile(
        r"(?:\b(?:not|rather than|instead of)|n['’]t)\s+(?:(?:just|only|back|in|on|at|since|until|till|from|by|the|early|late)\s+)*(?=\w)",
        re.IGNORECASE,
    ),
    "zh": re.compile("(?:不是|并非|而非)(?:在|从|自|于)?"),
}
_VALUE_EN = re.compile(r"\w+(?:[ ,]+\w+){0,3}?(?=\W*(?:[,.;:!?]|$|\bbut\b|\band\b))")
_LONGEST_DATE = 40  # characters
_BARE_YEAR = re.compile(r"\b(?:19|20)\d\d\b")


def frame(text: str, language: str, after: str) -> str | None:
    """Why nothing in the sentence is vouched for, None if something may be. `after` is the next sentence."""
    reasons = (
        ("question", asks(text, language)),
        ("conditional", lexicon.CONDITIONAL[language].search(text)),
        ("retracted", _RETRACTED[language].search(text) or takes_back(after)),
        ("denied", _DENIED[language].search(text)),
        ("fiction", _FICTION[language].search(text)),
        ("hedged", _HEDGED[language].search(text)),
    )
    return next((reason for reason, holds in reasons if holds), None)


def asks(text: str, language: str) -> bool:
    """Whether a sentence is a question."""
    if text.rstrip("\"'”’)").endswith(("?", "？")):
        return True
    return language == "zh" and bool(lexicon.QUESTION_ZH.search(text))


def takes_back(text: str) -> bool:
    """Whether a sentence takes back the one before it, whichever its language is."""
    return any(pattern.search(text) for pattern in _TAKES_BACK.values())


def corrects_date(text: str, language: str, times: Sequence[Time], after: str, at: datetime) -> bool:
    """Whether one of the dates of a sentence, or of the next one if that begins with "not", is said to be wrong."""
    dates = [(time.first, time.last) for time in times] + [found.span() for found in _BARE_YEAR.finditer(text)]
    if not dates:
        return False
    begun = _NOT_TIME[language].match(after.lstrip())
    if begun and _is_date(after.lstrip(), begun.end(), language, at):
        return True
    for found in _NOT_TIME[language].finditer(text):
        rest = [(start, end) for start, end in dates if not start <= found.end() < end]
        if rest and (len(rest) < len(dates) or _is_date(text, found.end(), language, at)):
            return True
    return False


def _is_date(text: str, start: int, language: str, at: datetime) -> bool:
    """Whether the words from `start` on are a date where it is clear that they must be: after "in 2023, not"."""
    if language == "zh":
        found = timex.find(text[start : start + _LONGEST_DATE], lang=language)
        return bool(found) and found[0].start == 0
    value = _VALUE_EN.match(text, start)
    return value is not None and timex.anchor(value[0], at, lang=language) is not None
