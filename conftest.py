"""Runs the Python blocks of README.md and docs/ as tests, each document from the top, in a directory of its own."""

import os
import tempfile
from pathlib import Path
from typing import Any

import pytest
from sybil import Sybil
from sybil.integration.pytest import SybilItem
from sybil.parsers.markdown import PythonCodeBlockParser, SkipParser

_DIRECTORY = "_documentation_directory"
_BEFORE = "_directory_before"


def _enter(namespace: dict[str, Any]) -> None:
    namespace[_BEFORE] = Path.cwd()
    namespace[_DIRECTORY] = tempfile.TemporaryDirectory(prefix="tkg-docs-")
    os.chdir(namespace[_DIRECTORY].name)


def _leave(namespace: dict[str, Any]) -> None:
    os.chdir(namespace.pop(_BEFORE))
    namespace.pop(_DIRECTORY).cleanup()


pytest_collect_file = Sybil(
    parsers=[PythonCodeBlockParser(), SkipParser()],
    patterns=["README.md", "docs/*.md"],
    setup=_enter,
    teardown=_leave,
).pytest()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The blocks of one document share names, so parallel runs keep them on one worker (xdist reads the mark next)."""
    for item in items:
        if isinstance(item, SybilItem):
            item.add_marker(pytest.mark.xdist_group(str(item.path)))
