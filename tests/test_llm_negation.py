"""A quote that says that it is not so, in what is sure."""

import pytest

from tkg.extract.llm.negation import denies


@pytest.mark.parametrize(
    ("quote", "predicate", "value"),
    [
        ("Ana does not eat meat", "eats", "meat"),
        ("I don’t eat any red meat", "eats", "red meat"),
        ("I have never visited Paris", "visited", "Paris"),
        ("she doesn't have a dog", "has_pet", "a dog"),
        ("Ana is not a manager", "job_title", "manager"),
        ("Bob isn't at Acme any more", "works_at", "Acme"),
        ("Ana is not married", "is_married", True),
        ("Er wohnt nicht in Oslo", "wohnt_in", "Oslo"),
        ("Sie ist keine Ärztin", "profession", "Ärztin"),
        ("Ich esse kein Fleisch", "eats", "Fleisch"),
        ("Ana eats no meat", "eats", "meat"),
        ("我不吃肉", "eats", "肉"),
        ("他没去过北京", "visited", "北京"),
        ("我不喜欢茶", "likes", "茶"),
    ],
)
def test_a_plain_negation_of_it(quote: str, predicate: str, value: str | bool) -> None:
    assert denies(quote, predicate, value)


@pytest.mark.parametrize(
    ("quote", "predicate", "value"),
    [
        ("Ana eats meat", "eats", "meat"),
        ("Ana does not eat meat", "eats", "fish"),
        ("Ana does not eat meat", "does_not_eat", "meat"),
        ("Ana does not eat meat", "diet", "no meat"),
        ("I don't like tea", "dislikes", "tea"),
        ("I can't stand onions", "dislikes", "onions"),
        ("I can't wait to see Paris", "wants_to_see", "Paris"),
        ("Not only does Ana eat meat", "eats", "meat"),
        ("Ana, who does not sleep, works at Acme", "works_at", "Acme"),
        ("Ana does not sleep but works at Acme", "works_at", "Acme"),
        ("Ana does not sleep at Acme's office", "works_at", "Acme"),
        ("I don't deny that I don't eat meat", "eats", "meat"),
        ("Er wohnt nicht nur in Oslo", "lives_in", "Oslo"),
        ("Ana is not married", "is_married", False),
        ("我不但吃肉", "eats", "肉"),
        ("我不得不去北京", "goes_to", "北京"),
        ("他不吃鱼，吃肉", "eats", "肉"),
        ("Ana has not 3 cats", "age", 3.5),
        ("Ana did not work at Acme until 2021", "work_at", "Acme"),
        ("I do not eat meatballs", "eats", "meat"),
        ("x", "y", None),
    ],
)
def test_what_is_no_negation_of_it_or_not_surely_one(
    quote: str, predicate: str, value: str | float | bool | None
) -> None:
    assert not denies(quote, predicate, value)
