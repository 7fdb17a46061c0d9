"""Settings of alerts and backups."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import ClassVar

from pydantic import Field, field_validator

from bot.settings.declared import SettingsGroup


class AlertSettings(SettingsGroup):
    """Who is told of faults."""

    section: ClassVar[str] = "Discord"
    in_example: ClassVar[Collection[str]] = ("alerts_to",)

    alerts_to: str = ""
    """Discord user ids, separated by commas, of people who get a direct message when a backup fails, the
    disk is nearly full, games are stuck, errors pile up, or the connection keeps dropping. They must
    share a server with Flipfour. Empty: no alerts."""

    @field_validator("alerts_to")
    @classmethod
    def _user_ids(cls, given: str) -> str:
        if not all(part.isascii() and part.isdigit() for part in given.replace(",", " ").split()):
            raise ValueError(
                "use the numeric ids of Discord users, separated by commas (User Settings, Advanced, "
                "Developer Mode; then right-click a user, Copy User ID)"
            )
        return given

    @property
    def alert_people(self) -> frozenset[int]:
        """The ids of the people who get alerts by direct message."""
        return frozenset(map(int, self.alerts_to.replace(",", " ").split()))


class BackupSettings(SettingsGroup):
    """When and where backups are made."""

    section: ClassVar[str] = "Database and backups"
    in_example: ClassVar[Collection[str]] = ("backup_hours", "backup_folder")

    backup_hours: float = Field(default=24.0, ge=0.0, le=8760.0)
    """Hours between backups of the SQLite database; games continue meanwhile. 0: no backups. With
    PostgreSQL, use `pg_dump` instead."""
    backup_kept: int = Field(default=7, ge=1, le=1000)
    """Number of these backups to keep. The oldest is deleted once a new one is complete."""
    backup_folder: str = ""
    """Folder for backups, best on another disk. Empty: `backups` next to the database."""

    @field_validator("backup_folder")
    @classmethod
    def _folder(cls, given: str) -> str:
        try:
            path = Path(given).expanduser()
        except RuntimeError:
            raise ValueError("the home folder in it is unknown; write the whole path") from None
        if path.is_file():
            raise ValueError("it is a file; name a folder")
        return given

    @property
    def backups(self) -> Path | None:
        """The folder for backups; None: `backups` next to the database."""
        return Path(self.backup_folder).expanduser() if self.backup_folder else None
