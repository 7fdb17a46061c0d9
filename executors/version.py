"""The running version of Flipfour, from the installed package or from `pyproject.toml` in a bare checkout."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import metadata
from pathlib import Path

_PROJECT = Path(__file__).parents[1] / "pyproject.toml"


@cache
def flipfour_version() -> str:
    """Return the version, such as `1.0.0`; "unknown" for files copied without metadata or project file."""
    try:
        return metadata.version("flipfour")
    except metadata.PackageNotFoundError:
        return _version_in(_PROJECT)


def _version_in(project: Path) -> str:
    try:
        return str(tomllib.loads(project.read_text("utf-8"))["project"]["version"])
    except (OSError, KeyError, tomllib.TOMLDecodeError):
        return "unknown"
