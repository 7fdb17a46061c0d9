"""How many processor cores this process may use.

A container limits its processes by CPU affinity or by a cgroup quota; neither changes `os.cpu_count()`, which
counts the cores of the whole machine.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

ROOT = Path("/")


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
    try:
        lines = (root / "proc/self/cgroup").read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        return
    for line in lines:
        # "0::/path" is version 2, "4:cpu,cpuacct:/path" version 1.
        _, _, rest = line.partition(":")
        controllers, _, path = rest.partition(":")
        group = PurePosixPath(path.lstrip("/"))
        if not controllers:
            for folder in (root / "sys/fs/cgroup", root / "sys/fs/cgroup/unified"):
                for each in (group, *group.parents):
                    yield from _quota_of_version_2(folder / each)
        elif "cpu" in controllers.split(","):
            for name in {controllers, "cpu"}:
                for each in (group, *group.parents):
                    yield from _quota_of_version_1(root / "sys/fs/cgroup" / name / each)


def _quota_of_version_2(folder: Path) -> Iterator[float]:
    # "150000 100000" is one and a half cores, "max 100000" no limit.
    quota, _, period = _text(folder / "cpu.max").partition(" ")
    yield from _cores(quota, period)


def _quota_of_version_1(folder: Path) -> Iterator[float]:
    # A quota of -1 is no limit.
    yield from _cores(_text(folder / "cpu.cfs_quota_us"), _text(folder / "cpu.cfs_period_us"))


def _cores(quota: str, period: str) -> Iterator[float]:
    if quota.isdecimal() and period.isdecimal() and int(period) > 0:
        yield int(quota) / int(period)


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError):
        return ""
