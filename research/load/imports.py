"""`python -m research.load.imports`: what loading the modules takes, which is most of a start, by package.

They are loaded as bytecode, as in every start but the first.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections import Counter

from research.load.bytecode import kept_bytecode

LOADING = """
from bot import cli
from bot.process.loading import quick_loading
with quick_loading():
    import bot.run
"""
"""As `flipfour run` does."""

_LINE = re.compile(r"import time:\s+(\d+) \|\s+\d+ \|\s+([\w.]+)")
_LEAST = 0.02
"""Seconds; packages that take less are added up."""


def seconds_by_package() -> dict[str, float]:
    """Seconds for each package, most first, as Python itself measures them (`-X importtime`)."""
    command = [sys.executable, "-X", "importtime", "-c", LOADING]
    with kept_bytecode() as environment:
        for _ in range(2):  # The first one compiles.
            done = subprocess.run(  # noqa: S603 - this program
                command, stderr=subprocess.PIPE, text=True, check=True, env={**os.environ, **environment}
            )
    return by_package(done.stderr)


def by_package(measured: str) -> dict[str, float]:
    """The same of what Python has measured."""
    microseconds: Counter[str] = Counter()
    for own, module in _LINE.findall(measured):
        microseconds[module.partition(".")[0]] += int(own)
    return {package: own / 1_000_000 for package, own in microseconds.most_common()}


def main() -> None:
    """Print a table."""
    found = seconds_by_package()
    large = {package: seconds for package, seconds in found.items() if seconds >= _LEAST}
    rows = {**large, "others": sum(found.values()) - sum(large.values()), "all": sum(found.values())}
    print("| package | s |")
    print("| --- | ---: |")
    for package, seconds in rows.items():
        print(f"| {package} | {seconds:.2f} |")


if __name__ == "__main__":
    main()
