"""How the lists reach their channels, as the use-cases see it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from bot.games.publisher import Request
from data import ChannelList, ListedGame

MOST_LISTED = 25
"""So many games are read for a list; a message may hold fewer."""


@dataclass(frozen=True, slots=True)
class Listed:
    """The message shows the list; `digest` stands for what it says."""

    message_id: int
    digest: str


@dataclass(frozen=True, slots=True)
class NotListed:
    """It does not; when `permanent`, trying again would not help."""

    permanent: bool


class ListPosts(Protocol):
    """Posts lists, edits and removes them. Never raises for what the connection does, but in `answer`."""

    async def answer(self, request: Request, games: Sequence[ListedGame], total: int) -> Listed:
        """Answer a command with a list, its only message from now on."""

    async def show(self, kept: ChannelList, games: Sequence[ListedGame], total: int) -> Listed | NotListed:
        """Bring the message of a list up to date, unless it says the same already."""

    async def remove(self, kept: ChannelList) -> None:
        """Remove the message of a list that is of no use any more."""
