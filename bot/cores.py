"""How many processor cores this process may use.

A container limits its processes by CPU affinity or by a cgroup quota; neither changes `os.cpu_count()`, which
counts the cores of the whole machine.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from bot.cgroups import ROOT, folders_of_version_1, folders_of_version_2, text_of


def available_cores(root: Path = ROOT) -> int:
    """The number of cores this process may keep busy, at least 1.

    A quota that is no whole number is rounded down: one thread more would be paused by the kernel again and
    again. `root` is the folder that holds `proc` and `sys`.
    """
    cores = float(_allowed_cores())
    for quota in _quotas(root):
        cores = min(cores, quota)
    return max(1, int(cores))


def _allowed_cores() -> int:
    """The cores the scheduler may put this process on."""
    # From Python 3.13 on this also obeys PYTHON_CPU_COUNT.
    if (count := getattr(os, "process_cpu_count", None)) is not None:
        return count() or 1
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _quotas(root: Path) -> Iterator[float]:
    """The quota in cores of every cgroup this process is in, outer ones included."""
    for folder in folders_of_version_2(root):
        # "150000 100000" is one and a half cores, "max 100000" no limit.
        quota, _, period = text_of(folder / "cpu.max").partition(" ")
        yield from _cores(quota, period)
    for folder in folders_of_version_1("cpu", root):
        # A quota of -1 is no limit.
        yield from _cores(text_of(folder / "cpu.cfs_quota_us"), text_of(folder / "cpu.cfs_period_us"))


def _cores(quota: str, period: str) -> Iterator[float]:
    if quota.isdecimal() and period.isdecimal() and int(period) > 0:
        yield int(quota) / int(period)
