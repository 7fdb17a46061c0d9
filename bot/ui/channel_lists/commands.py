"""`/channel …`, for those who manage its messages."""

from __future__ import annotations

import asyncio

from discord import Permissions, Thread, app_commands

from bot.channel_lists.posts import MOST_LISTED
from bot.games.people import Place
from bot.ui.access import Command, own_server, place_of, services_of
from bot.ui.answers import PUBLIC
from bot.ui.channel_lists import words
from bot.ui.language import gettext
from bot.ui.matches.components import is_moderator
from bot.ui.permissions import missing_permissions
from bot.ui.refusals import BadRequest
from bot.ui.replies import tell


def channel_group() -> app_commands.Group:
    """The command group."""
    group = app_commands.Group(
        name="channel",
        description="The list of this channel's games",
        default_permissions=Permissions(manage_messages=True),
        allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False),
    )

    @group.command(
        name="games", description="Post a list of all games here that keeps itself up to date", extras=PUBLIC
    )
    async def games(interaction: Command) -> None:
        place = _require_moderator(interaction)
        needed = Permissions(view_channel=True)
        if isinstance(interaction.channel, Thread):
            needed.update(send_messages_in_threads=True)
        else:
            needed.update(send_messages=True)
        missing = missing_permissions(interaction, needed)
        if missing:
            raise BadRequest(words.missing(missing))
        services = services_of(interaction)
        await services.messages.channel_lists.keep(place, interaction)
        # The list follows when a board that it links turns out to be deleted.
        listed, _ = await services.storage.channel_lists.games_in(place.channel_id, MOST_LISTED)
        await asyncio.gather(*(services.games.publisher.restore(game.id) for game in listed))

    @group.command(name="clear", description="Remove the list of this channel's games")
    async def clear(interaction: Command) -> None:
        await services_of(interaction).messages.channel_lists.end(_require_moderator(interaction))
        await tell(interaction, gettext(words.ENDED))

    return group


def _require_moderator(interaction: Command) -> Place:
    """Where the list is; refused to those who do not manage the messages there."""
    own_server(interaction)
    if not is_moderator(interaction):
        raise BadRequest(gettext(words.FOR_MODERATORS))
    return place_of(interaction)
