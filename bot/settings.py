"""The host's settings, from environment variables or `.env`.

`.env.example` is the manual, with every setting, its meaning and default; a test compares the two.
"""

from __future__ import annotations

import difflib
import os
import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlsplit

from annotated_types import Ge, Le
from dotenv import dotenv_values
from pydantic import Field, SecretStr, ValidationError, ValidationInfo, field_validator
from pydantic_core import ErrorDetails, PydanticCustomError
from pydantic_settings import BaseSettings, SettingsConfigDict

from bot.errors import HostError
from bot.process.machine import available_cores
from data import FairUseBounds, SelfPlayBounds, Share, database_file
from executors.address import read_address

PREFIX = "FLIPFOUR_"
DISCORD_API = "https://discord.com/api"
API_VERSION = "/v10"
ENV_FILE = Path(".env")
MAX_THREADS = 256
"""Maximum threads that wait for a cluster, created on demand."""
ENCODING = "utf-8-sig"
"""UTF-8, with or without the byte order mark that some editors on Windows write."""
MAX_SHARDS = 10_000
_OUT_OF_RANGE = ("greater_than_equal", "less_than_equal")
_RANGE = re.compile(r"(\d{1,5})(?:-(\d{1,5}))?/(\d{1,5})")
_ANY = re.compile(r"any (\d{1,5})/(\d{1,5})")


@dataclass(frozen=True, slots=True)
class RetentionPeriods:
    """How long data is stored; None: indefinitely."""

    left_servers: timedelta
    """Since the bot was removed from the server."""
    games: timedelta | None
    """Since the end of the game."""
    people: timedelta | None
    """Since the person last used the bot."""


class SettingsError(HostError):
    """A missing, invalid or unknown setting; the message is one line the host can act on."""


class Settings(BaseSettings):
    """Every setting with its default and range."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX, extra="ignore", frozen=True, env_ignore_empty=True, populate_by_name=True
    )

    discord_token: SecretStr | None = Field(default=None, validation_alias="DISCORD_TOKEN")
    database_url: str = Field(default="sqlite:///flipfour.db", validation_alias="DATABASE_URL")
    move_seconds: float = Field(default=10.0, ge=0.1, le=60.0)
    search_workers: int = Field(default=0, ge=0, le=256)
    search_backend: str = Field(default="", validation_alias="SEARCH_BACKEND")
    ponder_seconds: float = Field(default=20.0, ge=0.0, le=120.0)
    review_seconds: float = Field(default=20.0, ge=0.1, le=600.0)
    analysis_seconds: float = Field(default=10.0, ge=0.1, le=300.0)
    search_mb: int = Field(default=64, ge=1, le=4096)
    kept_tables: int = Field(default=4, ge=0, le=256)
    offer_hours: float = Field(default=24.0, ge=0.1, le=720.0)
    adjourn_days: float = Field(default=14.0, ge=1.0, le=3650.0)
    double_tap_ms: int = Field(default=700, ge=0, le=5000)
    fresh_minutes: float = Field(default=50.0, ge=5.0, le=55.0)
    fresh_messages: int = Field(default=20, ge=0, le=99)
    self_play_person: int = Field(default=1, ge=1, le=1000)
    self_play_channel: int = Field(default=2, ge=1, le=1000)
    self_play_server: int = Field(default=4, ge=1, le=1000)
    games_person: int = Field(default=50, ge=1, le=10_000)
    games_server: int = Field(default=1000, ge=1, le=100_000)
    challenges_person: int = Field(default=20, ge=1, le=10_000)
    challenges_server: int = Field(default=200, ge=1, le=100_000)
    questions_person: int = Field(default=30, ge=1, le=10_000)
    questions_server: int = Field(default=300, ge=1, le=100_000)
    rated_a_day: int = Field(default=10, ge=0, le=1000)
    keep_left_servers_days: float = Field(default=30.0, ge=1.0, le=3650.0)
    keep_games_days: float = Field(default=0.0, ge=0.0, le=36_500.0)
    keep_people_days: float = Field(default=0.0, ge=0.0, le=36_500.0)
    shards: str = Field(default="")
    take_over: bool = Field(default=False)
    contact: str = Field(default="", max_length=200)
    backup_hours: float = Field(default=24.0, ge=0.0, le=8760.0)
    backup_kept: int = Field(default=7, ge=1, le=1000)
    backup_folder: str = ""
    health_port: int = Field(default=0, ge=0, le=65_535)
    health_address: str = "127.0.0.1"
    gateway_minutes: float = Field(default=10.0, ge=0.0, le=1440.0)
    stall_seconds: float = Field(default=120.0, ge=0.0, le=3600.0)
    alerts_to: str = Field(default="", pattern=r"^\s*(\d{1,20}(\s*,\s*\d{1,20})*)?\s*$")
    sentry_dsn: SecretStr | None = None
    discord_api: str = Field(default=DISCORD_API, validation_alias="DISCORD_API")
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    log_format: Literal["text", "json"] = "text"

    @field_validator("discord_api")
    @classmethod
    def _address(cls, given: str) -> str:
        """Strip the API version, which the addresses of proxies often include."""
        address = given.strip().rstrip("/").removesuffix(API_VERSION)
        url = urlsplit(address)
        if url.scheme not in ("http", "https") or not url.hostname:
            raise PydanticCustomError("address", "use an address such as http://localhost:8080/api")
        return address

    @field_validator("search_backend")
    @classmethod
    def _scheduler(cls, given: str) -> str:
        if given.strip():
            try:
                read_address(given)
            except ValueError as error:
                raise PydanticCustomError("scheduler", "{why}", {"why": str(error)}) from error
        return given.strip()

    @field_validator("shards")
    @classmethod
    def _readable_shards(cls, text: str) -> str:
        try:
            shares = read_shares(text)
        except ValueError as error:
            raise PydanticCustomError("shards", "{why}", {"why": str(error)}) from error
        return "" if shares == (Share(),) else text

    @field_validator("take_over")
    @classmethod
    def _take_over_needs_fixed_shards(cls, take_over: bool, info: ValidationInfo) -> bool:
        if take_over and len(read_shares(info.data.get("shards", ""))) != 1:
            raise PydanticCustomError("take_over", "name the shards to take over, like 0-3/16")
        return take_over

    @property
    def shares(self) -> tuple[Share, ...]:
        """Return the shares of the servers to choose from, the first free one wins; empty: all servers."""
        return read_shares(self.shards)

    @property
    def workers(self) -> int:
        """Return the maximum of concurrent searches: as set, or one per core this process may use."""
        return self.search_workers or available_cores()

    @property
    def search_threads(self) -> int:
        """Return the number of threads that run searches, or wait for a cluster to run them."""
        return max(self.workers, MAX_THREADS) if self.search_backend else self.workers

    @property
    def self_play(self) -> SelfPlayBounds:
        """Return the limits on games in which computers play both sides."""
        return SelfPlayBounds(self.self_play_person, self.self_play_channel, self.self_play_server)

    @property
    def fair_use(self) -> FairUseBounds:
        """Return the limits on games in progress, and on challenges and questions per hour."""
        return FairUseBounds(
            self.games_person,
            self.games_server,
            self.challenges_person,
            self.challenges_server,
            self.questions_person,
            self.questions_server,
        )

    @property
    def retention(self) -> RetentionPeriods:
        """Return how long data is stored."""
        return RetentionPeriods(
            left_servers=timedelta(days=self.keep_left_servers_days),
            games=timedelta(days=self.keep_games_days) if self.keep_games_days else None,
            people=timedelta(days=self.keep_people_days) if self.keep_people_days else None,
        )

    @property
    def database_file(self) -> Path | None:
        """Return the SQLite file, None for a database server; raises StorageError for anything else."""
        return database_file(self.database_url)

    @property
    def backups(self) -> Path | None:
        """Return the folder for backups; None: `backups` next to the database."""
        return Path(self.backup_folder).expanduser() if self.backup_folder else None

    @property
    def alert_people(self) -> frozenset[int]:
        """Return the ids of the people who get alerts by direct message."""
        return frozenset(map(int, self.alerts_to.replace(",", " ").split()))

    @property
    def token(self) -> str:
        """Return the bot's token; raises SettingsError that says where to get one."""
        value = self.discord_token.get_secret_value().strip() if self.discord_token else ""
        if not value:
            raise SettingsError(
                "DISCORD_TOKEN is not set: copy .env.example to .env and put the bot's token there "
                "(discord.com/developers, your application, Bot, Reset Token)"
            )
        return value


def names() -> dict[str, str]:
    """Map each field of `Settings` to its name in the environment and in `.env`."""
    return {
        field: str(info.validation_alias or f"{PREFIX}{field}".upper())
        for field, info in Settings.model_fields.items()
    }


def read_shares(text: str) -> tuple[Share, ...]:
    """Parse the shares of which a process takes the first free one; () means all servers.

    `0-3/16` are the shards 0 to 3 of 16, `5/16` is number 5 alone, and `any 4/16` are any four: 0 to 3, 4 to
    7 and so on. Raises ValueError for anything else.
    """
    text = text.strip()
    if not text:
        return ()
    if (found := _RANGE.fullmatch(text)) is not None:
        first, last, count = int(found[1]), int(found[2] or found[1]), int(found[3])
        if first <= last < count <= MAX_SHARDS:
            return (Share(first, last, count),)
    if (found := _ANY.fullmatch(text)) is not None:
        size, count = int(found[1]), int(found[2])
        if 0 < size <= count <= MAX_SHARDS:
            return tuple(Share(first, min(first + size, count) - 1, count) for first in range(0, count, size))
    raise ValueError(
        "write shards like 0-3/16 (those of 16), 5/16 (one alone), or any 4/16 (any four of them)"
    )


def load(env_file: Path = ENV_FILE, **overrides: Any) -> Settings:
    """Load the settings from `overrides`, else the environment, else `env_file`, else the defaults.

    Raises SettingsError for an invalid value, and for an unknown name, with the nearest known one.
    """
    # The default file is optional; one named explicitly must exist.
    if env_file.is_dir() or (env_file != ENV_FILE and not env_file.exists()):
        raise SettingsError(f"{env_file} is not a file: name one with settings, or leave --env-file out")
    try:
        in_file = dotenv_values(env_file, encoding=ENCODING)
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError(f"{env_file} cannot be read: {error}") from error
    _refuse_unknown(in_file, where=f"in {env_file.name}")
    _refuse_unknown((name for name in os.environ if name.startswith(PREFIX)), where="in the environment")
    try:
        return Settings(_env_file=env_file, _env_file_encoding=ENCODING, **overrides)  # type: ignore[call-arg]
    except ValidationError as error:
        first = error.errors()[0]
        location = str(first["loc"][0])
        name = names().get(location.lower(), location)
        raise SettingsError(f"{name}={first['input']} is not valid: {_advice(location, first)}") from error


def _advice(field: str, error: ErrorDetails) -> str:
    bounds = Settings.model_fields[field.lower()].metadata if error["type"] in _OUT_OF_RANGE else ()
    limits: list[Any] = [
        bound.ge if isinstance(bound, Ge) else bound.le for bound in bounds if isinstance(bound, Ge | Le)
    ]
    return "use a number from {:g} to {:g}".format(*limits) if limits else error["msg"].lower()


def _refuse_unknown(given: Iterable[str], where: str) -> None:
    known = list(names().values())
    for name in given:
        if name.upper() not in known:
            near = difflib.get_close_matches(name.upper(), known, n=1)
            hint = f"did you mean {near[0]}?" if near else f"the settings are {', '.join(known)}"
            raise SettingsError(f"{name} {where} is not a setting: {hint}")
