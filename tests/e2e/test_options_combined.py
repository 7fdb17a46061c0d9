"""Options that are ignored by no command, times among them, and commands of another version."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any
from zoneinfo import ZoneInfo

import discord
import pytest
from discord import app_commands
from structlog.typing import EventDict

from bot.ui.options import unusable_option
from languages import LANGUAGES, speaking
from tests.e2e.world import Person, World

WITH = "`{}` has no effect with `{}`. Leave one of them out."
ONLY_WITH = "`{}` only has an effect with `{}`. Add that, or leave it out."


IGNORED: list[tuple[str, dict[str, Any], str]] = [
    ("puzzle", {"mine": True, "game": "connect4"}, WITH.format("game", "mine")),
    ("puzzle", {"mine": True, "theme": "corner"}, WITH.format("theme", "mine")),
    ("puzzle", {"mine": True, "difficulty": "harder"}, WITH.format("difficulty", "mine")),
    ("puzzle", {"mine": True, "public": True}, WITH.format("public", "mine")),
    ("import", {"text": "f5d6c3", "first": 3}, ONLY_WITH.format("first", "file")),
    ("opening train", {"add": "tiger", "ahead": True}, WITH.format("ahead", "add")),
    ("opening train", {"add": "tiger", "game": "connect4"}, WITH.format("game", "add")),
    ("tournament create", {"form": "arena", "rounds": 3}, WITH.format("rounds", "form:Arena")),
    ("tournament create", {"minutes": 30}, ONLY_WITH.format("minutes", "form:Arena")),
    ("vote", {"against": "teams", "bot": "easy"}, WITH.format("bot", "against:Two teams in this channel")),
    (
        "vote",
        {"against": "teams", "colour": "second"},
        WITH.format("colour", "against:Two teams in this channel"),
    ),
]
"""Commands with options of which one would be ignored, and what is said."""


@pytest.mark.english
async def test_an_option_that_would_be_ignored_is_refused(world: World) -> None:
    for command, options, said in IGNORED:
        assert (await world.ann.types(command, **options)).private == said
    assert world.posts() == []
    # Nothing is offered for an option of another version: Discord accepts no message in answer.
    world.bot.tree.remove_command("match")
    before = len(world.env.http_requests)
    assert await world.ann.suggestions("match", "first", "e") == []
    assert world.env.http_requests[before:] == []


BERLIN = ZoneInfo("Europe/Berlin")


def moment(text: str) -> datetime:
    """Return the moment that a text shows by Discord's markup."""
    found = re.search(r"<t:(\d+):f>", text)
    assert found is not None, text
    return datetime.fromtimestamp(int(found[1]), UTC)


async def set_berlin(world: World) -> None:
    world.untranslated.append("Europe/Berlin")
    await world.manager("Mia").types("settings", time_zone="Berlin")


async def test_typed_times_are_read_by_the_servers_clocks_or_refused(world: World, ann: Person) -> None:
    command = "simul"
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


Tree = app_commands.CommandTree[Any]


def regrouped(tree: Tree) -> None:
    """Have a group in its place."""
    tree.remove_command("match")
    tree.add_command(app_commands.Group(name="match", description="Matches"))


def with_another_option(tree: Tree) -> None:
    """Have an option that must be given."""

    async def match(interaction: discord.Interaction[Any], second: str, third: str) -> None:
        raise AssertionError("not carried out")

    tree.remove_command("match")
    tree.add_command(app_commands.Command(name="match", description="A match", callback=match))


@pytest.mark.parametrize("change", [with_another_option, regrouped])
async def test_commands_of_other_versions_are_told(world: World, log: list[EventDict], change: Any) -> None:
    change(world.bot.tree)
    answer = await world.ann.types("match", first="easy", second="medium")
    assert answer.private.startswith("Your Discord shows this command from another version of Flipfour.")
    assert not answer.public
    assert [entry["log_level"] for entry in log if "another version" in entry["event"]] == ["info"]
    assert [entry for entry in log if entry["log_level"] == "error"] == []
