"""The days of the religious calendars: Christian, Jewish, Islamic, of India, Buddhist, Parsi.

Jewish days follow from two tables (Passover and Hanukkah): the calendar's months have fixed lengths from Passover to
the next autumn, and from the middle of winter to Passover. See `festivals` for which civil day counts.
"""

from collections.abc import Iterable
from datetime import date, timedelta

from tkg.timex.calendars.holiday_tables import dates
from tkg.timex.calendars.rules import (
    FRI,
    MON,
    SAT,
    SUN,
    THU,
    Rule,
    computed,
    easter,
    fixed,
    nth,
    orthodox,
    table,
    until,
)


def _passover(year: int) -> date | None:
    return next(iter(dates("hebrew", "passover_date", year)), None)


def _deferred(days_after_passover: int, *moves: tuple[int, int, int]) -> Rule:
    """The eve of a day that gives way to the Sabbath; a move is (weekday, days, since which year)."""

    def origins(year: int) -> Iterable[date]:
        passover = _passover(year)
        if passover:
            day = passover + timedelta(days=days_after_passover)
            yield day + timedelta(
                days=sum(by for weekday, by, since in moves if weekday == day.weekday() and since <= year)
            )

    return computed(origins, -1)


def _tu_bishvat(year: int) -> Iterable[date]:
    """15 Shevat: two months before 15 Nisan, three in a year with a second Adar, which a longer year tells."""
    passover, before = _passover(year), _passover(year - 1)
    if passover and before:
        leap = (passover - before).days > 360
        yield passover - timedelta(days=(89 if leap else 59) + 1)


def _parsi_new_year(year: int) -> Iterable[date]:
    """Shahenshahi: a year of 365 days with no leap day, so that it comes a day earlier every four years."""
    known = date(2018, 8, 17)
    if 1900 <= year <= 2100:
        nearest = round((date(year, 8, 17) - known).days / 365)
        yield known + timedelta(days=365 * nearest)


def _advent(year: int) -> date:
    """The fourth Sunday before Christmas."""
    christmas = date(year, 12, 25)
    return christmas - timedelta(days=(christmas.weekday() + 1) % 7 or 7) - timedelta(days=21)


def _civil_from_julian(month: int, day: int) -> Rule:
    """A date of the Julian calendar, thirteen days behind from March 1900 to February 2100."""

    def origins(year: int) -> Iterable[date]:
        if 1901 <= year <= 2099:
            yield date(year, month, day) + timedelta(days=13)

    return computed(origins)


CHRISTIAN: dict[str, Rule] = {
    # By Easter.
    "septuagesima": easter(-63),
    "shrove_monday": easter(-48),
    "shrove_tuesday": easter(-47),
    "ash_wednesday": easter(-46),
    "lent": easter(-46, days=46),
    "mothering_sunday": easter(-21),
    "palm_sunday": easter(-7),
    "holy_week": easter(-7, days=7),
    "spy_wednesday": easter(-4),
    "maundy_thursday": easter(-3),
    "good_friday": easter(-2),
    "holy_saturday": easter(-1),
    "easter": easter(),
    "easter_monday": easter(1),
    "low_sunday": easter(7),
    "ascension": easter(39),
    "pentecost": easter(49),
    "whit_monday": easter(50),
    "trinity_sunday": easter(56),
    "corpus_christi": easter(60),
    "sacred_heart": easter(68),
    "clean_monday": orthodox(-48),
    "great_lent": orthodox(-48, days=40),
    "lazarus_saturday": orthodox(-8),
    "orthodox_palm_sunday": orthodox(-7),
    "orthodox_holy_thursday": orthodox(-3),
    "orthodox_good_friday": orthodox(-2),
    "orthodox_holy_saturday": orthodox(-1),
    "orthodox_easter": orthodox(),
    "orthodox_easter_monday": orthodox(1),
    "orthodox_ascension": orthodox(39),
    "orthodox_pentecost": orthodox(49),
    "orthodox_whit_monday": orthodox(50),
    # Fixed.
    "epiphany_eve": fixed(1, 5),
    "epiphany": fixed(1, 6),
    "orthodox_christmas": _civil_from_julian(12, 25),
    "orthodox_christmas_eve": _civil_from_julian(12, 24),
    "orthodox_new_year": _civil_from_julian(1, 1),
    "orthodox_epiphany": _civil_from_julian(1, 6),
    "candlemas": fixed(2, 2),
    "annunciation": fixed(3, 25),
    "st_joseph": fixed(3, 19),
    "st_john": fixed(6, 24),
    "peter_and_paul": fixed(6, 29),
    "transfiguration": fixed(8, 6),
    "assumption": fixed(8, 15),
    "nativity_of_mary": fixed(9, 8),
    "michaelmas": fixed(9, 29),
    "reformation_day": fixed(10, 31),
    "all_saints": fixed(11, 1),
    "all_souls": fixed(11, 2),
    "martinmas": fixed(11, 11),
    "st_nicholas": fixed(12, 6),
    "immaculate_conception": fixed(12, 8),
    "st_lucy": fixed(12, 13),
    "advent_sunday": computed(lambda year: [_advent(year)]),
    "christmas_eve": fixed(12, 24),
    "christmas": fixed(12, 25),
    "twelve_days_of_christmas": fixed(12, 25, days=12),
    "st_stephen": fixed(12, 26),
    "holy_innocents": fixed(12, 28),
    "world_day_of_prayer": nth(1, FRI, 3),
}

JEWISH: dict[str, Rule] = {
    "tu_bishvat": computed(_tu_bishvat),
    "purim": table("hebrew", "passover_date", -31),
    "shushan_purim": table("hebrew", "passover_date", -30),
    "passover": table("hebrew", "passover_date", -1, days=9),
    "holocaust_day": _deferred(12, (FRI, -1, 1951), (SUN, 1, 1997)),
    "israel_memorial_day": _deferred(19, (THU, -1, 1951), (FRI, -2, 1951), (SUN, 1, 2004)),
    "israel_independence_day": _deferred(20, (FRI, -1, 1951), (SAT, -2, 1951), (MON, 1, 2004)),
    "lag_baomer": table("hebrew", "passover_date", 32),
    "jerusalem_day": table("hebrew", "passover_date", 42),
    "shavuot": table("hebrew", "passover_date", 49, days=3),
    "tisha_bav": _deferred(112, (SAT, 1, 1)),
    "rosh_hashanah": table("hebrew", "passover_date", 162, days=3),
    "yom_kippur": table("hebrew", "passover_date", 171),
    "sukkot": table("hebrew", "passover_date", 176, days=9),
    "hoshana_rabbah": table("hebrew", "passover_date", 182),
    "shemini_atzeret": table("hebrew", "passover_date", 183),
    "simchat_torah": table("hebrew", "passover_date", 184),
    "hanukkah": table("hebrew", "hanukkah_date", -1, days=8),
}

ISLAMIC: dict[str, Rule] = {
    "islamic_new_year": table("islamic", "hijri_new_year_dates"),
    "ashura": table("islamic", "ashura_dates"),
    "arbaeen": table("islamic", "arbaeen_dates"),
    "mawlid": table("islamic", "mawlid_dates"),
    "isra_and_miraj": table("islamic", "isra_and_miraj_dates"),
    "mid_shaban": table("islamic", "imam_mahdi_birthday_dates"),
    "ramadan": until(table("islamic", "ramadan_beginning_dates"), table("islamic", "eid_al_fitr_dates")),
    "laylat_al_qadr": table("islamic", "laylat_al_qadr_dates"),
    "jumuatul_wida": table("islamic", "jumuatul_wida_dates"),
    "eid_al_fitr": table("islamic", "eid_al_fitr_dates"),
    "day_of_arafah": table("islamic", "eid_al_adha_dates", -1),
    "eid_al_adha": table("islamic", "eid_al_adha_dates"),
    "eid_al_ghadir": table("islamic", "eid_al_ghadir_dates"),
}

INDIAN: dict[str, Rule] = {
    "bhogi": table("hindu", "pongal_date", -1),
    "lohri": table("hindu", "makar_sankranti_date", -1),
    "pongal": table("hindu", "pongal_date"),
    "mattu_pongal": table("hindu", "pongal_date", 1),
    "kaanum_pongal": table("hindu", "pongal_date", 2),
    "makar_sankranti": table("hindu", "makar_sankranti_date"),
    "vasant_panchami": table("hindu", "basant_panchami_date"),
    "ravidas_jayanti": table("hindu", "guru_ravidas_jayanti_date"),
    "dayanand_jayanti": table("hindu", "swami_dayanand_saraswati_jayanti_date"),
    "maha_shivaratri": table("hindu", "maha_shivaratri_date"),
    "holika_dahan": table("hindu", "holi_date", -1),
    "holi": table("hindu", "holi_date"),
    "hola_mohalla": table("hindu", "hola_mohalla_date"),
    "ugadi": table("hindu", "gudi_padwa_date"),
    "chaitra_navaratri": table("hindu", "chaitra_navratri_date", days=9),
    "rama_navami": table("hindu", "ram_navami_date"),
    "mahavir_jayanti": table("hindu", "mahavir_jayanti_date"),
    "hanuman_jayanti": table("hindu", "hanuman_jayanti_date"),
    "vaisakhi": table("hindu", "vaisakhi_date"),
    "puthandu": table("hindu", "puthandu_date"),
    "vishu": table("hindu", "vishu_date"),
    "bengali_new_year": table("hindu", "pohela_boishakh_date"),
    "rabindra_jayanti": table("hindu", "pohela_boishakh_date", 24),
    "parshuram_jayanti": table("hindu", "parshuram_jayanti_date"),
    "rath_yatra": table("hindu", "rath_yatra_date"),
    "guru_purnima": table("hindu", "guru_purnima_date"),
    "naga_panchami": table("hindu", "naag_panchami_date"),
    "raksha_bandhan": table("hindu", "raksha_bandhan_date"),
    "janmashtami": table("hindu", "janmashtami_date"),
    "onam": table("hindu", "onam_date"),
    "hartalika_teej": table("hindu", "hartalika_teej_date"),
    "ganesh_chaturthi": table("hindu", "ganesh_chaturthi_date"),
    "anant_chaturdashi": table("hindu", "anant_chaturdashi_date"),
    "vishwakarma_puja": table("hindu", "vishwakarma_puja_date"),
    "navaratri": table("hindu", "sharad_navratri_date", days=9),
    "maha_saptami": table("hindu", "maha_ashtami_date", -1),
    "maha_ashtami": table("hindu", "maha_ashtami_date"),
    "maha_navami": table("hindu", "maha_navami_date"),
    "dussehra": table("hindu", "dussehra_date"),
    "valmiki_jayanti": table("hindu", "maharshi_valmiki_jayanti_date"),
    "karva_chauth": table("hindu", "karwa_chauth_date"),
    "dhanteras": table("hindu", "diwali_india_date", -2),
    "naraka_chaturdashi": table("hindu", "naraka_chaturdashi_date"),
    "choti_diwali": table("hindu", "diwali_india_date", -1),
    "diwali": table("hindu", "diwali_india_date"),
    "kali_puja": table("hindu", "kali_puja_date"),
    "govardhan_puja": table("hindu", "govardhan_puja_date"),
    "bhai_dooj": table("hindu", "govardhan_puja_date", 1),
    "chhath_puja": table("hindu", "chhath_puja_date"),
    "guru_nanak_jayanti": table("hindu", "guru_nanak_jayanti_date"),
    "guru_gobind_singh_jayanti": table("hindu", "guru_gobind_singh_jayanti_date"),
}

OTHERS: dict[str, Rule] = {
    "vesak": table("buddhist", "vesak_may_date"),
    "bodhi_day": fixed(12, 8),
    "parsi_new_year": computed(_parsi_new_year),
}

RULES: dict[str, Rule] = {**CHRISTIAN, **JEWISH, **ISLAMIC, **INDIAN, **OTHERS}

# The keys whose day depends on where the moon is looked at: elsewhere it may be the day before or after.
DIFFER_BY_PLACE = frozenset(ISLAMIC) | frozenset(INDIAN)
