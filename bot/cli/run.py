"""`flipfour run`."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from bot import settings

if TYPE_CHECKING:
    from bot.cli.parts import Commands


def add(commands: Commands) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "run", help="the bot on Discord, with the token from the environment or .env"
    )
    parser.set_defaults(carry_out=_carry_out)


def _carry_out(chosen: argparse.Namespace) -> None:
    loaded = settings.load(chosen.env_file)
    from bot.run import run

    run(loaded)
