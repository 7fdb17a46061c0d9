"""How notices reach people, as the use-cases see it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from bot.notices.rules import Step, Where
from data import Game, Notice


@dataclass(frozen=True, slots=True)
class Sent:
    """A notice has reached the person's channel."""

    channel_id: int
    message_id: int


@dataclass(frozen=True, slots=True)
class NotSent:
    """It has not; when `permanent`, trying again would not help."""

    permanent: bool


class NoticePosts(Protocol):
    """Sends notices, and removes them. Never raises for what the connection does."""

    async def send(self, game: Game, notice: Notice, where: Where, step: Step) -> Sent | NotSent:
        """Tell the person to move, and nobody else, what is to be said of their turn."""

    async def remove(self, channel_id: int, message_id: int) -> bool:
        """Remove a notice; returns whether that is settled: it is gone, or cannot be removed."""
