"""Answers to interactions: one acknowledgement in time, and what may follow within a quarter of an hour."""

from __future__ import annotations

import asyncio
from typing import Any

from tests.loopback.messages import UNKNOWN_MESSAGE, Messages
from tests.loopback.model import EPHEMERAL, LOADING, Interaction, Message, Payload, RefusedError
from tests.loopback.requests import Received
from tests.loopback.state import DiscordState

COMMAND, COMPONENT, TYPING, DIALOG = 2, 3, 4, 5
MESSAGE, DEFERRED_MESSAGE, DEFERRED_UPDATE, UPDATE, CHOICES, OPEN_DIALOG = 4, 5, 6, 7, 8, 9
LAUNCH = 12
POSSIBLE = {
    COMMAND: {MESSAGE, DEFERRED_MESSAGE, OPEN_DIALOG, LAUNCH},
    COMPONENT: {MESSAGE, DEFERRED_MESSAGE, DEFERRED_UPDATE, UPDATE, OPEN_DIALOG, LAUNCH},
    TYPING: {CHOICES},
    DIALOG: {MESSAGE, DEFERRED_MESSAGE, DEFERRED_UPDATE, UPDATE},
}
"""By the kind of an interaction, how it can be acknowledged."""

TOKEN_LIFETIME = 15 * 60.0
UNKNOWN_INTERACTION = RefusedError(404, 10062, "Unknown interaction")
ALREADY_ACKNOWLEDGED = RefusedError(400, 40060, "Interaction has already been acknowledged.")
UNKNOWN_WEBHOOK = RefusedError(404, 10015, "Unknown Webhook")
INVALID_TOKEN = RefusedError(401, 50027, "Invalid Webhook Token")
NOT_EMBEDDED = RefusedError(400, 50234, "Invalid activity launch, app does not have activities enabled")
ORIGINAL = "@original"


class Interactions:
    """Routes for the bot's answers."""

    def __init__(self, discord: DiscordState, messages: Messages) -> None:
        self._discord = discord
        self._messages = messages

    def answer(self, received: Received) -> tuple[int, Any]:
        interaction = self._discord.interactions.get(received.parameters["interaction_token"])
        now = asyncio.get_running_loop().time()
        if interaction is None or interaction.id != received.id("interaction_id"):
            raise UNKNOWN_INTERACTION
        if interaction.callback is not None:
            raise ALREADY_ACKNOWLEDGED
        if now - interaction.sent_at > self._discord.acknowledged_within:
            raise UNKNOWN_INTERACTION
        kind, data = received.json["type"], received.json.get("data") or {}
        if kind not in POSSIBLE[interaction.kind]:
            wrong = [f"an interaction of type {interaction.kind} is acknowledged with {kind}"]
            self._messages.refuse_form(wrong, received)
        if kind == LAUNCH:
            if self._discord.launches_fail or self._discord.entry_point is None:
                raise NOT_EMBEDDED
            self._discord.join(interaction.channel, interaction.person)
        message = self._respond(interaction, kind, data, received)
        interaction.callback, interaction.acknowledged_at = kind, now
        self._discord.record_change()
        return (
            (200, _callback(interaction, kind, message))
            if received.query.get("with_response")
            else (204, None)
        )

    def _respond(
        self, interaction: Interaction, kind: int, data: Payload, received: Received
    ) -> Message | None:
        private = interaction.person.id if (data.get("flags") or 0) & EPHEMERAL else None
        if kind == MESSAGE:
            message = self._messages.post(interaction.channel, received, data, private)
        elif kind == DEFERRED_MESSAGE:
            message = Message(
                self._discord.ids.new(), interaction.channel.id, self._discord.bot, only_for=private
            )
            message.flags = LOADING | (EPHEMERAL if private else 0)
            interaction.channel.messages[message.id] = message
        elif kind in (UPDATE, DEFERRED_UPDATE):
            assert interaction.source is not None
            interaction.response_id = interaction.source.id
            if kind == UPDATE:
                self._messages.change(interaction.source, interaction.channel, received, data)
            return interaction.source
        else:
            interaction.dialog = data if kind == OPEN_DIALOG else None
            interaction.choices = data.get("choices") or []
            return None
        interaction.response_id = message.id
        interaction.told.append(message.id)
        return message

    def follow_up(self, received: Received) -> tuple[int, Payload]:
        """Send another message; the first one takes the place of “is thinking…”."""
        interaction = self._by_token(received)
        if interaction.callback is None:
            raise UNKNOWN_WEBHOOK
        original = interaction.channel.messages.get(interaction.response_id or 0)
        if original is not None and original.flags & LOADING:
            self._fill(original, interaction, received)
            return 200, original.payload()
        private = interaction.person.id if (received.json.get("flags") or 0) & EPHEMERAL else None
        message = self._messages.post(interaction.channel, received, only_for=private)
        interaction.told.append(message.id)
        return 200, message.payload()

    def get(self, received: Received) -> tuple[int, Payload]:
        return 200, self._message(self._by_token(received), received).payload()

    def edit(self, received: Received) -> tuple[int, Payload]:
        interaction = self._by_token(received)
        message = self._message(interaction, received)
        if message.flags & LOADING:
            self._fill(message, interaction, received)
        else:
            self._messages.change(message, interaction.channel, received)
        return 200, message.payload()

    def delete(self, received: Received) -> tuple[int, None]:
        self._discord.delete_message(self._message(self._by_token(received), received))
        return 204, None

    def _fill(self, message: Message, interaction: Interaction, received: Received) -> None:
        """Put a message into the place of “is thinking…”; who sees it does not change by that."""
        message.flags &= ~LOADING
        try:
            self._messages.change(message, interaction.channel, received)
        except RefusedError:
            message.flags |= LOADING
            raise

    def _by_token(self, received: Received) -> Interaction:
        interaction = self._discord.interactions.get(received.parameters["webhook_token"])
        if interaction is None or received.id("webhook_id") != self._discord.bot.id:
            raise UNKNOWN_WEBHOOK
        if asyncio.get_running_loop().time() - interaction.sent_at > TOKEN_LIFETIME:
            raise INVALID_TOKEN
        return interaction

    @staticmethod
    def _message(interaction: Interaction, received: Received) -> Message:
        which = received.parameters["message_id"]
        message_id = interaction.response_id if which == ORIGINAL else int(which)
        message = interaction.channel.messages.get(message_id or 0)
        if message is None or message.id not in {interaction.response_id, *interaction.told}:
            raise UNKNOWN_MESSAGE
        return message


def _callback(interaction: Interaction, kind: int, message: Message | None) -> Payload:
    told: Payload = {"id": str(interaction.id), "type": interaction.kind}
    if kind == LAUNCH:
        return {"interaction": told, "resource": {"type": kind, "activity_instance": {"id": "i-1"}}}
    if message is None:
        return {"interaction": told}
    told |= {
        "response_message_id": str(message.id),
        "response_message_loading": bool(message.flags & LOADING),
        "response_message_ephemeral": message.only_for is not None,
    }
    if kind not in (MESSAGE, UPDATE):
        return {"interaction": told}
    return {"interaction": told, "resource": {"type": kind, "message": message.payload()}}
