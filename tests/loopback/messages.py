"""Messages: sent, edited, read and deleted, with what they carry checked."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

from tests.loopback.model import COMPONENTS_V2, PUBLIC_THREAD, Channel, File, Message, Payload, RefusedError
from tests.loopback.requests import Received
from tests.loopback.rules import MAX_FILES, broken_by_message
from tests.loopback.state import DiscordState

INVALID_FORM_BODY = 50035
UNKNOWN_CHANNEL = RefusedError(404, 10003, "Unknown Channel")
UNKNOWN_MESSAGE = RefusedError(404, 10008, "Unknown Message")
THREAD_ARCHIVED = RefusedError(400, 50083, "Thread is archived")
THREAD_LOCKED = RefusedError(400, 160005, "Thread is locked")
NOT_THE_AUTHOR = RefusedError(403, 50005, "Cannot edit a message authored by another user")


class Messages:
    """Routes for messages in channels."""

    def __init__(self, discord: DiscordState) -> None:
        self._discord = discord

    def channel(self, received: Received) -> Channel:
        """The channel of a request with the bot's token, if it may use it."""
        channel = self._discord.channels.get(received.id("channel_id"))
        if channel is None:
            raise UNKNOWN_CHANNEL
        if channel.refuses is not None:
            raise channel.refuses
        return channel

    def history(self, received: Received) -> tuple[int, list[Payload]]:
        """Newest first."""
        channel = self.channel(received)
        after = int(received.query.get("after", 0))
        before = int(received.query.get("before", 1 << 63))
        found = [one for one in channel.messages.values() if after < one.id < before and one.only_for is None]
        limit = int(received.query.get("limit", 50))
        found = sorted(found, key=lambda one: one.id)
        newest = found[:limit] if "after" in received.query else found[-limit:]
        return 200, [one.payload() for one in reversed(newest)]

    def create(self, received: Received) -> tuple[int, Payload]:
        """Send a message, unless one with the same nonce was sent."""
        channel, body = self.channel(received), received.json
        nonce = body.get("nonce")
        if body.get("enforce_nonce") and nonce is not None:
            for message in channel.messages.values():
                if message.nonce == nonce:
                    return 200, message.payload()
        if channel.kind == PUBLIC_THREAD:
            if channel.locked:
                raise THREAD_LOCKED
            channel.archived = False
        message = self.post(channel, received)
        message.nonce = nonce
        return 200, message.payload()

    def get(self, received: Received) -> tuple[int, Payload]:
        return 200, self._found(self.channel(received), received).payload()

    def edit(self, received: Received) -> tuple[int, Payload]:
        """Change a message of the bot's own."""
        channel = self.channel(received)
        message = self._found(channel, received)
        if channel.archived:
            raise THREAD_ARCHIVED
        if message.author != self._discord.bot:
            raise NOT_THE_AUTHOR
        self.change(message, channel, received)
        return 200, message.payload()

    def delete(self, received: Received) -> tuple[int, None]:
        channel = self.channel(received)
        message = self._found(channel, received)
        if channel.archived:
            raise THREAD_ARCHIVED
        self._discord.delete_message(message)
        return 204, None

    def post(
        self, channel: Channel, received: Received, body: Payload | None = None, only_for: int | None = None
    ) -> Message:
        """Put a new message into a channel; `body` is the message, if the request is more than that."""
        message = Message(self._discord.ids.new(), channel.id, self._discord.bot, only_for=only_for)
        channel.messages[message.id] = message
        try:
            self.change(message, channel, received, body)
        except RefusedError:
            del channel.messages[message.id]
            raise
        message.edited = None
        message.edits = 0
        return message

    def change(
        self, message: Message, channel: Channel, received: Received, body: Payload | None = None
    ) -> None:
        """Let a message say what a request says; what that leaves out stays."""
        body = received.json if body is None else body
        kept = self._kept(message, body)
        sent = [name for name, _ in received.files.values()]
        self.refuse_form(broken_by_message(body, sent, [file.filename for file in kept]), received)
        flags = message.flags | (body.get("flags") or 0)
        shown = body.get("components", message.components)
        content = body.get("content", message.content)
        if flags & COMPONENTS_V2 and (content or not shown):
            self.refuse_form(["a message of version 2 with content, or with nothing at all"], received)
        if not (flags & COMPONENTS_V2 or content or shown or received.files):
            raise RefusedError(400, 50006, "Cannot send an empty message")
        message.flags, message.components, message.content = flags, shown or [], content or ""
        message.files = kept + self._stored(channel, body, received)
        message.edited = datetime.now(UTC)
        message.edits += 1
        self._discord.record_change(message)

    def refuse_form(self, wrong: Iterable[str], received: Received) -> None:
        """Refuse a request that breaks rules, and remember which."""
        lines = [*wrong]
        if lines:
            self._discord.broken_rules += [f"{received.method} {received.path}: {line}" for line in lines]
            raise RefusedError(400, INVALID_FORM_BODY, "; ".join(lines))

    @staticmethod
    def _kept(message: Message, body: Payload) -> list[File]:
        if "attachments" not in body:
            return message.files
        ids = {int(one["id"]) for one in body["attachments"] or ()}
        return [file for file in message.files if file.id in ids]

    def _stored(self, channel: Channel, body: Payload, received: Received) -> list[File]:
        numbered = [one for one in body.get("attachments") or () if int(one["id"]) < MAX_FILES]
        described: dict[int, Any] = {int(one["id"]): one.get("description") for one in numbered}
        return [
            self._discord.store(channel, name, content, described.get(number))
            for number, (name, content) in sorted(received.files.items())
        ]

    @staticmethod
    def _found(channel: Channel, received: Received) -> Message:
        message = channel.messages.get(received.id("message_id"))
        if message is None or message.only_for is not None:
            raise UNKNOWN_MESSAGE
        return message
