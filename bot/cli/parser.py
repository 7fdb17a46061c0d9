"""The parser of the command line and of each command."""

from __future__ import annotations

import argparse
import sys
from functools import partial
from typing import Any, TypeAlias

from bot.core.errors import did_you_mean

Commands: TypeAlias = "argparse._SubParsersAction[CommandParser]"
"""Where a module adds its commands."""

USAGE = 2
"""Exit code for an incomplete command line, as argparse has it for a wrong one."""


class CommandParser(argparse.ArgumentParser):
    """A parser that suggests what may have been meant, and explains itself where a command is missing."""

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        try:
            super()._check_value(action, value)
        except argparse.ArgumentError as error:
            if hint := did_you_mean(str(value), map(str, action.choices or ())):
                error.message = f"there is no {value!r}; {hint}"
            raise

    def add_commands(self, metavar: str, **options: Any) -> Any:
        """Return the parsers of the commands below this one; without a command its help is printed."""
        self.set_defaults(carry_out=partial(_explain, self))
        return self.add_subparsers(metavar=metavar, **options)


def _explain(incomplete: argparse.ArgumentParser, _chosen: argparse.Namespace) -> int:
    incomplete.print_help(sys.stderr)
    return USAGE
