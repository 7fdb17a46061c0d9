"""Moments that people type for an option, such as the start of a tournament."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

from discord import app_commands

from bot.preferences.preferences import Preferences
from bot.preferences.zones import place_name, zone_named
from bot.ui.refusals import BadRequest
from bot.ui.request import Request
from bot.ui.slash import Command, completion
from bot.ui.times import countdown, in_words
from bot.ui.untrusted import safe
from languages import gettext, gettext_noop
from languages.moments import date_written, moment_typed, time_written

NO_MOMENT = gettext_noop(
    "I can't read {typed} as a time for `{option}`. Type a time of day, such as "
    "`18:00`, a day and a time, such as `tomorrow 10:00`, how long until then, such "
    "as `in 2 hours`, or choose one with `@time`."
)
UNDERSTOOD = gettext_noop(
    "I understood {typed} as {moment}, {countdown}, in the time zone {zone}. This "
    "server's time zone is set in `/settings`."
)


async def moment_option(request: Request, option: str, typed: str | None) -> datetime | None:
    """Return the moment that a person typed for an option of a command; raises `BadRequest`."""
    if typed is None:
        return None
    found = moment_typed(typed, request.interaction.created_at, await _zone(request))
    if found is None:
        raise BadRequest(gettext(NO_MOMENT, typed=safe(typed), option=option))
    return found


async def confirm_moment(request: Request, typed: str | None, moment: datetime | None) -> None:
    """Tell the person how their own words were understood; nothing for a time by `@time`, which Discord
    shows."""
    if typed is not None and moment is not None and not typed.strip().startswith("<"):
        zone = place_name((await _zone(request)).key)
        words = {"moment": in_words(moment), "countdown": countdown(moment), "zone": zone}
        await request.tell(gettext(UNDERSTOOD, typed=safe(typed), **words))


def complete_moment(command: Command, option: str) -> None:
    """Show how a typed time is understood, while it is typed."""

    @completion(command, option)
    async def complete(request: Request, typed: str) -> list[app_commands.Choice[str]]:
        zone = await _zone(request)
        found = moment_typed(typed, request.interaction.created_at, zone)
        if found is None:
            return []
        there = found.astimezone(zone)
        name = f"{date_written(there)} {time_written(there)} ({place_name(zone.key)})"
        return [app_commands.Choice(name=name, value=f"<t:{int(found.timestamp())}:F>")]


async def _zone(request: Request) -> ZoneInfo:
    settings = await request.kit[Preferences].for_server(request.own_server())
    return zone_named(settings.time_zone)
