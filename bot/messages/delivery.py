"""Delivery of messages to Discord, as use-cases see it."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, Protocol, TypeAlias

from bot.core.people import Place
from bot.core.publisher import Request

EDIT_AGE = timedelta(minutes=55)
"""Maximum age of a message that is still edited: after an hour Discord throttles edits (error 30046)."""


@dataclass(frozen=True, slots=True)
class Delivered:
    """A message that was posted or edited.

    `attachments` are its files as Discord stores them; `digest` identifies what it says. It is `slow` if
    Discord throttles its edits, for its age.
    """

    message_id: int
    channel_id: int
    attachments: tuple[Any, ...] = field(default=(), compare=False)
    digest: str = field(default="", compare=False)
    slow: bool = field(default=False, compare=False)


@dataclass(frozen=True, slots=True)
class Undelivered:
    """A message that did not arrive.

    `permanent`: a retry cannot help, and Discord would count it against the bot. `unacceptable`: Discord
    rejects the content, so a smaller or simpler message may be accepted. `message_gone`: the message that it
    is about was deleted.
    """

    permanent: bool
    channel_gone: bool = False
    thread_closed: bool = False
    unacceptable: bool = False
    message_gone: bool = False


Delivery: TypeAlias = Delivered | Undelivered


class Messenger(Protocol):
    """Brings messages to Discord.

    `content` is a value that says what a message shows; the user interface has a view for each type. Only
    `answer` raises errors of Discord or the connection.
    """

    async def answer(self, content: object, place: Place, request: Request) -> Delivered:
        """Answer a request with a message."""

    async def show(
        self,
        content: object,
        place: Place,
        message_id: int | None = None,
        request: Request | None = None,
        *,
        digest: str | None = None,
        repost: bool = False,
        in_place: bool = False,
    ) -> Delivery:
        """Edit a message, or replace one that cannot be edited by a new one.

        A message whose `digest` has not changed is left alone. With `repost` a new one is preferred; with
        `in_place` an old one is edited, too.
        """

    async def rewrite(
        self, content: object, place: Place, message_id: int, request: Request | None = None
    ) -> Delivery:
        """Edit a message however old it is; never post a new one."""

    async def conclude(self, content: object, place: Place, message_id: int) -> Delivery:
        """Replace a message and its files by its last state, once."""

    async def send(self, content: object, place: Place) -> Delivery:
        """Send a new message of plain text."""

    async def send_direct(self, content: object, person_id: int) -> Delivery:
        """Send a direct message of plain text."""

    async def remove(self, place: Place, message_id: int) -> bool:
        """Delete a message; False if that should be retried."""
