"""What `import tkg` offers, and nothing else."""

import inspect
import subprocess
import sys

import pytest

import tkg


def test_the_names_are_sorted_and_complete() -> None:
    assert tkg.__all__ == sorted(tkg.__all__)
    assert dir(tkg) == tkg.__all__


def test_a_name_that_is_not_there_is_refused() -> None:
    with pytest.raises(AttributeError, match="Grpah"):
        tkg.Grpah  # noqa: B018


def test_a_part_of_it_does_not_load_the_whole() -> None:
    loaded = "import sys, tkg.timex; sys.exit('tkg.graph' in sys.modules or 'sqlalchemy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", loaded], check=False).returncode == 0


@pytest.mark.parametrize("name", tkg.__all__)
def test_each_is_documented(name: str) -> None:
    assert inspect.getdoc(getattr(tkg, name))


@pytest.mark.parametrize("kind", [tkg.Graph, tkg.View, tkg.AsyncGraph, tkg.AsyncView])
def test_each_public_method_is_documented(kind: type) -> None:
    methods = [item for name, item in inspect.getmembers(kind) if not name.startswith("_") and callable(item)]
    undocumented = [method.__name__ for method in methods if not inspect.getdoc(method)]
    assert set(undocumented) <= {"run", "believed_since", "is_contested", "last_seen", "claims_of", "scope"}
