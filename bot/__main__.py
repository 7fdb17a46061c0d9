"""The command line: `flipfour`, which is also `python -m bot`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path

from bot import settings
from bot.errors import HostError
from data import StorageError

MAX_PORT = 65535


def main(arguments: Sequence[str] | None = None) -> int:
    """Carry out one command; returns the exit code. What a host did wrong is answered in one line."""
    parser = _parser()
    chosen = parser.parse_args(arguments)
    try:
        _carry_out(chosen)
    except (HostError, StorageError) as error:
        print(f"flipfour: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="flipfour", description="Reversi on Discord, against friends or the computer."
    )
    parser.add_argument("--version", action="version", version=f"flipfour {version('flipfour')}")
    parser.add_argument(
        "--env-file", type=Path, default=settings.ENV_FILE, help="the file with settings (default: .env)"
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    commands.add_parser("run", help="the bot on Discord, with the token from the environment or .env")
    demo = commands.add_parser("demo", help="the same bot in a page of your browser: no token, no network")
    demo.add_argument("--database", type=Path, help="keep the games in this file (default: a temporary one)")
    demo.add_argument("--port", type=_port, default=0, help="the port on 127.0.0.1 (default: a free one)")
    demo.add_argument("--no-browser", action="store_true", help="print the address only")
    bench = commands.add_parser("bench", help="measure the search core, moves, pictures and the storage")
    bench.add_argument("--json", action="store_true", help="print one JSON object")
    bench.add_argument("--full", action="store_true", help="everything of the search core: some minutes")
    bench.add_argument("part", nargs="*", help="search, moves, renderers or storage (default: all)")
    match = commands.add_parser("match", help="two computer players play many games; prints both strengths")
    match.add_argument("players", nargs=2, metavar="PLAYER", help="a level, or a player such as positional:4")
    match.add_argument("--game", default="reversi")
    match.add_argument("--games", type=int, default=200, help="how many (default: 200)")
    match.add_argument("--seconds", type=float, default=1.0, help="at most, for each move (default: 1)")
    match.add_argument(
        "--openings", type=Path, help="a file of move sequences (default: those of the game, or random)"
    )
    match.add_argument("--seed", type=int, default=1, help="which openings are drawn (default: 1)")
    match.add_argument("--processes", type=int, default=0, help="games at a time (default: one a core)")
    match.add_argument("--json", action="store_true", help="print one JSON object")
    return parser


def _port(text: str) -> int:
    """A number that a port can have; 0 stands for a free one."""
    port = int(text) if text.isascii() and text.isdigit() else -1
    if not 0 <= port <= MAX_PORT:
        raise argparse.ArgumentTypeError(f"a port is a number from 1 to {MAX_PORT}, not {text!r}")
    return port


def _carry_out(chosen: argparse.Namespace) -> None:
    # Each command imports its own parts: `flipfour --help` need not load the search core.
    if chosen.command == "bench":
        from bench.cli import bench

        bench(chosen.part, full=chosen.full, as_json=chosen.json)
        return
    if chosen.command == "match":
        from bot.match_cli import Request, match

        request = Request(
            game=chosen.game,
            players=(chosen.players[0], chosen.players[1]),
            games=chosen.games,
            seconds=chosen.seconds,
            openings=chosen.openings,
            seed=chosen.seed,
            processes=chosen.processes,
        )
        match(request, as_json=chosen.json)
        return
    loaded = settings.load(chosen.env_file)
    if chosen.command == "run":
        from bot.run import run

        run(loaded)
    else:
        from bot.demo import demo

        demo(loaded, database=chosen.database, port=chosen.port, browser=not chosen.no_browser)


if __name__ == "__main__":
    sys.exit(main())
