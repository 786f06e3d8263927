"""Groups whose commands are imported when one is named: a command should not wait for all the others.

A group says where its commands are, each a function of a module of `tkg.cli`. Help, which lists them all, imports them
all; so does a name that is not there, since the nearest ones are proposed.
"""

from collections.abc import Mapping
from importlib import import_module
from typing import Any, ClassVar, TypeAlias

import typer
from typer.core import TyperGroup

Homes: TypeAlias = Mapping[str, str]
"""By the name of each command, its module and function: "reading.get"."""

SETTINGS = {"help_option_names": ["-h", "--help"]}


class Deferred(TyperGroup):
    """The group, whose commands are in its `homes`."""

    homes: ClassVar[Homes] = {}

    def list_commands(self, ctx: Any) -> list[str]:
        """The names of the commands, then those of the groups in it."""
        return [*self.homes, *(name for name in self.commands if name not in self.homes)]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """A command by its name, or None."""
        if cmd_name in self.homes or cmd_name in self.commands:
            self._load(cmd_name)
        else:
            for name in self.homes:
                self._load(name)
        return super().get_command(ctx, cmd_name)

    def _load(self, name: str) -> None:
        if name in self.commands:
            return
        module, _, function = self.homes[name].partition(".")
        alone = typer.Typer(rich_markup_mode=None, add_completion=False, pretty_exceptions_enable=False)
        alone.command(name)(getattr(import_module(f"tkg.cli.{module}"), function))
        self.commands[name] = typer.main.get_command(alone)
