"""What the menus and buttons do with which a server's own opponents are made and listed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.opponents.choices import own_handle
from bot.opponents.saved import with_numbers, with_style
from bot.refusals import Refusal
from bot.ui.language import gettext
from bot.ui.layout import view
from bot.ui.offers.handlers import game_of, play_computer
from bot.ui.opponents import component_ids as ids
from bot.ui.opponents import words
from bot.ui.opponents.opponent_view import (
    LIKE_MIDDLE,
    Draft,
    draft_of,
    draft_view,
    list_view,
    numbers_dialog,
    saved_view,
)
from bot.ui.refusals import BadRequest, refusal_text
from bot.ui.request import Request
from bot.ui.routes import on_choice, on_dialog, on_press


@on_choice(ids.ChooseOpening)
async def choose_opening(request: Request, menu: ids.ChooseOpening, style: str) -> None:
    """A style was chosen for the opening."""
    await _choose_style(request, "opening", style)


@on_choice(ids.ChooseMiddle)
async def choose_middle(request: Request, menu: ids.ChooseMiddle, style: str) -> None:
    """A style was chosen for the middle game."""
    await _choose_style(request, "middle", style)


@on_choice(ids.ChooseEnd)
async def choose_end(request: Request, menu: ids.ChooseEnd, style: str) -> None:
    """A style was chosen for the end of the game."""
    await _choose_style(request, "end", style)


async def _choose_style(request: Request, part: str, style: str) -> None:
    draft = _draft(request)
    player = with_style(draft.player, part, None if style == LIKE_MIDDLE else style)
    await request.replace(draft_view(replace(draft, player=player)))


@on_press(ids.EditNumbers, opens_dialog=True)
async def edit_numbers(request: Request, pressed: ids.EditNumbers) -> None:
    """Ask for depths and lengths."""
    await request.open_dialog(numbers_dialog(_draft(request)))


@on_press(ids.CorrectNumbers, opens_dialog=True)
async def correct_numbers(request: Request, pressed: ids.CorrectNumbers) -> None:
    """Ask for depths and lengths once more."""
    await request.open_dialog(numbers_dialog(_draft(request), pressed.values))


@on_dialog(ids.NumbersTyped)
async def numbers_typed(request: Request, sent: ids.NumbersTyped, typed: Sequence[str]) -> None:
    """Depths and lengths were typed."""
    draft = _draft(request)
    opening_depth, opening_moves, depth, end_depth, end_moves = typed
    try:
        player = with_numbers(draft.player, (opening_depth, opening_moves, depth, end_depth, end_moves))
    except Refusal as refusal:
        # A dialog cannot follow a dialog: a button opens it again, with all that was typed.
        await request.replace(draft_view(draft, refusal_text(refusal), typed))
        return
    await request.replace(draft_view(replace(draft, player=player)))


@on_press(ids.SwitchPondering)
async def switch_pondering(request: Request, pressed: ids.SwitchPondering) -> None:
    """The opponent thinks while a person thinks, or no longer does."""
    draft = _draft(request)
    player = replace(draft.player, ponders=pressed.to == "on")
    await request.replace(draft_view(replace(draft, player=player)))


@on_press(ids.SaveOpponent)
async def save(request: Request, pressed: ids.SaveOpponent) -> None:
    """The opponent is as it should be."""
    draft = _draft(request)
    saved = await request.services.computer.saved_opponents.save(
        request.own_server(), request.person, draft.name, draft.kind, draft.player
    )
    await request.replace(saved_view(draft, saved))


@on_press(ids.PlayOpponent)
async def play(request: Request, pressed: ids.PlayOpponent) -> None:
    """A game against one of the server's own opponents is wanted."""
    await play_computer(request, game_of(pressed.game), own_handle(pressed.opponent))


@on_press(ids.DiscardOpponent)
async def discard(request: Request, pressed: ids.DiscardOpponent) -> None:
    """The opponent is not to be made."""
    await request.replace(view(gettext(words.NOTHING_SAVED)))


@on_press(ids.ShowOpponents)
async def show_page(request: Request, pressed: ids.ShowOpponents) -> None:
    """Another page of the list."""
    saved = await request.services.computer.saved_opponents.of_guild(request.own_server())
    await request.replace(list_view(saved, pressed.page))


def _draft(request: Request) -> Draft:
    draft = draft_of(request.message.components) if request.message is not None else None
    if draft is None:
        raise BadRequest(gettext(words.NO_DRAFT))
    return draft
