"""`flipfour match`."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from bot.cli.parts import add_cluster

if TYPE_CHECKING:
    from bot.cli.parts import Commands


def add(commands: Commands) -> None:
    """Add the command."""
    parser = commands.add_parser("match", help="two computer players play many games; prints both strengths")
    parser.add_argument(
        "players",
        nargs=2,
        metavar="PLAYER",
        help="a level, a style such as positional or positional:2, or a recipe",
    )
    parser.add_argument("--game", default="reversi")
    parser.add_argument("--board", default="", help="a board, such as 10x10, anti or 9x6c5")
    parser.add_argument("--games", type=int, default=200, help="how many (default: 200)")
    parser.add_argument("--seconds", type=float, default=1.0, help="at most, for each move (default: 1)")
    parser.add_argument(
        "--openings", type=Path, help="a file of move sequences (default: those of the game, or random)"
    )
    parser.add_argument("--seed", type=int, default=1, help="which openings are drawn (default: 1)")
    parser.add_argument("--processes", type=int, default=0, help="games at a time (default: one a core)")
    add_cluster(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.set_defaults(carry_out=_carry_out)


def _carry_out(chosen: argparse.Namespace) -> None:
    from bot.cli.match_games import Request, match

    request = Request(
        game=chosen.game,
        board=chosen.board,
        players=(chosen.players[0], chosen.players[1]),
        games=chosen.games,
        seconds=chosen.seconds,
        openings=chosen.openings,
        seed=chosen.seed,
        processes=chosen.processes,
        cluster=chosen.cluster,
    )
    match(request, as_json=chosen.json)
