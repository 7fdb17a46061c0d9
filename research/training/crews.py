"""Shared parts of this package's command lines: the workers, and error messages."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable

from engine.errors import EngineError
from executors.address import ClusterError


def add_crew(parser: argparse.ArgumentParser) -> None:
    """Add the options of a step that can be distributed: `--threads` and `--cluster`."""
    add_threads(parser)
    parser.add_argument("--cluster", metavar="dask://HOST:8786", help="have its workers do it")


def add_threads(parser: argparse.ArgumentParser) -> None:
    """Add the option of a step that runs on one machine."""
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1)


def carried_out(step: Callable[[], object]) -> int:
    """Carry out a step; return the exit status. Errors the user can correct are printed in one line."""
    try:
        step()
    except (EngineError, ClusterError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0
