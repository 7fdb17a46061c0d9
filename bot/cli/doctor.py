"""`flipfour doctor`."""

from __future__ import annotations

import argparse
import asyncio
from typing import TYPE_CHECKING

from bot import settings

if TYPE_CHECKING:
    from bot.cli.parts import Commands


def add(commands: Commands) -> None:
    """Add the command."""
    parser = commands.add_parser("doctor", help="see whether everything is set up as it should be")
    parser.add_argument("--fix", action="store_true", help="put right what can be without asking")
    parser.add_argument("--offline", action="store_true", help="do not ask Discord")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.set_defaults(carry_out=_carry_out)


def _carry_out(chosen: argparse.Namespace) -> int:
    loaded = settings.load(chosen.env_file)
    from bot.cli.findings import print_findings
    from bot.hosting.doctor import look_at_machine

    async def look() -> int:
        found = await look_at_machine(loaded, fix=chosen.fix)
        if not chosen.offline:
            from bot.process.discord_check import check_discord

            found = [*await check_discord(loaded), *found]
        return print_findings(found, as_json=chosen.json)

    return asyncio.run(look())
