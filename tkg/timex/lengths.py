"""A length of time in words, by itself: "180 days", "a year and a half", 半年."""

from tkg.timex.amounts import Amount
from tkg.timex.anchor import grammars_of, whole


def length(text: str) -> Amount | None:
    """How long a text says, in English or Chinese; None where it is no length, or a vague one ("a few days")."""
    for rules in grammars_of(None, text):
        tokens = rules.chart.tokens(text)
        rows = rules.chart.parse(text, tokens) if tokens else []
        for item in whole(rows[0], len(tokens)) if rows else ():
            if isinstance(item.value, Amount) and not item.value.less and not item.value.more:
                return item.value
    return None
