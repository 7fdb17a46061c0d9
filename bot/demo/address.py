"""The address of the demo's page, kept between runs so that an open page finds the demo again.

A file in the person's cache folder holds the port and the secret part of the address. Only that person can
read it. Where it cannot be written, each run has a new address.
"""

from __future__ import annotations

import json
import os
import re
import secrets
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path

KEY = re.compile(r"[\w-]{43}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Address:
    """Where the page was served last: its port, 0 for any, and the secret part of its address."""

    port: int
    key: str

    @classmethod
    def last(cls) -> Address:
        """The address of the last run; a new one if there is none."""
        with suppress(OSError, ValueError, KeyError, TypeError):
            kept = json.loads(_file().read_text(encoding="utf-8"))
            port, key = kept["port"], kept["key"]
            if type(port) is int and 0 < port < 65536 and KEY.fullmatch(key):
                return cls(port, key)
        return cls(0, secrets.token_urlsafe(32))

    def keep(self) -> None:
        """Note the address for the next run, if the file can be written."""
        path = _file()
        with suppress(OSError):
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            fresh = path.with_suffix(".new")
            fresh.unlink(missing_ok=True)
            with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
                json.dump(asdict(self), file)
            fresh.replace(path)


def _file() -> Path:
    cache = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA") or Path.home() / ".cache"
    return Path(cache) / "flipfour" / "demo.json"
