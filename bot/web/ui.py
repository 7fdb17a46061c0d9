"""The links to the pages of games and events, and signing out of the pages, on Discord."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import discord
import structlog

from bot.account.privacy.ui import SignOutEverywhere
from bot.core.masking import described
from bot.events.tournaments.cards import TournamentLinks
from bot.events.tournaments.ids import WatchEvent
from bot.features import Kit
from bot.play.games.ids import OpenBoard, WatchOnWeb
from bot.play.web_links import Activities, IsPublic, PageLinks, WebLinks
from bot.study.review.ui import OpenReviewPage
from bot.ui.component_ids import SETS, ComponentId
from bot.ui.components import button
from bot.ui.layout import row, view
from bot.ui.request import EXPIRED, Request
from bot.ui.routes import on_press
from bot.web import words
from bot.web.activity import ActivityGames
from bot.web.open_pages import OpenPages, WebSessions
from bot.web.stream import BoardStream, WebProcesses
from languages import gettext

log = structlog.get_logger(__name__)


class WithdrawWebLink(ComponentId, action="watch_no", timeless=SETS):
    """Withdraw the link to a game's page."""

    game_id: int


class WithdrawEventLink(ComponentId, action="watch_event_no", timeless=SETS):
    """Withdraw the link to the page of a tournament or an exhibition."""

    tournament_id: int


@on_press(WatchOnWeb)
async def watch(request: Request, pressed: WatchOnWeb) -> None:
    """Tell the person privately where they can watch the game; players can withdraw the link there."""
    key = pressed.game_id
    await _watch(request, request.kit[WebLinks], key, words.about_link, WithdrawWebLink(key))


@on_press(WatchEvent)
async def watch_event(request: Request, pressed: WatchEvent) -> None:
    """Tell the person privately where they can watch the event; those who take part can withdraw the link."""
    key = pressed.tournament_id
    links = request.kit[TournamentLinks]
    await _watch(request, links, key, words.about_event_link, WithdrawEventLink(key))


async def _watch(
    request: Request, links: PageLinks[Any], key: int, about: Callable[[str], str], withdraw: ComponentId
) -> None:
    text = about(await links.for_person(key, request.person))
    if await links.may_withdraw(key, request.person):
        await request.send(view(text, row(button(gettext(words.WITHDRAW), withdraw))), private=True)
    else:
        await request.send(text, private=True)


@on_press(OpenReviewPage)
async def open_review(request: Request, pressed: OpenReviewPage) -> None:
    address = await request.kit[WebLinks].for_person(pressed.game_id, request.person)
    await request.send(words.about_review(f"{address}/review"), private=True)


@on_press(WithdrawWebLink)
async def withdraw_link(request: Request, pressed: WithdrawWebLink) -> None:
    await request.kit[WebLinks].withdraw(pressed.game_id, request.person)
    await request.replace(gettext(words.WITHDRAWN))


@on_press(WithdrawEventLink)
async def withdraw_event_link(request: Request, pressed: WithdrawEventLink) -> None:
    await request.kit[TournamentLinks].withdraw(pressed.tournament_id, request.person)
    await request.replace(gettext(words.WITHDRAWN))


@on_press(OpenBoard, opens_dialog=True)
async def open_board(request: Request, pressed: OpenBoard) -> None:
    """Open the game's board inside of Discord."""
    channel = request.interaction.channel
    # Discord may open the Activity beside a thread, in its channel.
    parent_id = channel.parent_id if isinstance(channel, discord.Thread) else None
    for channel_id in (parent_id, request.interaction.channel_id):
        request.kit[Activities].press(request.user_id, channel_id, pressed.game_id)
    try:
        await request.launch_activity()
    except discord.HTTPException as error:
        if error.code in EXPIRED:
            raise
        log.info("Discord did not open the Activity", error=described(error), guild=request.guild_id)
        raise words.NotOpened from error


@on_press(SignOutEverywhere)
async def sign_out_everywhere(request: Request, pressed: SignOutEverywhere) -> None:
    browsers = await request.kit[WebSessions].sign_out_everywhere(request.user_id)
    await request.send(words.signed_out(browsers), private=True)


def _activities(kit: Kit) -> Activities:
    settings, client = kit.settings, kit[discord.Client]
    can_sign_in = bool(settings.web_url and settings.discord_client_secret)
    return Activities(lambda: client.application_id, can_sign_in=can_sign_in)


def everyone_sees(
    client: discord.Client, guild_id: int | None, channel_id: int, parent_id: int | None = None
) -> bool | None:
    """Return whether every member of a server sees a channel, as far as the bot knows; see `IsPublic`."""
    guild = None if guild_id is None else client.get_guild(guild_id)
    if guild is None:
        return False
    if guild.unavailable:
        return None
    channel = guild.get_channel_or_thread(channel_id) or guild.get_channel(parent_id or 0)
    if channel is None or (isinstance(channel, discord.Thread) and channel.is_private()):
        return False
    shown = channel.parent if isinstance(channel, discord.Thread) else channel
    return shown is not None and shown.permissions_for(guild.default_role).view_channel


FEATURES = (
    (IsPublic, lambda kit: partial(everyone_sees, kit[discord.Client])),
    (Activities, _activities),
    WebLinks,
    ActivityGames,
    WebProcesses,
    OpenPages,
    WebSessions,
    BoardStream,
)
