"""Numbers as Chinese writes them: 三, 两, 十, 廿三, 一百零五, 三千, digits, and years digit by digit (二〇二三)."""

import re
from collections.abc import Iterator

_DIGITS = {
    "零": 0,
    "〇": 0,
    "○": 0,
    "一": 1,
    "二": 2,
    "两": 2,
    "三": 3,
    "四": 4,
    "五": 5,
    "六": 6,
    "七": 7,
    "八": 8,
    "九": 9,
}
_BELOW_TEN_THOUSAND = re.compile(
    "(?:(?P<thousands>[一二两三四五六七八九])千)?(?:(?P<hundreds>[一二两三四五六七八九])百)?(?P<gap>[零〇])?"
    "(?:(?P<tens>[一二三四五六七八九])?(?P<ten>十)|(?P<contracted>[廿卅]))?(?P<ones>[零〇一二两三四五六七八九])?"
)
_ONES = "零一二三四五六七八九"

CHARACTERS = "零〇一二两三四五六七八九十廿卅百千"


def number(text: str) -> int | None:
    """The value of a numeral, in characters below 10,000; None where it is none (三四 is three or four, not 34)."""
    if text.isascii():
        return int(text)
    match = _BELOW_TEN_THOUSAND.fullmatch(text)
    if not match or (match["gap"] and not match["ones"] and not match["ten"] and len(text) > 1):
        return None
    ones = _DIGITS[match["ones"] or "零"]
    total = 1000 * _DIGITS[match["thousands"] or "零"] + 100 * _DIGITS[match["hundreds"] or "零"]
    if match["ten"]:
        total += 10 * _DIGITS[match["tens"] or "一"]
    elif match["contracted"]:
        total += 20 if match["contracted"] == "廿" else 30
    elif total and not match["gap"]:
        # 一百五 is 150 and 两千五 is 2,500: what follows is of the next lower unit.
        ones *= 10 if match["hundreds"] else 100
    return total + ones


def year(text: str) -> int | None:
    """The year of digits of either kind, one by one."""
    if text.isascii():
        return int(text)
    digits = [_DIGITS.get(character) for character in text]
    return None if None in digits else int("".join(map(str, digits)))


def spellings(value: int) -> Iterator[str]:
    """How a number from 0 to 99 is written: 23 as '23', '二十三' and '廿三', 5 as '5', '05' and '五'."""
    yield str(value)
    if value < 10:
        yield f"0{value}"
        yield _ONES[value]
        return
    tens, ones = divmod(value, 10)
    tail = _ONES[ones] if ones else ""
    yield ("" if tens == 1 else _ONES[tens]) + "十" + tail
    if tens in (2, 3):
        yield "廿卅"[tens - 2] + tail
