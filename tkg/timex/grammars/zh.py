"""Chinese, Mandarin and the common words of Cantonese, in both scripts.

The conventions of `choice` and `steps` hold. Besides: weeks run from Monday to Sunday, so that 上周日 is the last day
of last week and 下周三 always in the next one; 前两天 and 过去三年 are whole days and years that end at the running
one; 三天后 is the day three days on, unless the verb is in the past, when it follows something told; a date in digits
is day first unless it shows otherwise; 2019年 is a year and never a count of years; a time before 前 or 后 bounds what
is spoken of (2019年前), an amount counts from now (三年前). 年底 is November and December, 月底 the last third. A lunar
date with a year is of the lunar year, and so are months and days in the years of a reign before 1912. Round numbers of
years below 1900 are counts (1500年前). Years before Christ, and what follows something told (同年12月), are refused by
name as a whole.
"""

import re

from tkg.timex import numbers
from tkg.timex.anchored import Prefer
from tkg.timex.chart import Chart
from tkg.timex.grammars import (
    Grammar,
    zh_amounts,
    zh_clock,
    zh_dates,
    zh_lunar,
    zh_parts,
    zh_periods,
    zh_ranges,
    zh_steps,
    zh_told,
)
from tkg.timex.grammars.zh_no_times import without_no_times
from tkg.timex.grammars.zh_particles import PARTICLES
from tkg.timex.grammars.zh_words import WORDS
from tkg.timex.traditional import SIMPLIFIED

# The earlier rule wins where two read the same words equally simply.
_RULES = (
    *zh_amounts.NUMBER_RULES,
    *zh_amounts.AMOUNT_RULES,
    *zh_clock.CLOCK_RULES,
    *zh_dates.DATE_RULES,
    *zh_periods.PERIOD_RULES,
    *zh_lunar.LUNAR_RULES,
    *zh_steps.STEP_RULES,
    *zh_parts.PART_RULES,
    *zh_ranges.RANGE_RULES,
    *zh_ranges.TOGETHER_RULES,
    *zh_told.TOLD_RULES,
)
_SHAPES = (
    *numbers.shapes("DMY"),
    numbers.CLOCK,
    *zh_amounts.SHAPES,
    *zh_clock.SHAPES,
    *zh_dates.SHAPES,
    *zh_periods.SHAPES,
)

_PAST = re.compile(
    "了(?!解|不|得)|(?<![通经超不])过(?![去程年节于分期敏度来])|曾|已|刚(?![要好性需])|以来|昨|去年|上[周个]"
)
_FUTURE = re.compile(
    "将(?![军士领近])|(?<![主重需首简只不])要(?![求素塞点闻是])|打算|准备|计划|即将|明天|明年|下[周个]"
    "|(?<![社大协机开学晚聚国议体约工教宴三])会(?![议计员长见面场谈晤])"
    # Asking for something, and arranging it.
    "|(?<![邀申聘宴敬提])请(?![了过客假教示求柬帖安])|务必|(?:定|订|拟|择)于|有没有空|[有得]空[吗么嘛不]|有时间[吗么]|方便吗|不见不散"
    "|前(?:必须|务必|需|要|得)?(?:交|完成|提交|回复|答复|付清|搞定|上报|归还)(?![了过])"
    "|(?<![酒网贴陶水书茶清])吧(?=[。！!？?，,;；~～…\\s]|$)|[一二三四五六日天末晚早午上点半号分刻里方场站口店]见(?=[。！!？?，,~～…\\s]|$)"
    # What is put off to another time.
    "|下次|下回|改天|改日|再[说聊议谈约]"
)


def tense(sentence: str) -> Prefer | None:
    """Which way the words of a sentence look; None where none says, or two disagree."""
    folded = sentence.translate(SIMPLIFIED)
    ahead, behind = bool(_FUTURE.search(folded)), bool(_PAST.search(folded))
    if ahead == behind:
        return None
    return "future" if ahead else "past"


_FOLD = {**SIMPLIFIED, ord("〇"): "零", ord("○"): "零", ord("ー"): "-", ord("–"): "-"}


def _folded(text: str) -> str:
    return without_no_times(text.translate(_FOLD))


GRAMMAR = Grammar(
    "zh", Chart("zh", (*WORDS, *PARTICLES, *zh_lunar.LUNAR_WORDS, *zh_told.TOLD_WORDS), _SHAPES, _RULES, _folded), tense
)
