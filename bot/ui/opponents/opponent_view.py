"""The messages with which a server's own opponents are made and listed.

The draft of an opponent stands in the custom ids of the message that shows it, a part in each: so it outlives
a restart, and nothing is stored before it is saved.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import discord

from bot.catalog import GAMES, GameKind
from bot.opponents.choices import MOST_DEPTH, fits, styles_of
from bot.ui import components
from bot.ui.opponents.words import STYLES, describe
from data import SavedOpponent
from engine.players.computer import ComputerPlayer

MAKING = discord.Colour(0x4C7BD9)
MADE = discord.Colour(0x2E8B6B)

PAGE = 5
"""Opponents on one page of the list."""

SAME = "-"
"""The value of the option that leaves a part of the game without a style of its own."""

PARTS = {"opening": "Opening", "middle": "Middle game", "end": "End"}


@dataclass(frozen=True, slots=True)
class Draft:
    """An opponent that is being made."""

    name: str
    kind: GameKind
    player: ComputerPlayer


def draft_view(draft: Draft) -> discord.ui.LayoutView:
    """The draft in words, with a menu for the style of every part of the game."""
    parts = _parts(draft.player)
    view = discord.ui.LayoutView(timeout=None)
    container: discord.ui.Container[discord.ui.LayoutView] = discord.ui.Container(accent_colour=MAKING)
    container.add_item(
        discord.ui.TextDisplay(
            f"### 🤖 {draft.name}, a new opponent for {draft.kind.title}\n{describe(draft.player)}"
        )
    )
    for part, phase in zip(PARTS, (parts["opening"], parts["middle"], parts["end"]), strict=True):
        container.add_item(
            _row(components.select(PARTS[part], _options(draft, part), f"own_{part}", _encoded(phase)))
        )
    container.add_item(
        _row(
            components.button(
                "Save", "own_save", draft.kind.key, draft.name, style=discord.ButtonStyle.success
            ),
            components.button("Depths and lengths", "own_numbers", _encoded(parts["habits"])),
            components.button("Cancel", "own_cancel"),
        )
    )
    view.add_item(container)
    return view


def draft_of(message: discord.Message) -> Draft:
    """The draft that a message shows."""
    ids = components.custom_ids(message)
    key, name = ids["own_save"]
    coded = (ids[action][0] for action in ("own_middle", "own_opening", "own_end", "own_numbers"))
    text = " ".join(part for part in coded if part)
    return Draft(name, GAMES[key], ComputerPlayer.parse(text.replace("/", ":")))


def numbers_dialog(draft: Draft) -> discord.ui.Modal:
    """How deep each part of the game looks ahead, how long the opening lasts, when the end begins."""
    player = draft.player
    plies = f"1 to {MOST_DEPTH} plies, or: time"
    opening = player.opening.depth if player.opening else player.depth
    end = player.end.depth if player.end else player.depth
    fields = (
        components.Field("Opening: depth", plies, _depth(opening)),
        components.Field("Opening: how many moves it lasts", "0 for none", str(player.opening_moves)),
        components.Field("Middle game: depth", plies, _depth(player.depth)),
        components.Field("End: depth", plies, _depth(end)),
        components.Field(
            "End: begins so many moves before the end",
            "0 for none; in Reversi, the squares still empty",
            str(player.end_moves),
        ),
    )
    return components.dialog("Depths and lengths", fields, "own_typed")


def saved_view(draft: Draft) -> discord.ui.LayoutView:
    """The opponent is there: how to play it."""
    view = discord.ui.LayoutView(timeout=None)
    container: discord.ui.Container[discord.ui.LayoutView] = discord.ui.Container(accent_colour=MADE)
    container.add_item(
        discord.ui.TextDisplay(
            f"### 🤖 {draft.name} is ready\n{describe(draft.player)}\n"
            f"Everybody in this server can play it: `/{draft.kind.key} start bot:{draft.name}`. "
            "Games against it are not rated."
        )
    )
    view.add_item(container)
    return view


def list_view(saved: Sequence[SavedOpponent], page: int) -> discord.ui.LayoutView:
    """One page of a server's opponents; the nearest there is."""
    view = discord.ui.LayoutView(timeout=None)
    if not saved:
        view.add_item(
            discord.ui.TextDisplay("This server has no opponents of its own. `/opponent create` makes one.")
        )
        return view
    pages = -(-len(saved) // PAGE)
    page = max(0, min(page, pages - 1))
    title = "### 🤖 This server's own opponents" + (f", page {page + 1} of {pages}" if pages > 1 else "")
    shown = [_entry(opponent) for opponent in saved[page * PAGE : (page + 1) * PAGE]]
    container: discord.ui.Container[discord.ui.LayoutView] = discord.ui.Container(accent_colour=MADE)
    container.add_item(discord.ui.TextDisplay("\n\n".join([title, *shown])))
    if pages > 1:
        container.add_item(
            _row(
                components.button("Previous", "own_page", page - 1, disabled=page == 0),
                components.button("Next", "own_page", page + 1, disabled=page == pages - 1),
            )
        )
    view.add_item(container)
    return view


def create_command(name: str, kind: GameKind, recipe: str) -> str:
    """The command that makes an opponent."""
    return f"/opponent create name:{name} game:{kind.title} recipe:{recipe}"


def kind_of(player: str) -> GameKind | None:
    """The first of the games that a computer player can play."""
    return next((kind for kind in GAMES.values() if fits(kind, player)), None)


def _entry(saved: SavedOpponent) -> str:
    games = " and ".join(kind.title for kind in GAMES.values() if fits(kind, saved.player))
    words = describe(ComputerPlayer.parse(saved.player)).replace("\n", "; ")
    return (
        f"**{saved.name}** plays {games or 'no game that I know now'}, made by <@{saved.creator_id}>\n"
        f"{words}\n-# Recipe: `{saved.player}`"
    )


def _options(draft: Draft, part: str) -> list[discord.SelectOption]:
    player = draft.player
    phase = {"opening": player.opening, "middle": None, "end": player.end}[part]
    chosen = player.style if part == "middle" else phase.style if phase else None
    label = PARTS[part]
    options = []
    if part != "middle":
        options.append(
            discord.SelectOption(label=f"{label}: like the middle game", value=SAME, default=chosen is None)
        )
    styles = list(styles_of(draft.kind))
    if chosen is not None and chosen not in styles:
        styles.append(chosen)
    options += [
        discord.SelectOption(
            label=f"{label}: {style}", value=style, description=STYLES.get(style), default=style == chosen
        )
        for style in styles
    ]
    return options


def _parts(player: ComputerPlayer) -> dict[str, str]:
    """The player's text in the parts that stand in the custom ids."""
    middle, *rest = str(player).split()
    parts = {"middle": middle, "opening": "", "end": "", "habits": ""}
    for text in rest:
        name = text.partition("=")[0]
        if name in ("opening", "end"):
            parts[name] = text
        else:
            parts["habits"] = f"{parts['habits']} {text}".strip()
    return parts


def _encoded(text: str) -> str:
    return text.replace(":", "/")


def _depth(depth: int | None) -> str:
    return "time" if depth is None else str(depth)


def _row(*items: components.ComponentItem) -> discord.ui.ActionRow[discord.ui.LayoutView]:
    row: discord.ui.ActionRow[discord.ui.LayoutView] = discord.ui.ActionRow()
    for item in items:
        row.add_item(item)
    return row
