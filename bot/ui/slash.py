"""Commands whose callbacks get a `Request`, and the rights of a person and of the bot in its channel."""

from __future__ import annotations

import asyncio
import functools
import inspect
from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias, TypeVar

import discord
import structlog
from cachetools import TTLCache
from discord import app_commands

from bot.core.masking import described
from bot.core.people import Place
from bot.core.refusals import NotAMember
from bot.features import Kit
from bot.ui.refusals import BadRequest
from bot.ui.request import CONNECTION_LOST, LOOKUP_SECONDS, OPENS_DIALOG, PUBLIC, REQUEST, Request
from languages import gettext, gettext_noop

Command: TypeAlias = app_commands.Command[Any, ..., None]
Choices: TypeAlias = "list[app_commands.Choice[str]]"
T = TypeVar("T")
Completion = TypeVar("Completion", bound=Callable[..., Awaitable[Choices]])


def slash_command(
    group: app_commands.Group | None = None,
    /,
    *,
    name: str,
    description: str,
    public: bool = False,
    opens_dialog: bool = False,
) -> Callable[[Callable[..., Awaitable[None]]], Command]:
    """Turn a callback into a command, in `group` if there is one.

    If `public`, everyone sees the answer; with `opens_dialog` the answer without options is a dialog.
    """
    extras: dict[Any, Any] = {PUBLIC: public, OPENS_DIALOG: opens_dialog}

    def decorate(callback: Callable[..., Awaitable[None]]) -> Command:
        make = app_commands.command if group is None else group.command
        return make(name=name, description=description, extras=extras)(_with_request(callback))

    return decorate


def completion(command: Command, option: str) -> Callable[[Completion], Completion]:
    """Suggest choices for an option with `async def name(request, typed)`."""

    def decorate(callback: Completion) -> Completion:
        command.autocomplete(option)(_with_request(callback))
        return callback

    return decorate


def user_menu(name: str, callback: Callable[..., Awaitable[None]]) -> app_commands.ContextMenu:
    """Create an entry in the menu of people, which calls `callback(request, user)`; everyone sees the
    answer."""
    return app_commands.ContextMenu(name=name, callback=_with_request(callback), extras={PUBLIC: True})


def _with_request(callback: Callable[..., Awaitable[T]]) -> Callable[..., Any]:
    @functools.wraps(callback)
    async def receive(interaction: discord.Interaction[Any], /, *values: Any, **options: Any) -> T:
        # Created at the door.
        request: Request = interaction.extras[REQUEST]
        return await callback(request, *values, **options)

    # discord.py would look up the names of annotations in this module.
    receive.__signature__ = inspect.signature(callback, eval_str=True)  # type: ignore[attr-defined]
    return receive


log = structlog.get_logger(__name__)

NONE = discord.Permissions.none()
PICTURES = discord.Permissions(view_channel=True, attach_files=True)

CACHE_SIZE, FRESH_SECONDS = 1000, 60.0
"""Maximum people of whom it is known what they see, and for how long."""

# Translators: {permissions} is a list in bold type, such as “**Send Messages**”.
PERMISSIONS_MISSING = gettext_noop(
    "I can't do that here without the permission {permissions}. A server manager can grant it in this "
    "channel."
)


def is_moderator(request: Request) -> bool:
    """Return whether the person may delete other people's messages in this channel."""
    return request.interaction.permissions.manage_messages


def place_to_write(request: Request) -> Place:
    """Return this place if the bot can post here without clicks; refused otherwise."""
    place = request.place
    if place.by_clicks:
        raise NotAMember
    if request.guild_id is not None:
        require_permissions(request)
    return place


def needed_to_write(
    request: Request, needed: discord.Permissions = PICTURES, in_channels: discord.Permissions = NONE
) -> discord.Permissions:
    """Return what is `needed`, `in_channels` only outside of threads, and the permission to write here."""
    if isinstance(request.interaction.channel, discord.Thread):
        return needed | discord.Permissions(send_messages_in_threads=True)
    return needed | in_channels | discord.Permissions(send_messages=True)


def require_permissions(
    request: Request, needed: discord.Permissions = PICTURES, *, in_channels: discord.Permissions = NONE
) -> None:
    """Refuse a request where the bot may not write or lacks what is `needed`."""
    if missing := request.missing_permissions(needed_to_write(request, needed, in_channels)):
        raise BadRequest(gettext(PERMISSIONS_MISSING, permissions=missing))


class Voters:
    """Who sees the channels of votes, which may be another process's; asked once a minute about a person."""

    def __init__(self, kit: Kit) -> None:
        self._client = kit[discord.Client]
        self._known: TTLCache[tuple[int, int, int], bool] = TTLCache(
            CACHE_SIZE, FRESH_SECONDS, kit.runtime.monotonic
        )

    async def may_vote(self, place: Place, user_id: int) -> bool:
        """Return whether a person sees a channel; True if that can't be found out."""
        if place.guild_id is None:
            return True
        key = (place.guild_id, place.channel_id, user_id)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = await self._look_up(*key)
        return known

    async def _look_up(self, guild_id: int, channel_id: int, user_id: int) -> bool:
        guild = self._client.get_guild(guild_id)
        try:
            async with asyncio.timeout(LOOKUP_SECONDS):
                if guild is None:
                    await self._client.http.get_member(guild_id, user_id)
                    return True
                member = guild.get_member(user_id) or await guild.fetch_member(user_id)
            channel = guild.get_channel_or_thread(channel_id)
            return channel is None or channel.permissions_for(member).view_channel
        except discord.NotFound:
            return False
        except (discord.HTTPException, discord.ClientException, *CONNECTION_LOST) as error:
            log.info("member not looked up", guild=guild_id, error=described(error))
        return True
