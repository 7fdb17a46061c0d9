"""Questions to the other person of a game, who has to agree before a computer helps."""

from __future__ import annotations

from typing import Literal

import discord

from bot.games.snapshot import GameSnapshot
from bot.ui import components
from bot.ui.words import computer_name

QUESTION = discord.Colour(0x4C7BD9)
ANSWERED = discord.Colour(0x80848E)

Answered = Literal["agreed", "refused", "withdrawn", "void"]


def lend_question(
    snapshot: GameSnapshot, seat: int, player: str, handle: str, answered: Answered | None = None
) -> discord.ui.LayoutView:
    """May the computer player `player`, which `handle` names, play for the person in `seat`?"""
    asker, other = _people(snapshot, seat)
    name = computer_name(player)
    question = f"{asker} would like to let {name} play on in the {snapshot.kind.title} game against {other}"
    if answered is None:
        return _view(
            f"{question}, and may take over again later. The game becomes **unrated** then.\n"
            f"{other}, do you agree?",
            components.button(
                "Agree", "lend", snapshot.game.id, seat, handle, style=discord.ButtonStyle.success
            ),
            components.button("Refuse", "lend_no", snapshot.game.id, seat, handle),
        )
    if answered == "agreed":
        return _view(f"{other} agreed: {name} plays for {asker}.")
    return _view(f"{question}. {_ending(other, asker, answered)}")


def show_question(
    snapshot: GameSnapshot, seat: int, answered: Answered | None = None
) -> discord.ui.LayoutView:
    """May the computer's thinking be shown to the person in `seat`?"""
    asker, other = _people(snapshot, seat)
    question = f"{asker} would like to see my thinking in the {snapshot.kind.title} game against {other}"
    if answered is None:
        return _view(
            f"{question}. You both can ask for it then, and the game becomes **unrated**.\n"
            f"{other}, do you agree?",
            components.button("Agree", "show", snapshot.game.id, seat, style=discord.ButtonStyle.success),
            components.button("Refuse", "show_no", snapshot.game.id, seat),
        )
    if answered == "agreed":
        return _view(
            f"{other} agreed. {asker} and {other}, `/game thinking` shows you what I think, each in private."
        )
    return _view(f"{question}. {_ending(other, asker, answered)}")


def _people(snapshot: GameSnapshot, seat: int) -> tuple[str, str]:
    seats = snapshot.game.seats
    return f"<@{seats[seat].player_id}>", f"<@{seats[1 - seat].player_id}>"


def _ending(other: str, asker: str, answered: Answered) -> str:
    if answered == "refused":
        return f"{other} did not agree; the game goes on as it is."
    if answered == "withdrawn":
        return f"{asker} has thought better of it."
    return "This question is no longer open."


def _view(text: str, *buttons: components.ComponentItem) -> discord.ui.LayoutView:
    view = discord.ui.LayoutView(timeout=None)
    container: discord.ui.Container[discord.ui.LayoutView] = discord.ui.Container(
        accent_colour=QUESTION if buttons else ANSWERED
    )
    container.add_item(discord.ui.TextDisplay(text))
    if buttons:
        row: discord.ui.ActionRow[discord.ui.LayoutView] = discord.ui.ActionRow()
        for button in buttons:
            row.add_item(button)
        container.add_item(row)
    view.add_item(container)
    return view
