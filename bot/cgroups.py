"""The limits of a container: what the cgroups of this process say, outer ones included."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path, PurePosixPath

ROOT = Path("/")


def folders_of_version_2(root: Path = ROOT) -> Iterator[Path]:
    """The folders of the groups this process is in, for the controllers of version 2."""
    for controllers, group in _groups(root):
        if not controllers:
            for folder in (root / "sys/fs/cgroup", root / "sys/fs/cgroup/unified"):
                for each in (group, *group.parents):
                    yield folder / each


def folders_of_version_1(controller: str, root: Path = ROOT) -> Iterator[Path]:
    """The same for a controller of version 1."""
    for controllers, group in _groups(root):
        if controller in controllers.split(","):
            for name in {controllers, controller}:
                for each in (group, *group.parents):
                    yield root / "sys/fs/cgroup" / name / each


def text_of(path: Path) -> str:
    """What a file says; "" when there is none."""
    try:
        return path.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError):
        return ""


def _groups(root: Path) -> Iterator[tuple[str, PurePosixPath]]:
    for line in text_of(root / "proc/self/cgroup").splitlines():
        # "0::/path" is version 2, "4:cpu,cpuacct:/path" version 1.
        _, _, rest = line.partition(":")
        controllers, _, path = rest.partition(":")
        yield controllers, PurePosixPath(path.lstrip("/"))
