"""Runs the Python blocks of README.md and docs/ as tests, each document from the top, in a directory of its own."""

import os
import tempfile
from pathlib import Path
from typing import Any

import pytest
from sybil import Sybil
from sybil.parsers.markdown import PythonCodeBlockParser, SkipParser
from xdist.remote import Producer
from xdist.scheduler import LoadScopeScheduling

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


class _ByDocument(LoadScopeScheduling):
    """Spreads tests over the workers one by one, but the blocks of one document, which share names, together."""

    def _split_scope(self, nodeid: str) -> str:
        path = nodeid.partition("::")[0]
        return path if path.endswith(".md") else nodeid


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> LoadScopeScheduling:
    return _ByDocument(config, log)
