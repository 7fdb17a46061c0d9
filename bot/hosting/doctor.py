"""Checks of this machine and its settings: the parts of `flipfour doctor` without network, and a bug report.

With `fix`, faults are repaired where no decision is needed. The report is one JSON object without anything
secret or personal.
"""

from __future__ import annotations

import os
import platform
import shutil
import socket
import tempfile
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from importlib import metadata
from pathlib import Path
from typing import Any

from pydantic import SecretStr

from bot.catalog import GAMES
from bot.core.errors import SettingsError
from bot.hosting.checking import Finding, bad, good, note
from bot.hosting.health import ask_page
from bot.hosting.host_settings import BackupSettings
from bot.hosting.monitor import MIN_FREE_BYTES
from bot.settings.logs import scrubbed
from bot.settings.machine import MEGABYTE, available_cores, available_memory
from bot.settings.settings import Settings, names
from data import StorageError
from data.db.backup import backups, unpacked
from data.db.migrate import newest_revision, tables_of
from data.upkeep.inspection import Inspection, count_rows, file_faults
from engine import is_compiled, warm_up
from executors.address import ClusterError, flipfour_version
from executors.cluster import workers_of
from renderers.writing import length

OLD_BACKUP = timedelta(days=3)


async def check_machine(
    settings: Settings, *, fix: bool, say: Callable[[str], None] = lambda text: None
) -> list[Finding]:
    """Check everything on this machine; `say` is told before each part that takes long."""
    found = [await _database(settings, fix), *_disk(settings)]
    found += _backups(settings, say)
    found += [_fonts(), _search_core(fix, say), _cores(settings)]
    if settings.search_backend:
        say(f"asking the scheduler at {settings.search_backend}")
        found.append(await _cluster(settings.search_backend))
    say("asking the running bot")
    found += _linked_roles(settings)
    return [*found, _memory(settings), await _running_bot(settings)]


def check_token(settings: Settings) -> Finding:
    """Check the token as far as that is possible without Discord."""
    try:
        _ = settings.token
    except SettingsError as error:
        return bad("token", str(error))
    return good("token", "has the right form; Discord was not asked")


async def _database(settings: Settings, fix: bool) -> Finding:
    try:
        path = settings.database_file
        if path is None:
            async with Inspection.of(settings.database_url) as inspection:
                await inspection.try_to_read()
            return good("database", "the server answers")
        if fix and not path.parent.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
        if (reason := _unwritable(path.parent)) is not None:
            fault = f"{path.parent} cannot be written to: {reason}"
            return bad("database", fault, "create it, or let Flipfour write there")
        if not path.exists():
            return note("database", f"{path} does not exist yet", "the first start creates it")
        if not os.access(path, os.W_OK):
            return bad(
                "database", f"{path} cannot be written to", "make the user that runs Flipfour its owner"
            )
        revision = tables_of(path)
    except (StorageError, OSError) as error:
        return bad("database", str(error))
    if revision != newest_revision():
        outdated = f"its tables have revision {revision}"
        return note("database", outdated, "the next start updates them, after a backup")
    return good("database", f"{path} can be used; `flipfour check` looks into it")


def _disk(settings: Settings) -> Iterator[Finding]:
    path = settings.database_file
    if path is None:
        return
    folder = next((folder for folder in path.parents if folder.is_dir()), Path("/"))
    free, size = shutil.disk_usage(folder).free, path.stat().st_size if path.is_file() else 0
    text = f"{free // MEGABYTE:,} MB free, the database has {size // MEGABYTE:,} MB"
    scheduled = settings.of(BackupSettings)
    made = backups(path, scheduled.backups)
    each = made[0].path.stat().st_size if made else size
    if free < max(MIN_FREE_BYTES, size):
        yield bad("disk", text, "free some space: on a full disk games and backups stop")
    elif free < size + scheduled.backup_kept * each:
        yield note("disk", text, f"{scheduled.backup_kept} backups need more: see FLIPFOUR_BACKUP_KEPT")
    else:
        yield good("disk", text)


def _backups(settings: Settings, say: Callable[[str], None]) -> Iterator[Finding]:
    path = settings.database_file
    if path is None:
        yield note("backups", "none for a PostgreSQL server", "schedule pg_dump")
        return
    scheduled = settings.of(BackupSettings)
    if not scheduled.backup_hours:
        yield note("backups", "none are scheduled", "FLIPFOUR_BACKUP_HOURS")
        return
    folder = scheduled.backups
    there = folder if folder is not None else path.parent
    if there.is_dir() and (reason := _unwritable(there)) is not None:
        yield bad("backups", f"{there} cannot be written to: {reason}", "let Flipfour write there")
        return
    made = backups(path, folder)
    if not made:
        yield note("backups", "none yet", "the running bot creates the first one")
        return
    now = datetime.now(UTC)
    # The date of a copy from the future says nothing about its age.
    past = [backup for backup in made if backup.made_at <= now]
    newest = (past or made)[0]
    say(f"opening the newest backup, {newest.path.name}")
    rows, revision = "", ""
    try:
        with unpacked(newest.path, newest.path.parent) as copy:
            revision, faults = tables_of(copy), file_faults(copy)
            rows = ", ".join(f"{count:,} {table}" for table, count in count_rows(copy).items())
    except StorageError as error:
        faults = [str(error)]
    if faults:
        yield bad("backups", f"the newest one is damaged: {faults[0]}", "make another: flipfour backup")
        return
    age = now - newest.made_at
    hours = f"{age.total_seconds() / 3600:.0f} hours old" if past else "of unknown age"
    text = f"{len(made)}, the last one {hours} and intact: {rows}; tables {revision}"
    if revision != newest_revision():
        text += f", which a start updates to {newest_revision()}"
    if len(past) < len(made):
        yield note("backups", f"{text}; {len(made) - len(past)} dated in the future", "check the clock")
    elif age > max(OLD_BACKUP, timedelta(hours=2 * scheduled.backup_hours)):
        yield note("backups", text, "start the bot, or look in its log for failed backups")
    else:
        yield good("backups", text)


def _fonts() -> Finding:
    try:
        wide = [length("a1 竜", 24, weight) for weight in ("Bold", "SemiBold")]
    except OSError as error:
        return bad("fonts", f"not readable: {error}", "install Flipfour again")
    assert all(wide)
    return good("fonts", "readable")


def _search_core(fix: bool, say: Callable[[str], None]) -> Finding:
    try:
        # The compiler, which is slow to load.
        from engine.jit.compiling import cache_folder

        folder = cache_folder()
    except RuntimeError as error:
        return bad("search core", f"its cache is not writable: {error}", "set NUMBA_CACHE_DIR to a folder")
    missing = [game for game in GAMES if not is_compiled(game)]
    if fix:
        for game in missing:
            say(f"compiling the search core of {game}: this takes a minute or two")
            warm_up(game)
        missing = [game for game in GAMES if not is_compiled(game)]
    if folder.exists() and (reason := _unwritable(folder)) is not None:
        fault = f"{folder} cannot be written to: {reason}"
        return bad("search core", fault, "set NUMBA_CACHE_DIR to another folder")
    if missing:
        return note(
            "search core",
            f"not compiled yet for this processor: {', '.join(missing)}",
            "the first start does so in about a minute; `flipfour doctor --fix` does it now",
        )
    return good("search core", f"compiled for this processor, in {folder}")


def _cores(settings: Settings) -> Finding:
    cores = available_cores()
    text = f"{settings.workers} searches at a time on {cores} cores"
    if settings.workers > cores:
        return note("cores", text, "they slow each other down: see FLIPFOUR_SEARCH_WORKERS")
    return good("cores", text)


async def _cluster(address: str) -> Finding:
    try:
        workers = await workers_of(address)
    except ClusterError as error:
        return bad("cluster", f"{address}: {error}", "searches run here meanwhile; see SEARCH_BACKEND")
    if not workers:
        fault = f"the scheduler at {address} has no workers"
        return bad("cluster", fault, f"start them: flipfour worker {address}")
    threads = sum(count for count, _ in workers.values())
    text = f"{threads} searches at a time, by {len(workers)} workers of {address}"
    others = sorted({version for _, version in workers.values()} - {flipfour_version()})
    if others:
        return note("cluster", f"{text}; some have version {', '.join(others)}", "update them")
    return good("cluster", text)


def _linked_roles(settings: Settings) -> Iterator[Finding]:
    try:
        setup = settings.linked_roles
    except SettingsError as error:
        yield bad("linked roles", str(error))
        return
    if setup is not None:
        yield good("linked roles", f"all settings are there; people link their accounts at {setup.url}")


def _memory(settings: Settings) -> Finding:
    available, wanted = available_memory(), settings.required_memory
    text = f"the settings may take {wanted // MEGABYTE:,} MB"
    if available is None:
        return note("memory", text, "the available memory is unknown here")
    if wanted > available:
        fault = f"{text}, and there are {available // MEGABYTE:,} MB"
        return bad("memory", fault, "lower FLIPFOUR_MEMORY_MB or FLIPFOUR_SEARCH_WORKERS, or allow more")
    return good("memory", f"{text} of {available // MEGABYTE:,} MB")


async def _running_bot(settings: Settings) -> Finding:
    """Ask the running bot how it is, over its own page."""
    subject = "running bot"
    if not settings.health_port:
        return note(subject, "unknown: it has no health page", "FLIPFOUR_HEALTH_PORT serves one")
    where = f"{settings.health_address}:{settings.health_port}"
    try:
        health = await ask_page(settings, "/healthz")
    except OSError:
        return note(subject, f"it is not running: {where} is free", "start it")
    except ValueError:
        health = None
    if not isinstance(health, dict) or "healthy" not in health:
        advice = "stop that program, or choose another FLIPFOUR_HEALTH_PORT"
        return bad(subject, f"another program uses {where}", advice)
    healthy, state = health.pop("healthy"), health.pop("state", "running")
    faults = [f"{part}: {fault}" for part, fault in health.items() if fault != "ok"]
    if faults or not healthy:
        grade = note if healthy else bad
        return grade(subject, f"{state}; {', '.join(faults)}", "its log says more")
    return good(subject, f"{state}, and healthy by its page on {where}")


def _unwritable(folder: Path) -> str | None:
    """Return why a folder is not writable; None when it is."""
    try:
        with tempfile.TemporaryFile(dir=folder):
            return None
    except OSError as error:
        return error.strerror or str(error)


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
    texts = [str(folder) for path in paths if path is not None for folder in (path, *path.parents)]
    texts += [str(Path.home()), str(Path.cwd()), Path.home().name, socket.gethostname()]
    for field in names():
        value = getattr(settings, field)
        texts.append(value.get_secret_value() if isinstance(value, SecretStr) else str(value))
    plain = {"true", "false", "none"}
    known = {part for part in texts if len(part) > 3 and not part.isdigit() and part.lower() not in plain}
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
        "database": await _database_facts(settings, clean),
        "health": await _asked(settings, "/healthz", clean) if running else "no health page",
        "warnings": await _asked(settings, "/warnings", clean) if running else "no health page",
        "doctor": [
            {"grade": finding.grade.name.lower(), "subject": finding.subject, "text": clean(finding.text)}
            for finding in await check_machine(settings, fix=False)
        ],
    }


def _versions() -> dict[str, str]:
    versions = {"flipfour": flipfour_version(), "python": platform.python_version()}
    for package in PACKAGES:
        try:
            versions[package] = metadata.version(package)
        except metadata.PackageNotFoundError:
            continue
    return versions


def _settings(settings: Settings) -> dict[str, object]:
    """Return the numbers and choices that were set; of texts, which may be personal, only that they were."""
    changed: dict[str, object] = {}
    for field, name in names().items():
        value, default = getattr(settings, field), Settings.model_fields[field].default
        if value == default:
            continue
        choice = isinstance(value, bool | int | float) or field in ("log_level", "log_format", "shards")
        changed[name] = value if choice and not isinstance(value, SecretStr) else SET
    return changed


async def _database_facts(settings: Settings, clean: Clean) -> dict[str, object]:
    path = settings.database_file
    facts: dict[str, object] = {
        "kind": "PostgreSQL" if path is None else "SQLite",
        "newest_revision": newest_revision(),
    }
    try:
        if path is not None:
            facts["bytes"] = path.stat().st_size if path.is_file() else None
            facts["revision"] = tables_of(path)
        async with Inspection.of(settings.database_url) as inspection:
            facts["rows"] = await inspection.row_counts()
    except (StorageError, OSError) as error:
        facts["error"] = clean(str(error))
    return facts


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
