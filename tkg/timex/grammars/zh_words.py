"""Chinese words for time, by kind, in simplified characters (`traditional` folds the others into them).

There are no spaces to tell a word from its neighbours. So a kind of words names the characters beside it that make it
a part of another word: 以前天天 holds no 前天, 月饼 no month, 周一直 no Monday. What is a time only now and then (大雪
is heavy snow as well as a day in December) is latent. Mandarin and the common words of Cantonese are both here.
"""

from collections.abc import Iterable

from tkg.timex import numerals
from tkg.timex.anchored import Grain
from tkg.timex.calendars import eras
from tkg.timex.chart import Words
from tkg.timex.chinese_festivals import NAMES, ORDINARY_WORDS
from tkg.timex.grammars.en_words import ZONES
from tkg.timex.grammars.zh_particles import NUMERAL, flags, split
from tkg.timex.meaning import Clock, Part


def _numbered(numbers: Iterable[int], tails: str) -> dict[str, int]:
    return {
        spelling + tail: value for value in numbers for spelling in numerals.spellings(value) for tail in tails.split()
    }


_WEEK_NAMES = ("周", "星期", "礼拜")


def _weekdays(characters: str, number: int) -> dict[str, int]:
    return {name + character: number for name in _WEEK_NAMES for character in characters}


# A number of weeks, and no day of one: 一周三次, 两周五天.
_WEEKS = NUMERAL + "整单双"
_NO_DAY = "个天次遍趟周种篇场岁"
WEEKDAYS = (
    Words("WEEKDAY", _weekdays("一", 0), not_after=_WEEKS, not_before=_NO_DAY + "直共样定般些切旦下体律"),
    Words("WEEKDAY", _weekdays("二", 1), not_after=_WEEKS, not_before=_NO_DAY + "话手"),
    Words("WEEKDAY", _weekdays("三", 2), not_after=_WEEKS, not_before=_NO_DAY + "峡国多"),
    Words("WEEKDAY", _weekdays("四", 3), not_after=_WEEKS, not_before=_NO_DAY + "川处"),
    Words("WEEKDAY", _weekdays("五", 4), not_after=_WEEKS, not_before=_NO_DAY + "粮"),
    Words("WEEKDAY", _weekdays("六", 5), not_after=_WEEKS, not_before=_NO_DAY),
    Words("WEEKDAY", _weekdays("日", 6), not_after=_WEEKS, not_before="本报元均程志常期线记历经语电报子用"),
    Words("WEEKDAY", _weekdays("天", 6), not_after=_WEEKS, not_before="气津空然才堂下地真"),
)
WEEKENDS = {"周末": True, "周六日": True, "周六周日": True, "周六和周日": True, "周六、日": True}

_MONTH_NAMES = {**_numbered(range(1, 13), "月 月份"), "元月": 1, "元月份": 1}
MONTHS = Words("MONTH", _MONTH_NAMES, not_after=NUMERAL, not_before="饼嫂刊嫦")
_LUNAR_MONTHS = {"正月": 1, "冬月": 11, "腊月": 12}
_DAYS = Words("DAY", _numbered(range(1, 32), "日 号"), not_after=NUMERAL, not_before="元本线楼院")
_LUNAR_DAYS = {
    **{f"初{spelling}": value for value in range(1, 11) for spelling in numerals.spellings(value)},
    **{
        spelling: value for value in range(1, 31) for spelling in numerals.spellings(value) if not spelling[0].isdigit()
    },
    **_numbered(range(1, 31), "日"),
    **{f"初{spelling}日": value for value in range(1, 11) for spelling in numerals.spellings(value)},
}

YEAR_STEPS = {
    "大前年": -3,
    "前年": -2,
    "去年": -1,
    "上年": -1,
    "旧年": -1,
    "今年": 0,
    "本年": 0,
    "明年": 1,
    "下年": 1,
    "来年": 1,
    "出年": 1,
    "后年": 2,
    "大后年": 3,
    "上年度": -1,
    "去年度": -1,
    "本年度": 0,
    "今年度": 0,
    "下年度": 1,
    "明年度": 1,
}
DAYS = {
    "大前天": -3,
    "大前日": -3,
    "前天": -2,
    "前日": -2,
    "前儿": -2,
    "昨天": -1,
    "昨日": -1,
    "昨儿": -1,
    "寻日": -1,
    "琴日": -1,
    "噚日": -1,
    "今天": 0,
    "今日": 0,
    "即日": 0,
    "今儿": 0,
    "今儿个": 0,
    "明天": 1,
    "明日": 1,
    "明儿": 1,
    "听日": 1,
    "后天": 2,
    "后日": 2,
    "后儿": 2,
    "大后天": 3,
    "大后日": 3,
}
_RISKY_DAYS = ("前天", "前日", "前儿", "后天", "后日", "后儿")
_DAY_PAIRS = {
    word: days
    for days, words in {
        (0, 1): "今明两天 今明两日 今明二日 今明两晚",
        (1, 2): "明后天 明后两天 明后两日 明后二日",
        (-1, 0): "昨今两天 昨今两日",
    }.items()
    for word in words.split()
}
_PLANS = {
    quoted.format(name) + tail: 1966 + 5 * number
    for number, name in enumerate(
        (
            "三五",
            "四五",
            "五五",
            "六五",
            "七五",
            "八五",
            "九五",
            "十五",
            "十一五",
            "十二五",
            "十三五",
            "十四五",
            "十五五",
        )
    )
    for quoted in ("“{}”", '"{}"', "「{}」", "{}")
    for tail in ("期间", "时期", "规划期间", "规划时期")
}
"""The five-year plans, by their first year: the third began in 1966, and since then one has followed another."""
NOW = flags("现在 此时 此刻 当前 目前 如今 眼下 而家 依家 现时 刻下 这会儿 当下 此时此刻 现今")

MORNING, _FORENOON, EVENING = Part(6, 12, 0, 12), Part(6, 12, 4, 13), Part(18, 24, 17, 30)
AFTERNOON = Part(12, 18, 12, 20)
PARTS: dict[str, Part] = split(
    {
        Part(0, 6, 0, 6): "凌晨 拂晓 黎明 破晓",
        MORNING: "早上 早晨 清晨 清早 大清早 大早上 早间 一大早 一早 一清早 朝早 朝头早 晨间",
        _FORENOON: "上午 上昼 午前",
        Part(11, 13, 11, 15): "中午 正午 晌午 午间",
        AFTERNOON: "下午 午后 晏昼 下昼",
        Part(17, 19, 16, 21): "傍晚 黄昏 挨晚 傍黑",
        EVENING: "晚上 夜里 夜晚 夜间 晚间 入夜 夜晚黑 晚黑 晚上头",
        Part(21, 24, 20, 30): "深夜 夜深",
        Part(23, 28, 22, 30): "半夜 大半夜 三更半夜 下半夜 后半夜",
    }
)
MIDNIGHT = {"午夜": Part(23, 25, 22, 30)}
# The twelve double hours of a day.
_DOUBLE_HOURS = {
    f"{branch}时": Part(hour, hour + 2, hour, hour + 2)
    for hour, branch in zip(range(1, 24, 2), "丑寅卯辰巳午未申酉戌亥子", strict=True)
}
_END_OF_DAY = {f"{number}{tail}": Clock(24) for number in ("24", "二十四") for tail in "点时"}
# Short names, which need a day before them.
_SHORT_PARTS: dict[str, Part] = split({MORNING: "早 晨", EVENING: "晚 夜", Part(11, 13, 11, 15): "午"})
# Parts of the day in one word with the day: 今晚, 明早.
DAY_PARTS: dict[str, tuple[Part, int]] = {
    day + name: (part, away)
    for days, away in (("大前", -3), ("前", -2), ("昨 寻 琴 噚", -1), ("今", 0), ("明 听", 1), ("后", 2))
    for day in days.split()
    for part, names in (
        (MORNING, "早 晨 早上" if away in (-1, 0, 1) else ""),
        (MORNING, "朝 朝早" if day in ("寻", "琴", "听") else "朝早" if day in ("今", "明") else ""),
        (_FORENOON, "上午" if away in (-1, 0, 1) else ""),
        (Part(11, 13, 11, 15), "午 午间 中午" if away in (-1, 0, 1) else ""),
        (AFTERNOON, "下午" if away in (-1, 0, 1) else ""),
        (EVENING, "晚 夜 晚上 夜里 晚间" if away != 2 else "晚"),
    )
    for name in names.split()
}
_RISKY_DAY_PARTS = tuple(word for word in DAY_PARTS if word.startswith(("前", "后")))

SEASONS = {
    f"{character}{tail}": name
    for character, name in {"春": "spring", "夏": "summer", "秋": "autumn", "冬": "winter"}.items()
    for tail in ("天", "季", "日")
}
_SHORT_SEASONS = {"春": "spring", "夏": "summer", "秋": "autumn", "冬": "winter"}
_SEASON_EDGES: dict[str, tuple[str, str]] = {
    first + character: (edge, name)
    for first, edge in {"初": "early", "早": "early", "仲": "mid", "晚": "late", "暮": "late", "深": "late"}.items()
    for character, name in _SHORT_SEASONS.items()
}

EDGES: dict[str, str] = split(
    {
        "start": "之初",
        "mid": "中 中旬 中期 中叶 中段",
        "end": "底 末 尾 之末",
        "early": "上旬 初期 早期 前期 初叶 早些时候",
        "late": "下旬 后期 晚期 末期 末叶 晚些时候",
    }
)
YEAR_EDGES: dict[str, str] = split({"start": "年初 年头", "mid": "年中", "end": "年底 年末 年尾 年终 岁末"})
MONTH_EDGES: dict[str, str] = split({"start": "月初 月头", "mid": "月中", "end": "月底 月末 月尾"})
_WEEK_EDGES = {"周初": "start", "周中": "mid"}

HALVES = {"上半年": 1, "前半年": 1, "头半年": 1, "下半年": 2, "后半年": 2}
_QUARTERS = {
    **{
        f"{first}{spelling}{tail}": number
        for number in range(1, 5)
        for first in ("第", "")
        for tail in ("季度",)
        for spelling in numerals.spellings(number)
    },
    "首季": 1,
    "首季度": 1,
    "末季度": 4,
}

_FESTIVAL_IS_WEATHER = ("大雪", "小雪", "雨水", "白露", "霜降", "人日", "灯节", "收获节", "光明节", "周日节")
_RISKY_FESTIVALS = ORDINARY_WORDS | set(_FESTIVAL_IS_WEATHER)
_YEAR_IS_BEFORE = tuple(name for name in NAMES if name.startswith("年三十"))  # 今年三十 is no festival
_COUNTED = "个月日天年点时届名家条岁人位次种类公米元块万亿场轮集部本张只件款座所辆倍成号多余"

# 北京时间 is what clocks in China show. CST stands for it as well as for a zone of America, and so is not read.
_ZONES = {name: offset for name, offset in ZONES.items() if name not in ("cst", "ist", "ct", "mt", "et", "pt")}
_ZONE_NAMES = {
    "北京时间": 480,
    "台北时间": 480,
    "香港时间": 480,
    "东京时间": 540,
    "当地时间": None,
    "格林尼治时间": 0,
    "世界时": 0,
}

_NO_UNIT_BEFORE = NUMERAL + "个本今去明上下每当同这该那全度周"

WORDS = (
    *WEEKDAYS,
    MONTHS,
    _DAYS,
    Words("WEEKEND", WEEKENDS),
    Words("LUNAR", {f"大年初{spelling}": (1, n, False) for n in range(1, 16) for spelling in numerals.spellings(n)}),
    Words("LUNARONLY", {day: n for day, n in _LUNAR_DAYS.items() if day[0] in "初廿"}, not_before="中高级"),
    Words("LUNARMONTH", _LUNAR_MONTHS, not_before="饼亮"),
    Words("LUNARNAME", flags("农历 阴历 旧历 夏历 古历")),
    Words(
        "LUNARDAY",
        _LUNAR_DAYS,
        not_after="0123456789零一二三四五六七八九十廿卅",
        not_before="一二三四五六七八九十个天年月次中高级",
    ),
    Words(
        "YEARSTEP",
        {word: n for word, n in YEAR_STEPS.items() if word[0] not in "前后上去"},
        not_before="轻级龄纪生货画",
    ),
    Words(
        "YEARSTEP",
        {word: n for word, n in YEAR_STEPS.items() if word[0] in "前后"},
        not_after="以之大然",
        not_before="轻级龄纪生",
    ),
    Words(
        "YEARSTEP",
        {word: n for word, n in YEAR_STEPS.items() if word[0] in "上去"},
        not_after="过以早晚",
        not_before="轻级龄纪",
    ),
    Words("DAYWORD", {word: n for word, n in DAYS.items() if word not in _RISKY_DAYS}, not_before="头"),
    Words(
        "DAYWORD",
        {word: DAYS[word] for word in _RISKY_DAYS},
        not_after="以之目大先年月天周日钟时然星期会餐饭",
        not_before="气空性津培形养赋教免习因获努环",
    ),
    Words("DAYPAIR", _DAY_PAIRS),
    Words("PLAN", _PLANS),
    Words("NOW", NOW),
    Words("NOW", {"宜家": True}, latent=True),
    Words("PART", {**PARTS, **MIDNIGHT}),
    Words("PART", _DOUBLE_HOURS, not_before="候间分期光常段"),
    Words("MIDNIGHT", MIDNIGHT, not_before="场梦凶剧档"),
    Words("THATNIGHT", {"当晚": EVENING, "当夜": EVENING}),
    Words(
        "CLOCK",
        {"零点": Clock(0), "零时": Clock(0), "0时": Clock(0)},
        not_after=NUMERAL,
        not_before=NUMERAL + "乐差光间工",
    ),
    Words("CLOCK", _END_OF_DAY, not_after=NUMERAL, not_before=NUMERAL + "区制间"),
    Words("SHORTPART", _SHORT_PARTS, not_before="上会饭餐报班点年于期些餐场睡就已市已来间日里"),
    Words(
        "DAYPART",
        {word: value for word, value in DAY_PARTS.items() if word not in _RISKY_DAY_PARTS},
        not_after="文说声证光发透聪分黎开清表查迄如至今",
        not_before="会饭餐年期辈婚场宴报安",
    ),
    Words(
        "DAYPART",
        {word: DAY_PARTS[word] for word in _RISKY_DAY_PARTS},
        not_after="以之目年月天周日节期诞旦目餐饭",
        not_before="会饭餐年期辈婚场宴",
    ),
    Words(
        "YEARSEASON",
        {
            year + season: (n, name)
            for year, n in {"去": -1, "今": 0, "明": 1}.items()
            for season, name in _SHORT_SEASONS.items()
        },
    ),
    Words("SEASON", SEASONS, latent=True),
    Words("SEASONEDGE", _SEASON_EDGES),
    Words("SHORTSEASON", _SHORT_SEASONS, not_before="晚节运游招分耕装日收至眠奥训"),
    Words("EDGE", {"初": "start"}, not_before="一二三四五六七八九十中级学步衷期叶次恋夏春秋冬"),
    Words("EDGE", EDGES, not_before="国央华小学午文级步等下层东年心秋级"),
    Words("YEAREDGE", YEAR_EDGES, not_before="国奖会"),
    Words("MONTHEDGE", MONTH_EDGES, not_before="心"),
    Words("INUNIT", {"年内": Grain.YEAR, "月内": Grain.MONTH, "周内": Grain.WEEK}, not_after=_NO_UNIT_BEFORE),
    Words("WEEKEDGE", _WEEK_EDGES),
    Words("HALF", HALVES),
    Words(
        "HALFOF",
        {
            f"{word}半{unit}": (n, grain)
            for word, n in (("上", 1), ("下", 2))
            for unit, grain in (("月", Grain.MONTH), ("周", Grain.WEEK))
        },
        not_before="刊",
    ),
    Words("QUARTER", _QUARTERS, not_after=NUMERAL),
    Words("QUARTER", {f"q{number}": number for number in range(1, 5)}),
    Words("TENDAYS", {"上旬": "early", "中旬": "mid", "下旬": "late"}),
    Words(
        "FESTIVAL",
        {name: key for name, key in NAMES.items() if name not in _RISKY_FESTIVALS and name not in _YEAR_IS_BEFORE},
        not_before="岁",
    ),
    Words(
        "FESTIVAL",
        {name: NAMES[name] for name in _YEAR_IS_BEFORE},
        not_after=NUMERAL + "今去明前后本来每往整全上下过近当",
        not_before=NUMERAL + _COUNTED,
    ),
    Words(
        "FESTIVAL",
        {name: key for name, key in NAMES.items() if name in _RISKY_FESTIVALS},
        latent=True,
        not_after=NUMERAL + "每",
        not_before=NUMERAL + _COUNTED,
    ),
    Words("CE", flags("公元 西元 公历")),
    Words("BCE", flags("公元前 西元前 纪元前")),
    Words("CENTURY", {"上世纪": -1, "上个世纪": -1, "本世纪": 0, "这个世纪": 0, "下世纪": 1, "下个世纪": 1}),
    Words("FISCAL", flags("财年 财政年度 会计年度 财政年")),
    Words("ERA", {name: name for name in eras.NAMES}),
    Words("MERIDIEM", {"am": "am", "a.m.": "am", "a.m": "am", "pm": "pm", "p.m.": "pm", "p.m": "pm"}),
    Words("SHORTMERIDIEM", {"a": "am", "p": "pm"}),
    Words("ZONE", _ZONES),
    Words("ZONENAME", _ZONE_NAMES),
)
