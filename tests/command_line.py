"""What the tests of the command line share: commands run in this process, on one file."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from typer.testing import CliRunner, Result

from tkg.cli.app import app


@dataclass(frozen=True)
class CommandLine:
    """Runs commands on the file at `path`."""

    path: Path

    def run(self, *words: str, status: int = 0, given: str | bytes | None = None) -> Result:
        """One command, which must exit with `status`; `given` is its stdin."""
        result = CliRunner(env={"TKG_DB": str(self.path)}).invoke(app, words, input=given, catch_exceptions=False)
        assert result.exit_code == status, result.output
        return result

    def rows(self, *words: str) -> list[list[str]]:
        """The fields of each line of the answer."""
        return [line.split("\t") for line in self.run(*words).stdout.splitlines()]

    def json(self, *words: str, status: int = 0, given: str | bytes | None = None) -> Any:
        """The answer as JSON, which must be all of stdout."""
        return json.loads(self.run(*words, "--json", status=status, given=given).stdout)

    def refused(self, *words: str) -> str:
        """The code of the error that the command ends with; nothing but it is printed."""
        result = self.run(*words, "--json", status=1)
        assert result.stdout == ""
        return str(json.loads(result.stderr)["error"])
