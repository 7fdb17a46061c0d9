"""`flipfour puzzles`."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from bot.cli.parts import add_cluster

if TYPE_CHECKING:
    from bot.cli.parts import Commands


def add(commands: Commands) -> None:
    """Add the command."""
    parser = commands.add_parser("puzzles", help="make files of puzzles, or prove theirs again")
    steps = parser.add_subparsers(required=True, metavar="STEP")
    step = steps.add_parser("make", help="find puzzles in games; goes on where it was stopped")
    step.add_argument("number", type=int, metavar="N", help="how many puzzles")
    step.add_argument("--game", default="reversi")
    step.add_argument("--out", type=Path, help="the file (default: GAME.puzzles)")
    step.add_argument("--seed", type=int, default=1, help="which games the program plays (default: 1)")
    step.add_argument(
        "--stored", action="store_true", help="take the finished games of the bot's database instead"
    )
    step.add_argument(
        "--earlier",
        type=Path,
        metavar="FILE",
        help="take the puzzles of this file first; keep those left out in a file of retired ones",
    )
    step.add_argument("--processes", type=int, default=0, help="games at a time (default: one a core)")
    add_cluster(step)
    step.set_defaults(carry_out=_make)
    step = steps.add_parser("check", help="prove every move of every puzzle")
    step.add_argument("--game", default="reversi")
    step.add_argument("file", type=Path, nargs="?", help="a file of puzzles (default: those of the bot)")
    step.set_defaults(carry_out=_check)


def _make(chosen: argparse.Namespace) -> None:
    from bot.cli.puzzle_files import Request, make

    request = Request(
        game=chosen.game,
        number=chosen.number,
        file=chosen.out or Path(f"{chosen.game}.puzzles"),
        seed=chosen.seed,
        earlier=chosen.earlier,
        processes=chosen.processes,
        cluster=chosen.cluster,
    )
    make(request, chosen.env_file if chosen.stored else None)


def _check(chosen: argparse.Namespace) -> int:
    from bot.cli.puzzle_files import check

    return check(chosen.game, chosen.file)
