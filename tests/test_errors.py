"""The tree of errors is the one drawn in its docstring, and every code is one error's."""

import inspect
import re

import pytest

from tkg import errors

CLASSES = [item for _, item in inspect.getmembers(errors, inspect.isclass) if issubclass(item, errors.TkgError)]


def drawn() -> dict[str, tuple[str | None, str]]:
    """name -> (parent, what is in parentheses beside it), as the docstring draws it."""
    found: dict[str, tuple[str | None, str]] = {}
    path: list[str] = []
    for line in inspect.getdoc(errors).splitlines():  # type: ignore[union-attr]
        match = re.match(r"^( *(?:[│├└─ ]*))([A-Z]\w+)(?: \((\w+)\))?(?:  |$)", line)
        if match is None:
            continue
        depth = (len(match[1]) - 4) // 4
        path[depth:] = [match[2]]
        found[match[2]] = (path[depth - 1] if depth else None, match[3] or "")
    return found


def test_the_tree_is_as_drawn() -> None:
    bases = {
        item.__name__: (
            None if item is errors.TkgError else item.__bases__[0].__name__,
            "".join(base.__name__ for base in item.__bases__[1:]),
        )
        for item in CLASSES
    }
    assert drawn() == bases


def test_every_code_is_one_errors_and_says_its_name() -> None:
    codes = [item.code for item in CLASSES]
    assert len(set(codes)) == len(codes)
    assert all(re.fullmatch(r"[a-z]+(_[a-z]+)*", code) for code in codes)


@pytest.mark.parametrize("item", CLASSES, ids=lambda item: item.__name__)
def test_a_leaf_has_its_own_name_as_code(item: type[errors.TkgError]) -> None:
    if not item.__subclasses__():
        assert item.code == re.sub(r"(?<!^)(?=[A-Z])", "_", item.__name__).lower()


def test_wrong_input_is_a_value_error_too() -> None:
    assert issubclass(errors.BadTime, ValueError)
    assert not issubclass(errors.Locked, ValueError)
