"""Links to messages on Discord."""

from __future__ import annotations


def message_link(guild_id: int | None, channel_id: int, message_id: int | None) -> str | None:
    """The address of a message, in a server or not; None for one that was not sent."""
    if message_id is None:
        return None
    return f"https://discord.com/channels/{guild_id or '@me'}/{channel_id}/{message_id}"
