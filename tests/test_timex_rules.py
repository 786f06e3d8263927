"""Every rule of a grammar reads the examples that stand beside it."""

from pathlib import Path

import pytest

from tkg.timex import grammars

LANGUAGES = sorted(path.stem for path in Path(grammars.__file__).parent.glob("??.py"))


def examples() -> list[tuple[str, str, str, bool]]:
    found = []
    for tag in LANGUAGES:
        grammar = grammars.grammar(tag)
        assert grammar is not None
        for rule in grammar.chart.rules:
            found += [(tag, rule.name, example, rule.same) for example in rule.examples]
        for shape in grammar.chart.shapes:
            found += [(tag, shape.name, example, False) for example in shape.examples]
    return found


@pytest.mark.parametrize(("tag", "name", "example", "passes"), examples())
def test_a_rule_reads_its_examples(tag: str, name: str, example: str, passes: bool) -> None:
    grammar = grammars.grammar(tag)
    assert grammar is not None
    tokens = grammar.chart.tokens(example)
    rows = grammar.chart.parse(example, tokens)
    whole = [item for items in rows[0].values() for item in items if item.end == len(tokens)]
    assert whole, f"nothing reads {example!r} whole"
    named = {item.rule for row in rows for items in row.values() for item in items}
    assert passes or name in named, f"{name} does not read {example!r}: {sorted(named)}"


@pytest.mark.parametrize("tag", LANGUAGES)
def test_the_names_of_rules_are_unique_in_a_language(tag: str) -> None:
    grammar = grammars.grammar(tag)
    assert grammar is not None
    names = [rule.name for rule in grammar.chart.rules]
    assert sorted({name for name in names if names.count(name) > 1}) == []


def test_a_language_without_rules_has_no_grammar() -> None:
    assert grammars.grammar("xx") is None
    assert grammars.grammar("../en") is None
