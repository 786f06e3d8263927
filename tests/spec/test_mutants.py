"""The mutants are of the engine as it is, and a trial tells whether a test fails. `mutants.py` tries all of them."""

import pytest

from tests.spec.mutants import Mutant, Outcome, mutants, mutated, tried

EXAMPLES = ("tests/test_belief.py::test_by_example",)


def test_every_wrong_rule_is_of_a_text_that_is_there_once() -> None:
    for mutant in mutants():
        source = mutated(mutant)
        assert source is not None, mutant
        compile(source, mutant.module, "exec")


@pytest.mark.parametrize("name", ["what is told last wins, however old", "all returns"])
def test_a_wrong_rule_is_caught(name: str) -> None:
    (mutant,) = [mutant for mutant in mutants() if mutant.name == name]
    found = tried(mutant, EXAMPLES)
    assert found.outcome is Outcome.CAUGHT, found
    assert found.by.startswith(EXAMPLES[0])


@pytest.mark.parametrize(
    ("mutant", "outcome"),
    [
        (Mutant("another word in a comment", "belief", "costs about n log n", "costs n"), Outcome.SURVIVES),
        (Mutant("what is no Python", "belief", "def fold(", "def fold(("), Outcome.BROKEN),
        (Mutant("what was taken out", "belief", "a text that is not there", ""), Outcome.NOT_THERE),
    ],
    ids=lambda given: given.name,
)
def test_what_proves_nothing_is_told_apart(mutant: Mutant, outcome: Outcome) -> None:
    assert tried(mutant, EXAMPLES).outcome is outcome
