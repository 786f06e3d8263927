"""English time words.

Conventions, each with its source. A *case* is one of the public faults that the project keeps right on purpose.

- Weeks are ISO weeks, Monday to Sunday (case T34): 'last week' is the whole one before the message's.
- 'last Friday' is the latest Friday strictly before the message's day, so on a Saturday it is yesterday, and on a
  Friday a week ago (case T10, for 'last Tuesday' said on a Wednesday).
- 'next Friday' is the first Friday after today only when that one lies in next week already, where both readings meet;
  said earlier in the same week it means either of two days: None (case T11).
- 'this Friday' is the one of this week; None when it is over by now and the verb is not in the past.
- 'last weekend' is Saturday and Sunday of last week, 'this weekend' those of this one unless a verb in the past is said
  before them; 'next weekend' is sure only when said at a weekend, 'this past weekend' only when not.
- A bare weekday, month, or day of a month needs the verb's tense: the latest one that is over, or the first one that is
  to come. The running month and today's own weekday give None: 'in March' said in March means either of two.
- 'last March' and 'last summer' are those of last year unless this year's are over too: then None. 'next' likewise.
- Seasons are the meteorological ones of the northern hemisphere, three whole months. Winter lies in two years: None,
  but for 'last winter' told after February and before December.
- 'two weeks ago' is a day, 'three months ago' a month, 'two years ago' a year, counted in one step (case T15). Words
  that hedge ('about', 'a few', 'over') and counts of a hundred or more give None.
- 'in two weeks' is an appointment only with a verb in the future: 'learned it in two weeks' is how long it took.
- 'early', 'late', 'at the end of' a month or a year give that month or year; 'until' or 'by the end of' its last day
  (case T14). Of a decade they give None, as does the 1900s, which may be a century.
- 'last night' is yesterday's, said at five in the morning or later; before that it may be the running one: None.
- Parts of the day leave the day; 'at 3pm' sets the time, 'at 3:30' without am or pm does not.
- A range takes both of its ends from the message (case T07); 'present' and 'now' leave its end open (case T35).
- Festivals, fiscal years, quarters, eras and years before Christ are known as time words and not anchored.
"""

import re
from collections.abc import Callable

from tkg.timex import english_values as values
from tkg.timex import numeric
from tkg.timex.english_words import pattern, preceded
from tkg.timex.grammar import Build, Grammar, Rule, unanchored

Match = re.Match[str]


def _not_a_verb(match: Match) -> bool:
    """'may 5' and 'march 3' in small letters are as often a verb and a count."""
    return match["month"] not in ("may", "march", "mar") or match["suffix"] is not None


def _long_or_capital(match: Match) -> bool:
    """'sat' and 'sun' in small letters are other words."""
    return len(match["weekday"]) > 5 or match["weekday"][0].isupper()


_IN_MONTH = preceded("in|since|until|till|during")
_IN_YEAR = preceded("in|since|until|till|from|through|during|by|year|as of|between|around|circa|before|after")


_ONLY_WITH_CLOCK = re.compile("(?!)")


def _rule(
    name: str,
    template: str,
    build: Build,
    context: re.Pattern[str] | None = None,
    accept: Callable[[Match], bool] | None = None,
) -> Rule:
    return Rule(name, pattern(template), build, context, accept)


_RULES = (
    # 14 March 2021; Sun, 3rd of May, 2021; March 14th, 2021
    _rule("day_month_year", "(?:<WEEKDAY>,? )?(?:the )?<DAY>(?: of)?[ -]<MONTH>,?[ -]<YEAR>", values.day),
    _rule("month_day_year", "(?:<WEEKDAY>,? )?<MONTH>[ -](?:the )?<DAY>,?[ -]<YEAR>", values.day),
    _rule(
        "days_month_year", r"(?:from )?(?:the )?<DAY>(?: to | ?[-–—] ?)<LASTDAY>(?: of)? <MONTH>,? <YEAR>", values.days
    ),
    _rule("month_days_year", r"(?:from )?<MONTH> <DAY>(?: to | ?[-–—] ?)<LASTDAY>,? <YEAR>", values.days),
    _rule(
        "months_year", r"(?:from |between )?<MONTH>(?: to | through | and | ?[-–—] ?)<LATER>,? <YEAR>", values.months
    ),
    # 14 March; March 14th; March 14 last year
    _rule("day_month", "(?:<WEEKDAY>,? )?(?:the )?<DAY>(?: of)? <MONTH>", values.day_without_year, None, _not_a_verb),
    _rule("month_day", "(?:<WEEKDAY>,? )?<MONTH> (?:the )?<DAY>", values.day_without_year, None, _not_a_verb),
    _rule("day_of_stepped_year", "(?:the )?<DAY>(?: of)? <MONTH>,? (?:of )?<STEP> year", values.day_of_year),
    _rule("month_day_stepped_year", "<MONTH> (?:the )?<DAY>,? (?:of )?<STEP> year", values.day_of_year),
    # March 2021; early March 2021; until the end of March 2021
    _rule("month_year", "(?:<EDGE>)?<MONTH>,?(?: of)?[ -]<YEAR>", values.month),
    _rule("month_of_stepped_year", "(?:<EDGE>)?<MONTH> (?:of )?<STEP> year", values.month_of_year),
    _rule("stepped_month", "(?:<EDGE>)?<STEP> <MONTH>", values.stepped_month),
    _rule("edge_month", "<EDGE><MONTH>", values.bare_month),
    _rule("month", "<MONTH>", values.bare_month, _IN_MONTH),
    _rule("deadline_month_year", "(?:until|till|by) (?:the )?end of <MONTH>,? <YEAR>", values.deadline(values.month)),
    _rule("deadline_month", "(?:until|till|by) (?:the )?end of <MONTH>", values.deadline(values.coming_month)),
    _rule("deadline_year", "(?:until|till|by) (?:the )?end of <YEAR>", values.deadline(values.year)),
    _rule(
        "deadline_unit",
        "(?:until|till|by) (?:the )?end of <STEP> (?P<unit>month|year)",
        values.deadline(values.stepped_unit),
    ),
    # in 2019; the year 2019; the end of 2019; the 1990s; the '90s
    _rule("year", "<YEAR>(?! <COUNTED>)", values.year, _IN_YEAR),
    _rule("the_year", "(?:the )?year <YEAR>", values.year),
    _rule("edge_year", "<EDGE><YEAR>(?! <COUNTED>)", values.year),
    _rule("decade", "(?:the )?(?P<decade>(?:1[0-9]|20)[1-9]0)['’]?s", values.decade),
    _rule("short_decade", "(?:the )?['’](?P<decade>[3-9]0)s", values.short_decade),
    _rule("edge_decade", "(?:the )?<EDGE>(?:the )?(?:[12][0-9])?['’]?[0-9]0['’]?s", unanchored),
    # the summer of 2020; last summer
    _rule("season_year", "(?:the )?<SEASON>,?(?: of)? <YEAR>", values.season),
    _rule("season_stepped_year", "(?:the )?<SEASON> (?:of )?<STEP> year", values.season_of_year),
    _rule("stepped_season", "<STEP> <SEASON>", values.stepped_season),
    _rule("edge_season", "(?:<EDGE>)(?:the )?(?:(?:last|this|next) )?<SEASON>(?:,?(?: of)? [12][0-9]{3})?", unanchored),
    # last week; the year before last; earlier this year; at the end of next month
    _rule("stepped_unit", "<STEP> (?P<unit>week|month|year)(?! of )", values.stepped_unit),
    _rule("edge_unit", "<EDGE><STEP> (?P<unit>week|month|year)", values.stepped_unit),
    _rule("running_unit", "(?:earlier|later|sometime) this (?P<unit>week|month|year)", values.running_unit),
    _rule("beyond", "(?:the )?(?P<unit>week|month|year) (?P<side>before last|after next)", values.beyond),
    _rule(
        "edge_running",
        "(?:early|late|mid|the beginning of|the start of|the middle of|the end of)[ -](?:the )?"
        "(?:day|week|month|year|decade|century)",
        unanchored,
    ),
    _rule(
        "determined",
        "<DETERMINED> (?:very )?(?:last|next|past|previous|following|coming|same|other|first|second) "
        "(?:<ANYUNIT>|<ANYDAY>|<SEASON>|<MONTH>)",
        unanchored,
    ),
    _rule(
        "stretch",
        "(?:(?:over|for|in|during) )?(?:the |these )?(?:last|past|next|first|coming) "
        "(?:<NUM>|<FEW>|couple of|few) (?:<ANYUNIT>)",
        unanchored,
    ),
    _rule("weekend", "(?P<step>last|this past|this|next) weekend", values.weekend),
    _rule("past_unit", "(?:the |this )?past (?:<ANYUNIT>)", unanchored),
    _rule("this_time", "this time (?:last|next) (?:week|month|year)", unanchored),
    # last Friday; this coming Monday; Friday of last week; Friday
    _rule(
        "stepped_weekday",
        "(?P<step>last|this past|this coming|this|next|coming|past) <WEEKDAY>(?: <PART>)?",
        values.stepped_weekday,
        None,
        _long_or_capital,
    ),
    _rule("weekday_of_week", "<WEEKDAY>,? (?:of )?<STEP> week", values.weekday_of_week, None, _long_or_capital),
    _rule("week_weekday", "<STEP> week(?:'s)?,? (?:on )?<FULLDAY>", values.weekday_of_week),
    _rule("weekday", "<FULLDAY>(?: <PART>)?(?! (?:<PART>)s)", values.bare_weekday),
    _rule("short_weekday", "<WEEKDAY>", values.short_weekday, _ONLY_WITH_CLOCK, _long_or_capital),
    _rule(
        "weekday_beyond", "(?:the )?<ANYDAY> (?:before last|after next|after last|before that|after that)", unanchored
    ),
    _rule("named_weekday", "(?:good|black|easter|ash|palm|cyber|holy|super|fat) <ANYDAY>", unanchored),
    # yesterday; the day before yesterday; this morning; last night
    _rule(
        "near_day",
        "(?:(?:earlier|later|late|early) )?(?P<near>today|tonight|yesterday|tomorrow)(?: <PART>)?",
        values.near_day,
    ),
    _rule("second_day", "(?:the )?day (?P<near>before yesterday|after tomorrow)", values.near_day),
    _rule("part_of_today", "(?:(?:earlier|later|late|early) )?this (?:<PART>)", values.today),
    _rule("last_night", "(?:late )?last night", values.last_night),
    # two weeks ago; in two weeks; two weeks from now
    _rule("ago", "<NUM> <UNIT> (?:ago|back)", values.ago),
    _rule("half_year_ago", "half a year ago", values.half_year_ago),
    _rule("from_now", "<NUM> <UNIT> (?:from now|from today|hence)", values.from_now),
    _rule("appointment", "in <NUM> <UNIT>(?:['’]s? time)?", values.appointment),
    _rule(
        "vague_ago",
        "(?:<HEDGE> )?(?:<NUM>|<FEW>|half an?|(?:one|two|three|four) (?:or|to) (?:[a-z]+))"
        "(?: more| and a half| or so)? <ANYUNIT>(?: or so| and a half|(?:,| and) (?:[0-9]+|[a-z]+) <ANYUNIT>)? "
        "(?:ago|back|later|earlier|before|after|from (?:<ANYDAY>|tomorrow))",
        unanchored,
    ),
    _rule("long_ago", "(?:a )?(?:long time|while|long|ages|years|months|weeks|days) ago|the other day", unanchored),
    # told and not anchored
    _rule(
        "repeated",
        "(?:every|each|most|some) (?:other |second |single )?(?:<ANYUNIT>|<ANYDAY>|<MONTH>|<SEASON>|<PART>)",
        unanchored,
    ),
    _rule(
        "feast",
        "(?:(?:last|this|next|on|around|before|after) )?<FEAST>(?:,?(?: of| in)? (?:[12][0-9]{3}|"
        "(?:last|this|next) year))?",
        unanchored,
    ),
    _rule(
        "fiscal",
        "(?:(?:FY|fiscal year|fiscal|financial year|school year|academic year) ?[0-9]{2,4}(?:[-/][0-9]{2,4})?|"
        "(?:Q[1-4]|H[12]|(?:the )?(?:first|second|third|fourth|last) (?:quarter|half))(?: of)?,? (?:[12][0-9]{3}|"
        "(?:last|this|next) year))",
        unanchored,
    ),
    _rule("before_christ", r"(?:c\. ?)?[0-9]{1,4} (?:BCE?|B\.C\.(?:E\.)?)", unanchored),
)


_CLOCK = re.compile(
    r"(?ai:,?\s+(?:at\s+)?(?:(?P<hour>1[0-2]|0?[1-9])(?::(?P<minute>[0-5][0-9]))?\s?(?P<half>[ap])\.?m\b\.?"
    r"|(?P<noon>noon)\b|(?P<clock>[01]?[0-9]|2[0-3]):(?P<past>[0-5][0-9])(?![:0-9])))"
)


def _read_clock(match: Match) -> tuple[int, int] | None:
    if match["noon"]:
        return 12, 0
    if match["half"]:
        return int(match["hour"]) % 12 + (12 if match["half"].lower() == "p" else 0), int(match["minute"] or 0)
    hour = int(match["clock"])
    return (hour, int(match["past"])) if hour > 12 or match["clock"].startswith("0") else None


ENGLISH = Grammar(
    rules=numeric.RULES + _RULES,
    cue=re.compile(
        r"(?ai:[0-9]|day\b|days\b|jan|feb|\bmar|apr|\bmay\b|jun|jul|aug|sep|oct|nov|dec|week|month|year|ago\b|"
        r"tonight|tomorrow|yesterday|morning|afternoon|evening|night|summer|spring|autumn|\bfall\b|winter|decade|"
        r"centur|hour|minute|\b(?:mon|tues?|weds?|thu(?:rs?)?|fri|sat|sun)\b|"
        r"easter|christmas|halloween|thanksgiving|ramadan|diwali|hanukkah|xmas)"
    ),
    leads=re.compile(
        r"(?ai:(?:back\s+)?(?:in|on|since|from|until|till|by|during|of|as\s+of|starting)\s+|at\s+(?![0-9]))"
    ),
    tails=re.compile(r"(?ai:,?\s+(?:onwards?|on)$)"),
    ranges=(
        (re.compile(r"(?ai:\bfrom\s+)"), re.compile(r"(?ai:\s*[-–—]\s*|\s+(?:to|until|till|through|up to)\s+)"), False),
        (re.compile(r"(?ai:\bbetween\s+)"), re.compile(r"(?ai:\s+and\s+)"), True),
    ),
    ongoing=re.compile(r"(?ai:(?:the\s+)?(?:present|now|current|date)\b(?:\s+day\b)?)"),
    clock=_CLOCK,
    read_clock=_read_clock,
    side_before=re.compile(
        r"(?ai:\b(?:before|after|prior to|later than|earlier than|week of(?:\s+the)?|month of|weekend of|"
        r"about|around|circa|roughly|approximately|early|mid|late)[\s-]+$)"
    ),
    side_after=re.compile(r"(?ai:\s+or\s+so\b|-?ish\b)"),
    glue=re.compile(r"(?ai:\s+|,?\s+(?:in|on|of)\s+(?:the\s+)?)"),
)
