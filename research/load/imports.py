"""`python -m research.load.imports`: seconds for importing the modules, which is most of a start, by package.

Modules are loaded as bytecode, as in every start but the first.
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
from bot.settings.machine import quick_loading
with quick_loading():
    import bot.run
"""
"""The imports of `flipfour run`."""

_LINE = re.compile(r"import time:\s+(\d+) \|\s+\d+ \|\s+([\w.]+)")
_LEAST = 0.02
"""Minimum seconds of a package listed separately; the others are added up."""


def seconds_by_package() -> dict[str, float]:
    """Return seconds per package, slowest first, as Python measures them (`-X importtime`)."""
    command = [sys.executable, "-X", "importtime", "-c", LOADING]
    with kept_bytecode() as environment:
        for _ in range(2):  # The first run compiles.
            done = subprocess.run(  # noqa: S603 - this program
                command, stderr=subprocess.PIPE, text=True, check=True, env={**os.environ, **environment}
            )
    return by_package(done.stderr)


def by_package(measured: str) -> dict[str, float]:
    """Return seconds per package from Python's own report."""
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
