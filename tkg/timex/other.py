"""Full dates in other languages than the two that have rules: '14 mars 2021', '14. März 2021', '14 de marzo de 2021'.

dateparser knows the names of the months in some two hundred languages, and that is all it is asked for. It sees a text
only when a day and a four-digit year stand in it with a word that may be a month; it reads no relative words, no bare
year or month, no day and month in digits; and an answer whose day and year are not the ones in the text is thrown away.
So it can never fill in a field, nor swap two.
"""

import re
from datetime import datetime
from typing import Any

_FULL_DATE = re.compile(
    r"(?:[^\W\d_]{1,3}\s+)?(?P<day>[0-9]{1,2})(?:\.|er|º|ª)?\s+(?:de\s+)?[^\W\d_]{3,}\.?,?\s+(?:de\s+)?(?P<year>[12][0-9]{3})"
)
_SETTINGS: dict[str, Any] = {
    "PARSERS": ["absolute-time"],
    "REQUIRE_PARTS": ["day", "month", "year"],
    "STRICT_PARSING": True,
    "DATE_ORDER": "DMY",
    "TIMEZONE": "UTC",
    "NORMALIZE": True,
}


def resolve(text: str, tag: str) -> str | None:
    """The day that a full date in the language `tag` names; None for anything else, and for a language unknown here."""
    match = _FULL_DATE.fullmatch(text)
    if not match:
        return None
    from dateparser.data.languages_info import language_order
    from dateparser.date import DateDataParser

    if tag not in language_order:
        return None
    found: datetime | None = DateDataParser(languages=[tag], settings=_SETTINGS).get_date_data(text).date_obj
    if found is None or (found.day, found.year) != (int(match["day"]), int(match["year"])):
        return None
    return found.date().isoformat()
