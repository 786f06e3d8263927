"""The little words of Chinese around a time: before and after, from and to, about, every; units and vague counts."""

from collections.abc import Mapping
from typing import TypeVar

from tkg.timex import numerals
from tkg.timex.amounts import Count, exactly, few
from tkg.timex.anchored import Grain
from tkg.timex.chart import Words

Value = TypeVar("Value")
NUMERAL = "0123456789零一二两三四五六七八九十廿卅百千万几数多第半"


def split(table: Mapping[Value, str]) -> dict[str, Value]:
    """Words to values out of values to words with spaces between them."""
    return {word: value for value, words in table.items() for word in words.split()}


def flags(words: str) -> dict[str, bool]:
    """Words whose value is that they are there."""
    return dict.fromkeys(words.split(), True)


UNITS: dict[str, Grain] = split(
    {
        Grain.SECOND: "秒 秒钟",
        Grain.MINUTE: "分钟",
        Grain.HOUR: "小时 个小时 钟头 个钟头 个钟",
        Grain.DAY: "天",
        Grain.WEEK: "周 个周 星期 个星期 礼拜 个礼拜",
        Grain.MONTH: "个月",
        Grain.QUARTER: "季度 个季度",
        Grain.YEAR: "年 周年 年度",
        Grain.CENTURY: "个世纪",
    }
)
_NO_UNIT = "年级轻代龄纪生画货糕气空津下然才地堂岁边围候杀杰刊报会历制薪终"
# As a unit only beside what says so: 前两月, 五日内.
_SHORT_UNITS = {"月": Grain.MONTH, "日": Grain.DAY, "季": Grain.QUARTER, "分": Grain.MINUTE}

STEPS: dict[str, int] = split({-1: "上", -2: "上上", -3: "上上上", 0: "这 本 今 呢", 1: "下", 2: "下下", 3: "下下下"})

_COUNTS: dict[str, Count] = {
    "半": exactly(0.5),
    "几": few(3, 2, 9),
    "好几": few(3, 2, 9),
    "数": few(3, 2, 9),
    "若干": few(3, 2, 9),
    "十几": few(10, 10, 19),
    "几十": few(30, 20, 90),
    "俩": exactly(2),
    "仨": exactly(3),
    "一两": few(2, 1, 2),
    "一二": few(2, 1, 2),
    "两三": few(3, 2, 3),
    "二三": few(3, 2, 3),
    "三四": few(4, 3, 4),
    "三五": few(5, 3, 5),
    "四五": few(5, 4, 5),
    "五六": few(6, 5, 6),
    "六七": few(7, 6, 7),
    "七八": few(8, 7, 8),
    "八九": few(9, 8, 9),
}

PARTICLES = (
    Words("UNIT", {word: grain for word, grain in UNITS.items() if grain is not Grain.WEEK}, not_before=_NO_UNIT),
    Words(
        "UNIT",
        {word: grain for word, grain in UNITS.items() if grain is Grain.WEEK},
        not_before=_NO_UNIT + "一二三四五六日末",
    ),
    Words("SHORTUNIT", _SHORT_UNITS, not_before="饼亮薪球票嫂供元本报"),
    Words("MONTHUNIT", {"月份": Grain.MONTH}, not_before="额"),
    Words(
        "HALFUNIT",
        {
            "个半小时": Grain.HOUR,
            "个半钟头": Grain.HOUR,
            "个半钟": Grain.HOUR,
            "个半月": Grain.MONTH,
            "个半星期": Grain.WEEK,
            "个半礼拜": Grain.WEEK,
        },
    ),
    Words(
        "MOREUNIT",
        {
            "个多小时": Grain.HOUR,
            "个多钟头": Grain.HOUR,
            "个多钟": Grain.HOUR,
            "个多月": Grain.MONTH,
            "个多星期": Grain.WEEK,
            "个多礼拜": Grain.WEEK,
        },
    ),
    Words("MORE", flags("多 来 余 几")),
    Words("STEP", {word: n for word, n in STEPS.items() if n < 0}, not_after="晚早以马路线网身事上桌地"),
    Words("STEP", {word: n for word, n in STEPS.items() if n == 0}, not_after="日资基剧书版至迄如当而成根原文"),
    Words("STEP", {word: n for word, n in STEPS.items() if n > 0}, not_after="以线乡手地楼天脚底名下之如"),
    Words("COUNT", _COUNTS, not_after="第0123456789一二三四五六七八九十"),
    Words(
        "ORD",
        {f"第{spelling}": n for n in range(1, 54) for spelling in numerals.spellings(n)} | {"首": 1, "头一": 1},
        not_before=NUMERAL,
    ),
    Words("AGO", {word: word for word in ("前", "以前", "之前", "早前")}, not_before="台往来途程锋所后辈"),
    Words("AFTER", flags("后 以后 之后 过后"), not_before="台来期续果面"),
    Words("WITHIN", flags("内 以内 之内"), not_before="容部地"),
    Words("LASTLY", flags("过去 过去的 最近 最近的 近 近的 此前 刚过去的 过往"), not_after="附接最走"),
    Words("COMING", flags("未来 未来的 今后 今后的 接下来 接下来的 往后 往后的 随后 接下 将来")),
    Words("ABOUT", flags("大约 大概 约 约莫 差不多 将近 近 不到 至少 整整 足足 大致 近乎 超过")),
    Words("ORSO", flags("左右 上下 前后 许 附近 光景 开外")),
    Words("TO", flags("到 至 - ~ ー 直到 到了 — 至到 一直到 直至 一直至")),
    Words("FROM", flags("从 自 自从 打 打从 由 始于")),
    Words("STARTING", flags("起 开始"), not_before="床飞伏来码点因至"),
    Words(
        "ONWARD",
        flags("以来 起至今 以来至今 至今 到现在 到今天 到目前 迄今 到如今 至今为止 到现在为止 后至今 开始至今"),
    ),
    Words("TODAY", {"今": True}, not_before="天年日晚早夜晨后春夏秋冬个次朝儿生古世文明明天"),
    Words("UNTIL", flags("到 至"), not_after="改迟期前延后挪签定排调整推等"),
    Words("UNTIL", flags("直到 直至 截至 截止 截止到 截至到 一直到 截止至")),
    Words("UPTO", flags("为止 止 止住")),
    Words(
        "DURING",
        flags("里 间 期间 的时候 时 时候 之际 当天 那天 这天 这一天 那一天 当日 之间"),
        not_before="国央学间",
    ),
    Words("EVERY", flags("每 每个 每隔 每逢 逢 每到 每一 每一个")),
)
