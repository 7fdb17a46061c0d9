"""The host's settings, from environment variables or `.env`.

The text below each setting is its manual: docs/make_settings.py writes docs/settings.md and `.env.example`
from it, with the defaults and ranges given here.
"""

from __future__ import annotations

import difflib
import os
import re
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeVar, cast, get_args
from urllib.parse import urlsplit

from annotated_types import Ge, Le, MaxLen
from pydantic import Field, PrivateAttr, SecretStr, ValidationError, ValidationInfo, field_validator
from pydantic_core import ErrorDetails

from bot.core.errors import SettingsError, did_you_mean
from bot.core.masking import know_secrets, masked
from bot.settings.declared import SettingsGroup, declared
from bot.settings.machine import SearchTables, available_cores, divide_memory, required_memory
from bot.settings.secrets import (
    CREDENTIALS_FOLDER,
    ENV_FILE,
    FILE_SUFFIX,
    SECRETS,
    cleaned,
    forget_secrets,
    read_secret,
    read_text,
    token_fault,
    unreadable,
    values_in,
)
from bot.settings.web import LinkedRolesSetup, OwnAddress, WebSettings, WebSetup, complete_setup
from data import Share, StorageError
from data.db.errors import database_file
from executors.address import read_address

MAX_SHARDS = 10_000

_RANGE = re.compile(r"(\d{1,5})(?:-(\d{1,5}))?/(\d{1,5})")
_ANY = re.compile(r"any (\d{1,5})/(\d{1,5})")


def read_shares(text: str) -> tuple[Share, ...]:
    """Parse the shares of which a process takes the first free one; () means all servers.

    `0-3/16` are the shards 0 to 3 of 16, `5/16` is number 5 alone, and `any 4/16` are any four: 0 to 3, 4 to
    7 and so on. Raises ValueError for anything else.
    """
    text = text.strip()
    if not text:
        return ()
    if (match := _RANGE.fullmatch(text)) is not None:
        first, last, count = int(match[1]), int(match[2] or match[1]), int(match[3])
        if first <= last < count <= MAX_SHARDS:
            return (Share(first, last, count),)
    if (match := _ANY.fullmatch(text)) is not None:
        size, count = int(match[1]), int(match[2])
        if 0 < size <= count <= MAX_SHARDS:
            return tuple(Share(first, min(first + size, count) - 1, count) for first in range(0, count, size))
    raise ValueError(
        "write shards like 0-3/16 (those of 16), 5/16 (one alone), or any 4/16 (any four of them)"
    )


PREFIX = "FLIPFOUR_"
DISCORD = "https://discord.com"
DISCORD_API = f"{DISCORD}/api"
API_VERSION = "/v10"
MAX_THREADS = 256
"""Maximum threads that wait for a cluster, created on demand."""
MIN_REVIEW_SECONDS = 5.0
"""Length of reviews without other work in the background."""
MAX_SHOWN = 60
"""Maximum characters of a wrong value in an error."""

_WITHOUT_PREFIX = ("discord_token", "discord_client_secret", "database_url", "search_backend", "discord_api")
_COMMAND_LINE_ONLY = ("take_over",)
_LIKE_THE_TOKEN, _RATHER_LIKE_THE_TOKEN = 0.6, 0.75
"""Minimum similarity of a misspelt DISCORD_TOKEN in `.env`, and in the environment with its many names."""


G = TypeVar("G", bound=SettingsGroup)

if TYPE_CHECKING:
    # What features declare is read with `of`, which knows its types.
    Declared = WebSettings
else:
    Declared = type("Declared", declared(), {})


class Settings(Declared):
    """Every setting with its meaning, default and range: those below and those declared elsewhere."""

    if TYPE_CHECKING:

        def __init__(self, **values: Any) -> None: ...

    discord_token: SecretStr | None = None
    """The bot's token, a secret: discord.com/developers → your application → Bot → Reset Token. Required
    by `flipfour run`; `flipfour demo` needs none."""

    database_url: str = Field(default="sqlite:///flipfour.db", repr=False)
    """The database: by default an SQLite file in the folder Flipfour is started in. An absolute path has
    four slashes: `sqlite:////var/lib/flipfour/flipfour.db`. Or a PostgreSQL server, which makes this a
    secret, too: `postgresql://user:password@host/name`."""

    move_seconds: float = Field(default=10.0, ge=0.1, le=60.0)
    """Maximum time from a player's click to the computer's answer, in seconds. When many games think at
    once, each gets less, and no one waits longer than this."""
    background_seconds: float = Field(default=20.0, ge=0.0, le=120.0)
    """Seconds of search in the background, on free cores only: for the review of a game, for pondering
    while a player thinks (per move), and half as many for `/position`. 0: no pondering, short reviews
    (5 seconds), and none but those that people request."""
    search_workers: int = Field(default=0, ge=0, le=256)
    """Maximum concurrent searches. 0: one per core this process may use, as CPU affinity and a
    container's quota say. When fewer searches run, a search for a move also uses the free cores."""
    memory_mb: int = Field(default=0, ge=0, le=262_144)
    """Memory for all searches together, in megabytes; the rest of the bot needs 400 MB more. 0: 32 MB per
    concurrent search, and 192 MB more. With less, the levels that use all their time are a little
    weaker; with twice as much, they think as far in a few percent less time."""
    search_backend: str = ""
    """Run searches on other machines: the address of a Dask scheduler, like `dask://host:8786`. Without a
    scheduler or workers, searches run here. Anyone who can reach the scheduler can run programs on it,
    its workers and its bots: keep it on a private network."""

    shards: str = ""
    """The shards this process serves, as one of several processes on one PostgreSQL database: `0-3/16`
    for shards 0 to 3 of 16, `5/16` for shard 5 alone, `any 4/16` for any four that are free (for
    identical containers). Empty: all servers. `flipfour run --shards` does the same."""
    discord_api: str = Field(default=DISCORD_API, repr=False)
    """The address of Discord's API. Change it to share one request budget with other bots behind a proxy
    such as twilight-http-proxy: `http://localhost:8080/api`."""
    take_over: bool = False
    """Take over from the process that holds these shards: `flipfour run --take-over`."""

    health_port: int = Field(default=0, ge=0, le=65_535)
    """Port of the pages for supervisors: `/healthz`, `/readyz`, and `/metrics` for Prometheus. 0: no
    pages."""
    health_address: OwnAddress = "127.0.0.1"
    """Address of these pages. The default is reachable from this machine only; `0.0.0.0` from
    anywhere."""
    gateway_minutes: float = Field(default=10.0, ge=0.0, le=1440.0)
    """Minutes without a connection to Discord after which the process exits with an error, so that its
    supervisor restarts it. 0: keep trying forever."""
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    """Minimum level of log lines."""
    log_format: Literal["text", "json"] = "text"
    """Format of log lines: text for people, json for log collectors."""
    sentry_dsn: SecretStr | None = None
    """The DSN of a Sentry project to send errors to, a secret. Empty: nowhere."""

    _token_hint: str = PrivateAttr(default="")

    @field_validator("discord_token")
    @classmethod
    def _one_word(cls, given: SecretStr | None) -> SecretStr | None:
        token = given.get_secret_value().strip().removeprefix("Bot ").strip() if given else ""
        if len(token.split()) > 1:
            raise ValueError("it contains spaces; copy the token alone")
        return SecretStr(token) if token else None

    @field_validator("database_url")
    @classmethod
    def _database(cls, given: str) -> str:
        try:
            database_file(given)
        except StorageError as error:
            raise ValueError(str(error)) from None
        return given

    @field_validator("discord_api")
    @classmethod
    def _address(cls, given: str) -> str:
        """Strip the API version, which the addresses of proxies often include."""
        address = given.strip().rstrip("/").removesuffix(API_VERSION)
        try:
            url = urlsplit(address)
            usable = url.scheme in ("http", "https") and url.hostname and url.port != 0
        except ValueError:
            usable = False
        if not usable:
            raise ValueError("use an address such as http://localhost:8080/api")
        return address

    @field_validator("search_backend")
    @classmethod
    def _scheduler(cls, given: str) -> str:
        if given:
            try:
                read_address(given)
            except ValueError:
                raise ValueError("use the address of a Dask scheduler, such as dask://host:8786") from None
        return given

    @field_validator("shards")
    @classmethod
    def _readable_shards(cls, text: str) -> str:
        return "" if read_shares(text) == (Share(),) else text

    @field_validator("take_over")
    @classmethod
    def _take_over_needs_fixed_shards(cls, take_over: bool, info: ValidationInfo) -> bool:
        if take_over and len(read_shares(info.data.get("shards", ""))) != 1:
            raise ValueError("name the shards to take over, like --shards 0-3/16")
        return take_over

    @field_validator("log_level", "log_format", mode="before")
    @classmethod
    def _in_lower_case(cls, given: Any) -> Any:
        return given.lower() if isinstance(given, str) else given

    @property
    def shares(self) -> tuple[Share, ...]:
        """The shares of the servers to choose from, the first free one wins; empty: all servers."""
        return read_shares(self.shards)

    @property
    def workers(self) -> int:
        """The maximum of concurrent searches: as set, or one per core this process may use."""
        return self.search_workers or available_cores()

    @property
    def search_threads(self) -> int:
        """The number of threads that run searches, or wait for a cluster to run them."""
        return max(self.workers, MAX_THREADS) if self.search_backend else self.workers

    @property
    def review_seconds(self) -> float:
        """The time for all searches of a review, on one core."""
        return max(self.background_seconds, MIN_REVIEW_SECONDS)

    @property
    def analysis_seconds(self) -> float:
        """The time for all searches of an analysed position, on one core."""
        return self.review_seconds / 2

    def tables(self, searches: int | None = None) -> SearchTables:
        """Return the transposition tables for a number of concurrent searches (None: the configured one)."""
        return divide_memory(self.memory_mb, searches or self.workers)

    @property
    def required_memory(self) -> int:
        """Bytes the process needs when every worker searches at full strength."""
        return required_memory(self.workers, self.tables())

    def of(self, kind: type[G]) -> G:
        return cast(G, self)

    @property
    def database_file(self) -> Path | None:
        """The SQLite file, None for a database server."""
        return database_file(self.database_url)

    @property
    def linked_roles(self) -> LinkedRolesSetup | None:
        """The settings of linked roles, None if they are off; raises SettingsError for what is missing."""
        secret, keys = _text(self.discord_client_secret), _text(self.linked_roles_keys)
        setup = complete_setup(self.linked_roles_address, secret, keys)
        if setup is not None:
            self._require_own_port()
        return setup

    @property
    def web(self) -> WebSetup | None:
        """The settings of boards in the browser, None if they are off; SettingsError if one is missing."""
        if not self.web_url:
            return None
        self._require_own_port()
        return WebSetup(self.web_url, _text(self.discord_client_secret).strip())

    def _require_own_port(self) -> None:
        if self.web_port == self.health_port:
            raise SettingsError(
                f"FLIPFOUR_HEALTH_PORT and FLIPFOUR_WEB_PORT are both {self.web_port}: the pages for people "
                "need a port of their own, to which the proxy forwards"
            )

    @property
    def token(self) -> str:
        """The bot's token; raises SettingsError that says where to get one, or for no token."""
        if self.discord_token is None:
            raise SettingsError(
                f"DISCORD_TOKEN is not set{self._token_hint}: copy .env.example to .env and put the bot's "
                "token there (discord.com/developers, your application, Bot, Reset Token)"
            )
        token = self.discord_token.get_secret_value()
        # A proxy may have tokens of its own.
        if self.discord_api == DISCORD_API and (fault := token_fault(token)):
            raise SettingsError(
                f"DISCORD_TOKEN is not valid: {fault}. Copy the token itself (discord.com/developers, your "
                "application, Bot, Reset Token)"
            )
        return token


def _text(secret: SecretStr | None) -> str:
    return "" if secret is None else secret.get_secret_value()


def names() -> dict[str, str]:
    """Map each field of `Settings` that is a setting to its name in the environment and in `.env`."""
    return {
        field: field.upper() if field in _WITHOUT_PREFIX else f"{PREFIX}{field}".upper()
        for field in Settings.model_fields
        if field not in _COMMAND_LINE_ONLY
    }


def allowed(field: str) -> str:
    """Return the range or choices of a setting in words, such as `0.1 to 60`; "" for other texts."""
    info = Settings.model_fields[field]
    bounds = {type(bound): bound for bound in info.metadata}
    if Le in bounds:
        return f"{bounds[Ge].ge:,g} to {bounds[Le].le:,g}".replace(",", "")
    if MaxLen in bounds:
        return f"at most {bounds[MaxLen].max_length} characters"
    choices = get_args(info.annotation)
    if choices and all(isinstance(choice, str) for choice in choices):
        return f"{', '.join(choices[:-1])} or {choices[-1]}"
    return ""


def load(
    env_file: Path = ENV_FILE, *, with_secrets: bool = True, to_run: bool = False, **overrides: Any
) -> Settings:
    """Load the settings from `overrides`, else the environment, else `env_file`, else the defaults.

    Removes secrets from the environment, so that child processes don't inherit them. A process that needs
    none leaves them unread. Raises SettingsError that names all mistakes: invalid values, unknown names that
    begin with FLIPFOUR_, lines in another form, and `to_run` the bot, what it lacks.
    """
    if env_file.is_dir() or (env_file != ENV_FILE and not env_file.exists()):
        raise SettingsError(f"{env_file} is not a file: name one with settings, or leave --env-file out")
    text = read_text(env_file)
    in_file = values_in(text)
    faults = [*_unknown(in_file, f"in {env_file.name}"), *_unknown(os.environ, "in the environment")]
    given, wrong = cleaned(in_file) | cleaned(os.environ), set()
    for name in unreadable(text, _known()):
        faults.append(f"{name} in {env_file.name} cannot be read: write {name}=value, and close quotes")
        wrong.add(name.removesuffix(FILE_SUFFIX))
    for name in SECRETS:
        try:
            if with_secrets and (secret := read_secret(name, given, os.environ.get(CREDENTIALS_FOLDER, ""))):
                given[name] = secret
        except SettingsError as error:
            faults.append(str(error))
            wrong.add(name)
    left_out = wrong if with_secrets else {*wrong, *SECRETS}
    texts = {field: given[name] for field, name in names().items() if name in given and name not in left_out}
    try:
        settings = Settings.model_validate(texts | overrides)
    except ValidationError as error:
        faults += map(_complaint, error.errors())
        invalid = {str(each["loc"][0]) for each in error.errors()}
        wrong |= {names().get(field, field) for field in invalid}
        usable = {field: value for field, value in (texts | overrides).items() if field not in invalid}
        settings = Settings.model_validate(usable)
    settings._token_hint = (
        _token_hint(in_file, env_file.name) or _token_hint(os.environ, "") or _file_hint(env_file)
    )
    if to_run:
        faults += _lacks(settings, wrong)
    if faults:
        raise SettingsError("; ".join(faults))
    forget_secrets()
    know_secrets(settings)
    return settings


def log_format(env_file: Path) -> str:
    """Return the format of log lines, even if other settings are wrong; "" for the default."""
    try:
        in_file = values_in(read_text(env_file))
    except SettingsError:
        in_file = {}
    return (cleaned(in_file) | cleaned(os.environ)).get(names()["log_format"], "").lower()


def _lacks(settings: Settings, wrong: Collection[str]) -> Iterator[str]:
    """Yield what the bot cannot run without; nothing about settings that are `wrong`."""
    told: dict[str, None] = {}
    for check in ("token", "linked_roles", "web"):
        try:
            _ = getattr(settings, check)
        except SettingsError as error:
            told[str(error)] = None
    yield from (fault for fault in told if not any(name in fault for name in wrong))


def _complaint(error: ErrorDetails) -> str:
    """Return the sentence about an invalid value: its setting, what is wrong, and what to do."""
    field = str(error["loc"][0])
    name, choices = names().get(field, f"--{field.replace('_', '-')}"), allowed(field)
    if "error" in (context := error.get("ctx", {})):
        advice = str(context["error"])
    elif Settings.model_fields[field].annotation is int:
        advice = f"use a whole number from {choices}"
    elif Settings.model_fields[field].annotation is float:
        advice = f"use a number from {choices}"
    else:
        advice = f"use {choices}"
    if name in SECRETS:
        # The message about a database begins with its setting.
        return advice if advice.startswith(name) else f"{name} is not valid: {advice}"
    value = masked(str(error["input"]))
    shown = value if len(value) <= MAX_SHOWN else f"{value[:MAX_SHOWN]}…"
    return f"{name}={shown} is not valid: {advice}"


def _known() -> list[str]:
    return [*names().values(), *(name + FILE_SUFFIX for name in SECRETS)]


def _unknown(given: Iterable[str], where: str) -> Iterator[str]:
    """Yield the sentence about each name that looks like a setting and is none."""
    known = _known()
    # Of NAME:value, the name alone: the value may be secret.
    for name in (name.partition(":")[0] for name in given):
        if name.upper().startswith(PREFIX) and name.upper() not in known:
            bare = name.removeprefix(PREFIX)
            hint = did_you_mean(bare if bare in known else name, known, "docs/settings.md lists them all")
            yield f"{name} {where} is not a setting: {hint}"


def _file_hint(env_file: Path) -> str:
    """Return a remark about the file that an editor may have made of `env_file`; "" without one."""
    other = env_file.with_name(f"{env_file.name}.txt")
    return f" (but there is {other.name}: rename it to {env_file.name})" if other.is_file() else ""


def _token_hint(given: Iterable[str], file: str) -> str:
    """Return a remark about a name that DISCORD_TOKEN may have been misspelt as; "" without one."""
    known, token = _known(), SECRETS[0]
    bare = (name.partition(":")[0] for name in given)
    others = {name.upper(): name for name in bare if name.upper() not in known}
    alike = _LIKE_THE_TOKEN if file else _RATHER_LIKE_THE_TOKEN
    near = difflib.get_close_matches(token, others, n=1, cutoff=alike)
    where = f"in {file}" if file else "in the environment"
    return f" (but {others[near[0]]} is, {where})" if near else ""
