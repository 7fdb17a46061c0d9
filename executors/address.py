"""Addresses of clusters, the version that workers must have, and what can go wrong."""

from __future__ import annotations

import logging
import tomllib
from functools import cache
from importlib import metadata
from pathlib import Path
from types import ModuleType
from urllib.parse import urlsplit


class ClusterError(Exception):
    """A cluster cannot be used; the message is one line a host can act on."""

    exit_code = 1


class ClusterPackageMissing(ClusterError):  # noqa: N818 - named for the state
    """The package for clusters is not installed."""

    exit_code = 78


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


SCHEME = "dask"
PORT = 8786
"""The default port of a Dask scheduler."""


def read_address(text: str) -> str:
    """Return Dask's form of an address: tcp://host:8786 for dask://host. Raises ValueError with the
    reason.
    """
    parts = urlsplit(text.strip())
    try:
        port = parts.port or PORT
    except ValueError:
        port = 0
    if parts.scheme != SCHEME or not parts.hostname or not port or parts.path.strip("/"):
        raise ValueError(f"it is the address of a Dask scheduler, such as {SCHEME}://host:{PORT}")
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    return f"tcp://{host}:{port}"


def required() -> ModuleType:
    """Return the package `distributed`. Raises ClusterError if it is not installed."""
    try:
        import distributed
    except ImportError as error:
        raise ClusterPackageMissing(
            "a cluster needs a package: in Flipfour's folder, pip install '.[cluster]'"
        ) from error
    # Dask installs handlers with another format.
    for name in ("distributed", "bokeh", "tornado", "tornado.application"):
        logger = logging.getLogger(name)
        logger.handlers.clear()
        logger.propagate = True
    # Dask would log every stop flag that is set, and a traceback when a scheduler is gone.
    for name in ("distributed", "distributed.client"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    package: ModuleType = distributed
    return package
