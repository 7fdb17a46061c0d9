"""`/channel …`, for members who may manage its messages."""

from __future__ import annotations

import asyncio

from discord import Permissions, Thread, app_commands

from bot.games.people import Place
from bot.ui.channel_lists import words
from bot.ui.matches.handlers import is_moderator
from bot.ui.refusals import BadRequest
from bot.ui.request import Request
from bot.ui.slash import slash_command
from languages import gettext


def channel_group() -> app_commands.Group:
    """Create the command group."""
    group = app_commands.Group(
        name="channel",
        description="The list of this channel's games",
        default_permissions=Permissions(manage_messages=True),
        allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False),
    )

    @slash_command(
        group,
        name="games",
        description="Post a list of all games here that keeps itself up to date",
        public=True,
    )
    async def games(request: Request) -> None:
        place = _require_moderator(request)
        needed = Permissions(view_channel=True)
        if isinstance(request.interaction.channel, Thread):
            needed.update(send_messages_in_threads=True)
        else:
            needed.update(send_messages=True)
        missing = request.missing_permissions(needed)
        if missing:
            raise BadRequest(words.missing(missing))
        services = request.services
        content = await services.messages.channel_lists.post(place, request)
        # If a board that the list links was deleted, the list follows when it is posted again.
        await asyncio.gather(*(services.games.publisher.restore(game.id) for game in content.games))

    @slash_command(group, name="clear", description="Remove the list of this channel's games")
    async def clear(request: Request) -> None:
        await request.services.messages.channel_lists.remove(_require_moderator(request))
        await request.tell(gettext(words.ENDED))

    return group


def _require_moderator(request: Request) -> Place:
    """Return the channel; refused to members who may not manage its messages."""
    request.own_server()
    if not is_moderator(request):
        raise BadRequest(gettext(words.FOR_MODERATORS))
    return request.place
