"""The processor cores and the memory this process may use, and how it loads with little of both.

A container limits its processes by CPU affinity or by cgroups; neither changes `os.cpu_count()`, which counts
the cores of the whole machine. `root` is the folder that contains `proc` and `sys`.
"""

from __future__ import annotations

import ctypes
import gc
import os
import re
import ssl
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

MEGABYTE = 1024 * 1024

BASE_MEMORY = 400 * MEGABYTE
"""Memory of the bot without tables: measured with both games loaded and pictures drawn, rounded up."""

TABLE_MEGABYTES = 32
"""Default size of one search's transposition table.

Twice as much saves FFO 40 to 49 3 % of their time (`bench.search_core.measure_endgames`).
"""

CACHED_TABLES = 4
"""Default number of idle transposition tables cached for later searches."""

EXTRA_TABLES = 2
"""Additional tables: one for pondering, one for reviews."""

ALLOCATOR = {-8: 2, -1: 2 * 1024 * 1024, -3: 512 * 1024}
"""Parameters of `mallopt` in glibc: arenas, free bytes to return, and bytes that get pages of their own.

A board is drawn in pieces of up to 430 kB. With lower limits each board has its pages from the system anew,
which takes 8 % of a tap's processor time.
"""

MAX_OPEN_FILES = 16_384
"""Open files that a process may need: connections to Discord, the database, its own pages."""

RICH = "rich"

WHILE_LOADING = {"PYDANTIC_DISABLE_PLUGINS": "__all__", "OPENBLAS_NUM_THREADS": "1"}
"""Settings of libraries, which read them as they load, unless the host has others."""

ROOT = Path("/")


class SearchTables(NamedTuple):
    """Transposition tables: the size of each, and how many idle ones are cached."""

    megabytes: int
    cached: int


def divide_memory(megabytes: int, searches: int) -> SearchTables:
    """Divide the memory between a number of concurrent searches; 0 megabytes are the default.

    Tables are as large as the default number of them allows, a power of two and at least 1 MB. The remainder
    caches more of them.
    """
    tables = searches + CACHED_TABLES + EXTRA_TABLES
    megabytes = max(megabytes or tables * TABLE_MEGABYTES, tables)
    size = 1 << (megabytes // tables).bit_length() - 1
    return SearchTables(size, megabytes // size - searches - EXTRA_TABLES)


def available_cores(root: Path = ROOT) -> int:
    """Return the number of cores this process may keep busy, at least 1.

    A fractional quota is rounded down: the kernel would keep pausing one thread more.
    """
    return max(1, int(min([float(_schedulable_cores()), *_core_quotas(root)])))


def available_memory(root: Path = ROOT) -> int | None:
    """Return the bytes this process may use, by the machine and its container; None if unknown."""
    return min(_memory_limits(root), default=None)


def required_memory(searches: int, tables: SearchTables) -> int:
    """Return the bytes the process needs for a number of concurrent searches at full strength."""
    return BASE_MEMORY + (searches + tables.cached + EXTRA_TABLES) * tables.megabytes * MEGABYTE


def return_free_memory() -> None:
    """Have glibc return free memory to the system; does nothing with another C library.

    It keeps what is free in an arena per thread, which made a busy bot half as large again. Call it before
    threads are started: arenas that exist stay.
    """
    if mallopt := _from_c("mallopt"):
        for parameter, value in ALLOCATOR.items():
            mallopt(parameter, value)


def trim_memory() -> None:
    """Return what is free now, such as after much temporary work, which is in pieces below the thresholds."""
    if malloc_trim := _from_c("malloc_trim"):
        malloc_trim(0)


def freeze_gc(freeze: Callable[[], None] = gc.freeze) -> None:
    """Freeze all live objects out of garbage collection, after the start and once a search core is loaded.

    Modules, compiled functions and command trees are some 200,000 objects that live as long as the process; a
    full collection through them delays clicks by more than 50 ms.
    """
    trim_memory()
    freeze()


def _from_c(name: str) -> Callable[..., int] | None:
    try:
        return getattr(ctypes.CDLL(None), name, None)
    except (OSError, TypeError):  # Windows
        return None


@contextmanager
def quick_loading() -> Iterator[None]:
    """Import modules in this context without garbage collection and what they do in vain.

    Collections would walk through ever more modules and find no garbage. structlog would load rich to draw
    tracebacks; ours are plain (`bot.settings.logs`). pydantic would search all packages for plugins. aiohttp
    would read the system's certificates once more, for connections that verify none. numpy would start a
    thread for each core, which waits busily for large matrices.
    """
    modules: dict[str, Any] = sys.modules
    without_rich = RICH not in modules
    if without_rich:
        modules[RICH] = None
    added = WHILE_LOADING.keys() - os.environ.keys()
    os.environ.update({name: WHILE_LOADING[name] for name in added})
    gc.disable()
    context: Any = ssl.SSLContext
    context.set_default_verify_paths = _read_to_verify
    try:
        yield
    finally:
        del context.set_default_verify_paths
        gc.freeze()
        gc.enable()
        if without_rich:
            del modules[RICH]
        for name in added:
            del os.environ[name]


def _read_to_verify(context: ssl.SSLContext) -> None:
    if context.verify_mode is not ssl.CERT_NONE:
        super(ssl.SSLContext, context).set_default_verify_paths()


def raise_open_files() -> None:
    """Raise the soft limit of open files, often 1024, as far as the hard one allows."""
    if resource is None:
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MAX_OPEN_FILES if hard == resource.RLIM_INFINITY else min(MAX_OPEN_FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        # macOS allows fewer than its hard limit says.
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def _schedulable_cores() -> int:
    # From Python 3.13 on this also obeys PYTHON_CPU_COUNT.
    if (count := getattr(os, "process_cpu_count", None)) is not None:
        return count() or 1
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _core_quotas(root: Path) -> Iterator[float]:
    for folder in _cgroup_2_folders(root):
        # "150000 100000" is one and a half cores, "max 100000" no limit.
        quota, _, period = _read(folder / "cpu.max").partition(" ")
        yield from _cores(quota, period)
    for folder in _cgroup_1_folders("cpu", root):
        # A quota of -1 is no limit.
        yield from _cores(_read(folder / "cpu.cfs_quota_us"), _read(folder / "cpu.cfs_period_us"))


def _cores(quota: str, period: str) -> Iterator[float]:
    if quota.isdecimal() and period.isdecimal() and int(period) > 0:
        yield int(quota) / int(period)


def _memory_limits(root: Path) -> Iterator[int]:
    if match := re.search(r"^MemTotal:\s+(\d+) kB", _read(root / "proc/meminfo"), re.MULTILINE):
        yield int(match[1]) * 1024
    # No limit is "max" in version 2, and a number larger than any memory in version 1.
    files = [folder / "memory.max" for folder in _cgroup_2_folders(root)]
    files += [folder / "memory.limit_in_bytes" for folder in _cgroup_1_folders("memory", root)]
    for text in map(_read, files):
        if text.isdecimal():
            yield int(text)


def _cgroup_2_folders(root: Path) -> Iterator[Path]:
    """Return the folders of this process's cgroups of version 2, outer ones included."""
    for controllers, group in _cgroups(root):
        if not controllers:
            for folder in (root / "sys/fs/cgroup", root / "sys/fs/cgroup/unified"):
                for level in (group, *group.parents):
                    yield folder / level


def _cgroup_1_folders(controller: str, root: Path) -> Iterator[Path]:
    """Return the folders of this process's cgroups of version 1 for a controller, outer ones included."""
    for controllers, group in _cgroups(root):
        if controller in controllers.split(","):
            for name in {controllers, controller}:
                for folder in (group, *group.parents):
                    yield root / "sys/fs/cgroup" / name / folder


def _cgroups(root: Path) -> Iterator[tuple[str, PurePosixPath]]:
    for line in _read(root / "proc/self/cgroup").splitlines():
        # "0::/path" is version 2, "4:cpu,cpuacct:/path" version 1.
        _, _, rest = line.partition(":")
        controllers, _, path = rest.partition(":")
        yield controllers, PurePosixPath(path.lstrip("/"))


def _read(path: Path) -> str:
    """Return the text of a file; "" if there is none."""
    try:
        return path.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError):
        return ""
