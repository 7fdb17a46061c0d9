"""Scheduled backups of the database file, and all games streamed to a file."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any, ClassVar

import structlog

from bot.core.masking import described
from bot.core.metrics import counter, gauge
from bot.features import Kit
from bot.hosting.host_settings import BackupSettings
from bot.hosting.monitor import AlertKind, Alerts
from bot.study.records.recognition import FORMATS
from bot.study.records.record import GameRecord
from bot.study.records.refusals import CannotHold
from data import StorageError
from data.db.backup import BackupStopped, back_up, backups
from data.db.chores import Chore
from data.games.records import Game, GameState

log = structlog.get_logger(__name__)

BACKED_UP_AT = gauge("backup_timestamp_seconds", "Time of the last backup.")
BACKUP_INTERVAL = gauge("backup_interval_seconds", "Time between two backups.")
BACKUP_FAILURES = counter("backup_failures", "Failed backups.")

REASON = "scheduled"

RETRY = timedelta(minutes=15)
"""Delay before a failed backup is tried again: the disk may have room then."""


class ScheduledBackups:
    chores: ClassVar[tuple[Chore, ...]] = ()

    def __init__(self, kit: Kit) -> None:
        settings = kit.settings.of(BackupSettings)
        self._every = timedelta(hours=settings.backup_hours)
        self._path = kit.settings.database_file if self._every else None
        self._folder = settings.backups
        self._kept = settings.backup_kept
        self._background = kit.background
        self._alerts = kit[Alerts]
        self._metrics = kit.metrics
        self._metrics.set(BACKUP_INTERVAL, self._every.total_seconds() if self._path else None)
        self._run = kit.runtime.run_in_background
        self._now = kit.now
        self._running = self._closing = False
        self._next: datetime | None = None

    def recover(self) -> None:
        """Begin a backup in the background if it is due."""
        if self._path is None or self._running or self._closing:
            return
        now = self._now()
        if self._next is None or self._next > now + max(self._every, RETRY):
            # At the first pass, or after the machine's clock was set back.
            self._next = self._after_the_last(self._path)
        if now >= self._next:
            self._running = True
            self._background.spawn(self._make(self._path, now))

    def close(self) -> None:
        """End the backup in progress, if any, and remove its unfinished file."""
        self._closing = True

    def _after_the_last(self, path: Path) -> datetime:
        """Return when the next backup is due, counted from the last one on disk."""
        made = [backup.made_at for backup in backups(path, self._folder) if backup.reason == REASON]
        # A copy dated in the future, by a wrong clock, must not stop the others.
        made = [moment for moment in made if moment <= self._now()]
        if not made:
            return self._now()
        self._metrics.set(BACKED_UP_AT, made[0].timestamp())
        return made[0] + self._every

    async def _make(self, path: Path, now: datetime) -> None:
        make = partial(
            back_up,
            path,
            REASON,
            folder=self._folder,
            kept=self._kept,
            at=now,
            stopped=lambda: self._closing,
        )
        try:
            made = await self._run(make)
        except BackupStopped:
            pass
        except StorageError as error:
            self._next = now + RETRY
            log.error("a backup failed; will retry", error=described(error))
            self._metrics.count(BACKUP_FAILURES)
            self._alerts.tell(AlertKind.BACKUP_FAILED, str(error))
        else:
            self._next = now + self._every
            log.info("backup created", file=str(made))
            self._metrics.set(BACKED_UP_AT, now.timestamp())
        finally:
            self._running = False


LINES = "jsonl"
VERSION = 1

Line = dict[str, Any]


async def write_games(url: str, option: str, write: Callable[[bytes], object]) -> tuple[int, int]:
    """Write every game that has begun; returns the numbers written, and left out as the format can't hold
    them or they cannot be read. `option` is LINES, or a format of records in lower case."""
    written = left_out = 0
    unreadable: list[int] = []
    if option == LINES:
        write(_line({"format": "flipfour-games", "version": VERSION}))
    async for game in _begun(url, unreadable):
        content = _line(as_line(game)) if option == LINES else _in_format(option, game)
        if content is None:
            left_out += 1
        else:
            write(content)
            written += 1
    return written, left_out + len(unreadable)


def as_line(game: Game) -> Line:
    """Return a game's line: its play and result, without names of people or places."""
    return {
        "id": game.id,
        "game": game.game,
        "board": game.options,
        "players": [_player(game, side) for side in (0, 1)],
        "moves": list(game.moves),
        "state": game.state.value,
        "ending": None if game.ending is None else game.ending.value,
        "winner": game.winner,
        "score": game.score,
        "rated": game.rated,
        "seconds": [round(seconds, 3) for seconds in game.seconds],
        "started_at": _moment(game.started_at),
        "finished_at": _moment(game.finished_at),
    }


async def _begun(url: str, unreadable: list[int]) -> AsyncIterator[Game]:
    # Rules of all tables, which only the command line checks.
    from data.upkeep.inspection import Inspection

    async with Inspection.of(url) as inspection:
        async for game in inspection.games(unreadable):
            if game.state in (GameState.PLAYING, GameState.FINISHED):
                yield game


def _in_format(option: str, game: Game) -> bytes | None:
    played_on = (game.finished_at or game.moved_at).date()
    record = GameRecord(game.game, game.options, game.moves, ("", ""), played_on, game.winner, game.ending)
    try:
        return FORMATS[option.upper()].write([record])
    except CannotHold:
        return None


def _player(game: Game, side: int) -> Line:
    seat = game.seats[side]
    if seat.computer is not None:
        return {"computer": seat.computer}
    return {"person": str(seat.player_id)}


def _moment(moment: datetime | None) -> str | None:
    return None if moment is None else moment.astimezone(UTC).isoformat().replace("+00:00", "Z")


def _line(value: Line) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
