"""`flipfour bench`, `match` and `puzzles`: measure, compare and build."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.cli.parser import Commands
    from engine.players.matches import SequentialTest


def add(commands: Commands) -> None:
    _add_bench(commands)
    _add_match(commands)
    _add_puzzles(commands)


def _add_bench(commands: Commands) -> None:
    parser = commands.add_parser("bench", help="measure the search core, moves, pictures and storage")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--full", action="store_true", help="the whole search core, which takes some minutes")
    parser.add_argument(
        "part",
        nargs="*",
        help="search, start, moves, reviews, puzzles, renderers, storage, heavy, explorer, languages, cards, "
        "tournaments or web (default: all)",
    )
    parser.set_defaults(carry_out=_bench)


def _add_match(commands: Commands) -> None:
    parser = commands.add_parser(
        "match", help="let two computer players play many games, and compare their strength"
    )
    parser.add_argument(
        "players",
        nargs=2,
        metavar="PLAYER",
        help="a level, a style such as positional or positional:2, or a recipe",
    )
    _add_game(parser)
    parser.add_argument("--board", default="", help="a board, such as 10x10, anti or 9x6c5")
    parser.add_argument("--games", type=int, default=200, help="number of games (default: 200)")
    parser.add_argument("--seconds", type=float, default=1.0, help="maximum time per move (default: 1)")
    parser.add_argument(
        "--openings", type=Path, help="a file of move sequences (default: those of the game, or random)"
    )
    parser.add_argument("--seed", type=int, default=1, help="seed that picks the openings (default: 1)")
    parser.add_argument(
        "--sprt",
        nargs=2,
        type=float,
        metavar=("ELO0", "ELO1"),
        help="end the match once the first player is at most ELO0, or at least ELO1 points stronger",
    )
    parser.add_argument(
        "--risks",
        nargs=2,
        type=float,
        default=(0.05, 0.05),
        metavar=("ALPHA", "BETA"),
        help="risks of accepting ELO1 and ELO0 wrongly (default: 0.05 0.05)",
    )
    _add_crew(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.set_defaults(carry_out=_match)


def _add_puzzles(commands: Commands) -> None:
    parser = commands.add_parser("puzzles", help="create files of puzzles, or prove them again")
    steps = parser.add_commands("STEP")
    step = steps.add_parser("make", help="find puzzles in games; resumes where it was stopped")
    step.add_argument("number", type=int, metavar="N", help="number of puzzles")
    _add_game(step)
    step.add_argument("--out", type=Path, help="output file (default: GAME.puzzles)")
    step.add_argument("--seed", type=int, default=1, help="seed of the games that are played (default: 1)")
    step.add_argument(
        "--stored", action="store_true", help="use the finished games of the bot's database instead"
    )
    step.add_argument(
        "--earlier",
        type=Path,
        metavar="FILE",
        help="start with the puzzles of this file; those left out go to a file of retired ones",
    )
    _add_crew(step)
    step.set_defaults(carry_out=_make_puzzles)
    step = steps.add_parser("check", help="prove every move of every puzzle")
    _add_game(step)
    step.add_argument("file", type=Path, nargs="?", help="file of puzzles (default: those of the bot)")
    step.set_defaults(carry_out=_check_puzzles)


def _add_game(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--game", default="reversi", help="reversi or connect4 (default: reversi)")


def _add_crew(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--processes", type=int, default=0, help="concurrent games (default: one per core)")
    parser.add_argument(
        "--cluster",
        metavar="dask://HOST:8786",
        help="run on the workers of this scheduler (`flipfour worker`), one game per thread of theirs",
    )


def _bench(chosen: argparse.Namespace) -> None:
    from bench.cli import bench

    bench(chosen.part, full=chosen.full, as_json=chosen.json)


def _sequential_test(chosen: argparse.Namespace) -> SequentialTest | None:
    from bot.core.errors import HostError
    from engine.players.matches import SequentialTest

    if chosen.sprt is None:
        return None
    try:
        return SequentialTest(*chosen.sprt, *chosen.risks)
    except ValueError as error:
        raise HostError(str(error)) from error


def _match(chosen: argparse.Namespace) -> None:
    from bot.cli.batches import MatchOptions, match

    options = MatchOptions(
        game=chosen.game,
        board=chosen.board,
        players=(chosen.players[0], chosen.players[1]),
        games=chosen.games,
        seconds=chosen.seconds,
        openings=chosen.openings,
        seed=chosen.seed,
        processes=chosen.processes,
        cluster=chosen.cluster,
        test=_sequential_test(chosen),
    )
    match(options, as_json=chosen.json)


def _make_puzzles(chosen: argparse.Namespace) -> None:
    from bot.cli.batches import PuzzleOptions, make_puzzles

    options = PuzzleOptions(
        game=chosen.game,
        number=chosen.number,
        file=chosen.out or Path(f"{chosen.game}.puzzles"),
        seed=chosen.seed,
        earlier=chosen.earlier,
        processes=chosen.processes,
        cluster=chosen.cluster,
    )
    make_puzzles(options, chosen.env_file if chosen.stored else None)


def _check_puzzles(chosen: argparse.Namespace) -> int:
    from bot.cli.batches import check_puzzles

    return check_puzzles(chosen.game, chosen.file)
