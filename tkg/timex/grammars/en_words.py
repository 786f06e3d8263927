"""English words for time, by kind. What stands alone in running text only now and then is marked latent."""

from collections.abc import Iterator

from tkg.timex.amounts import Count, exactly, few
from tkg.timex.anchored import Grain
from tkg.timex.chart import Words
from tkg.timex.meaning import Part

_ONES = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
]
_TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
_ORDINALS = {"one": "first", "two": "second", "three": "third", "five": "fifth", "eight": "eighth", "nine": "ninth",
             "twelve": "twelfth"}  # fmt: skip


def _cardinals() -> Iterator[tuple[str, int]]:
    for value, word in enumerate(_ONES):
        yield word, value
    for tens, word in enumerate(_TENS, 2):
        yield word, 10 * tens
        for ones in range(1, 10):
            yield f"{word}-{_ONES[ones]}", 10 * tens + ones
            yield f"{word} {_ONES[ones]}", 10 * tens + ones


def _ordinal(cardinal: str) -> str:
    for last, word in _ORDINALS.items():
        if cardinal.endswith(last):
            return cardinal.removesuffix(last) + word
    return (cardinal[:-1] + "ieth") if cardinal.endswith("y") else cardinal + "th"


CARDINALS = dict(_cardinals())
ORDINALS = {_ordinal(word): value for word, value in CARDINALS.items() if value}

MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "january jan jan.", "february feb feb.", "march mar mar.", "april apr apr.", "may", "june jun jun.",
            "july jul jul.", "august aug aug.", "september sept sept. sep sep.", "october oct oct.",
            "november nov nov.", "december dec dec.",
        ),
        1,
    )
    for name in names.split()
}  # fmt: skip
_RISKY_MONTHS = ("may", "march", "mar", "jan", "dec", "apr", "jun", "sep", "august")

WEEKDAYS = {
    name: number
    for number, names in enumerate(
        (
            "monday mon mon.", "tuesday tue tues tue. tues.", "wednesday wed weds wed.",
            "thursday thu thur thurs thu. thur. thurs.", "friday fri fri.",
            "saturday sat sat.", "sunday sun sun.",
        )
    )
    for name in names.split()
}  # fmt: skip
_RISKY_DAYS = ("mon", "tue", "wed", "weds", "thu", "fri", "sat", "sun", "tues", "thur", "thurs")

UNITS = {
    name: grain
    for grain, names in {
        Grain.SECOND: "second sec",
        Grain.MINUTE: "minute min",
        Grain.HOUR: "hour hr h",
        Grain.DAY: "day d",
        Grain.WEEK: "week wk w",
        Grain.MONTH: "month mon mo",
        Grain.QUARTER: "quarter qtr",
        Grain.YEAR: "year yr y",
        Grain.DECADE: "decade",
        Grain.CENTURY: "century",
    }.items()
    for name in names.split()
}
MANY = {
    name: grain
    for grain, names in {
        Grain.SECOND: "seconds secs",
        Grain.MINUTE: "minutes mins",
        Grain.HOUR: "hours hrs",
        Grain.DAY: "days",
        Grain.WEEK: "weeks wks",
        Grain.MONTH: "months mos",
        Grain.QUARTER: "quarters qtrs",
        Grain.YEAR: "years yrs",
        Grain.DECADE: "decades",
        Grain.CENTURY: "centuries",
    }.items()
    for name in names.split()
}

PARTS = {
    name: part
    for part, names in {
        Part(0, 6, 0, 12): ("early hours", "small hours", "wee hours"),
        Part(6, 12, 0, 12): ("morning", "mornings", "mornin"),
        Part(6, 9, 0, 12): ("early morning", "early-morning", "early hours of the morning", "dawn", "daybreak"),
        Part(9, 12, 0, 13): ("late morning", "late-morning"),
        Part(11, 13, 11, 14): ("midday", "lunchtime", "lunch time"),
        Part(12, 14, 11, 15): ("lunch",),
        Part(12, 18, 12, 24): ("afternoon", "afternoons", "afternoonish", "arvo"),
        Part(12, 15, 12, 24): ("early afternoon", "early-afternoon"),
        Part(15, 18, 12, 24): ("late afternoon", "late-afternoon"),
        Part(17, 18, 12, 24): ("teatime",),
        Part(18, 21, 12, 24): ("early evening", "early-evening", "dinner", "dinnertime", "dusk"),
        Part(18, 24, 13, 25): ("evening", "evenings", "eve"),
        Part(18, 24, 18, 30): ("night", "nights", "nighttime", "nite"),
        Part(21, 24, 12, 30): ("late evening", "late-evening", "late night", "late-night"),
        Part(18, 22, 17, 26): ("early night", "early-night"),
        Part(6, 18, 6, 18): ("daytime",),
    }.items()
    for name in names
}
TONIGHT = {
    "tonight": Part(18, 24, 17, 29),
    "tonite": Part(18, 24, 17, 29),
    "2nite": Part(18, 24, 17, 29),
    "2night": Part(18, 24, 17, 29),
    "late tonight": Part(21, 24, 17, 29),
    "late tonite": Part(21, 24, 17, 29),
}

STEPS = {
    "this": 0, "current": 0, "the current": 0, "last": -1, "past": -1, "previous": -1, "the past": -1, "the last": -1,
    "this past": -1, "this last": -1, "next": 1, "nxt": 1, "prior": -1,
}  # fmt: skip
TOLD_STEPS = {"the next": 1, "the previous": -1, "the prior": -1}
"""What follows something told, when the verb is in the past."""

EDGES = {
    word: name
    for name, words in {
        "early": "early",
        "mid": "mid middle mid-",
        "late": "late",
        "start": "beginning start",
        "end": "end",
    }.items()
    for word in words.split()
}

DAYS = {
    "today": 0, "todays": 0, "yesterday": -1, "yesterdays": -1, "tomorrow": 1, "tomorrows": 1, "tmrw": 1, "tmw": 1,
    "2moro": 1, "2morrow": 1, "yday": -1, "tmr": 1, "tomorow": 1, "the day after tomorrow": 2,
    "day after tomorrow": 2, "the day before yesterday": -2, "day before yesterday": -2,
}  # fmt: skip
NOW = ("now", "right now", "just now", "at the moment", "at this moment", "atm", "currently", "presently",
       "at present", "at the present time", "immediately", "as of now", "nowadays")  # fmt: skip

MERIDIEMS = {
    word: half
    for half, words in {
        "am": ("am", "a.m.", "a.m", "a m", "in the am", "a"),
        "pm": ("pm", "p.m.", "p.m", "p m", "in the pm", "p", "p."),
    }.items()
    for word in words
}

ZONES: dict[str, int | str] = {
    "utc": 0, "gmt": 0, "wet": 0, "bst": 60, "west": 60, "cet": 60, "cest": 120, "eet": 120, "eest": 180, "msk": 180,
    "ist": 330, "sgt": 480, "hkt": 480, "jst": 540, "kst": 540, "aest": 600, "aedt": 660, "nzst": 720, "nzdt": 780,
    "ast": -240, "adt": -180, "est": -300, "edt": -240, "et": "America/New_York", "cst": -360, "cdt": -300,
    "ct": "America/Chicago", "mst": -420, "mdt": -360, "mt": "America/Denver", "pst": -480, "pdt": -420,
    "pt": "America/Los_Angeles", "akst": -540, "akdt": -480, "hst": -600,
}  # fmt: skip

_COUNTS: dict[str, Count] = {
    "a": exactly(1), "an": exactly(1), "a couple": few(2, 2, 3), "a couple of": few(2, 2, 3),
    "couple of": few(2, 2, 3), "couple": few(2, 2, 3), "a pair of": exactly(2), "a few": few(3, 2, 6),
    "few": few(3, 2, 6), "several": few(7, 3, 9), "a dozen": exactly(12), "half a": exactly(0.5),
    "half an": exactly(0.5), "a half": exactly(0.5), "half": exactly(0.5), "one and a half": exactly(1.5),
    "a quarter of an": exactly(0.25), "quarter of an": exactly(0.25), "three quarters of an": exactly(0.75),
    "three-quarters of an": exactly(0.75), "a single": exactly(1), "a hundred": exactly(100),
    "one hundred": exactly(100),
}  # fmt: skip

WORDS = (
    Words("NUM", CARDINALS),
    Words("ORD", ORDINALS, latent=True),
    Words("COUNT", _COUNTS),
    Words("UNIT", UNITS),
    Words("UNITS", MANY),
    Words("COMING", dict.fromkeys((a + b for a in ("", "the ", "this ") for b in ("coming", "upcoming")), True)),
    Words("FOLLOWING", dict.fromkeys(("following", "the following"), True)),
    Words("MONTH", {name: value for name, value in MONTHS.items() if name not in _RISKY_MONTHS}),
    Words("MONTH", {name: MONTHS[name] for name in _RISKY_MONTHS}, latent=True),
    Words("WEEKDAY", {name: value for name, value in WEEKDAYS.items() if name not in _RISKY_DAYS}),
    Words("WEEKDAY", {name: WEEKDAYS[name] for name in _RISKY_DAYS}, latent=True),
    Words("DAYS", {f"{name}s": value for name, value in WEEKDAYS.items() if name.endswith("day")}),
    Words("PART", PARTS),
    Words("TONIGHT", TONIGHT),
    Words("STEP", STEPS),
    Words("TOLDSTEP", TOLD_STEPS),
    Words("EDGE", EDGES),
    Words("DAYWORD", DAYS),
    Words("NOW", dict.fromkeys(NOW, True)),
    Words("MERIDIEM", MERIDIEMS),
    Words("ZONE", ZONES),
    Words("SEASON", {"spring": "spring", "summer": "summer", "autumn": "autumn", "fall": "autumn", "winter": "winter",
                     "springtime": "spring", "summertime": "summer", "wintertime": "winter"}, latent=True),
    Words("WEEKEND", dict.fromkeys(("weekend", "week-end", "week end", "wkend", "wknd"), True)),
    Words("ANYSEASON", {"season": True, "seasons": True}),
)  # fmt: skip

# What stands between the two ends of a stretch of time, and before a time.
TO = "to|-|–|~|till|til|untill|until|through|thru|and|/"
DASH = "to|-|–|~|till|til|untill|until|through|thru"
IN = "in|at|during|for|@|over|around|about|sometime|approximately|throughout|toward|towards"
