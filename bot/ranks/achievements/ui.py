"""The card of roles for achievements, opened from `/settings`."""

from __future__ import annotations

import discord

from bot.preferences import refusals
from bot.ranks.achievements import role_words, words
from bot.ranks.achievements.achievements import Achievements, AchievementsEarned
from bot.ranks.achievements.giving_ui import DiscordRoles, RoleFault, fault_of
from bot.ranks.achievements.ids import (
    ChooseAchievement,
    ChooseAchievementRole,
    ClearAchievementRole,
    ShowRoles,
    key_in,
)
from bot.ranks.achievements.kinds import AchievementKey
from bot.ranks.achievements.roles import AchievementRoles, RoleGiver
from bot.ranks.achievements.view import roles_card
from bot.ui.component_ids import read_number
from bot.ui.messenger import Note, Showing, shows
from bot.ui.refusals import BadRequest
from bot.ui.request import Request
from bot.ui.routes import on_choice, on_press


@on_press(ShowRoles)
async def show_roles(request: Request, pressed: ShowRoles) -> None:
    """Show the roles of the server."""
    await _show(request)


@on_choice(ChooseAchievement)
async def choose_achievement(request: Request, menu: ChooseAchievement, chosen: str) -> None:
    """Show one achievement, to choose its role."""
    await _show(request, _known(key_in(chosen)))


@on_choice(ChooseAchievementRole, read_number)
async def choose_role(request: Request, menu: ChooseAchievementRole, role_id: int) -> None:
    """Set the role for an achievement. Refused if it can't be given, or not by this person."""
    key, server, manager = _known(key_in(menu.achievement)), request.own_server(), _is_manager(request)
    if not manager:
        raise refusals.NotServerManager
    guild, chooser = request.interaction.guild, request.interaction.user
    fault: RoleFault | None = RoleFault.GONE
    if guild is not None and isinstance(chooser, discord.Member):
        fault = fault_of(guild, role_id, chooser)
    if fault is not None:
        raise BadRequest(role_words.fault_text(fault, role_id))
    await request.kit[AchievementRoles].choose(server, key, role_id, manager=manager)
    await _show(request, key, saved=True)


@on_press(ClearAchievementRole)
async def clear_role(request: Request, pressed: ClearAchievementRole) -> None:
    """Give no role for an achievement any more."""
    key, server = _known(key_in(pressed.achievement)), request.own_server()
    roles = request.kit[AchievementRoles]
    await roles.choose(server, key, None, manager=_is_manager(request))
    await _show(request, key)


async def _show(request: Request, chosen: str | None = None, *, saved: bool = False) -> None:
    server, guild = request.own_server(), request.interaction.guild
    if not _is_manager(request):
        raise refusals.NotServerManager
    roles = await request.kit[AchievementRoles].of_server(server)
    faults = {}
    if guild is not None:
        found = {role: fault_of(guild, role) for role in roles.values()}
        faults = {role: fault for role, fault in found.items() if fault is not None}
    await request.replace(roles_card(roles, faults, chosen, saved=saved))


def _is_manager(request: Request) -> bool:
    return request.interaction.permissions.manage_guild


def _known(key: str) -> str:
    """Return the key of an achievement that there is; refused for one of another version."""
    if AchievementKey.parse(key) is None:
        raise refusals.SettingGone
    return key


@shows(
    AchievementsEarned,
    lambda news: {"achievements of": news.player_id, "earned": news.keys},
    person=lambda news: news.player_id,
)
async def draw_earned(news: AchievementsEarned, scene: Showing) -> Note:
    """Announce what a player has achieved."""
    return Note(words.earned(news))


FEATURES = (Achievements, (RoleGiver, DiscordRoles), AchievementRoles)
