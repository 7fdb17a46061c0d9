"""`flipfour bench`."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.cli.parts import Commands


def add(commands: Commands) -> None:
    """Add the command."""
    parser = commands.add_parser("bench", help="measure the search core, moves, pictures and the storage")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--full", action="store_true", help="everything of the search core: some minutes")
    parser.add_argument(
        "part", nargs="*", help="search, moves, reviews, puzzles, renderers or storage (default: all)"
    )
    parser.set_defaults(carry_out=_carry_out)


def _carry_out(chosen: argparse.Namespace) -> None:
    from bench.cli import bench

    bench(chosen.part, full=chosen.full, as_json=chosen.json)
