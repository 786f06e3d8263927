"""The words that Chinese time expressions are made of, and how a rule's template of them becomes a pattern.

There are no spaces to tell a word from its neighbours, so each token names the characters beside it that make it a
part of another word: 以前天天 holds no 前天, 晚上月亮 no 上月.
"""

import re

from tkg.timex import numerals

_MONTHS = "1[0-2]|0?[1-9]|十[一二]?|[一二三四五六七八九]"
_DAYS = "3[01]|[12][0-9]|0?[1-9]|三十一?|二?十[一二三四五六七八九]?|廿[一二三四五六七八九]?|[一二三四五六七八九]"
_TOKENS = {
    "YEAR": "(?P<year>(?<![0-9零〇○一二三四五六七八九十百千.])(?:[12][0-9]{3}|[一二][零〇○一二三四五六七八九]{3}))年",
    "AWAY": "(?P<away>(?<![以之])大?前年(?![轻龄纪级])|"
    "(?<!过)去年|今年(?!轻)|本年|明年|(?<![以之])大?后年(?![轻龄年]))",
    "MONTH": f"(?<![{numerals.DIGIT_CHARACTERS}])(?P<month>{_MONTHS})月(?:份)?(?![亮薪球饼票嫂])",
    "NEXTMONTH": f"(?P<month>{_MONTHS})月(?:份)?(?![亮薪球饼票嫂])",
    "DAY": f"(?P<day>{_DAYS})[日号]",
    "LASTDAY": f"(?P<last>{_DAYS})[日号]",
    "LATER": f"(?P<later>{_MONTHS})月(?:份)?",
    "STEP": "(?P<step>(?<![晚早以马路线网])上上?|这|(?<![日资基剧书版])本|(?<![以线乡手地楼天脚底])下下?)个?",
    "WEEK": "(?:周|星期|礼拜)",
    "WEEKDAY": "(?P<weekday>[一二三四五六日天])(?![年个月天次回遍趟])",
    "NUM": f"(?<![{numerals.DIGIT_CHARACTERS}])(?P<count>{numerals.NUMBER})",
    "COUNTED": "(?P<unit>分钟|个?小时|个?钟头|天|周|个?星期|个?礼拜|个月|年)",
    "PART": "(?:凌晨|清晨|早上|早晨|上午|中午|下午|傍晚|晚上|夜里|半夜|深夜|晚)",
    "SEASON": "(?P<season>[春夏秋冬])(?:天|季)",
    "EDGE": "年?(?:初|底|末|中)(?![中高学国文午秋一二三级])",
    "TENDAYS": "(?:初|底|末|中旬|上旬|下旬)",
    "TO": "(?:到|至|[-–—~～])",
    "FEAST": "(?:春节|过年|除夕|元旦|元宵节?|清明节?|端午节?|七夕节?|中秋节?|重阳节?|国庆节?|五一|十一|双十一|圣诞节?|"
    "情人节|劳动节|儿童节|腊八|寒假|暑假)",
}


def pattern(template: str) -> re.Pattern[str]:
    """The words of a rule with its <TOKENS> filled in; an optional 的 or white space may stand for each space."""
    body = re.sub(r"<([A-Z]+)>", lambda token: _TOKENS[token[1]], template)
    return re.compile(body.replace(" ", r"\s*的?\s*"))
