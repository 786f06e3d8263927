"""What `import tkg` offers, and nothing else."""

import inspect
from types import ModuleType

import pytest

import tkg


def test_the_names_are_sorted_and_complete() -> None:
    assert tkg.__all__ == sorted(tkg.__all__)
    offered = [
        name for name, item in vars(tkg).items() if not name.startswith("_") and not isinstance(item, ModuleType)
    ]
    assert sorted(offered) == tkg.__all__


@pytest.mark.parametrize("name", tkg.__all__)
def test_each_is_documented(name: str) -> None:
    assert inspect.getdoc(getattr(tkg, name))


@pytest.mark.parametrize("kind", [tkg.Graph, tkg.View])
def test_each_public_method_is_documented(kind: type) -> None:
    methods = [item for name, item in inspect.getmembers(kind) if not name.startswith("_") and callable(item)]
    undocumented = [method.__name__ for method in methods if not inspect.getdoc(method)]
    assert set(undocumented) <= {"run", "believed_since", "is_contested", "last_seen", "claims_of", "scope"}
