"""What threads of games are called, and why there is none."""

from __future__ import annotations

from bot.catalog import GameKind
from bot.ui.language import gettext, gettext_noop

LONGEST_NAME = 100
"""Characters in the name of a thread: Discord's limit."""

NO_THREAD_NOW = gettext_noop("I couldn't open a thread for this game, so it stays here.")


def thread_name(kind: GameKind, players: tuple[str, str]) -> str:
    """The name of a game's thread."""
    first, second = players
    return gettext("{first} – {second} · {game}", first=first, second=second, game=kind.title)[:LONGEST_NAME]


def no_thread(permissions: str) -> str:
    """To somebody whose game was to have a thread."""
    return gettext(
        "In this server each game gets its own thread, but I need the permission {permissions} in this "
        "channel for that. So the game stays here. A server manager can grant it.",
        permissions=permissions,
    )
