"""A group of commands that lists if none of them is named: `tkg review` is `tkg review list`."""

from typing import Any

from tkg.cli.deferred import Deferred

LIST = "list"
_HELP = ("-h", "--help")


class Listing(Deferred):
    """The group: without a command, its arguments are those of `list`."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """The arguments, after the name of a command in any case."""
        named = args and (not args[0].startswith("-") or args[0] in _HELP)
        return super().parse_args(ctx, args if named else [LIST, *args])
