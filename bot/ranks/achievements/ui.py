"""The cards of achievements and of roles for them, opened from profiles and settings."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping

import discord
import structlog

from bot.catalog import GAMES
from bot.computer.opponents.names import level_name
from bot.core.masking import described
from bot.features import Kit
from bot.preferences import preferences
from bot.ranks.achievements import achievements, words
from bot.ranks.achievements.achievements import AchievementKey, Achievements, AchievementsEarned
from bot.ranks.achievements.roles import AchievementRoles, Given, RoleFault, RoleGiver
from bot.ui.component_ids import ComponentId, read_number
from bot.ui.components import MAX_OPTIONS, ComponentItem, button, role_select, select
from bot.ui.layout import BLUE, Part, View, card, row
from bot.ui.messenger import Note, Showing, shows
from bot.ui.publisher import REQUEST_SECONDS, TRANSIENT
from bot.ui.refusals import BadRequest
from bot.ui.request import CONNECTION_LOST, Request
from bot.ui.routes import on_choice, on_press
from data.people.preferences import OwnerKind
from languages import gettext

log = structlog.get_logger(__name__)

UNKNOWN_GUILD, UNKNOWN_MEMBER, UNKNOWN_ROLE, UNKNOWN_USER = 10004, 10007, 10011, 10013

# Appears in the server's audit log, which is in the language of none of its readers.
REASON = "Achievement in Flipfour"

HARMLESS = discord.Permissions(
    create_instant_invite=True,
    add_reactions=True,
    stream=True,
    view_channel=True,
    send_messages=True,
    send_tts_messages=True,
    embed_links=True,
    attach_files=True,
    read_message_history=True,
    external_emojis=True,
    external_stickers=True,
    connect=True,
    speak=True,
    use_voice_activation=True,
    change_nickname=True,
    use_application_commands=True,
    request_to_speak=True,
    create_public_threads=True,
    create_private_threads=True,
    send_messages_in_threads=True,
    use_embedded_activities=True,
    use_external_apps=True,
    use_soundboard=True,
    use_external_sounds=True,
    create_expressions=True,
    create_events=True,
    send_voice_messages=True,
    send_polls=True,
    set_voice_channel_status=True,
)
"""Permissions that a role may have. No one should earn another by playing, nor one that is still unknown."""


def fault_of(guild: discord.Guild, role_id: int, chooser: discord.Member | None = None) -> RoleFault | None:
    """Return why the bot can't give a role, or its `chooser` may not have it given; None if all is well."""
    role, me = guild.get_role(role_id), guild.me
    if role is None:
        return RoleFault.GONE
    if role.is_default() or role.managed:
        return RoleFault.MANAGED
    if role.permissions.value & ~HARMLESS.value:
        return RoleFault.POWERFUL
    if not me.guild_permissions.manage_roles:
        return RoleFault.NO_PERMISSION
    if role >= me.top_role:
        return RoleFault.TOO_HIGH
    if chooser is not None and chooser.id != guild.owner_id:
        allowed = chooser.guild_permissions.manage_roles and role < chooser.top_role
        return None if allowed else RoleFault.NOT_YOURS
    return None


class DiscordRoles(RoleGiver):
    """Gives and takes roles, without a request where the bot knows that Discord would refuse it."""

    def __init__(self, kit: Kit) -> None:
        self._client = kit[discord.Client]

    async def give(self, guild_id: int, player_id: int, role_id: int) -> Given:
        return await self._change(self._client.http.add_role, guild_id, player_id, role_id)

    async def take(self, guild_id: int, player_id: int, role_id: int) -> Given:
        return await self._change(self._client.http.remove_role, guild_id, player_id, role_id)

    async def _change(
        self, request: Callable[..., Awaitable[None]], guild_id: int, player_id: int, role_id: int
    ) -> Given:
        guild = self._client.get_guild(guild_id)
        if guild is None or guild.unavailable:
            return Given.FAILED
        fault = fault_of(guild, role_id)
        if fault is not None:
            return Given.ROLE_GONE if fault is RoleFault.GONE else Given.FORBIDDEN
        about = {"guild": guild_id, "user": player_id, "role": role_id}
        try:
            async with asyncio.timeout(REQUEST_SECONDS):
                await request(guild_id, player_id, role_id, reason=REASON)
        except discord.HTTPException as error:
            log.info("role not changed", code=error.code, error=described(error), **about)
            if error.code in (UNKNOWN_MEMBER, UNKNOWN_USER):
                return Given.NO_MEMBER
            if error.code in (UNKNOWN_ROLE, UNKNOWN_GUILD):
                return Given.ROLE_GONE
            refused = 400 <= error.status < 500 and error.status not in TRANSIENT
            return Given.FORBIDDEN if refused else Given.FAILED
        except CONNECTION_LOST as error:
            log.info("role not changed", error=described(error), **about)
            return Given.FAILED
        return Given.DONE


class ShowSettings(ComponentId, action="settings_page"):
    owner: OwnerKind
    page: int


class ShowRoles(ComponentId, action="badge_roles"):
    """Show the roles of the server."""


class ChooseAchievement(ComponentId, action="badge"):
    """Choose the achievement from a menu: one of a game's levels, or ("") another one."""

    game: str


class ChooseAchievementRole(ComponentId, action="badge_role"):
    achievement: str


class ClearAchievementRole(ComponentId, action="badge_no_role"):
    achievement: str


def written(key: str) -> str:
    """Write the key of an achievement for an id."""
    return key.replace(":", ".")


def key_in(text: str) -> str:
    """Read the key of an achievement from an id."""
    return text.replace(".", ":")


def roles_card(
    roles: Mapping[str, int],
    faults: Mapping[int, RoleFault],
    chosen: str | None = None,
    *,
    saved: bool = False,
) -> View:
    """Draw the card; `chosen` is the achievement whose role is being chosen, `faults` are those of roles."""
    parts: list[Part] = [gettext(words.TITLE)]
    listed = [key for key in achievements.all_keys() if key in roles]
    if listed:
        parts.append(words.listing([(key, roles[key]) for key in listed], faults))
    if chosen is not None:
        parts.append(words.chosen(chosen, saved=saved))
        pick = ChooseAchievementRole(written(chosen))
        parts.append(row(role_select(gettext("Choose a role"), roles.get(chosen), pick)))
        buttons = [button(gettext(words.BACK), ShowRoles())]
        if chosen in roles:
            clear = ClearAchievementRole(written(chosen))
            # Translators: a button: no role is given for an achievement.
            buttons.append(button(gettext("No role"), clear))
        return card(*parts, row(*buttons), colour=BLUE)
    for game in GAMES:
        # The strongest level first.
        levels = achievements.levels(game)[::-1]
        # Translators: in an empty menu of levels.
        placeholder = gettext("{game}: first win against…", game=GAMES[game].title)
        parts.append(row(_menu(placeholder, game, levels, roles)))
    # Translators: a heading: achievements that are not wins against a level.
    parts.append(row(_menu(gettext("Other achievements"), "", achievements.others(), roles)))
    parts.append(row(button(gettext(words.BACK), ShowSettings("server", 0))))
    return card(*parts, colour=BLUE)


def _menu(placeholder: str, game: str, keys: list[str], roles: Mapping[str, int]) -> ComponentItem:
    options = [
        discord.SelectOption(label=_label(key), value=written(key), emoji="✅" if key in roles else None)
        for key in keys[:MAX_OPTIONS]
    ]
    return select(placeholder, options, ChooseAchievement(game))


def _label(key: str) -> str:
    parsed = achievements.AchievementKey.parse(key)
    if parsed is not None and parsed.kind == achievements.WIN:
        return level_name(parsed.level)
    return words.achievement_name(key)


@on_press(ShowRoles)
async def show_roles(request: Request, pressed: ShowRoles) -> None:
    await _show(request)


@on_choice(ChooseAchievement)
async def choose_achievement(request: Request, menu: ChooseAchievement, chosen: str) -> None:
    await _show(request, _known(key_in(chosen)))


@on_choice(ChooseAchievementRole, read_number)
async def choose_role(request: Request, menu: ChooseAchievementRole, role_id: int) -> None:
    """Set the role for an achievement. Refused if it can't be given, or not by this person."""
    key, server, manager = _known(key_in(menu.achievement)), request.own_server(), _is_manager(request)
    if not manager:
        raise preferences.NotServerManager
    guild, chooser = request.interaction.guild, request.interaction.user
    fault: RoleFault | None = RoleFault.GONE
    if guild is not None and isinstance(chooser, discord.Member):
        fault = fault_of(guild, role_id, chooser)
    if fault is not None:
        raise BadRequest(words.fault_text(fault, role_id))
    await request.kit[AchievementRoles].choose(server, key, role_id, manager=manager)
    await _show(request, key, saved=True)


@on_press(ClearAchievementRole)
async def clear_role(request: Request, pressed: ClearAchievementRole) -> None:
    key, server = _known(key_in(pressed.achievement)), request.own_server()
    roles = request.kit[AchievementRoles]
    await roles.choose(server, key, None, manager=_is_manager(request))
    await _show(request, key)


async def _show(request: Request, chosen: str | None = None, *, saved: bool = False) -> None:
    server, guild = request.own_server(), request.interaction.guild
    if not _is_manager(request):
        raise preferences.NotServerManager
    roles = await request.kit[AchievementRoles].of_server(server)
    faults = {}
    if guild is not None:
        fault_by_role = {role: fault_of(guild, role) for role in roles.values()}
        faults = {role: fault for role, fault in fault_by_role.items() if fault is not None}
    await request.replace(roles_card(roles, faults, chosen, saved=saved))


def _is_manager(request: Request) -> bool:
    return request.interaction.permissions.manage_guild


def _known(key: str) -> str:
    """Return the key of an achievement that there is; refused for one of another version."""
    if AchievementKey.parse(key) is None:
        raise preferences.SettingGone
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
