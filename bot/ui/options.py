"""What the commands' options have in common: lists to choose from, and boards."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import discord
from discord import app_commands

from bot.catalog import GameKind
from bot.ui.access import services_of
from bot.ui.refusals import BadRequest
from engine import EngineError

USUAL = "usual"
"""What stands for the usual board in the list of boards: Discord takes no empty value."""

MAX_CHOICES = 25
MAX_CHOICE_NAME = 100


def choices(typed: str, named: Iterable[tuple[str, str]]) -> list[app_commands.Choice[str]]:
    """Those of the (name, value) pairs whose name has what was typed, as many as Discord takes."""
    return [
        app_commands.Choice(name=name[:MAX_CHOICE_NAME], value=value)
        for name, value in named
        if typed.casefold() in name.casefold()
    ][:MAX_CHOICES]


async def player_choices(
    interaction: discord.Interaction[Any], kind: GameKind, typed: str
) -> list[app_commands.Choice[str]]:
    """The computer players of a game: its levels, the server's own opponents, the styles.

    Without anything typed, as many of the server's own as the list takes; typing finds the others.
    """
    players = await services_of(interaction).opponent_choices.choices(
        kind, interaction.guild_id, at_most=None if typed else MAX_CHOICES
    )
    return choices(typed, ((player.label, player.typed) for player in players))


def board_choices(kind: GameKind, typed: str) -> list[app_commands.Choice[str]]:
    """The boards of a game, the usual one first."""
    return choices(typed, ((v.label, v.options or USUAL) for v in kind.variants))


def board_options(kind: GameKind, board: str | None) -> str:
    """The board typed or chosen, as it is stored; `BadRequest` when there is none such."""
    if board is None or board.strip() == USUAL:
        return ""
    try:
        return kind.read_options(board)
    except EngineError as error:
        boards = ", ".join(variant.label for variant in kind.variants)
        raise BadRequest(f"I have no such board: {error}. There is {boards}.") from error
