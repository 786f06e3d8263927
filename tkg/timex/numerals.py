"""Numbers as Chinese writes them: 三, 两, 十, 廿三, 一百零五, digits, and years digit by digit (二〇二三)."""

import re

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
_BELOW_A_THOUSAND = re.compile(
    "(?:(?P<hundreds>[一二两三四五六七八九])百[零〇]?)?(?:(?P<tens>[一二三四五六七八九])?(?P<ten>十)|(?P<contracted>[廿卅]))?"
    "(?P<ones>[零〇一二两三四五六七八九])?"
)

NUMBER = "[0-9]{1,4}|[零〇一二两三四五六七八九十廿卅百]{1,7}"
# What before a numeral makes it a part of a longer one, or no count at all.
DIGIT_CHARACTERS = "0-9零〇○一二两三四五六七八九十廿卅百千万亿几数多第每半."


def number(text: str) -> int | None:
    """The value of a numeral, in characters below 1,000; None where it is none (三四 is three or four, not 34)."""
    if text.isascii():
        return int(text)
    match = _BELOW_A_THOUSAND.fullmatch(text)
    if not match:
        return None
    total = 100 * _DIGITS[match["hundreds"] or "零"] + _DIGITS[match["ones"] or "零"]
    if match["ten"]:
        total += 10 * _DIGITS[match["tens"] or "一"]
    if match["contracted"]:
        total += 20 if match["contracted"] == "廿" else 30
    return total


def year(text: str) -> int | None:
    """The year of four digits of either kind."""
    if text.isascii():
        return int(text)
    digits = [_DIGITS.get(character) for character in text]
    return None if None in digits else int("".join(map(str, digits)))
