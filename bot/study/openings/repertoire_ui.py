"""Repertoires, opened from the trainer, and the buttons that change them."""

from __future__ import annotations

from bot.catalog import GameKind
from bot.study.openings import ids, refusals, repertoire_words
from bot.study.openings.repertoire_view import (
    added_view,
    remove_view,
    removed_view,
    repertoire_view,
    replace_view,
    suggestion_view,
    taken_view,
)
from bot.study.openings.repertoires import TIMES, Added, Repertoires
from bot.study.openings.symmetry import has_symmetries
from bot.study.openings.ui import explore
from bot.ui.component_ids import read_number
from bot.ui.layout import View
from bot.ui.options import game_of
from bot.ui.refusals import OtherVersion
from bot.ui.request import Request
from bot.ui.routes import on_choice, on_press


async def show_repertoire(
    request: Request, kind: GameKind, side: int, page: int = 0, note: str = "", *, new: bool = False
) -> None:
    """Show a page of a repertoire, in a new message if `new` or where others see this one."""
    found = await request.kit[Repertoires].view(request.person, kind, side)
    view = repertoire_view(found, page, note)
    if new or not request.on_private_message:
        await request.send(view, private=True)
    else:
        await request.replace(view, [])


async def learn(request: Request, kind: GameKind, side: int | None, name: str) -> None:
    """Answer a command by adding an opening."""
    added = await request.kit[Repertoires].add_named(request.person, kind, side, name)
    await request.send(_added(added), private=True)


@on_press(ids.AddLine)
async def add_line(request: Request, pressed: ids.AddLine) -> None:
    """Add the moves of a side that lead to a position."""
    study, repertoires = pressed.study(), request.kit[Repertoires]
    replaces = pressed.how == "replace"
    added = await repertoires.add(request.person, study, pressed.side, replace=replaces)
    if request.is_in(ids.ExploreBack) and added.done:
        await explore(request, study, note=repertoire_words.added_text(added))
    elif replaces and request.on_private_message:
        await request.replace(_added(added))
    else:
        await request.send(_added(added), private=True)


@on_press(ids.ForgetMove)
async def forget_move(request: Request, pressed: ids.ForgetMove) -> None:
    """Remove the move that leads to a position."""
    study, sure = pressed.study(), pressed.how == "sure"
    removed = await request.kit[Repertoires].remove(request.person, study, sure=sure)
    if not removed.done:
        await request.send(remove_view(study, removed.number), private=True)
    elif request.is_in(ids.ExploreBack):
        await explore(request, study, note=repertoire_words.removed_text(removed.number))
    else:
        await request.replace(removed_view(study, removed.number))


@on_press(ids.ShowRepertoire)
async def turn_to_repertoire(request: Request, pressed: ids.ShowRepertoire) -> None:
    """Show another repertoire."""
    await show_repertoire(request, _game(pressed.key), _side(pressed.side))


@on_press(ids.TurnRepertoire)
async def turn_page(request: Request, pressed: ids.TurnRepertoire) -> None:
    """Show another page of a repertoire."""
    await show_repertoire(request, _game(pressed.key), _side(pressed.side), pressed.page)


@on_choice(ids.RemoveOpeningLine, read_number)
async def remove_line(request: Request, menu: ids.RemoveOpeningLine, line: int) -> None:
    """Remove a line from a repertoire."""
    kind, side = _game(menu.key), _side(menu.side)
    number = await request.kit[Repertoires].remove_line(request.person, kind, side, line)
    await show_repertoire(request, kind, side, menu.page, repertoire_words.removed_text(number))


@on_press(ids.SuggestMoves)
async def suggest(request: Request, pressed: ids.SuggestMoves) -> None:
    """Ask whether the person's usual moves are to be added."""
    kind, side = _game(pressed.key), _side(pressed.side)
    suggestion = await request.kit[Repertoires].suggest(request.person, kind, side)
    await request.replace(suggestion_view(suggestion), [])


@on_press(ids.TakeMoves)
async def take(request: Request, pressed: ids.TakeMoves) -> None:
    """Add the person's usual moves."""
    kind, side = _game(pressed.key), _side(pressed.side)
    if pressed.times not in TIMES:
        raise OtherVersion
    repertoires = request.kit[Repertoires]
    number = await repertoires.add_suggested(request.person, kind, side, pressed.times)
    await request.replace(taken_view(kind, side, number))


def _added(added: Added) -> View:
    return added_view(added) if added.done else replace_view(added)


def _game(key: str) -> GameKind:
    kind = game_of(key)
    if not has_symmetries(kind):
        raise refusals.NotExplored(kind.title)
    return kind


def _side(side: int) -> int:
    if side not in (0, 1):
        raise OtherVersion
    return side
