"""What the tests of the command line share: commands run in this process, on one file."""

import json
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import typer
from typer.testing import CliRunner

from tkg.cli.app import app

# A runner's own `invoke` builds all commands anew each time, which takes longer than most of them run.
_COMMANDS = typer.main.get_command(app)
_RUNNER = CliRunner()


@dataclass(frozen=True)
class Outcome:
    """How a command ended and what it wrote."""

    status: int
    stdout: str
    stderr: str


def invoke(*words: str, env: Mapping[str, str | None], given: str | bytes | None = None) -> Outcome:
    """Run one command as `tkg words...`; `given` is its stdin. What it does not expect is raised."""
    with _RUNNER.isolation(input=given, env=env) as (stdout, stderr, _):
        try:
            _COMMANDS.main(args=words, prog_name="tkg")
        except SystemExit as ended:
            status = ended.code
        sys.stdout.flush()
        sys.stderr.flush()
        assert isinstance(status, int)
        return Outcome(status, stdout.getvalue().decode(), stderr.getvalue().decode())


@dataclass(frozen=True)
class CommandLine:
    """Runs commands on the file at `path`, with `env` besides."""

    path: Path
    env: Mapping[str, str] = field(default_factory=dict)

    def run(self, *words: str, status: int = 0, given: str | bytes | None = None) -> Outcome:
        """One command, which must exit with `status`; `given` is its stdin."""
        outcome = invoke(*words, env={"TKG_DB": str(self.path), **self.env}, given=given)
        assert outcome.status == status, outcome
        return outcome

    def rows(self, *words: str) -> list[list[str]]:
        """The fields of each line of the answer."""
        return [line.split("\t") for line in self.run(*words).stdout.splitlines()]

    def json(self, *words: str, status: int = 0) -> Any:
        """The answer as JSON, which must be all of stdout."""
        return json.loads(self.run(*words, "--json", status=status).stdout)

    def refused(self, *words: str) -> str:
        """The code of the error that the command ends with; nothing but it is printed."""
        outcome = self.run(*words, "--json", status=1)
        assert outcome.stdout == ""
        return str(json.loads(outcome.stderr)["error"])
