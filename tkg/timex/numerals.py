"""Numbers as Chinese writes them: 三, 两, 十, 廿三, 一百零五, digits, and years digit by digit (二〇二三)."""

_DIGITS = {character: value for value, character in enumerate("零一二三四五六七八九")} | {
    "〇": 0,
    "○": 0,
    "两": 2,
    "壹": 1,
}
_TENS = {"廿": 20, "卅": 30}

NUMBER = "[0-9]{1,4}|[零〇一二两三四五六七八九十廿卅百]{1,7}"
DIGIT_CHARACTERS = "0-9零〇○一二两三四五六七八九十廿卅百千万亿几数多第每半."


def number(text: str) -> int | None:
    """The value of a numeral below 1,000, None where it is none ('三四' is three or four, not 34)."""
    if text.isascii():
        return int(text)
    total, digit = 0, None
    for character in text:
        if character in _DIGITS:
            if digit:
                return None
            digit = _DIGITS[character]
            continue
        if character in _TENS:
            unit = _TENS[character]
            if digit is not None or total % 100:
                return None
            total += unit
            continue
        unit = 10 if character == "十" else 100
        if (digit is None and (unit == 100 or total % 100)) or (total % unit * 1 and unit == 100):
            return None
        total += (1 if digit is None else digit) * unit
        digit = None
    return total + (digit or 0)


def year(text: str) -> int | None:
    """The year of four digits of either kind."""
    if len(text) != 4:
        return None
    if text.isascii():
        return int(text)
    digits = [_DIGITS.get(character) for character in text]
    return int("".join(map(str, digits))) if None not in digits else None
