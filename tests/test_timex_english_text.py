"""English time words in running text: which are found, what the tense makes of them, and prose that has none."""

from datetime import UTC, datetime

import pytest

from tkg.timex import Prefer, scan

WEDNESDAY = datetime(2025, 6, 18, 14, 30, tzinfo=UTC)


def at(text: str | None) -> datetime | None:
    return None if text is None else datetime.fromisoformat(text).replace(tzinfo=UTC)


def found(sentence: str) -> list[tuple[str, datetime | None, datetime | None]]:
    return [(each.text, each.start, each.end) for each in scan(sentence, WEDNESDAY, lang="en")]


@pytest.mark.parametrize(
    ("sentence", "times"),
    [
        ("We met on Monday and left last Friday.",
         [("Monday", "2025-06-16", "2025-06-17"), ("last Friday", "2025-06-13", "2025-06-14")]),
        ("He'll be back on Wednesday.", [("Wednesday", "2025-06-25", "2025-06-26")]),
        ("She left on Wednesday.", [("Wednesday", "2025-06-18", "2025-06-19")]),
        ("I will move in March.", [("March", "2026-03-01", "2026-04-01")]),
        ("I moved in October.", [("October", "2024-10-01", "2024-11-01")]),
        ("We'll meet Friday at noon.", [("Friday at noon", "2025-06-20T12:00", "2025-06-20T13:00")]),
        ("He will stay until Friday.", [("until Friday", None, "2025-06-21")]),
        ("I've been living here since 2015.", [("since 2015", "2015-01-01", None)]),
        ("She was born on 14 March 1879 in Ulm and died on 18 April 1955.",
         [("14 March 1879", "1879-03-14", "1879-03-15"), ("18 April 1955", "1955-04-18", "1955-04-19")]),
        ("Albert Einstein (14 March 1879 – 18 April 1955) was a physicist.",
         [("14 March 1879 – 18 April 1955", "1879-03-14", "1955-04-19")]),
        ("The war lasted from 1939 to 1945.", [("from 1939 to 1945", "1939-01-01", "1946-01-01")]),
        ("In the 17th century, the town grew.", [("the 17th century", "1600-01-01", "1700-01-01")]),
        ("The castle was built in the late 12th century.", [("the late 12th century", "1166-01-01", "1200-01-01")]),
        ("Software Engineer, Google, Mar 2019 - Present", [("Mar 2019 - Present", "2019-03-01", None)]),
        ("Intern, May-Aug 2014", [("May-Aug 2014", "2014-05-01", "2014-09-01")]),
        ("BSc, University of Oslo, 2008-2012", [("2008-2012", "2008-01-01", "2013-01-01")]),
        ("Google (2015-2018)", [("2015-2018", "2015-01-01", "2019-01-01")]),
        ("Sent: Tuesday, June 17, 2025 9:15 AM",
         [("Tuesday, June 17, 2025 9:15 AM", "2025-06-17T09:15", "2025-06-17T09:16")]),
        ("On Mon, 16 Jun 2025 at 09:12, Ann wrote:",
         [("Mon, 16 Jun 2025 at 09:12", "2025-06-16T09:12", "2025-06-16T09:13")]),
        ("omg I saw him yesterday lol", [("yesterday", "2025-06-17", "2025-06-18")]),
        ("Police said Wednesday that he was arrested on June 3.",
         [("Wednesday", "2025-06-18", "2025-06-19"), ("June 3", "2025-06-03", "2025-06-04")]),
        ("On Sept. 11, 2001, planes hit the towers.", [("Sept. 11, 2001", "2001-09-11", "2001-09-12")]),
        ("He died Jan. 5, 2019.", [("Jan. 5, 2019", "2019-01-05", "2019-01-06")]),
        ("The project ran from January 2020 to March 2021.",
         [("from January 2020 to March 2021", "2020-01-01", "2021-04-01")]),
        ("Revenue for Q3 2024 was up.", [("Q3 2024", "2024-07-01", "2024-10-01")]),
        ("We went there last summer and will go again next summer.",
         [("last summer", "2024-06-01", "2024-09-01"), ("next summer", "2026-06-01", "2026-09-01")]),
        ("It was founded in 753 BC.", [("753 BC", None, None)]),
        ("We meet on Mondays.", [("on Mondays", None, None)]),
        ("I have lived here for five years.", [("for five years", None, None)]),
        ("他 moved in May 2019 到 Berlin", [("May 2019", "2019-05-01", "2019-06-01")]),
    ],
)  # fmt: skip
def test_scan_finds_the_times_and_the_tense_gives_the_direction(
    sentence: str, times: list[tuple[str, str | None, str | None]]
) -> None:
    assert found(sentence) == [(text, at(start), at(end)) for text, start, end in times]


@pytest.mark.parametrize("prefer", [None, "past", "future", "nearest"])
@pytest.mark.parametrize(
    "sentence",
    [
        "They will march on the capital and march back.",
        "The sun was shining and the sun will fall behind the hills.",
        "She took a fall down the stairs.",
        "He bought spring rolls and spring onions.",
        "The price is $2019 and the ticket costs 2,020 euros.",
        "Python 3.11 and version 2.0.25 were released together.",
        "My phone number is 2125552019.",
        "Arsenal won 3-2, then lost 4-1.",
        "The final score was 21-14.",
        "The Celtics beat the Lakers 102-99.",
        "Our shop is open 24/7.",
        "The 9/11 attacks changed everything.",
        "Augustus was an emperor.",
        "Theresa May resigned as leader.",
        "Summer Glau plays the role.",
        "The room number is 1984.",
        "I read 1984 by Orwell.",
        "ISO 8601 and RFC 2119 are standards.",
        "Chapter 12, page 2020.",
        "The file is 2048 bytes long.",
        "There were 1500 people at the concert.",
        "It weighs 2000 kg and is 1800 m high.",
        "The Boeing 747 and the Airbus A320 landed.",
        "The BMW 2002 is a car.",
        "Windows 2000 and Office 2019 are old.",
        "I scored 1850 points in the game.",
        "The ratio is 16:9.",
        "The resolution is 1920x1080.",
        "The address is 10.0.0.1 and port 8080.",
        "The temperature was 20 degrees.",
        "About 50% of the 1,200 respondents agreed.",
        "A 5-year-old boy was found.",
        "He has a 20-year career.",
        "I have two cats and three dogs.",
        "One of them is second to none.",
        "In the first place, it is wrong.",
        "First, open the door. Second, close it.",
        "He came in third in the race.",
        "The Third Reich and the First Amendment.",
        "Fifth Avenue and 42nd Street.",
        "The minute I saw you, I knew.",
        "At the end of the day, it does not matter.",
        "The present is wrapped. I got a present.",
        "The current president and the current flows.",
        "He is present at the meeting.",
        "The past is a foreign country.",
        "The next step is to wait for the next person.",
        "Last but not least, thank you.",
        "The last samurai was a film.",
        "Good morning, everyone! Good night!",
        "Good afternoon, sir.",
        "Morning Joe is on television.",
        "She works nine to five.",
        "He won by 9 to 5.",
        "The vote was 7 to 2.",
        "Half of the team and quarter past nothing.",
        "It happens once in a blue moon.",
        "Long ago and far away.",
        "In 3 steps you are done.",
        "Under Section 230 and Article 50.",
        "Line 2 is closed; platform 9 is open.",
        "Flight BA 2490 from gate 12.",
        "The code is 1234.",
        "Model 3 and Series 2 and G20 and 4G.",
        "He is in his prime.",
        "I ate 2 apples at lunch.",
        "The night manager and the day shift.",
        "Monthly reports and the weekly news.",
        "Dec the halls and jan is my name.",
        "Second-hand goods and spring-loaded doors.",
        "A leap second and the second one.",
        "Order #20190305 for item 12-34-56.",
        "v1.2.2019 is out",
        "3.14 is pi; 2.71 is e",
        "The fraction 3/4 and 1/2 cup of flour.",
        "1/2 of them left.",
        "My grade is 8/10 and 5/5.",
        "The size is 10-12.",
        "It costs 5-10 dollars.",
        "Aged 20-30.",
        "He was 6-4, 6-3.",
        "Psalm 23:4",
        "Do it again and again, time after time.",
        "The May brothers.",
        "May I ask a question?",
        "May the force be with you.",
        "March is a verb, and so is march.",
        "I march, you march.",
        "Augusta National and Julia and Julian.",
    ],
)  # fmt: skip
def test_scan_finds_nothing_where_there_is_no_time(sentence: str, prefer: Prefer | None) -> None:
    assert scan(sentence, WEDNESDAY, lang="en", prefer=prefer) == []


@pytest.mark.parametrize(
    "sentence",
    ["She is 25 years old.", "Give me five minutes.", "It takes half an hour.", "A 20-minute walk.", "Wait a second."],
)
def test_scan_dates_no_duration_or_age(sentence: str) -> None:
    assert all(not each.is_dated for each in scan(sentence, WEDNESDAY, lang="en"))
