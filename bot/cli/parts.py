"""What the modules of the commands share."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"

MAX_PORT = 65535


def add_cluster(parser: argparse.ArgumentParser) -> None:
    """Add the option of a command whose work a cluster can do."""
    parser.add_argument(
        "--cluster",
        metavar="dask://HOST:8786",
        help="have the workers of this scheduler do it (`flipfour worker`), as many at a time as they can",
    )


def port(text: str) -> int:
    """A number that a port can have; 0 stands for a free one."""
    number = int(text) if text.isascii() and text.isdigit() else -1
    if not 0 <= number <= MAX_PORT:
        raise argparse.ArgumentTypeError(f"a port is a number from 1 to {MAX_PORT}, not {text!r}")
    return number
