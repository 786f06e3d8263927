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


def _english(*expressions: str) -> re.Pattern[str]:
    return re.compile("|".join(expressions), re.IGNORECASE)


_NAME = r"(?:I\b|(?-i:[A-Z]))"
_NEGATION = r"(?:\bnot|n['’]t|\bnever)"
_ASIDE = r"(?:,[^,]*, )?"
_FALSE = (
    r"(?:(?:all|just|only|really|actually|obviously|simply|completely|totally) )*"
    r"(?:an? (?:[a-z]+ )?(?:lie|myth|joke|hoax|prank|fib|rumou?r|misunderstanding)|lies|false|untrue|fake|wrong"
    r"|incorrect|inaccurate|nonsense|rubbish|made[- ]up|not (?:true|the case|right|correct|so|real)"
    r"|far from (?:it|true|the truth))\b"
)
_IS_FALSE = rf"\b(?:it|this|that|which|story|idea)(?:['’]s| is| was) {_FALSE}"
_IS_NOT_TRUE = r"\b(?:it|this|that) (?:isn|wasn)['’]t (?:[a-z]+ )?(?:true|the case|so|right|correct|accurate)\b"
_SAY = r"(?:say|said|saying|claim|claimed|claiming|tell|told|telling|state|stated|mention|mentioned|write|wrote)"
_DENIED = {
    "en": _english(
        _IS_FALSE,
        _IS_NOT_TRUE,
        rf"{_NEGATION} (?:[a-z]+ )?(?:true|the case|correct|accurate|like|as if) {_ASIDE}(?:that\b|{_NAME})",
        rf"{_NEGATION}(?: ever| once| actually| even)? {_SAY}\b(?! you\b)",
        rf"\bno (?:truth|evidence|proof|way|chance)\b|\bcontrary to\b|\bnot that {_NAME}",
        r"\bden(?:y|ies|ied|ying) (?:that|it|(?-i:I|[A-Z]\w*))\b|\brefuse[sd]? to believe\b",
        r"\b(?:nobody|no one|none of \w+) (?:ever )?(?:says?|said|claim(?:s|ed)?|believe[sd]?|thinks?|thought)\b",
        r"\b(?:lied|lies|lying|fibbed|a lie|a myth|a hoax|untrue|falsely|wrongly|mistakenly)\b",
        r"\b(?:debunked|disproved|refuted|absurd|said (?:no one|nobody)|whoever (?:says?|said|told))\b",
    ),
    "zh": re.compile(
        "(?:不是|并非|不)真的(?:是)?(?=[，,。！]|$)|不属实|不实|不是事实|谣言|谣传|造谣|误传|假消息|瞎说|胡说|乱说"
        "|撒谎|说谎|谎话|谎言|才怪|没有?说过?|从未说过?|否认|不承认|(?:不是|不能|并非|别)说|不代表"
        "|没人(?:说|认为|相信)|反话|骗[^，,。]{0,4}说|不可能(?=[，,！。]|$)"
    ),
}

_RETRACTION = (
    r"\b(?:just|only|totally|obviously|i['’]?m|i am|i was|we were) (?:(?:just|only|totally|obviously) )?"
    r"(?:kidding|joking|teasing|lying|messing|trolling|pulling)\b"
    r"|\b(?:jk|j/k|psych|april fools?|(?:scratch|strike) that)\b"
    r"|\bi (?:just |totally )?(?:lied|made (?:it|that|this|all that) (?:all )?up)\b"
    r"|\b(?:not really|yeah,? right)\W*$|\bin my (?:wildest )?dreams\b"
    rf"|{_IS_FALSE}|{_IS_NOT_TRUE}"
)
_LAUGH = r"(?:(?:ha(?:ha)*|lol|well|ok(?:ay)?|no|oh|but|and|actually|sorry|nah|wait)\b\W*)*"
_RETRACTION_ZH = (
    "开(?:个|的)?(?:小)?玩笑|(?:是|都是|全是)假的|骗(?:你|您)们?|骗人|骗大家|逗你|逗大家|闹着玩|说着玩|瞎编|乱编|是编的"
    "|恶作剧|愚人节"
)
_TAKEN_BACK = {
    "en": _english(_RETRACTION, r"\bkidding\W*$", r"[,;.!…(–—-]\s*not\W*$"),
    "zh": re.compile(rf"{_RETRACTION_ZH}|[，,。！—…]\s*(?:都|全|是|其实|当然)*假的"),
}
_TAKES_BACK = (
    _english(rf"^\W*{_LAUGH}(?:{_RETRACTION}|kidding\b|(?:not|never ?mind)\W*$)"),
    re.compile(
        "^(?:哈|呵|嘿|好吧|其实|当然|我|刚才|刚刚|以上|这|那|些|话|说的|都|全|是|才|在|跟|和|你|只|就|\\W)*"
        f"(?:{_RETRACTION_ZH}|假的|瞎说|胡说|才怪)"
    ),
)
"""A sentence that begins like this takes back the one before it."""

_STORY = (
    "(?-i:dream|nightmare|daydream|novel|game|story|tale|movie|film|book|show|series|sitcom|play|script|screenplay|comic"
    "|manga|anime|fantasy|fanfic|fanfiction|role-?play|rpg|simulation|universe|imagination|fiction|skit|sketch|musical)s?"
)
_FICTION = {
    "en": _english(
        r"\b(?:in|for|during) (?:(?:my|the|this|that|an?|our|his|her|their|some|another|one|(?-i:[A-Z])\w*['’]s) )"
        rf"(?:[\w-]+ ){{0,2}}{_STORY}\b",
        r"\bin my (?:head|mind|imagination)\b|\bwhen (?:pigs fly|hell freezes)",
        r"\b(?:in|on|playing) (?:the )?(?:Sims|Minecraft|Monopoly|Skyrim|Zelda|Fortnite|GTA|Roblox|Catan"
        r"|RuneScape|Stardew|D&D)\b",
        r"\bin (?:another|a past|a former|my next) life\b|\bin (?:my )?(?:dreams|fiction|character)\b",
        r"\b(?:my|our|the) (?:\w+ ){0,2}(?:character|avatar|protagonist|hero|heroine|npc|alter ego|persona)\b",
        r"\b(?:role-?play\w*|make-believe|imaginary|once upon a time|fictional\w*|as a joke|dreamt)\b",
        r"\b(?:this|that|it)(?:['’]s| is) (?:\w+ )?fiction\b",
        r"\b(?:writ\w+|wrote|read|reading|saw|see|watch\w*|tell\w*|told|made up|imagin\w+) (?:\w+ ){0,3}"
        rf"{_STORY} ?(?:where\b|in which\b|about\b|[:–—])",
    ),
    "zh": re.compile(
        "(?:游戏|小说|梦|梦境|电影|电视剧|连续剧|剧|剧本|故事|动漫|动画|动画片|漫画|幻想|想象|虚拟世界|元宇宙|平行世界"
        "|平行宇宙|童话|剧情|笑话|段子|作文|戏|传说|神话)(?:世界)?(?:里|中|内|当中)|角色扮演|扮演|我演的|主角|男主|女主|反派"
        "|做(?:了|过)?(?:一?个|一场|场)?[一-鿿]{0,3}梦|我的(?:角色|人物)|梦到|梦见"
    ),
}

_GUESS_ADVERB = (
    r"(?:(?:maybe|perhaps|possibly|probably|presumably|supposedly|purportedly|apparently|allegedly|reportedly|conceivably"
    r"|seemingly|hopefully|theoretically|hypothetically|potentially|arguably|ideally|in theory|on paper|chances are"
    r"|odds are|who knows|as far as I (?:know|remember)|for all I know|not sure|pretty sure|my guess is)\b"
    rf"|(?:it )?(?:seems?|looks?|sounds?|appears?) (?:like|as if|{_NAME}))"
)
_GUESS = (
    rf"(?:{_GUESS_ADVERB}|it (?:seems|appears)"
    r"|I (?:think|guess|suppose|believe|reckon|assume|imagine|heard|gather|hope|wish|bet))"
)
_BEGINNING = r"(?:(?:well|so|and|but|oh|hm+|um+|uh|ah|ok(?:ay)?|yeah|yes|no|also|actually|honestly|then|hey)\b\W*)*"
_HEDGED = {
    "en": _english(
        rf"^\W*{_BEGINNING}(?:{_GUESS_ADVERB}|{_GUESS},)",
        rf"[,;–—(-]\s*(?:or so )?{_GUESS}(?: so)?\W*$",
        r"\b(?:in theory|on paper|I (?:think|guess|suppose)|apparently|supposedly|allegedly|maybe|probably)\W*$",
        r"\b(?:(?:sort|kind) of|or (?:something|so|whatever|not)(?: like that| similar)?)\W*$",
        r"\b(?:might|may|could) be (?:wrong|mistaken)\b",
        r"(?:\bnot|n['’]t) (?:[a-z]+ )?(?:sure|certain)(?=[,;]| but\b| that\b)|\bunsure\b",
        r"[,;–—(-]\s*(?:mostly|almost|kinda|sorta|more or less)\W*$",
        r"\bas (?:the kids|they|people|you) say\b",
        r"\b(?:figuratively|metaphorically|so to speak|ironically|sarcastically|not literally)\b",
        r"^\W*(?:oh|yeah|sure|right|great|wow)\b.*\b(?i:just|so|do) LOVE\b",
        r"\b(?:iirc|afaik|rumou?r has it|legend has it|word has it)\b",
        r"\b(?:likely|unlikely|possible|impossible|doubtful|rumou?red|debatable|questionable) that\b",
        r"\b(?:think|believe|guess|suppose|assume|imagine|reckon|suspect|doubt|feel|hope|wish|pretend|jok|joke|kid|dream"
        rf"|seem|appear|look)(?:s|es|ed|d|ing)? {_ASIDE}that\b|\bthought {_ASIDE}that\b",
    ),
    "zh": re.compile(
        "^(?:那|嗯|哦|其实|反正|呃|\\W)*(?:也许|可能|大概|或许|好像|似乎|恐怕|估计|说不定|看来|看样子|看起来|貌似|听起来|想必"
        "|多半|八成|怕是|搞不好|没准|疑似|理论上|按理|我猜|我想|我觉得|我估计|我怀疑|据我所知|在我看来|如无意外|不出意外)"
        "|[，,、]\\s*(?:我猜|我想|我觉得|我估计|大概|可能|也许|或许|好像|应该|据说|听说|说不定|不确定|不太确定|我也不)[^，,]{0,6}$"
        "|呵呵|可太(?:喜欢|爱)|是是是"
        "|[吧罢]\\W*$|似的\\W*$|也说不定|不确定|不敢肯定|记不清"
    ),
}

_NOT = {
    "en": re.compile(
        r"(?:\b(?:not|rather than|instead of)|n['’]t)\s+"
        r"(?:(?:just|only|back|in|on|at|since|until|till|from|by|the|early|late)\s+)*(?=\w)",
        re.IGNORECASE,
    ),
    "zh": re.compile("(?:不是|并非|而非)(?:在|从|自|于)?"),
}
_VALUE = {
    "en": re.compile(r"\w+(?:[ ,]+\w+){0,3}?(?=\W*(?:[,.;:!?]|$|\bbut\b|\band\b))"),
    "zh": re.compile("[^，。！？；,.!?;]{1,20}(?=[，。！？；,.!?;]|$)"),
}
_FEWEST_WORDS = 3
_BARE_YEAR = re.compile(r"\b(?:19|20)\d\d\b")


def frame(text: str, language: str, after: str) -> str | None:
    """Why nothing in the sentence is vouched for, None if something may be. `after` is the next sentence."""
    reasons = (
        ("question", asks(text, language)),
        ("conditional", lexicon.CONDITIONAL[language].search(text)),
        ("denied", _DENIED[language].search(text) or _TAKEN_BACK[language].search(text) or takes_back(after)),
        ("fiction", _FICTION[language].search(text)),
        ("hedged", _HEDGED[language].search(text)),
        ("fiction", lexicon.EXAMPLE[language].search(text)),
    )
    return next((reason for reason, holds in reasons if holds), None)


def is_capitalised(text: str) -> bool:
    """Whether every word of several has a capital, so that none of them is known to be a name."""
    words = re.findall(r"[^\W\d_][\w'’-]*", text)
    return len(words) > _FEWEST_WORDS and all(word[0].isupper() for word in words)


def asks(text: str, language: str) -> bool:
    """Whether a sentence is a question."""
    if text.rstrip("\"'”’)").endswith(("?", "？")):
        return True
    return bool(lexicon.QUESTION_ZH.search(text) if language == "zh" else lexicon.QUESTION_EN.search(text))


def takes_back(text: str) -> bool:
    """Whether a sentence takes back the one before it, whichever its language is."""
    return any(pattern.search(text) for pattern in _TAKES_BACK)


def corrects_date(text: str, language: str, times: Sequence[Time], after: str, said_at: datetime) -> bool:
    """Whether one of the dates of a sentence, or of the next one if that begins with "not", is said to be wrong."""
    dates = [(time.first, time.last) for time in times] + [found.span() for found in _BARE_YEAR.finditer(text)]
    if not dates:
        return False
    begun = _NOT[language].match(after.lstrip())
    if begun and _date_end(after.lstrip(), begun.end(), language, said_at):
        return True
    for found in _NOT[language].finditer(text):
        wrong = next((end for start, end in dates if start <= found.end() < end), None)
        wrong = wrong or _date_end(text, found.end(), language, said_at)
        if wrong is not None and any(end <= found.start() or wrong <= start for start, end in dates):
            return True
    return False


def _date_end(text: str, start: int, language: str, said_at: datetime) -> int | None:
    """Where the date that begins at `start` ends. After "in 2023, not" more is one than elsewhere: a bare month."""
    lead = "" if language == "zh" else "in "
    value = _VALUE[language].match(text, start)
    words = lead + (value[0] if value else "")
    spans = [each.span for each in timex.scan(words, said_at, lang=language)]
    found = any(first <= len(lead) and last == len(words) for first, last in spans)
    return value.end() if value and found else None
