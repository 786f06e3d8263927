"""What silences a whole sentence: denials, what is taken back, hedges around it, fiction, corrected dates, length."""

import pytest

from tests.reading import candidates, extracted, facts, only, reasons
from tkg.extract import Skipped


@pytest.mark.parametrize(
    "text",
    [
        "It's not true that Clara works at IBM.",
        "It isn't true that Clara works at IBM.",
        "It is false that I live in Bonn.",
        "It's a myth that Clara works at IBM.",
        "There is no truth to the story that Clara works at IBM.",
        "I deny that I live in Bonn.",
        "I never said that I live in Bonn.",
        "I didn't say I live in Bonn.",
        "I'm not saying that, all in all, I live in Bonn.",
        "Nobody says that Tim works at Dell.",
        "No way Tim works at Dell.",
        "Tim lied that I live in Bonn.",
        "They say I live in Bonn, which is wrong.",
        "I live in Bonn, said no one ever.",
        "并不是说我住在广州。",
        "我没说过我住在广州。",
        "有谣言说我住在广州。",
        "我否认我住在广州。",
        "我住在广州才怪。",
    ],
)
def test_what_is_denied_is_no_fact(text: str) -> None:
    assert reasons(text) == {"denied"}


@pytest.mark.parametrize(
    "text",
    [
        "Maybe Clara lives in Kyoto.",
        "Perhaps Tim works at Dell.",
        "Apparently Ann lives in Lima.",
        "Supposedly Tim works at Sony.",
        "Well, maybe, after all, Clara lives in Kyoto.",
        "Reportedly Tim works at Sony.",
        "I joke that I live in Hell.",
        "It seems that, all in all, Tim works at Sony.",
        "Looks like Tim works at Sony.",
        "It seems Tim works at Sony.",
        "I think, honestly, Tim works at Sony.",
        "Clara lives in Kyoto, I think.",
        "Tim works at Dell, apparently.",
        "I might be wrong, but Clara lives in Kyoto.",
        "I'm not sure, but Tim works at Dell.",
        "I live in Rome or Milan.",
        "I work at Acme or something.",
        "Maybe it's Globex, not Initech.",
        "貌似我在腾讯工作。",
        "李雷在腾讯工作吧。",
        "李雷在腾讯工作，我猜。",
        "也许，李雷在腾讯工作。",
        "我住在苏州或者无锡。",
    ],
)
def test_what_is_hedged_anywhere_around_it_is_no_fact(text: str) -> None:
    assert reasons(text) == {"hedged"}


@pytest.mark.parametrize(
    "text",
    [
        "In my novel, Tim lives in Mars City.",
        "In a dream last night I lived in Paris.",
        "I live in Gotham in the video game.",
        "My character Tim works at Oscorp.",
        "My imaginary friend Tim lives in Berlin.",
        "For the play, I live in Verona.",
        "I wrote a story where Tim lives in Mars City.",
        "我做了个梦，我住在巴黎。",
        "Once upon a time Tim worked at Oscorp.",
        "在游戏里我住在哥谭。",
        "在我写的小说里，李雷在腾讯工作。",
        "昨晚我在梦里，住在巴黎。",
        "我在电影里住在哥谭。",
    ],
)
def test_fiction_is_no_fact(text: str) -> None:
    assert candidates(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "Bob: I live in Rome.",
        "Fake news: Tim works at Dell.",
        "Repeat after me: I live in Rome.",
        "Translate: I live in Rome.",
        "李雷：我在腾讯工作。",
    ],
)
def test_after_a_label_it_is_not_the_speaker_who_says_it(text: str) -> None:
    assert reasons(text) == {"quotation"}
    assert facts("Update: I live in Rome.") == [("record", "Mia", "lives_in", "Rome")]
    assert facts("I made up my mind: I live in Rome.") == [("record", "Mia", "lives_in", "Rome")]
    assert facts("好消息：我在腾讯工作。") == [("record", "Mia", "works_for", "腾讯")]


def test_a_novel_that_is_only_mentioned_silences_nothing() -> None:
    assert facts("I took part in the Olympic Games.") == [("record", "Mia", "attended", "Olympic Games")]
    assert facts("I work at Acme and I read a novel.") == [("record", "Mia", "works_for", "Acme")]
    assert facts("我在电影学院工作。")[0][3] == "电影学院"


@pytest.mark.parametrize(
    "text",
    [
        "I work at Lidl, just kidding.",
        "I work at Lidl, haha, I'm kidding!",
        "I work at Lidl. Just kidding!",
        "I work at Lidl... jk",
        "I said I live in Chicago but that was a lie.",
        "I live in Chicago. That's not true.",
        "I love jazz... Not!",
        "I live in Chicago, I made that up.",
        "I live in Rome, no wait, Milan.",
        "I joined Acme in 2021 - sorry, 2023.",
        "I work at NASA... yeah right.",
        "The claim that Tim works at Dell was debunked.",
        "我住在广州，不对，是深圳。",
        "我住在广州，假的啦。",
        "说我住在广州是假的。",
        "我住在广州，骗你的。",
        "我住在广州。开玩笑的！",
        "我住在广州，开玩笑啦。",
    ],
)
def test_what_is_taken_back_is_no_fact(text: str) -> None:
    assert "denied" in reasons(text)


def test_a_sentence_after_next_takes_nothing_back() -> None:
    assert facts("I live in Rome. I work at Lidl. Just kidding.") == [("record", "Mia", "lives_in", "Rome")]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Neither Tim nor Ann works at Dell.", "negated"),
        ("Not Tim works at Dell.", "negated"),
        ("不是我住在广州。", "negated"),
        ("Surprisingly Tim works at Dell.", "not a name"),
        ("It used to be true that I live in Bonn.", "subordinate"),
        ("The idea that I live in Rome scares me.", "subordinate"),
        ("I refuse to say that I work at Acme.", "subordinate"),
        ("There's a chance Tim works at Dell.", "subordinate"),
        ("In Harry Potter Tim lives in London.", "subordinate"),
        ("Had I moved to Rome, life would be better.", "subordinate"),
        ("As soon as I work at Dell, we celebrate.", "conditional"),
        ("When I live in Rome, I will buy a dog.", "conditional"),
        ("Let's say I live in Rome.", "conditional"),
        ("难道我住在广州。", "question"),
        ("I only said I work at Acme to impress her.", "reported"),
        ("她不信我住在广州。", "hedged"),
        ("I told everyone that I work at Acme.", "reported"),
        ("I tell people I live in Rome.", "reported"),
    ],
)
def test_a_subject_or_a_clause_before_it_can_silence(text: str, reason: str) -> None:
    assert reasons(text) == {reason}


@pytest.mark.parametrize(
    "text",
    [
        "Actually I joined Acme in 2023, not 2021.",
        "I joined Globex in May, not in June.",
        "I joined Globex in March, not May.",
        "I joined Acme not in 2021 but in 2023.",
        "I joined Acme in 2023 rather than 2021.",
        "I joined Acme in 2023. Not 2021!",
        "Globex was founded in 1998, not 1997.",
        "It was 2023, not 2021.",
        "It wasn't 2021, it was 2023.",
        "我是2023年加入的，不是2021年。",
        "我是2023年加入腾讯的，不是2021年。",
        "我不是2021年加入腾讯的，是2023年。",
        "不是2021年，是2023年。",
    ],
)
def test_a_corrected_date_is_passed_over_and_nothing_is_recorded(text: str) -> None:
    assert reasons(text) == {"corrects a date"}


def test_a_negated_time_alone_corrects_no_date() -> None:
    assert only("I work at Acme, but not on Mondays.").op == "record"


def test_a_sentence_of_any_length_costs_little_and_a_very_long_one_is_passed_over() -> None:
    (skipped,) = extracted("I live in Rome" + " and I said that I live in Rome" * 800)
    assert isinstance(skipped, Skipped)
    assert skipped.reason == "too long"
    assert facts("I live in Rome.\n" + "word " * 500 + ".\nI work at Acme.") == [
        ("record", "Mia", "lives_in", "Rome"),
        ("record", "Mia", "works_for", "Acme"),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "My new job is not boring, I live in Rome.",
        "I moved to Rome in 2019 and it was wonderful, I believe in luck.",
        "Honestly, I love hiking, and nobody can stop me.",
        "I hope you're well, I moved to Berlin last Friday.",
        "It sounds fun, I love hiking.",
        "I'm not sure what to cook and I love sushi.",
        "It's not far, I live in Rome.",
        "I believe in luck and I live in Rome.",
        "The truth is that I live in Rome.",
        "I'm happy to say that I moved to Rome.",
        "I'm glad my friend Clara moved to Rome.",
        "I told Ann the news and I moved to Rome.",
        "I saw a movie, but I love science fiction.",
    ],
)
def test_a_plain_statement_beside_such_words_is_still_one(text: str) -> None:
    assert len(candidates(text)) == 1
