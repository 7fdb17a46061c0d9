"""`flipfour demo`."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from bot import settings
from bot.cli.parts import port

if TYPE_CHECKING:
    from bot.cli.parts import Commands


def add(commands: Commands) -> None:
    """Add the command."""
    parser = commands.add_parser("demo", help="the same bot in a page of your browser: no token, no network")
    parser.add_argument(
        "--database", type=Path, help="keep the games in this file (default: a temporary one)"
    )
    parser.add_argument(
        "--port",
        type=port,
        default=0,
        help="the port on 127.0.0.1 (default: that of the last run)",
    )
    parser.add_argument("--no-browser", action="store_true", help="print the address only")
    parser.set_defaults(carry_out=_carry_out)


def _carry_out(chosen: argparse.Namespace) -> None:
    loaded = settings.load(chosen.env_file)
    from bot.demo import demo

    demo(loaded, database=chosen.database, port=chosen.port, browser=not chosen.no_browser)
