"""The days of China, Hong Kong, Macau and Taiwan: by the moon, the sun, the state and the shops.

A festival of several days off (Spring Festival, the National Day) is its first day: how long the holiday lasts is
announced year by year and differs by place.
"""

from tkg.timex.calendars import lunar
from tkg.timex.calendars.rules import Rule, chinese, fixed, solar_term

_TERMS: dict[str, Rule] = {f"term_{name}": solar_term(name) for name in lunar.SOLAR_TERMS}

RULES: dict[str, Rule] = {
    **_TERMS,
    # By the moon.
    "lunar_new_year_eve": chinese(1, 1, -1),
    "lunar_new_year": chinese(1, 1),
    "break_fifth": chinese(1, 5),
    "human_day": chinese(1, 7),
    "lantern": chinese(1, 15),
    "dragon_head": chinese(2, 2),
    "mazu_birthday": chinese(3, 23),
    "double_third": chinese(3, 3),
    "buddha_birthday": chinese(4, 8),
    "dragon_boat": chinese(5, 5),
    "qixi": chinese(7, 7),
    "ghost_festival": chinese(7, 15),
    "mid_autumn": chinese(8, 15),
    "double_ninth": chinese(9, 9),
    "winter_clothes": chinese(10, 1),
    "lower_origin": chinese(10, 15),
    "laba": chinese(12, 8),
    "little_year_north": chinese(12, 23),
    "cold_food": solar_term("清明", -1),
    # Of the state.
    "police_day_china": fixed(1, 10, since=2021),
    "arbor_day_china": fixed(3, 12, since=1979),
    "consumer_rights_day": fixed(3, 15, since=1983),
    "space_day_china": fixed(4, 24, since=2016),
    "national_security_day_china": fixed(4, 15, since=2016),
    "youth_day_china": fixed(5, 4, since=1939),
    "party_day_china": fixed(7, 1, since=1921),
    "hong_kong_return": fixed(7, 1, since=1997),
    "army_day_china": fixed(8, 1, since=1927),
    "doctors_day_china": fixed(8, 19, since=2018),
    "victory_day_china": fixed(9, 3, since=1945),
    "teachers_day_china": fixed(9, 10, since=1985),
    "september_18": fixed(9, 18, since=1931),
    "farmers_day_china": solar_term("秋分"),
    "martyrs_day_china": fixed(9, 30, since=2014),
    "national_day_china": fixed(10, 1, since=1949),
    "programmers_day_china": fixed(10, 24),
    "journalists_day_china": fixed(11, 8, since=2000),
    "constitution_day_china": fixed(12, 4, since=2014),
    "nanjing_memorial_day": fixed(12, 13, since=2014),
    "macau_return": fixed(12, 20, since=1999),
    # Of Taiwan.
    "peace_memorial_day_taiwan": fixed(2, 28, since=1947),
    "youth_day_taiwan": fixed(3, 29),
    "childrens_day_taiwan": fixed(4, 4),
    "fathers_day_taiwan": fixed(8, 8),
    "teachers_day_taiwan": fixed(9, 28),
    "national_day_taiwan": fixed(10, 10, since=1911),
    "retrocession_day_taiwan": fixed(10, 25, since=1945),
    "constitution_day_taiwan": fixed(12, 25, since=1947),
    # Of shops and of the young.
    "love_day_520": fixed(5, 20),
    "shopping_618": fixed(6, 18, since=2004),
    "double_twelve": fixed(12, 12, since=2011),
    "goddess_day": fixed(3, 7),
}
