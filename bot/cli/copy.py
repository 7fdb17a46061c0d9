"""`flipfour copy`."""

from __future__ import annotations

import argparse
import asyncio
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.cli.parts import Commands
    from data import CopiedTable


def add(commands: Commands) -> None:
    """Add the command."""
    parser = commands.add_parser("copy", help="take everything to another database, also while the bot runs")
    parser.add_argument("source", metavar="FROM", help="its address (sqlite:///FILE), or a file")
    parser.add_argument(
        "target", metavar="TO", help="an empty one: postgresql://USER:PASSWORD@HOST/NAME, or a new file"
    )
    parser.set_defaults(carry_out=_carry_out)


def _carry_out(chosen: argparse.Namespace) -> None:
    from data import copy_everything

    copied = asyncio.run(copy_everything(_address(chosen.source), _address(chosen.target), _say))
    print(f"{copied.target} has all {copied.rows:,} rows of {copied.source}; they were compared.")
    if copied.outdated:
        print(
            "The bot has stored something meanwhile that is not in the copy. Stop it, make the new database "
            "anew (dropdb, createdb), and copy once more."
        )
        return
    print(f"Next: let DATABASE_URL name {copied.target} (with its password), and start the bot.")
    print("If the bot still runs on the old one, stop it and copy once more: what it stores is not there.")


def _say(copied: CopiedTable) -> None:
    print(f"{copied.name:<20}{copied.rows:>12,}  {copied.checksum}", flush=True)


def _address(text: str) -> str:
    """An address as it is; a path is one of an SQLite file."""
    return text if ":" in text else f"sqlite:///{text}"
