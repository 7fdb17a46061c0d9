"""The command line, `flipfour`: one module for each of its commands.

A module adds its command with its options (`add`), and says which function carries it out; what that returns,
if anything, is the exit code. It imports what that needs there, not at its top: `flipfour --help` need not
load the search core.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from bot import settings
from bot.cli import bench, copy, demo, doctor, match, puzzles, run, storage, worker
from bot.errors import HostError
from data import StorageError
from executors.errors import ClusterError
from executors.version import flipfour_version

COMMANDS = (run, worker, demo, doctor, storage, copy, bench, match, puzzles)


def main(arguments: Sequence[str] | None = None) -> int:
    """Carry out one command; returns the exit code. What a host did wrong is answered in one line."""
    chosen = parser().parse_args(arguments)
    try:
        return chosen.carry_out(chosen) or 0
    except (HostError, StorageError, ClusterError) as error:
        print(f"flipfour: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


def parser() -> argparse.ArgumentParser:
    """Return the parser of the whole command line."""
    flipfour = argparse.ArgumentParser(
        prog="flipfour", description="Reversi and Connect 4 on Discord, against friends or the computer."
    )
    flipfour.add_argument("--version", action="version", version=f"flipfour {flipfour_version()}")
    flipfour.add_argument(
        "--env-file", type=Path, default=settings.ENV_FILE, help="the file with settings (default: .env)"
    )
    commands = flipfour.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for command in COMMANDS:
        command.add(commands)
    return flipfour
