"""The menu of what a player can ask their opponent or the computer."""

from __future__ import annotations

from bot.computer.opponents.choices import OpponentChoices
from bot.play.assist.ui import ask_handover, ask_hints
from bot.play.games.changes import require_ply
from bot.play.games.handover import HandOvers
from bot.play.games.referee import Referee
from bot.play.games.ui import ask_take_back
from bot.play.more.view import Ask, ChooseComputer, ChooseOtherComputer, computers_view, menu_view
from bot.play.questions.asking_ui import post_question
from bot.play.questions.questions import Questions
from bot.play.web_links.activities import Activities
from bot.ui.links import More
from bot.ui.opponent_menu import menu_for, page_of
from bot.ui.request import Request
from bot.ui.routes import on_choice, on_press
from data.games.records import QuestionKind


@on_press(More)
async def more(request: Request, pressed: More) -> None:
    """Show the player privately what they can ask."""
    await open_menu(request, pressed.game_id)


async def open_menu(request: Request, game_id: int) -> None:
    """Show the player privately what they can ask."""
    request.game_id = game_id
    snapshot, kinds = await request.kit[Questions].askable(game_id, request.person)
    on_web = bool(request.kit.settings.web_url)
    can_open = request.kit[Activities].enabled
    menu = menu_view(snapshot, kinds, request.user_id, on_web=on_web, can_open=can_open)
    await request.send(menu, private=True)


@on_choice(Ask, QuestionKind)
async def ask(request: Request, menu: Ask, chosen: QuestionKind) -> None:
    """Request what was chosen from the menu, in the position in which it was opened."""
    snapshot = await request.kit[Referee].require_playing(menu.game_id, request.person)
    require_ply(snapshot, menu.ply)
    await ask_for(request, menu.game_id, chosen)


async def ask_for(request: Request, game_id: int, kind: QuestionKind) -> None:
    """Ask the opponent, or act at once where no consent is needed."""
    request.game_id = game_id
    match kind:
        case QuestionKind.THINKING:
            await ask_hints(request, game_id)
        case QuestionKind.HAND_OVER:
            snapshot, _ = await request.kit[HandOvers].require_own_side(game_id, request.person)
            menu = await menu_for(request, snapshot.kind)
            await request.send(computers_view(snapshot, menu), private=True)
        case QuestionKind.TAKE_BACK if await _against_computer(request, game_id):
            await ask_take_back(request, game_id)
        case _:
            await post_question(request, game_id, kind)


async def choose_computer(request: Request, menu: ChooseComputer | ChooseOtherComputer, chosen: str) -> None:
    """Hand over to a computer player, ask whether that is allowed, or turn the menu's page."""
    kit = request.kit
    snapshot = await kit[Referee].require_playing(menu.game_id, request.person)
    if (page := page_of(chosen)) is not None:
        other = await menu_for(request, snapshot.kind, page)
        await request.replace(computers_view(snapshot, other))
        return
    await ask_handover(request, menu.game_id, await kit[OpponentChoices].by_handle(snapshot.kind, chosen))


async def _against_computer(request: Request, game_id: int) -> bool:
    snapshot = await request.kit[Referee].require_playing(game_id, request.person)
    return any(seat.computer is not None for seat in snapshot.game.seats)


on_choice(ChooseComputer)(choose_computer)
on_choice(ChooseOtherComputer)(choose_computer)
