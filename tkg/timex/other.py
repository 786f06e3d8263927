"""Full dates in languages that have no rules here: '14 mars 2021', '14. März 2021', '14 de marzo de 2021'.

dateparser knows the names of the months in some two hundred languages, and that is all it is asked for. It sees a text
only when a day and a four-digit year stand in it with a word that may be a month; it reads no relative words, no bare
year or month, no day and month in digits; and an answer whose day and year are not the ones in the text is thrown away.
So it can never fill in a field, nor swap two.
"""

import re
from collections.abc import Iterator
from datetime import datetime
from typing import Any

from tkg.timex.civil import Span, civil, day_span

_FULL_DATE = re.compile(
    r"(?P<day>[0-9]{1,2})(?:\.|er|º|ª)?\s+(?:de\s+)?[^\W\d_]{3,}\.?,?\s+(?:de\s+)?(?P<year>[12][0-9]{3})"
)
_SETTINGS: dict[str, Any] = {
    "PARSERS": ["absolute-time"],
    "REQUIRE_PARTS": ["day", "month", "year"],
    "STRICT_PARSING": True,
    "DATE_ORDER": "DMY",
    "TIMEZONE": "UTC",
    "NORMALIZE": True,
}


def full_dates(text: str, tag: str) -> Iterator[tuple[tuple[int, int], Span]]:
    """Where the full dates in a text in the language `tag` stand, and their days; none for a language unknown here."""
    matches = list(_FULL_DATE.finditer(text))
    if not matches:
        return
    from dateparser.data.languages_info import language_order
    from dateparser.date import DateDataParser

    if tag not in language_order:
        return
    parser = DateDataParser(languages=[tag], settings=_SETTINGS)
    for match in matches:
        found: datetime | None = parser.get_date_data(match[0]).date_obj
        if found is not None and (found.day, found.year) == (int(match["day"]), int(match["year"])):
            at = civil(found.year, found.month, found.day)
            if at is not None:
                yield match.span(), day_span(at)
