"""`flipfour run`."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from bot import settings
from bot.process.loading import quick_loading

if TYPE_CHECKING:
    from bot.cli.parts import Commands


def add(commands: Commands) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "run", help="the bot on Discord, with the token from the environment or .env"
    )
    parser.add_argument(
        "--shards",
        help="look after these servers only, as one of several processes: 0-3/16, or any 4/16 (see "
        "docs/scaling.md)",
    )
    parser.add_argument(
        "--take-over", action="store_true", help="take the place of the process that has these shards"
    )
    parser.set_defaults(carry_out=_carry_out)


def _carry_out(chosen: argparse.Namespace) -> None:
    given = {"shards": chosen.shards, "take_over": chosen.take_over or None}
    loaded = settings.load(
        chosen.env_file, **{name: value for name, value in given.items() if value is not None}
    )
    with quick_loading():
        from bot.run import run

    run(loaded)
