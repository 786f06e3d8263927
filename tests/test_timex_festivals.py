"""Festivals, lunar dates, solar terms and eras, against almanacs, and the names that two languages give them."""

import subprocess
import sys
from datetime import date, datetime, timedelta
from itertools import pairwise

import pytest

from tkg.timex import chinese_festivals, english_festivals, spellings
from tkg.timex.calendars import eras, festivals, holiday_tables, lunar
from tkg.traditional import SIMPLIFIED


def _first_day(key: str, year: int) -> str:
    ((start, end),) = festivals.days(key, year)
    assert end == start + timedelta(days=1)
    return start.date().isoformat()


def _period(key: str, year: int) -> tuple[str, str]:
    ((start, end),) = festivals.days(key, year)
    return start.isoformat(timespec="minutes"), end.isoformat(timespec="minutes")


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        ("christmas", "2024-12-25"),
        ("thanksgiving", "2024-11-28"),
        ("thanksgiving", "1940-11-21"),
        ("thanksgiving", "1935-11-28"),
        ("black_friday", "2023-11-24"),
        ("cyber_monday", "2023-11-27"),
        ("memorial_day", "2024-05-27"),
        ("memorial_day", "1965-05-30"),
        ("presidents_day", "1970-02-22"),
        ("presidents_day", "2024-02-19"),
        ("veterans_day", "1975-10-27"),
        ("veterans_day", "1978-11-11"),
        ("election_day", "2016-11-08"),
        ("mothers_day", "2024-05-12"),
        ("fathers_day", "2024-06-16"),
        ("administrative_professionals_day", "2024-04-24"),
        ("boss_day", "2016-10-17"),
        ("boss_day", "2021-10-15"),
        ("tax_day", "2017-04-18"),
        ("tax_day", "2020-07-15"),
        ("tax_day", "2024-04-15"),
        ("daylight_saving_start", "2006-04-02"),
        ("daylight_saving_start", "2024-03-10"),
        ("daylight_saving_end", "2024-11-03"),
        ("super_tuesday", "2020-03-03"),
        ("kings_day", "2014-04-26"),
        ("victoria_day", "2024-05-20"),
        ("victoria_day", "2027-05-24"),
        ("melbourne_cup", "2024-11-05"),
        ("early_may_bank_holiday", "2020-05-08"),
        ("advent_sunday", "2023-12-03"),
        ("advent_sunday", "2022-11-27"),
    ],
)
def test_civil_days_follow_the_law_of_their_year(key: str, expected: str) -> None:
    assert _first_day(key, int(expected[:4])) == expected


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        ("easter", "1818-03-22"),
        ("easter", "2008-03-23"),
        ("easter", "2038-04-25"),
        ("easter", "2024-03-31"),
        ("orthodox_easter", "2024-05-05"),
        ("orthodox_easter", "2025-04-20"),
        ("good_friday", "2024-03-29"),
        ("ash_wednesday", "2024-02-14"),
        ("pentecost", "2024-05-19"),
        ("corpus_christi", "2024-05-30"),
        ("orthodox_christmas", "2024-01-07"),
        ("purim", "2024-03-23"),
        ("yom_kippur", "2023-09-24"),
        ("tu_bishvat", "2024-01-24"),
        ("tu_bishvat", "2023-02-05"),
        ("tisha_bav", "2018-07-21"),
        ("tisha_bav", "2024-08-12"),
        ("israel_independence_day", "2018-04-18"),
        ("israel_independence_day", "2024-05-13"),
        ("holocaust_day", "2024-05-05"),
        ("eid_al_fitr", "2024-04-10"),
        ("eid_al_adha", "2024-06-16"),
        ("islamic_new_year", "2023-07-19"),
        ("diwali", "2023-11-12"),
        ("holi", "2024-03-25"),
        ("vesak", "2024-05-22"),
        ("parsi_new_year", "2018-08-17"),
        ("parsi_new_year", "2022-08-16"),
    ],
)
def test_sacred_days_follow_their_calendar(key: str, expected: str) -> None:
    assert _first_day(key, int(expected[:4])) == expected


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        ("lunar_new_year", "2024-02-10"),
        ("lunar_new_year", "2033-01-31"),
        ("lunar_new_year_eve", "2024-02-09"),
        ("lantern", "2024-02-24"),
        ("dragon_boat", "2025-05-31"),
        ("qixi", "2024-08-10"),
        ("ghost_festival", "2024-08-18"),
        ("mid_autumn", "2024-09-17"),
        ("mid_autumn", "1978-09-17"),
        ("double_ninth", "2024-10-11"),
        ("laba", "2024-01-18"),
        ("term_清明", "2024-04-04"),
        ("cold_food", "2024-04-03"),
        ("term_冬至", "2024-12-21"),
        ("term_冬至", "2023-12-22"),
        ("term_立春", "2025-02-03"),
        ("national_day_china", "2024-10-01"),
    ],
)
def test_chinese_days(key: str, expected: str) -> None:
    assert _first_day(key, int(expected[:4])) == expected


@pytest.mark.parametrize(
    ("key", "year", "start", "end"),
    [
        ("lent", 2018, "2018-02-14T00:00", "2018-04-01T00:00"),
        ("great_lent", 2018, "2018-02-19T00:00", "2018-03-31T00:00"),
        ("rosh_hashanah", 2018, "2018-09-09T00:00", "2018-09-12T00:00"),
        ("passover", 2018, "2018-03-30T00:00", "2018-04-08T00:00"),
        ("sukkot", 2018, "2018-09-23T00:00", "2018-10-02T00:00"),
        ("hanukkah", 2018, "2018-12-02T00:00", "2018-12-10T00:00"),
        ("ramadan", 2018, "2018-05-16T00:00", "2018-06-15T00:00"),
        ("kwanzaa", 2023, "2023-12-26T00:00", "2024-01-02T00:00"),
        ("earth_hour", 2024, "2024-03-23T20:30", "2024-03-23T21:30"),
        ("earth_hour", 2019, "2019-03-30T20:30", "2019-03-30T21:30"),
    ],
)
def test_a_long_festival_is_its_whole_period(key: str, year: int, start: str, end: str) -> None:
    assert _period(key, year) == (start, end)


def test_a_short_year_can_hold_a_festival_twice_and_a_civil_year_none_of_it() -> None:
    assert [start.date() for start, _ in festivals.days("eid_al_fitr", 2000)] == [date(2000, 1, 8), date(2000, 12, 27)]
    assert [start.date() for start, _ in festivals.days("ramadan", 2030)] == [date(2030, 1, 5), date(2030, 12, 26)]
    assert festivals.days("laba", 2023) == ()  # the years around it keep it on 30 December and on 18 January


@pytest.mark.parametrize(
    ("key", "year"),
    [
        ("easter", 1500),
        ("diwali", 1950),
        ("passover", 1900),
        ("eid_al_fitr", 1800),
        ("super_tuesday", 2018),
        ("leap_day", 2023),
        ("martin_luther_king", 1970),
        ("inauguration_day", 2018),
        ("lunar_new_year", 2300),
        ("christmas", 0),
        ("christmas", 10000),
        ("christmas", -44),
    ],
)
def test_what_no_calendar_knows_has_no_day(key: str, year: int) -> None:
    assert festivals.days(key, year) == ()


def test_an_unknown_key_is_an_error() -> None:
    with pytest.raises(KeyError):
        festivals.days("no such festival", 2024)


@pytest.mark.parametrize("key", sorted(festivals.KEYS))
def test_every_rule_gives_days_in_its_year(key: str) -> None:
    found = [(year, interval) for year in range(2004, 2025) for interval in festivals.days(key, year)]
    assert found
    assert all(start.year == year and start < end for year, (start, end) in found)


def test_lunar_dates() -> None:
    assert lunar.date(2024, 1, 1) == date(2024, 2, 10)
    assert lunar.date(1976, 8, 8, leap=True) == date(1976, 10, 1)
    assert lunar.date(2023, 2, 1, leap=True) == date(2023, 3, 22)
    assert lunar.date(2023, 12, 30) == date(2024, 2, 9)
    assert lunar.date(1900, 1, 1) == date(1900, 1, 31)


@pytest.mark.parametrize(
    ("year", "month", "day", "leap"),
    [(2024, 2, 1, True), (2024, 1, 30, False), (2024, 13, 1, False), (2024, 1, 0, False), (1200, 1, 1, False)],
)
def test_a_lunar_day_that_does_not_exist(year: int, month: int, day: int, leap: bool) -> None:
    assert lunar.date(year, month, day, leap) is None


def test_the_days_of_a_lunar_year_follow_each_other() -> None:
    days = []
    for month in range(1, 13):
        for leap in (False, True):
            days += [found for day in range(1, 31) if (found := lunar.date(2023, month, day, leap))]
    first, after = lunar.date(2023, 1, 1), lunar.date(2024, 1, 1)
    assert first
    assert after
    assert days == [first + timedelta(days=count) for count in range((after - first).days)]


def test_solar_terms_divide_the_year() -> None:
    days = [lunar.solar_term(2024, name) for name in lunar.SOLAR_TERMS]
    assert days[0] == date(2024, 1, 6)
    assert days[11] == date(2024, 6, 21)
    known = [day for day in days if day]
    assert len(known) == 24
    steps = {(later - earlier).days for earlier, later in pairwise(known)}
    assert steps == {14, 15, 16}
    assert lunar.solar_term(2024, "中伏") is None
    assert lunar.solar_term(1000, "清明") is None


@pytest.mark.parametrize(
    ("era", "number", "expected"),
    [
        ("民国", 38, 1949),
        ("民國", 1, 1912),
        ("中華民國", 113, 2024),
        ("昭和", 64, 1989),
        ("平成", 1, 1989),
        ("令和", 6, 2024),
        ("明治", 45, 1912),
        ("大正", 15, 1926),
        ("光緒", 24, 1898),
        ("宣统", 3, 1911),
        ("康熙", 61, 1722),
        ("乾隆", 60, 1795),
        ("贞观", 1, 627),
        ("昭和", 65, None),
        ("宣统", 4, None),
        ("康熙", 0, None),
        ("民国", 9000, None),
        ("无名", 1, None),
    ],
)
def test_years_of_an_era(era: str, number: int, expected: int | None) -> None:
    assert eras.year(era, number) == expected


@pytest.mark.parametrize("names", [english_festivals.NAMES, chinese_festivals.NAMES])
def test_every_name_leads_to_a_festival(names: dict[str, str]) -> None:
    assert set(names.values()) <= festivals.KEYS
    assert all(name == " ".join(name.split()).lower() and len(name) > 1 for name in names)


@pytest.mark.parametrize("language", [english_festivals, chinese_festivals])
def test_the_ordinary_words_are_names(language: object) -> None:
    assert vars(language)["ORDINARY_WORDS"] <= vars(language)["NAMES"].keys()


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("new years eve", "new_year_eve"),
        ("valentines day", "valentine"),
        ("st patricks day", "st_patrick"),
        ("labor day", "labor_day"),
        ("labour day", "international_labour_day"),
        ("chanukah", "hanukkah"),
        ("laylat al-qadr", "laylat_al_qadr"),
        ("mid-autumn festival", "mid_autumn"),
        ("orthodox good friday", "orthodox_good_friday"),
    ],
)
def test_english_names(name: str, key: str) -> None:
    assert english_festivals.NAMES[name] == key


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("春节", "lunar_new_year"),
        ("除夕", "lunar_new_year_eve"),
        ("元宵節", "lantern"),
        ("端午節", "dragon_boat"),
        ("雙十一", "singles_day"),
        ("雙十節", "national_day_taiwan"),
        ("聖誕節", "christmas"),
        ("國慶節", "national_day_china"),
        ("勞動節", "international_labour_day"),
        ("清明", "term_清明"),
        ("龍抬頭", "dragon_head"),
    ],
)
def test_chinese_names_in_either_script(name: str, key: str) -> None:
    assert chinese_festivals.NAMES[name.translate(SIMPLIFIED)] == key


def test_simplifying_keeps_every_offset() -> None:
    text = "農曆臘月廿三,下個禮拜過後兩點鐘"
    assert text.translate(SIMPLIFIED) == "农历腊月廿三,下个礼拜过后两点钟"
    assert all(len(simplified) == 1 for simplified in SIMPLIFIED.values())
    assert not {ord(simplified) for simplified in SIMPLIFIED.values()} & SIMPLIFIED.keys()


def test_a_pattern_spells_every_name_and_no_name_twice_over() -> None:
    assert sorted(spellings.spelled("{st|saint} {a|b} [day]")) == sorted(
        ["st a", "st b", "saint a", "saint b", "st a day", "st b day", "saint a day", "saint b day"]
    )
    with pytest.raises(ValueError, match="names both"):
        spellings.keys_by_name({"one": ("x [y]",), "two": ("x",)})


def test_the_almanacs_are_not_loaded_until_a_day_is_asked_for() -> None:
    program = (
        "import sys; import tkg.timex.calendars.festivals; "
        "print([name for name in ('holidays', 'lunar_python') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_a_day_is_the_same_object_however_often_it_is_asked_for() -> None:
    assert festivals.days("easter", 2024) is festivals.days("easter", 2024)
    assert festivals.days("easter", 2024) == ((datetime(2024, 3, 31), datetime(2024, 4, 1)),)  # noqa: DTZ001


def test_a_table_that_is_not_there_is_not_known() -> None:
    assert holiday_tables.dates("hindu", "no_such_festival_date", 2024) == ()
