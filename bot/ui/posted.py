"""Search for a message that a killed process sent but did not store, by its buttons.

Where the bot may read the channel, nothing is posted twice after a restart. Elsewhere only the answer to a
command can be found, with its token, for a quarter of an hour.
"""

from __future__ import annotations

from dataclasses import dataclass

import discord
import structlog

from bot.core.masking import described
from bot.core.people import Place
from bot.ui.component_ids import marked
from bot.ui.request import CONNECTION_LOST

log = structlog.get_logger(__name__)

SEARCHED = 100
"""Latest messages of a channel that are searched: Discord's page size."""


@dataclass(frozen=True, slots=True)
class Subject:
    """The subject of a message: its kind, such as "game", and its number."""

    kind: str
    id: int


def subject_of(message: discord.Message) -> Subject | None:
    """Return the subject of one of our messages; None for others."""
    subjects = marked(message.components)
    # The board of a match has buttons of its game, too.
    kind = min(subjects, key=lambda kind: kind == "game", default=None)
    return Subject(kind, subjects[kind]) if kind is not None else None


async def find_posted(
    client: discord.Client, place: Place, subject: Subject, after: int | None
) -> int | None:
    """Find the latest message with this subject that is newer than the message `after`."""
    assert client.user is not None
    channel = client.get_partial_messageable(place.channel_id, guild_id=place.guild_id)
    try:
        async for message in channel.history(limit=SEARCHED):
            if message.id <= (after or 0):
                break
            if message.author.id == client.user.id and subject_of(message) == subject:
                return message.id
    except (discord.HTTPException, *CONNECTION_LOST) as error:
        log.info("channel not searched", channel=place.channel_id, error=described(error))
    return None
