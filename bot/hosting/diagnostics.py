"""The contents of a bug report, as one JSON object without anything secret or personal."""

from __future__ import annotations

import platform
import socket
from collections.abc import Callable
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path
from typing import Any

from pydantic import SecretStr

from bot.hosting.doctor import check_machine
from bot.hosting.health import ask_page
from bot.hosting.host_settings import BackupSettings
from bot.settings.logs import scrubbed
from bot.settings.machine import MEGABYTE, available_cores, available_memory
from bot.settings.settings import Settings, names
from data import StorageError
from data.db.migrate import newest_revision, tables_of
from data.upkeep.inspection import Inspection
from executors.address import flipfour_version

PACKAGES = (
    "discord.py",
    "aiohttp",
    "numba",
    "llvmlite",
    "numpy",
    "pillow",
    "sqlalchemy",
    "aiosqlite",
    "asyncpg",
    "alembic",
    "pydantic",
    "structlog",
    "prometheus-client",
    "distributed",
    "cryptography",
    "sentry-sdk",
    "uvloop",
)
SET = "(set)"

Clean = Callable[[str], str]


def _cleaner(settings: Settings) -> Clean:
    """Return what removes all that may be secret or personal, first the names known here: paths may have
    spaces."""
    paths = settings.database_file, settings.of(BackupSettings).backups
    found = [str(folder) for path in paths if path is not None for folder in (path, *path.parents)]
    found += [str(Path.home()), str(Path.cwd()), Path.home().name, socket.gethostname()]
    for field in names():
        value = getattr(settings, field)
        found.append(value.get_secret_value() if isinstance(value, SecretStr) else str(value))
    plain = {"true", "false", "none"}
    known = {part for part in found if len(part) > 3 and not part.isdigit() and part.lower() not in plain}
    longest_first = sorted(known, key=len, reverse=True)

    def clean(text: str) -> str:
        for part in longest_first:
            text = text.replace(part, "…")
        return scrubbed(text)

    return clean


async def diagnose(settings: Settings) -> dict[str, Any]:
    """Collect everything; what can't be read is described by its error."""
    running, clean = bool(settings.health_port), _cleaner(settings)
    return {
        "format": "flipfour-diagnostics",
        "version": 1,
        "made_at": datetime.now(UTC).isoformat(timespec="seconds"),
        "versions": _versions(),
        "machine": {
            "system": f"{platform.system()} {platform.release()}",
            "processor": platform.machine(),
            "cores": available_cores(),
            "memory_mb": (available_memory() or 0) // MEGABYTE or None,
        },
        "settings": _settings(settings),
        "database": await _database(settings, clean),
        "health": await _asked(settings, "/healthz", clean) if running else "no health page",
        "warnings": await _asked(settings, "/warnings", clean) if running else "no health page",
        "doctor": [
            {"grade": finding.grade.name.lower(), "subject": finding.subject, "text": clean(finding.text)}
            for finding in await check_machine(settings, fix=False)
        ],
    }


def _versions() -> dict[str, str]:
    found = {"flipfour": flipfour_version(), "python": platform.python_version()}
    for package in PACKAGES:
        try:
            found[package] = metadata.version(package)
        except metadata.PackageNotFoundError:
            continue
    return found


def _settings(settings: Settings) -> dict[str, object]:
    """Return the numbers and choices that were set; of texts, which may be personal, only that they were."""
    found: dict[str, object] = {}
    for field, name in names().items():
        value, default = getattr(settings, field), Settings.model_fields[field].default
        if value == default:
            continue
        choice = isinstance(value, bool | int | float) or field in ("log_level", "log_format", "shards")
        found[name] = value if choice and not isinstance(value, SecretStr) else SET
    return found


async def _database(settings: Settings, clean: Clean) -> dict[str, object]:
    path = settings.database_file
    found: dict[str, object] = {
        "kind": "PostgreSQL" if path is None else "SQLite",
        "newest_revision": newest_revision(),
    }
    try:
        if path is not None:
            found["bytes"] = path.stat().st_size if path.is_file() else None
            found["revision"] = tables_of(path)
        async with Inspection.of(settings.database_url) as inspection:
            found["rows"] = await inspection.row_counts()
    except (StorageError, OSError) as error:
        found["error"] = clean(str(error))
    return found


async def _asked(settings: Settings, path: str, clean: Clean) -> object:
    try:
        answer = await ask_page(settings, path)
    except (OSError, ValueError) as error:
        return f"no answer: {clean(str(error))}"
    return _clean_json(answer, clean)


def _clean_json(value: object, clean: Clean) -> object:
    """Clean all texts in a JSON value but the times."""
    if isinstance(value, dict):
        return {
            str(key): inner if key in ("at", "place", "level") else _clean_json(inner, clean)
            for key, inner in value.items()
        }
    if isinstance(value, list):
        return [_clean_json(inner, clean) for inner in value]
    return clean(value) if isinstance(value, str) else value
