"""Starts of the search core in fresh processes, the first one and a later one: time and memory."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from typing import Any

from bot.core.errors import HostError

MEGABYTES = 64
"""Size of the table of the measured search."""

PROGRAM = f"""
import json, os, sys, time
begin = time.perf_counter()
from engine import Limits, connect4, reversi, search, warm_up
from engine.search.tables import TranspositionTable
def megabytes():
    with open("/proc/self/statm") as numbers:
        return int(numbers.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20
game = sys.argv[1]
warm_up(game)
position = {{"reversi": reversi, "connect4": connect4}}[game].start()
search(position, Limits(seconds=None, depth=4))
seconds, processor = time.perf_counter() - begin, time.process_time()
table, before = TranspositionTable({MEGABYTES}), megabytes()
search(position, Limits(seconds=2.0), table=table)
print(json.dumps([seconds, processor, before, megabytes() - before]))
"""


def measure_starts(game: str) -> list[dict[str, Any]]:
    """Measure a first start, which compiles, and a later one, which finds the compiled code: a row for each.

    Real and processor seconds from the start of Python to a first move; MB of the process then, and what a
    search of two seconds adds. Linux only. Raises `HostError` when a process fails.
    """
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for start in ("first", "later"):
            seconds, processor, process_mb, search_mb = _run(game, folder)
            rows.append(
                {
                    "start": start,
                    "real_seconds": seconds,
                    "seconds": processor,
                    "process_mb": process_mb,
                    "table_mb": MEGABYTES,
                    "search_mb": search_mb,
                }
            )
    return rows


def _run(game: str, folder: str) -> list[float]:
    process = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-c", PROGRAM, game],
        env={**os.environ, "NUMBA_CACHE_DIR": folder},
        capture_output=True,
        text=True,
        check=False,
    )
    if process.returncode:
        raise HostError(f"the search core did not start: {(process.stderr.splitlines() or ['?'])[-1]}")
    figures: list[float] = json.loads(process.stdout)
    return figures
