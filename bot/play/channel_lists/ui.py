"""The list of a channel's games: posted and removed from `/settings` by those who may manage its messages."""

from __future__ import annotations

import asyncio
from typing import Literal

from discord import Permissions, Thread

from bot.core.people import Place
from bot.core.publisher import Publisher
from bot.play.channel_lists import words
from bot.play.channel_lists.channel_lists import ChannelGames, ChannelLists
from bot.play.games.links_view import ShowGamesList
from bot.ui.component_ids import ComponentId
from bot.ui.components import button
from bot.ui.layout import BLUE, card, row
from bot.ui.messenger import Showing, shows
from bot.ui.publisher import Drawing
from bot.ui.refusals import BadRequest
from bot.ui.request import Request
from bot.ui.routes import on_press
from bot.ui.slash import is_moderator
from languages import gettext


class SetGamesList(ComponentId, action="games_list_set"):
    """Post the list in this channel, or remove it."""

    to: Literal["post", "remove"]


@on_press(ShowGamesList)
async def show(request: Request, pressed: ShowGamesList) -> None:
    """Offer to post the list here, or to remove it."""
    _require_moderator(request)
    buttons = row(
        button(gettext(words.POST), SetGamesList("post"), emoji="📋"),
        button(gettext(words.REMOVE), SetGamesList("remove")),
    )
    await request.send(card(gettext(words.ABOUT), buttons, colour=BLUE), private=True)


@on_press(SetGamesList)
async def put(request: Request, pressed: SetGamesList) -> None:
    """Post the list in this channel, or remove it."""
    if pressed.to == "post":
        await _post(request, _require_moderator(request))
    else:
        await request.kit[ChannelLists].remove(_require_moderator(request))
        await request.tell(gettext(words.ENDED))


async def _post(request: Request, place: Place) -> None:
    needed = Permissions(view_channel=True)
    if isinstance(request.interaction.channel, Thread):
        needed.update(send_messages_in_threads=True)
    else:
        needed.update(send_messages=True)
    missing = request.missing_permissions(needed)
    if missing:
        raise BadRequest(words.missing(missing))
    kit = request.kit
    content = await kit[ChannelLists].post(place, request)
    # If a board that the list links was deleted, the list follows when it is posted again.
    await asyncio.gather(*(kit[Publisher].restore(game.id) for game in content.games))


def _require_moderator(request: Request) -> Place:
    """Return the channel; refused to members who may manage neither its messages nor the server."""
    request.own_server()
    if not (is_moderator(request) or request.interaction.permissions.manage_guild):
        raise BadRequest(gettext(words.FOR_MODERATORS))
    return request.place


@shows(ChannelGames, lambda games: {"list of channel": games.channel_id})
async def draw_list(content: ChannelGames, scene: Showing) -> Drawing:
    return Drawing(card(words.list_text(content.games, content.total, content.addresses), colour=BLUE), [])


FEATURES = (ChannelLists,)
