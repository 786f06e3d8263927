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
    zh_tense,
    zh_told,
)
from tkg.timex.grammars.zh_no_times import without_no_times
from tkg.timex.grammars.zh_particles import PARTICLES
from tkg.timex.grammars.zh_words import WORDS
from tkg.traditional import SIMPLIFIED

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

_FOLD = {**SIMPLIFIED, ord("〇"): "零", ord("○"): "零", ord("ー"): "-", ord("–"): "-"}


def _folded(text: str) -> str:
    return without_no_times(text.translate(_FOLD))


# What follows 25号 where it is a day: what is done then, but no house, line, player or product of that number.
_AFTER_DAY = re.compile(
    "[之以]?前|[之以]?后|左右|那天|当天|晚|早|凌晨|[上下]午|中午|傍晚|[回到见走去来交]|出发|发(?![动电明射布机])|开[始会学业]|截止|结束|搬|考|飞"
    "|面试|体检|复查|生日|举[行办]|上班|放假|报到|有空|可以|再|就|才|我|你|他|她|咱|大家|的(?:时候|会|票|机票|火车|航班|飞机)"
)

GRAMMAR = Grammar(
    "zh",
    Chart("zh", (*WORDS, *PARTICLES, *zh_lunar.LUNAR_WORDS, *zh_told.TOLD_WORDS), _SHAPES, _RULES, _folded),
    zh_tense.tense,
    before={"day": _AFTER_DAY},
    clauses=zh_tense.CLAUSES,
    bare=zh_tense.BARE,
)
