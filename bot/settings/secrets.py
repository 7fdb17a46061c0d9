"""Secrets: the settings that may come from a file, and that child processes and clusters must never get.

Besides `DISCORD_TOKEN` itself there is `DISCORD_TOKEN_FILE`, as for Docker's secrets, and systemd's
credential `DISCORD_TOKEN`; likewise for the others.
"""

from __future__ import annotations

import codecs
import io
import logging
import os
import re
import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NoReturn

from dotenv import dotenv_values
from dotenv.parser import parse_stream

from bot.core.errors import SettingsError

SECRETS = (
    "DISCORD_TOKEN",
    "DATABASE_URL",
    "FLIPFOUR_SENTRY_DSN",
    "DISCORD_CLIENT_SECRET",
    "FLIPFOUR_LINKED_ROLES_KEYS",
)
ENV_FILE = Path(".env")
"""The default file with settings."""
FILE_SUFFIX = "_FILE"
CREDENTIALS_FOLDER = "CREDENTIALS_DIRECTORY"
"""Environment variable in which systemd names the folder with a service's credentials."""
MAX_BYTES = 16_384
"""Maximum size of a file with a secret."""
ENVIRONMENT_OF_PROCESS = Path("/proc/self/environ")

_OTHERS = ("PASSWORD", "TOKEN", "SECRET", "DSN")
"""Ends of the names of other programs' secrets, such as POSTGRES_PASSWORD."""
_DASK = "DASK_"
"""Dask's own settings, which its workers need."""


_TOKEN = re.compile(r"[\w-]+(\.[\w-]+){2}", re.ASCII)
_MISTAKEN = {
    re.compile(r"[0-9]{17,20}"): "the application's id",
    re.compile(r"[0-9a-f]{64}"): "the application's public key",
    re.compile(r"[\w-]{32}"): "the client secret of OAuth2",
}

QUOTES = ('"', "'")


def read_secret(name: str, given: Mapping[str, str], folder: str = "") -> str | None:
    """Return a secret from its file or from systemd's credentials; None if neither is there.

    `given` are the settings in the environment and in `.env`, `folder` is the one with the credentials.
    Raises SettingsError if there are two sources of the secret, or if its file cannot be used.
    """
    files = {name + FILE_SUFFIX: Path(given[name + FILE_SUFFIX])} if name + FILE_SUFFIX in given else {}
    if folder and (credential := Path(folder) / name).exists():
        files[f"the credential {name}"] = credential
    sources = [*((name,) if name in given else ()), *files]
    if len(sources) > 1:
        raise SettingsError(
            f"{sources[0]} and {sources[1]} are both set: keep one (an empty value counts as not set)"
        )
    return next((_read(path, source) for source, path in files.items()), None)


def token_fault(text: str) -> str:
    """Return why a text cannot be a bot's token, without repeating it; "" if it may be one.

    A token is three parts with dots between them. What people copy instead is on the same pages.
    """
    if _TOKEN.fullmatch(text):
        return ""
    mistaken = next((name for form, name in _MISTAKEN.items() if form.fullmatch(text)), None)
    return f"it looks like {mistaken}" if mistaken else "a token has three parts, with dots between them"


def secret_names(names: Sequence[str]) -> Iterator[str]:
    """Yield the environment variables among `names` that hold or point to secrets, those of other programs
    included."""
    own = {*SECRETS, *(name + FILE_SUFFIX for name in SECRETS), CREDENTIALS_FOLDER}
    for name in names:
        upper = name.upper()
        if upper in own or (upper.endswith(_OTHERS) and not upper.startswith(_DASK)):
            yield name


def forget_secrets() -> None:
    """Remove this bot's secrets from the environment, which child processes inherit."""
    for name in list(os.environ):
        if name.upper() in SECRETS:
            del os.environ[name]


def restart_without_secrets(arguments: Sequence[str]) -> None:
    """Replace this process by `flipfour` with these arguments and an environment without secrets.

    Does nothing if there are none. Removing them from `os.environ` would not be enough for a worker: the
    initial environment of a process stays readable in /proc.
    """
    names = list(secret_names(list(os.environ)))
    if not names:
        return
    for name in names:
        del os.environ[name]
    if ENVIRONMENT_OF_PROCESS.exists():
        _replace_process([sys.executable, "-m", "bot", *arguments])


def _replace_process(command: list[str]) -> NoReturn:
    sys.stdout.flush()
    sys.stderr.flush()
    os.execv(command[0], command)  # noqa: S606 - this program


def _read(path: Path, source: str) -> str:
    where = f"{source} names {path}, which" if source.endswith(FILE_SUFFIX) else source
    try:
        with path.expanduser().open("rb") as file:
            content = file.read(MAX_BYTES + 1)
    except IsADirectoryError:
        raise SettingsError(
            f"{where} is a folder: name a file (Docker creates a folder where there is no file to mount)"
        ) from None
    except (OSError, RuntimeError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise SettingsError(f"{where} cannot be read: {reason}") from None
    # PowerShell writes UTF-16.
    encoding = "utf-16" if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) else "utf-8-sig"
    try:
        text = content.decode(encoding).strip()
    except UnicodeDecodeError:
        raise SettingsError(f"{where} is not text: put the secret alone into it") from None
    if not text:
        raise SettingsError(f"{where} is empty: put the secret alone into it")
    if len(content) > MAX_BYTES or len(text.split()) > 1:
        raise SettingsError(f"{where} has more than one word: put the secret alone into it")
    return text


def cleaned(given: Mapping[str, str | None]) -> dict[str, str]:
    """Return the values that are not empty, without blanks and quotes around them.

    `docker run --env-file` passes quotes on.
    """
    values = {}
    for name, value in given.items():
        text = (value or "").strip()
        if len(text) > 1 and text[0] in QUOTES and text[0] == text[-1]:
            text = text[1:-1].strip()
        if text:
            values[name.upper()] = text
    return values


ENCODING = "utf-8-sig"
"""UTF-8, with or without the byte order mark that some editors on Windows write."""

_NAME = re.compile(r"""\s*+(?:export\s++)?["']?(\w++)""")

# What it says of lines in another form has no names; `unreadable` tells those that matter.
logging.getLogger("dotenv").setLevel(logging.ERROR)


def read_text(path: Path) -> str:
    """Return the text of a file with settings, "" if it does not exist; raises SettingsError."""
    try:
        return path.read_text(ENCODING) if path.exists() else ""
    except UnicodeDecodeError:
        raise SettingsError(f"{path} is not UTF-8 text: save it as UTF-8") from None
    except OSError as error:
        raise SettingsError(f"{path} cannot be read: {error.strerror or error}") from error


def values_in(text: str) -> dict[str, str | None]:
    """Return the values by their names as written."""
    return dotenv_values(stream=io.StringIO(text))


def unreadable(text: str, known: Collection[str]) -> Iterator[str]:
    """Yield the known names whose lines have another form, such as `NAME: value` or an open quote."""
    for line in parse_stream(io.StringIO(text)):
        named = _NAME.match(line.original.string)
        if named is not None and named[1].upper() in known and (line.error or line.key != named[1]):
            yield named[1].upper()
