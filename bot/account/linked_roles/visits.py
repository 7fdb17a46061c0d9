"""Visits of the pages: how often people may come back from Discord."""

from __future__ import annotations

from datetime import timedelta

from bot.core.visitors import MinuteBudget

MAX_CODE = 200
"""Maximum characters of a code or a state."""

VISIT = timedelta(minutes=10)
"""Time to come back from Discord."""

MAX_CLIENT = 10
"""Maximum codes exchanged per household and minute; a larger network may have up to four times as many."""

MAX_ALL = 600
"""Maximum codes exchanged per minute: Discord bans addresses that send 10,000 wrong requests in ten."""

LOCAL = ("localhost", "127.0.0.1", "::1")
"""Names of this machine, by which supervisors come, too."""


def exchange_budget() -> MinuteBudget:
    """Return a budget of codes to exchange."""
    return MinuteBudget(MAX_ALL, MAX_CLIENT)


def cookie_name(name: str, path: str, *, encrypted: bool) -> str:
    """Return the name of a cookie that pages of other names, and unencrypted ones, can't set."""
    if not encrypted:
        return name
    return f"__Host-{name}" if path == "/" else f"__Secure-{name}"


def is_code(text: str) -> bool:
    """Return whether a text that a browser sent can be a code of Discord's or a state of ours."""
    return 0 < len(text) <= MAX_CODE and text.isascii() and text.isprintable()
