"""What the menu of a game and the buttons of a question do."""

from __future__ import annotations

from bot.games.changes import require_ply
from bot.ui.access import Click, asked_at, person, services_of
from bot.ui.answers import send
from bot.ui.assist.components import ask_handover, ask_hints
from bot.ui.games.components import ask_take_back
from bot.ui.opponents.menu import menu_for, page_of
from bot.ui.questions import component_ids as ids
from bot.ui.questions.asking import post_question
from bot.ui.questions.views import computers_view, menu_view, question_view
from bot.ui.replies import OnRefusal, note_game
from bot.ui.router import on_choice, on_press
from data import QuestionKind


async def more(click: Click, pressed: ids.More) -> None:
    """Show the person alone what they can ask for."""
    snapshot, kinds = await services_of(click).games.questions.askable(pressed.game_id, person(click))
    await send(click, menu_view(snapshot, kinds), private=True)


async def ask(click: Click, menu: ids.Ask, chosen: str) -> None:
    """Ask for what was chosen from the menu, in the position in which it was opened."""
    snapshot = await services_of(click).games.referee.require_playing(menu.game_id, person(click))
    require_ply(snapshot, menu.ply)
    await ask_for(click, menu.game_id, QuestionKind(chosen))


async def ask_for(click: Click, game_id: int, kind: QuestionKind) -> None:
    """Ask the other person, or do what needs nobody's consent."""
    note_game(click, game_id)
    match kind:
        case QuestionKind.THINKING:
            await ask_hints(click, game_id)
        case QuestionKind.HAND_OVER:
            snapshot, _ = await services_of(click).help.handovers.require_own_side(game_id, person(click))
            menu = await menu_for(click, snapshot.kind)
            await send(click, computers_view(snapshot, menu), private=True)
        case QuestionKind.TAKE_BACK if await _against_computer(click, game_id):
            await ask_take_back(click, game_id)
        case _:
            await post_question(click, game_id, kind)


async def choose_computer(
    click: Click, menu: ids.ChooseComputer | ids.ChooseOtherComputer, chosen: str
) -> None:
    """Let a computer player play, or ask whether it may; or show another part of the menu."""
    services = services_of(click)
    snapshot = await services.games.referee.require_playing(menu.game_id, person(click))
    if (page := page_of(chosen)) is not None:
        other = await menu_for(click, snapshot.kind, page)
        await click.edit_original_response(view=computers_view(snapshot, other))
        return
    await ask_handover(click, menu.game_id, await services.computer.choices.by_handle(snapshot.kind, chosen))


async def agree(click: Click, pressed: ids.Agree) -> None:
    """The other person agrees: what was asked for is done."""
    services = services_of(click)
    answered = await services.games.questions.agree(
        pressed.game_id, pressed.question, pressed.side, person(click)
    )
    await click.edit_original_response(view=question_view(answered.before, answered.question, "agreed"))
    await services.games.flow.proceed(answered.after, None, asked_at(click))


async def refuse(click: Click, pressed: ids.Refuse) -> None:
    """The other person does not agree, or the one who asked withdraws the question."""
    questions = services_of(click).games.questions
    snapshot, question, answer = await questions.refuse(
        pressed.game_id, pressed.question, pressed.side, person(click)
    )
    await click.edit_original_response(view=question_view(snapshot, question, answer))


async def _against_computer(click: Click, game_id: int) -> bool:
    snapshot = await services_of(click).games.referee.require_playing(game_id, person(click))
    return any(seat.computer is not None for seat in snapshot.game.seats)


QUESTION_ROUTES = (
    on_press(ids.More, more),
    on_choice(ids.Ask, ask),
    on_choice(ids.ChooseComputer, choose_computer),
    on_choice(ids.ChooseOtherComputer, choose_computer),
    on_press(ids.Agree, agree, OnRefusal.CLOSE),
    on_press(ids.Refuse, refuse, OnRefusal.CLOSE),
)
