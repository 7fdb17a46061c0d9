"""Secrets kept out of what leaves the process: log lines, Sentry events and errors on the command line.

The host's secrets are known, and replaced wherever they are. Tokens of people and of interactions come and
go; they are recognised by what is around them.
"""

from __future__ import annotations

import json
import logging
import re
import sys
import traceback
from base64 import b64encode
from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, MutableMapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl, quote, quote_plus, unquote, urlsplit

if TYPE_CHECKING:
    from pydantic import BaseModel


MASK = "…"
MIN_SECRET = 6
"""Minimum characters of a known secret: a shorter one would hide ordinary words."""
MAX_DESCRIBED = 300
"""Maximum characters of an exception's text: an HTML page can be part of it."""
MAX_DEPTH = 20
"""Levels of nesting in a log entry or an event below which everything is replaced."""

SECRET_PARAMETERS = ("password", "sslpassword", "passfile", "sslkey")
"""Parameters of a database's address that are, or lead to, secrets."""

# Every pattern is linear: what follows the first literal can't contain that literal's beginning.
_FORMS = re.compile(
    r"""
      (?<=://)[^\s/@:'"]{0,200}:[^\s/@'"]{1,500}(?=@)             # user:password in an address
    | (?:(?<=/interactions/)|(?<=/webhooks/))(\d{1,20}/)[^\s/?'"]+  # the token of an interaction
    | \b(Bot|Bearer|Basic)\s{1,3}[\w.~+/=-]{16,}                  # the header Authorization
    | \b((?:access_token|refresh_token|id_token|client_secret|password)["']?\s{0,3}[=:]\s{0,3}["']?)
      [^\s"'&,;)}\]]+                                             # forms and JSON
    | (?<=[?&])(code|state|token|key)=[^\s&'"]+                   # queries
    | \b[\w-]{23,28}\.[\w-]{6,7}\.[\w-]{27,80}                    # a bot's token
    """,
    re.VERBOSE,
)


_known: re.Pattern[str] | None = None
"""The host's secrets: those of the settings that were loaded last."""


def know_secrets(settings: BaseModel) -> None:
    """Mask the secrets of these settings from now on, and no longer those of others."""
    global _known
    forms = {form for secret in secrets_of(settings) for form in _forms(secret)}
    longest_first = sorted((form for form in forms if len(form) >= MIN_SECRET), key=lambda form: -len(form))
    _known = re.compile("|".join(map(re.escape, longest_first))) if longest_first else None


def secrets_of(settings: BaseModel) -> Iterator[str]:
    from pydantic import SecretStr

    for field in type(settings).model_fields:
        value = getattr(settings, field)
        secret = isinstance(value, SecretStr)
        text = value.get_secret_value() if isinstance(value, SecretStr) else value
        if not isinstance(text, str) or not text.strip():
            continue
        if "://" in text and not text.startswith("sqlite"):
            yield from _secrets_of_address(text, user_too=secret)
        if secret:
            yield text.strip()
            yield from (part.strip() for part in text.split(","))


def masked(text: str) -> str:
    if _known is not None:
        text = _known.sub(MASK, text)
    return _FORMS.sub(_without_token, text)


def described(error: BaseException) -> str:
    """Return an exception's type and text in one line, without secrets: the one way to log an exception.

    Never log its `repr`: that of aiohttp's errors has the request with all its headers.
    """
    kind = type(error).__name__
    with suppress(Exception):
        text = " ".join(masked(str(error)).split())
        if text:
            return f"{kind}: {text if len(text) <= MAX_DESCRIBED else text[:MAX_DESCRIBED] + MASK}"
    return kind


def mask_entry(_logger: object, _method: str, entry: MutableMapping[str, Any]) -> dict[str, Any]:
    """Mask a log entry; a processor of structlog, behind those that render exceptions."""
    return {name: _masked_value(value) for name, value in entry.items()}


def mask_event(event: Any, _hint: object) -> Any:
    """Mask an event for Sentry, and leave of a visitor's request only its method and path."""
    request = event.get("request")
    if isinstance(request, dict):
        url = str(request.get("url", "")).partition("?")[0]
        event["request"] = {"method": request.get("method"), "url": url}
    return _masked_value(event)


def mask_standard_error() -> None:
    """Mask what Python itself writes to standard error: uncaught exceptions, and lines without a handler.

    For commands without a log of their own; `logs.configure` and `logs.adopt_streams` replace it.
    """
    sys.excepthook = lambda kind, error, trace: sys.stderr.write(
        masked("".join(traceback.format_exception(kind, error, trace)))
    )
    handler = logging.StreamHandler()
    handler.setLevel(logging.WARNING)
    handler.setFormatter(MaskingFormatter())
    logging.lastResort = handler


class MaskingFormatter(logging.Formatter):
    """Formats a line of a library with its exception, masked."""

    def format(self, record: logging.LogRecord) -> str:
        return masked(super().format(record))


def _without_token(match: re.Match[str]) -> str:
    number, scheme, named, parameter = match.groups()
    if number:
        return f"{number}{MASK}"
    if scheme:
        return f"{scheme} {MASK}"
    return f"{named or (f'{parameter}=' if parameter else '')}{MASK}"


def _masked_value(value: Any, depth: int = 0) -> Any:
    if value is None or isinstance(value, bool | int | float):
        return value
    if isinstance(value, str):
        return masked(value)
    if isinstance(value, BaseException):
        return described(value)
    if depth >= MAX_DEPTH:
        return MASK
    if isinstance(value, dict):
        return {
            masked(key) if isinstance(key, str) else key: _masked_value(inner, depth + 1)
            for key, inner in value.items()
        }
    if isinstance(value, list | tuple | set | frozenset):
        masked_items = [_masked_value(inner, depth + 1) for inner in value]
        return value if masked_items == list(value) else masked_items
    shown = repr(value)
    return value if masked(shown) == shown else masked(shown)


def _secrets_of_address(address: str, *, user_too: bool) -> Iterator[str]:
    """Yield the password in an address, and with `user_too` the user, which is the key in one of Sentry's."""
    try:
        parts = urlsplit(address)
        parameters = parse_qsl(parts.query)
    except ValueError:
        return
    # As it was typed, with characters that ought to be escaped.
    user, _, password = address.partition("://")[2].rpartition("@")[0].partition(":")
    hidden = [
        password,
        parts.password or "",
        *(value for name, value in parameters if name in SECRET_PARAMETERS),
    ]
    if user_too:
        hidden.append(user)
    secrets = [secret for secret in hidden if secret]
    yield from secrets
    yield from map(unquote, secrets)
    if secrets:
        yield address


def _forms(secret: str) -> Iterable[str]:
    """Return the forms in which a secret can be part of a text."""
    yield secret
    yield quote(secret, safe="")
    yield quote_plus(secret)
    yield repr(secret)[1:-1]
    yield json.dumps(secret)[1:-1]
    yield b64encode(secret.encode()).decode().rstrip("=")


MAX_LINES, WITHIN = 20, 60.0
"""Maximum lines of a kind within some seconds; those left out are counted."""


class FewLines:
    """Counts lines by kind. Kinds are words of the code, so there are few."""

    def __init__(self) -> None:
        self._told: defaultdict[str, deque[float]] = defaultdict(lambda: deque(maxlen=MAX_LINES))
        self._left_out: defaultdict[str, int] = defaultdict(int)

    def admit(self, kind: str, now: float) -> dict[str, int] | None:
        """Return what a line should add about those left out before; None if it is to be left out, too."""
        times = self._told[kind]
        if len(times) == MAX_LINES and now - times[0] < WITHIN:
            self._left_out[kind] += 1
            return None
        times.append(now)
        left_out = self._left_out.pop(kind, 0)
        return {"left_out": left_out} if left_out else {}
