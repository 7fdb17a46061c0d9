"""Reads a file of lines like `NAME=value`, and finds those in another form."""

from __future__ import annotations

import io
import logging
import re
from collections.abc import Collection, Iterator
from pathlib import Path

from dotenv import dotenv_values
from dotenv.parser import parse_stream

from bot.core.errors import SettingsError

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
