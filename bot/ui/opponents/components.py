"""What the menus and buttons do with which a server's own opponents are made and listed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from types import MappingProxyType

from bot.opponents.saved import with_numbers, with_style
from bot.ui import components
from bot.ui.access import services_of
from bot.ui.games.components import Click, person
from bot.ui.opponents.opponent_view import (
    SAME,
    Draft,
    draft_of,
    draft_view,
    list_view,
    numbers_dialog,
    saved_view,
)
from bot.ui.refusals import BadRequest
from bot.ui.replies import text_view


async def choose_style(part: str, click: Click, arguments: tuple[str, ...]) -> None:
    """A style was chosen for a part of the game."""
    draft, style = _draft(click), arguments[-1]
    player = with_style(draft.player, part, None if style == SAME else style)
    await click.response.edit_message(view=draft_view(replace(draft, player=player)))


async def numbers(click: Click, arguments: tuple[str, ...]) -> None:
    """Ask for the depths and lengths."""
    await click.response.send_modal(numbers_dialog(_draft(click)))


async def typed(click: Click, arguments: tuple[str, ...]) -> None:
    """The depths and lengths were typed."""
    draft = _draft(click)
    opening_depth, opening_moves, depth, end_depth, end_moves = arguments
    player = with_numbers(draft.player, (opening_depth, opening_moves, depth, end_depth, end_moves))
    await click.response.edit_message(view=draft_view(replace(draft, player=player)))


async def save(click: Click, arguments: tuple[str, ...]) -> None:
    """The opponent is as it should be."""
    draft = _draft(click)
    assert click.guild_id is not None
    await services_of(click).saved_opponents.save(
        click.guild_id, person(click.user), draft.name, draft.kind, draft.player
    )
    await click.response.edit_message(view=saved_view(draft))


async def cancel(click: Click, arguments: tuple[str, ...]) -> None:
    """It is not to be made."""
    await click.response.edit_message(view=text_view("Nothing was saved."))


async def turn_page(click: Click, arguments: tuple[str, ...]) -> None:
    """Another page of the list."""
    assert click.guild_id is not None
    saved = await services_of(click).storage.opponents(click.guild_id)
    await click.response.edit_message(view=list_view(saved, int(arguments[0])))


def _draft(click: Click) -> Draft:
    if click.message is None or "own_save" not in components.custom_ids(click.message):
        raise BadRequest(
            "This opponent has been saved already, or given up. `/opponent create` makes another."
        )
    return draft_of(click.message)


OPPONENT_ACTIONS: Mapping[str, components.Handler] = MappingProxyType(
    {
        "own_opening": partial(choose_style, "opening"),
        "own_middle": partial(choose_style, "middle"),
        "own_end": partial(choose_style, "end"),
        "own_numbers": numbers,
        "own_typed": typed,
        "own_save": save,
        "own_cancel": cancel,
        "own_page": turn_page,
    }
)
