"""Extent of tests: a bounded share by default, everything with `--all`."""

from __future__ import annotations

import os
from typing import TypeVar

T = TypeVar("T")

VARIABLE = "TESTS_ALL"
"""Environment variable that passes `--all` on to workers and subprocesses."""


def run_everything() -> None:
    """Test everything in this process and those it starts."""
    os.environ[VARIABLE] = "1"


def everything() -> bool:
    """Return whether everything is tested."""
    return VARIABLE in os.environ


def extent(default: T, all_: T) -> T:
    """Return the extent of a test: `default`, or `all_` where everything is tested."""
    return all_ if everything() else default
