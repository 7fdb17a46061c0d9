"""The features that those of all rooms stand on: people, computers, messages."""

from __future__ import annotations

from functools import partial

import discord

from bot.computer.computer import Computer, SearchProgressed
from bot.computer.opponents.choices import OpponentChoices
from bot.computer.opponents.level_advice import LevelAdvice
from bot.computer.opponents.saved import SavedOpponents
from bot.computer.pool import SearchPool
from bot.computer.search_core import SearchCore
from bot.core.heavy import HeavyWork
from bot.core.people import Names
from bot.core.publisher import Taps
from bot.features import Kit
from bot.messages.delivery import Messenger, Undelivered
from bot.preferences.preferences import Blocking, HouseRules, Languages, Looks, Preferences
from bot.ui.messenger import DiscordMessenger
from bot.ui.publisher import EDITS_DROPPED, MessagePublisher
from bot.ui.slash import Voters
from bot.ui.threads import DiscordThreads
from engine.search.tables import TABLES


def _still_there(client: discord.Client, guild_id: int, there_id: int) -> bool:
    """Return whether a server has a channel or role, as far as the bot knows."""
    guild = client.get_guild(guild_id)
    if guild is None or guild.unavailable:
        return True
    return guild.get_channel_or_thread(there_id) is not None or guild.get_role(there_id) is not None


def _server_locale(client: discord.Client, guild_id: int) -> str | None:
    guild = client.get_guild(guild_id)
    return None if guild is None else str(guild.preferred_locale)


def _computer(kit: Kit) -> Computer:
    return Computer(
        kit[SearchPool],
        kit[SearchProgressed].tell,
        kit.settings.background_seconds,
        kit[SearchCore],
        kit.runtime.rng,
        partial(TABLES.resize, *kit.settings.tables()),
    )


def _message_publisher(kit: Kit) -> MessagePublisher:
    def count_undelivered(failure: Undelivered) -> None:
        kit.metrics.count(EDITS_DROPPED, "refused" if failure.permanent else "failed")

    return MessagePublisher(kit[discord.Client], count_undelivered=count_undelivered)


FEATURES = (
    Names,
    Blocking,
    (Taps, lambda kit: Taps(kit.runtime.double_tap_seconds, kit.runtime.monotonic)),
    (HeavyWork, lambda kit: HeavyWork()),
    (Preferences, lambda kit: Preferences(kit, partial(_still_there, kit[discord.Client]))),
    HouseRules,
    Looks,
    (Languages, lambda kit: Languages(kit, partial(_server_locale, kit[discord.Client]))),
    (MessagePublisher, _message_publisher),
    (Messenger, DiscordMessenger),
    DiscordThreads,
    Voters,
    (SearchCore, lambda kit: SearchCore(kit.runtime.wait)),
    (Computer, _computer),
    OpponentChoices,
    LevelAdvice,
    SavedOpponents,
)
