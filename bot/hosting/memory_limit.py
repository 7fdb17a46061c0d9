"""How much memory this process may take, and how much the settings let it take."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from bot.cgroups import ROOT, folders_of_version_1, folders_of_version_2, text_of
from bot.settings import Settings

MEGABYTE = 1024 * 1024

BESIDE_TABLES = 400 * MEGABYTE
"""What the bot takes without tables: measured with both games loaded and pictures drawn, and some more."""

MORE_TABLES = 2
"""One for pondering, and one for reviews."""


def available_memory(root: Path = ROOT) -> int | None:
    """The bytes this process may take: those of the machine, or what a container allows; None if unknown."""
    return min(_limits(root), default=None)


def wanted_memory(settings: Settings) -> int:
    """The bytes it takes when every worker searches at its strongest."""
    tables = settings.workers + settings.kept_tables + MORE_TABLES
    return BESIDE_TABLES + tables * settings.search_mb * MEGABYTE


def _limits(root: Path) -> Iterator[int]:
    if found := re.search(r"^MemTotal:\s+(\d+) kB", text_of(root / "proc/meminfo"), re.MULTILINE):
        yield int(found[1]) * 1024
    # "max" is no limit; in version 1 that is a number larger than any memory.
    for folder in folders_of_version_2(root):
        yield from _bytes(text_of(folder / "memory.max"))
    for folder in folders_of_version_1("memory", root):
        yield from _bytes(text_of(folder / "memory.limit_in_bytes"))


def _bytes(text: str) -> Iterator[int]:
    if text.isdecimal():
        yield int(text)
