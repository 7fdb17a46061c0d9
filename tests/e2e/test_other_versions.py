"""Commands that a client of Discord still shows as another version of the bot had them."""

from __future__ import annotations

from typing import Any

import discord
import pytest
from discord import app_commands
from structlog.typing import EventDict

from tests.e2e.world import World

Tree = app_commands.CommandTree[Any]


def removed(tree: Tree) -> None:
    """Have no such command."""
    tree.remove_command("match")


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


@pytest.mark.parametrize("change", [removed, regrouped, with_another_option])
async def test_a_command_of_another_version_is_explained_in_one_line_of_the_log(
    world: World, log: list[EventDict], change: Any
) -> None:
    change(world.bot.tree)
    answer = await world.ann.types("match", first="easy", second="medium")
    assert answer.private.startswith("Your Discord shows this command from another version of Flipfour.")
    assert not answer.public
    assert [entry["log_level"] for entry in log if "another version" in entry["event"]] == ["info"]
    assert [entry for entry in log if entry["log_level"] == "error"] == []


@pytest.mark.parametrize("change", [removed, regrouped])
async def test_nothing_is_offered_for_an_option_of_another_version(
    world: World, log: list[EventDict], change: Any
) -> None:
    change(world.bot.tree)
    before = len(world.env.http_requests)
    assert await world.ann.suggestions("match", "first", "e") == []
    # Discord accepts no message in answer.
    assert world.env.http_requests[before:] == []
