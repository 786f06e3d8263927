"""Calendars without a language: when a festival, a date of the Chinese lunar calendar or a year of an era falls.

`festivals.days` gives the days of a festival in a year, `lunar` the dates of the Chinese calendar and its solar terms,
`eras` the year that a reign or a republic counts. None of them knows a word: the languages map their names to these
keys. What a calendar does not hold, or holds only outside the year that is asked for, is an empty answer.
"""
