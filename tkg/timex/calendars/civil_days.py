"""The days of law and custom: fixed dates, weekdays of a month, and days that somebody sets each year.

Where a law moved a day the rule says since when, and a day is not read back before the year that made it where that is
known. International days are those of the United Nations or of the body that named them.
"""

from collections.abc import Iterable
from datetime import date, datetime, time, timedelta

from tkg.timex.calendars.rules import (
    FRI,
    MON,
    SAT,
    SUN,
    THU,
    TUE,
    Interval,
    Rule,
    computed,
    easter_sunday,
    either,
    fixed,
    listed,
    nth,
    weekday_of_month,
)


def _emancipation_day(year: int) -> Iterable[date]:
    """16 April in Washington, kept on the nearest weekday: it puts off the day on which taxes are due."""
    day = date(year, 4, 16)
    yield day + timedelta(days={SAT: -1, SUN: 1}.get(day.weekday(), 0))


def _tax_day(year: int) -> Iterable[date]:
    """15 April, or the next day that is neither a weekend nor (since 2007) Emancipation Day; two years were put off."""
    if year < 1955:
        return
    put_off = {2020: date(2020, 7, 15), 2021: date(2021, 5, 17)}
    if year in put_off:
        yield put_off[year]
        return
    closed = set(_emancipation_day(year)) if year >= 2007 else set()
    day = date(year, 4, 15)
    while day.weekday() >= SAT or day in closed:
        day += timedelta(days=1)
    yield day


def _earth_hour(year: int) -> Iterable[Interval]:
    """Half past eight on the last Saturday of March, a week earlier where that is the eve of Easter."""
    if year < 2007:
        return
    set_apart = {2007: date(2007, 3, 31), 2008: date(2008, 3, 29), 2025: date(2025, 3, 22)}
    last = weekday_of_month(year, 3, SAT, -1)
    eve_of_easter = last + timedelta(days=1) == easter_sunday(year)
    evening = set_apart.get(year, last - timedelta(days=7) if eve_of_easter else last)
    start = datetime.combine(evening, time(20, 30))
    yield start, start + timedelta(hours=1)


def _inauguration(year: int) -> Iterable[date]:
    if year >= 1937 and year % 4 == 1:
        yield date(year, 1, 20)


_THANKSGIVING = (
    ("thanksgiving", 0),
    ("black_friday", 1),
    ("small_business_saturday", 2),
    ("cyber_monday", 4),
    ("giving_tuesday", 5),
)


def _thanksgiving(shift: int) -> Rule:
    return either(
        nth(-1, THU, 11, shift, since=1863, until=1938),
        nth(-2, THU, 11, shift, since=1939, until=1941),
        nth(4, THU, 11, shift, since=1942),
    )


_SUPER_TUESDAYS = {
    1988: (3, 8),
    1992: (3, 10),
    1996: (3, 12),
    2000: (3, 7),
    2004: (3, 2),
    2008: (2, 5),
    2012: (3, 6),
    2016: (3, 1),
    2020: (3, 3),
    2024: (3, 5),
}
_YOUTH_SERVICE = {
    2013: (4, 26),
    2014: (4, 11),
    2015: (4, 17),
    2016: (4, 15),
    2017: (4, 21),
    2018: (4, 20),
    2019: (4, 26),
}

RULES: dict[str, Rule] = {
    # Around the world.
    "new_year": fixed(1, 1),
    "new_year_eve": fixed(12, 31),
    "valentine": fixed(2, 14),
    "white_day": fixed(3, 14),
    "leap_day": computed(lambda year: [date(year, 2, 29)] if _is_leap(year) else []),
    "april_fools": fixed(4, 1),
    "international_labour_day": fixed(5, 1),
    "halloween": fixed(10, 31),
    "mothers_day": nth(2, SUN, 5, since=1908),
    "fathers_day": nth(3, SUN, 6, since=1910),
    "earth_hour": _earth_hour,
    "singles_day": fixed(11, 11, since=1993),
    "womens_day": fixed(3, 8, since=1911),
    "mens_day": fixed(11, 19, since=1992),
    "childrens_day_international": fixed(6, 1, since=1950),
    "childrens_day_universal": fixed(11, 20, since=1954),
    "earth_day": fixed(4, 22, since=1970),
    "water_day": fixed(3, 22, since=1993),
    "forest_day": fixed(3, 21),
    "poetry_day": fixed(3, 21, since=2000),
    "happiness_day": fixed(3, 20, since=2013),
    "health_day": fixed(4, 7, since=1950),
    "book_day": fixed(4, 23, since=1995),
    "press_freedom_day": fixed(5, 3, since=1993),
    "star_wars_day": fixed(5, 4),
    "red_cross_day": fixed(5, 8, since=1948),
    "nurses_day": fixed(5, 12),
    "museum_day": fixed(5, 18, since=1977),
    "no_tobacco_day": fixed(5, 31, since=1988),
    "environment_day": fixed(6, 5, since=1973),
    "oceans_day": fixed(6, 8),
    "blood_donor_day": fixed(6, 14, since=2004),
    "refugee_day": fixed(6, 20, since=2001),
    "yoga_day": fixed(6, 21, since=2015),
    "music_day": fixed(6, 21, since=1982),
    "population_day": fixed(7, 11, since=1989),
    "mandela_day": fixed(7, 18, since=2010),
    "emoji_day": fixed(7, 17, since=2014),
    "friendship_day": fixed(7, 30, since=2011),
    "cat_day": fixed(8, 8, since=2002),
    "youth_day_international": fixed(8, 12, since=2000),
    "humanitarian_day": fixed(8, 19, since=2009),
    "literacy_day": fixed(9, 8, since=1967),
    "suicide_prevention_day": fixed(9, 10, since=2003),
    "democracy_day": fixed(9, 15, since=2008),
    "peace_day": fixed(9, 21, since=2002),
    "alzheimers_day": fixed(9, 21, since=1994),
    "tourism_day": fixed(9, 27, since=1980),
    "older_persons_day": fixed(10, 1, since=1991),
    "non_violence_day": fixed(10, 2, since=2007),
    "animal_day": fixed(10, 4),
    "teachers_day_world": fixed(10, 5, since=1994),
    "mental_health_day": fixed(10, 10, since=1992),
    "girl_child_day": fixed(10, 11, since=2012),
    "food_day": fixed(10, 16, since=1981),
    "united_nations_day": fixed(10, 24, since=1948),
    "vegan_day": fixed(11, 1, since=1994),
    "diabetes_day": fixed(11, 14, since=1991),
    "toilet_day": fixed(11, 19, since=2001),
    "aids_day": fixed(12, 1, since=1988),
    "disabilities_day": fixed(12, 3, since=1992),
    "volunteer_day": fixed(12, 5, since=1985),
    "human_rights_day": fixed(12, 10, since=1950),
    "pi_day": fixed(3, 14),
    "cannabis_day": fixed(4, 20),
    "holocaust_remembrance_international": fixed(1, 27, since=2006),
    "pride_day": fixed(6, 28, since=1970),
    "europe_day": fixed(5, 9),
    # United States.
    **{key: _thanksgiving(shift) for key, shift in _THANKSGIVING},
    "martin_luther_king": nth(3, MON, 1, since=1986),
    "groundhog_day": fixed(2, 2),
    "lincoln_birthday": fixed(2, 12),
    "presidents_day": either(fixed(2, 22, since=1879, until=1970), nth(3, MON, 2, since=1971)),
    "super_bowl": listed(
        {
            2010: (2, 7),
            2011: (2, 6),
            2012: (2, 5),
            2013: (2, 3),
            2014: (2, 2),
            2015: (2, 1),
            2016: (2, 7),
            2017: (2, 5),
            2018: (2, 4),
            2019: (2, 3),
            2020: (2, 2),
            2021: (2, 7),
            2022: (2, 13),
            2023: (2, 12),
            2024: (2, 11),
            2025: (2, 9),
        }
    ),
    "super_tuesday": listed(_SUPER_TUESDAYS),
    "mini_tuesday": listed({2004: (2, 3)}),
    "siblings_day": fixed(4, 10, since=1995),
    "emancipation_day": computed(_emancipation_day),
    "tax_day": computed(_tax_day),
    "patriots_day": nth(3, MON, 4, since=1969),
    "arbor_day": nth(-1, FRI, 4),
    "administrative_professionals_day": nth(-1, SAT, 4, -3, since=1955),
    "youth_service_day": listed(_YOUTH_SERVICE, days=3),
    "law_day": fixed(5, 1, since=1958),
    "loyalty_day": fixed(5, 1, since=1955),
    "lei_day": fixed(5, 1, since=1928),
    "cinco_de_mayo": fixed(5, 5),
    "day_of_prayer": nth(1, THU, 5, since=1988),
    "military_spouse_day": nth(2, SUN, 5, -2, since=1984),
    "armed_forces_day": nth(3, SAT, 5, since=1950),
    "ems_week": nth(3, SUN, 5, days=7),
    "ems_children_day": nth(3, SUN, 5, 3),
    "memorial_day": either(fixed(5, 30, since=1868, until=1970), nth(-1, MON, 5, since=1971)),
    "flag_day": fixed(6, 14, since=1916),
    "juneteenth": fixed(6, 19, since=1866),
    "independence_day": fixed(7, 4, since=1777),
    "labor_day": nth(1, MON, 9, since=1894),
    "grandparents_day": nth(1, MON, 9, 6, since=1978),
    "september_11": fixed(9, 11, since=2002),
    "constitution_day": fixed(9, 17),
    "columbus_day": either(fixed(10, 12, since=1934, until=1970), nth(2, MON, 10, since=1971)),
    "indigenous_peoples_day": nth(2, MON, 10, since=1992),
    "boss_day": fixed(10, 16, since=1958, saturday=-1, sunday=1),
    "election_day": nth(1, MON, 11, 1, since=1845),
    "veterans_day": either(nth(4, MON, 10, since=1971, until=1977), fixed(11, 11, since=1919)),
    "pearl_harbor_day": fixed(12, 7, since=1942),
    "inauguration_day": computed(_inauguration),
    "daylight_saving_start": either(nth(1, SUN, 4, since=1987, until=2006), nth(2, SUN, 3, since=2007)),
    "daylight_saving_end": either(nth(-1, SUN, 10, since=1967, until=2006), nth(1, SUN, 11, since=2007)),
    "cesar_chavez_day": fixed(3, 31),
    "kwanzaa": fixed(12, 26, since=1966, days=7),
    # Britain, Ireland, Canada, Australia, New Zealand.
    "boxing_day": fixed(12, 26),
    "burns_night": fixed(1, 25),
    "st_david": fixed(3, 1),
    "st_patrick": fixed(3, 17),
    "st_george": fixed(4, 23),
    "st_andrew": fixed(11, 30),
    "guy_fawkes": fixed(11, 5),
    "early_may_bank_holiday": either(listed({1995: (5, 8), 2020: (5, 8)}), nth(1, MON, 5, since=1978)),
    "spring_bank_holiday": either(listed({2002: (6, 4), 2012: (6, 4), 2022: (6, 2)}), nth(-1, MON, 5, since=1971)),
    "summer_bank_holiday": nth(-1, MON, 8, since=1971),
    "battle_of_the_boyne": fixed(7, 12),
    "ve_day": fixed(5, 8, since=1945),
    "remembrance_day": fixed(11, 11, since=1919),
    "remembrance_sunday": nth(2, SUN, 11, since=1945),
    "commonwealth_day": nth(2, MON, 3, since=1977),
    "victoria_day": computed(lambda year: [date(year, 5, 24) - timedelta(days=date(year, 5, 24).weekday())]),
    "canada_day": fixed(7, 1, since=1868),
    "canadian_thanksgiving": nth(2, MON, 10, since=1957),
    "family_day": nth(3, MON, 2, since=1990),
    "truth_and_reconciliation": fixed(9, 30, since=2021),
    "australia_day": fixed(1, 26),
    "anzac_day": fixed(4, 25, since=1916),
    "melbourne_cup": nth(1, TUE, 11),
    "waitangi_day": fixed(2, 6),
    # India.
    "republic_day_india": fixed(1, 26, since=1950),
    "independence_day_india": fixed(8, 15, since=1947),
    "gandhi_jayanti": fixed(10, 2),
    "ambedkar_jayanti": fixed(4, 14),
    "teachers_day_india": fixed(9, 5, since=1962),
    "childrens_day_india": fixed(11, 14),
    # Elsewhere, known by name in English.
    "kings_day": either(fixed(4, 27, since=2014, sunday=-1), fixed(4, 30, since=1949, until=2013, sunday=-1)),
    "bastille_day": fixed(7, 14, since=1880),
    "german_unity_day": fixed(10, 3, since=1990),
    "walpurgis_night": fixed(4, 30),
    "victory_day_russia": fixed(5, 9, since=1945),
    "freedom_day": fixed(4, 27, since=1994),
    "midsummer_day": fixed(6, 24),
    "administrative_professionals_week": nth(-1, SAT, 4, -6, days=7),
    "thinking_day": fixed(2, 22),
}


def _is_leap(year: int) -> bool:
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
