"""`/opponent`: a server's custom opponents, shown, created and deleted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from discord import app_commands

from bot.catalog import GAMES, GameKind
from bot.computer.opponents.choices import MAX_DESCRIPTION, RecipeTooLong, custom_handle, styles_of
from bot.computer.opponents.saved import SavedOpponents, first_draft, read_recipe, with_numbers, with_style
from bot.core.refusals import Refusal
from bot.play import opponents_view as ids
from bot.play.offers_ui import play_computer
from bot.play.opponents_view import (
    LIKE_MIDDLE,
    Draft,
    delete_view,
    draft_of,
    draft_view,
    list_view,
    name_dialog,
    numbers_dialog,
    saved_view,
)
from bot.ui.component_ids import ComponentIdError
from bot.ui.layout import View, view
from bot.ui.options import Typed, game_of
from bot.ui.refusals import BadRequest, refusal_text
from bot.ui.request import Request
from bot.ui.routes import OnRefusal, on_choice, on_dialog, on_press
from bot.ui.slash import Command, slash_command
from languages import gettext


async def choose_style(request: Request, menu: ids.ChooseStyle, style: str) -> None:
    draft = _draft(request)
    player = with_style(draft.player, menu.part, None if style == LIKE_MIDDLE else style)
    await request.replace(draft_view(replace(draft, player=player)))


on_choice(ids.ChooseOpening)(choose_style)
on_choice(ids.ChooseMiddle)(choose_style)
on_choice(ids.ChooseEnd)(choose_style)


@on_press(ids.EditNumbers, opens_dialog=True)
async def edit_numbers(request: Request, pressed: ids.EditNumbers) -> None:
    await request.open_dialog(numbers_dialog(_draft(request)))


@on_press(ids.CorrectNumbers, opens_dialog=True)
async def correct_numbers(request: Request, pressed: ids.CorrectNumbers) -> None:
    await request.open_dialog(numbers_dialog(_draft(request), pressed.values))


@on_dialog(ids.NumbersTyped, fields=5)
async def numbers_typed(request: Request, sent: ids.NumbersTyped, typed: Sequence[str]) -> None:
    draft = _draft(request)
    try:
        player = with_numbers(draft.player, typed)
    except Refusal as refusal:
        # A dialog cannot follow a dialog: a button opens it again, with all that was typed.
        await request.replace(draft_view(draft, refusal_text(refusal), typed))
        return
    await request.replace(draft_view(replace(draft, player=player)))


@on_press(ids.SwitchPondering)
async def switch_pondering(request: Request, pressed: ids.SwitchPondering) -> None:
    draft = _draft(request)
    player = replace(draft.player, ponders=pressed.to == "on")
    await request.replace(draft_view(replace(draft, player=player)))


@on_press(ids.SaveOpponent)
async def save(request: Request, pressed: ids.SaveOpponent) -> None:
    draft = _draft(request)
    saved = await request.kit[SavedOpponents].save(
        request.own_server(), request.person, draft.name, draft.kind, draft.player
    )
    await request.replace(saved_view(draft, saved))


@on_press(ids.PlayOpponent)
async def play(request: Request, pressed: ids.PlayOpponent) -> None:
    await play_computer(request, game_of(pressed.game), custom_handle(pressed.opponent))


@on_press(ids.DiscardOpponent)
async def discard(request: Request, pressed: ids.DiscardOpponent) -> None:
    await request.replace(view(gettext("Nothing was saved.")))


@on_press(ids.ShowOpponents)
async def show_page(request: Request, pressed: ids.ShowOpponents) -> None:
    await request.replace(await _list(request, pressed.page))


def _draft(request: Request) -> Draft:
    draft = draft_of(request.message.components) if request.message is not None else None
    if draft is None:
        raise BadRequest(gettext(ids.NO_DRAFT))
    return draft


@on_press(ids.CreateOpponent, opens_dialog=True)
async def ask_name(request: Request, pressed: ids.CreateOpponent) -> None:
    await request.open_dialog(name_dialog(pressed.game))


@on_dialog(ids.OpponentNamed)
async def named(request: Request, sent: ids.OpponentNamed, typed: Sequence[str]) -> None:
    await _begin(request, game_of(sent.game), typed[0], None)


@on_press(ids.DeleteOpponent)
async def ask_to_delete(request: Request, pressed: ids.DeleteOpponent) -> None:
    saved_opponent = await request.kit[SavedOpponents].require_deletable(
        request.own_server(), request.person, pressed.opponent, manager=_manages(request)
    )
    await request.send(delete_view(saved_opponent), private=True)


@on_press(ids.ConfirmDeleteOpponent, on_refusal=OnRefusal.REPLACE)
async def delete(request: Request, pressed: ids.ConfirmDeleteOpponent) -> None:
    deleted = await request.kit[SavedOpponents].delete(
        request.own_server(), request.person, pressed.opponent, manager=_manages(request)
    )
    await request.replace(view(ids.deleted_text(deleted)))


def opponent() -> Command:
    kinds = [kind for kind in GAMES.values() if styles_of(kind)]

    @slash_command(name="opponent", description="This server's custom opponents: play, create or delete one")
    @app_commands.describe(
        name="The name of a new one (default: list them all)",
        game=f"The game the new one plays (default: {kinds[0].title})",
        recipe="The whole player in one line, as in the list; you can still change it with menus",
    )
    @app_commands.choices(game=[app_commands.Choice(name=kind.title, value=kind.key) for kind in kinds])
    @app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
    async def command(
        request: Request,
        name: Typed | None = None,
        game: app_commands.Choice[str] | None = None,
        recipe: app_commands.Range[str, 1, MAX_DESCRIPTION] | None = None,
    ) -> None:
        if name is not None:
            await _begin(request, GAMES[game.value] if game else kinds[0], name, recipe)
        elif game or recipe:
            raise BadRequest(gettext("Give the new opponent a name, with `name:`."))
        else:
            await request.send(await _list(request, 0), private=True)

    return command


async def _list(request: Request, page: int) -> View:
    saved = await request.kit[SavedOpponents].of_guild(request.own_server())
    return list_view(saved, page, request.user_id, manager=_manages(request))


async def _begin(request: Request, kind: GameKind, name: str, recipe: str | None) -> None:
    """Show the draft of a new opponent in private. Refused if the name is invalid or taken."""
    free = await request.kit[SavedOpponents].require_free(request.own_server(), name)
    player = first_draft(kind) if recipe is None else read_recipe(kind, recipe)
    try:
        shown = draft_view(Draft(free, kind, player))
    except ComponentIdError as error:
        # Its parts must fit into custom ids.
        raise RecipeTooLong from error
    await request.send(shown, private=True)


def _manages(request: Request) -> bool:
    return request.interaction.permissions.manage_guild


COMMANDS = (opponent,)
