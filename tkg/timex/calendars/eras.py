"""Years that are counted from a reign or a republic: 民国三十八年, 昭和64年, 光绪二十四年.

A Chinese reign name begins with the new year after an accession, a Japanese one on the day itself, so the last year of
a Japanese era is also the first of the next and both numbers are good. The year that a count gives is the Gregorian one
in which the lunar year begins: of the last weeks of a Chinese year this is one short, which a caller who has a month
resolves with `lunar` where `is_lunar` says so. A number beyond the last year of its era is no year at all; an era that
runs has no last year.
Names that were used more than once with numbers that overlap (至元, 元和) are not here.
"""

from tkg.traditional import SIMPLIFIED

# Era: the year that it counts as 1, and the last year that it counts (None while it runs).
_ERAS: dict[str, tuple[int, int | None]] = {
    "民国": (1912, None),
    "中华民国": (1912, None),
    "明治": (1868, 1912),
    "大正": (1912, 1926),
    "昭和": (1926, 1989),
    "平成": (1989, 2019),
    "令和": (2019, None),
    "洪武": (1368, 1398),
    "建文": (1399, 1402),
    "永乐": (1403, 1424),
    "洪熙": (1425, 1425),
    "宣德": (1426, 1435),
    "正统": (1436, 1449),
    "景泰": (1450, 1457),
    "天顺": (1457, 1464),
    "成化": (1465, 1487),
    "弘治": (1488, 1505),
    "正德": (1506, 1521),
    "嘉靖": (1522, 1566),
    "隆庆": (1567, 1572),
    "万历": (1573, 1620),
    "泰昌": (1620, 1620),
    "天启": (1621, 1627),
    "崇祯": (1628, 1644),
    "顺治": (1644, 1661),
    "康熙": (1662, 1722),
    "雍正": (1723, 1735),
    "乾隆": (1736, 1795),
    "嘉庆": (1796, 1820),
    "道光": (1821, 1850),
    "咸丰": (1851, 1861),
    "同治": (1862, 1874),
    "光绪": (1875, 1908),
    "宣统": (1909, 1911),
    "贞观": (627, 649),
    "永徽": (650, 656),
    "开元": (713, 741),
    "天宝": (742, 756),
    "建隆": (960, 963),
    "庆历": (1041, 1048),
    "熙宁": (1068, 1077),
    "元丰": (1078, 1085),
    "宣和": (1119, 1125),
    "靖康": (1126, 1127),
    "绍兴": (1131, 1162),
}

NAMES = frozenset(_ERAS)

# The last year, by its number, whose months and days are lunar: Japan went over to the Gregorian calendar with 明治6年.
_LAST_LUNAR = {"民国": 0, "中华民国": 0, "明治": 5, "大正": 0, "昭和": 0, "平成": 0, "令和": 0}


def is_lunar(era: str, number: int) -> bool:
    """Whether the months and days of year `number` of an era are those of the lunar calendar."""
    return number <= _LAST_LUNAR.get(era.translate(SIMPLIFIED), 9999)


def year(era: str, number: int) -> int | None:
    """The Gregorian year of year `number` (元年 is 1) of an era in either script, None where it has no such year."""
    span = _ERAS.get(era.translate(SIMPLIFIED))
    if span is None or number < 1:
        return None
    first, last = span
    found = first + number - 1
    return found if found <= (last if last is not None else 9999) else None
