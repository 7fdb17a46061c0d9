"""Times for the start of events are typed as people type, and read by the server's clocks."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any
from zoneinfo import ZoneInfo

import discord
import pytest
from discord import app_commands

from bot.ui.options_refused import unusable_option
from languages import LANGUAGES, speaking
from tests.e2e.world import World

BERLIN = ZoneInfo("Europe/Berlin")

COMMANDS = ("tournament create", "simul")


def moment(text: str) -> datetime:
    """Return the moment that a text shows by Discord's markup."""
    found = re.search(r"<t:(\d+):f>", text)
    assert found is not None, text
    return datetime.fromtimestamp(int(found[1]), UTC)


async def set_berlin(world: World) -> None:
    world.untranslated.append("Europe/Berlin")
    await world.manager("Mia").types("settings", time_zone="Berlin")


@pytest.mark.parametrize("command", COMMANDS)
async def test_typed_times_are_read_by_the_servers_clocks_or_refused(world: World, command: str) -> None:
    ann = world.ann
    await set_berlin(world)
    (offered,) = await ann.suggestions(command, "start", "tomorrow 10:00")
    assert offered.endswith(" 10:00 (Europe/Berlin)")
    assert await ann.suggestions(command, "start", "soon") == []
    unread = await ann.types(command, start="soon")
    assert unread.private.startswith("I can't read soon as a time for `start`.")
    assert not unread.public
    assert "within 14 days from now" in (await ann.types(command, start="yesterday")).private
    answer = await ann.types(command, start="tomorrow 10:00")
    assert answer.public
    assert answer.private.startswith("I understood tomorrow 10:00 as <t:")
    assert "in the time zone Europe/Berlin" in answer.private
    here = moment(answer.private).astimezone(BERLIN)
    assert (here.hour, here.minute) == (10, 0)
    assert here.date() - world.now().astimezone(BERLIN).date() == timedelta(days=1)


def test_an_option_that_discord_py_cannot_convert_is_named() -> None:
    class Level(app_commands.Transformer[Any]):
        min_value, max_value = 1, 5
        type = discord.AppCommandOptionType.integer

    interaction: Any = SimpleNamespace(namespace=[("game", "x"), ("level", 9)])
    error = app_commands.TransformerError(9, discord.AppCommandOptionType.integer, Level())
    assert unusable_option(interaction, error) == (
        "I can't use 9 for the option `level`. It has to be a number from 1 to 5."
    )
    named: Any = SimpleNamespace(namespace=[("file", 9), ("first", 9)])
    with speaking(LANGUAGES["fr"]):
        assert "`fichier, premier`" in unusable_option(named, error)
