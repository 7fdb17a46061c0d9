"""What each button of a game does: ask the use-case, show the game."""

from __future__ import annotations

from bot.games.referee import resigning_calls_off
from bot.refusals import WouldLose
from bot.ui.games import component_ids as ids
from bot.ui.games import words
from bot.ui.games.board_view import resign_view, take_back_view
from bot.ui.games.own_view import put_own_view
from bot.ui.language import gettext
from bot.ui.layout import board_link, row, view
from bot.ui.links import message_link
from bot.ui.refusals import refusal_text
from bot.ui.request import Request
from bot.ui.routes import OnRefusal, on_choice, on_press
from data import Ending


@on_press(ids.PlayMove)
async def play_move(request: Request, pressed: ids.PlayMove) -> None:
    """A move button."""
    await _play(request, pressed.game_id, pressed.ply, pressed.move)


@on_choice(ids.ChooseMove)
async def choose_move(request: Request, menu: ids.ChooseMove, move: str) -> None:
    """A move chosen from a menu."""
    await _play(request, menu.game_id, menu.ply, move)


async def _play(request: Request, game_id: int, ply: int, move: str) -> None:
    await request.services.games.flow.move(game_id, request.person, ply, move, request, request.arrived)
    if request.on_private_message:
        await put_own_view(request, game_id)


@on_press(ids.ShowOwnView)
async def show_own_view(request: Request, pressed: ids.ShowOwnView) -> None:
    """The game as the person wants to see it, in place of the menu or of the view as it was."""
    await put_own_view(request, pressed.game_id)


@on_press(ids.Retry)
async def retry(request: Request, pressed: ids.Retry) -> None:
    """Let the computer try again after a search that failed."""
    await request.services.games.flow.retry(pressed.game_id, request.person, request, request.arrived)


@on_press(ids.Refresh)
async def refresh(request: Request, pressed: ids.Refresh) -> None:
    """Show the game as it stands by now."""
    await request.services.games.flow.catch_up(pressed.game_id, request, request.arrived)


@on_press(ids.TakeUp)
async def take_up(request: Request, pressed: ids.TakeUp) -> None:
    """Let a game go on that was put aside."""
    services = request.services
    snapshot = await services.games.adjournments.take_up(pressed.game_id, request.person)
    await services.games.flow.proceed(snapshot, request, request.arrived)


@on_press(ids.PlayNow)
async def play_now(request: Request, pressed: ids.PlayNow) -> None:
    """Let the computer answer at once with the best move it has found."""
    await request.services.games.flow.play_now(pressed.game_id, request.person)


@on_press(ids.TakeBack)
async def take_back(request: Request, pressed: ids.TakeBack) -> None:
    """Take the person's move back while the computer thinks about its answer."""
    await request.services.games.referee.require_stoppable(pressed.game_id, request.person)
    await ask_take_back(request, pressed.game_id)


@on_press(ids.Undo)
async def undo(request: Request, pressed: ids.Undo) -> None:
    """Take the person's last move back, on either side's turn."""
    await ask_take_back(request, pressed.game_id)


async def ask_take_back(request: Request, game_id: int) -> None:
    """Take the person's last move back; in a rated game ask privately whether they mean it."""
    services = request.services
    snapshot = await services.games.referee.require_take_back(game_id, request.person)
    if snapshot.game.rated:
        await request.send(take_back_view(snapshot), private=True)
        return
    await services.games.flow.take_back(game_id, request.person, snapshot.game.ply, request)


@on_press(ids.ConfirmTakeBack, on_refusal=OnRefusal.REPLACE)
async def confirm_take_back(request: Request, pressed: ids.ConfirmTakeBack) -> None:
    """They mean it."""
    await request.services.games.flow.take_back(pressed.game_id, request.person, pressed.ply, request)
    await request.replace(gettext(words.TAKEN_BACK))


@on_press(ids.Resign)
async def resign(request: Request, pressed: ids.Resign) -> None:
    """Ask privately whether they mean it."""
    await ask_resign(request, pressed.game_id)


async def ask_resign(request: Request, game_id: int) -> None:
    """Show the person alone a question with Resign and Keep playing."""
    request.game_id = game_id
    snapshot = await request.services.games.referee.require_playing(game_id, request.person)
    question = resign_view(game_id, calls_off=resigning_calls_off(snapshot))
    await request.send(question, private=True)


@on_press(ids.ConfirmResign, on_refusal=OnRefusal.REPLACE)
async def confirm_resign(request: Request, pressed: ids.ConfirmResign) -> None:
    """They mean it."""
    services = request.services
    try:
        snapshot = await services.games.flow.resign(
            pressed.game_id, request.person, as_loss=pressed.counts == "loss"
        )
    except WouldLose as refusal:
        again = resign_view(pressed.game_id, calls_off=False, before=refusal_text(refusal))
        await request.replace(again)
    else:
        called_off = snapshot.game.ending is Ending.CALLED_OFF
        await request.replace(gettext(words.CALLED_OFF if called_off else words.RESIGNED))
    await services.games.publisher.show(pressed.game_id, request)


@on_press(ids.KeepPlaying)
async def keep_playing(request: Request, pressed: ids.KeepPlaying) -> None:
    """They did not mean it."""
    await request.replace(gettext(words.KEEP_PLAYING))


@on_press(ids.Rematch)
async def rematch(request: Request, pressed: ids.Rematch) -> None:
    """Play the same opponent again, with the colours swapped."""
    await _play_again(request, pressed.game_id, None)


@on_press(ids.OtherLevel)
async def other_level(request: Request, pressed: ids.OtherLevel) -> None:
    """Play the computer again at another level, with the colours swapped."""
    await _play_again(request, pressed.game_id, pressed.level)


async def _play_again(request: Request, game_id: int, level: str | None) -> None:
    services = request.services
    snapshot, made = await services.games.challenges.rematch(
        game_id, request.person, level, parent_id=request.place.parent_id
    )
    game = snapshot.game
    if made:
        await services.games.flow.open(snapshot, request, request.arrived)
        return
    await services.games.publisher.show(game.id)
    link = message_link(game.guild_id, game.channel_id, game.message_id)
    await request.tell(words.rematch_link(link) if link else gettext(words.REMATCH_BEFORE))


@on_press(ids.FindBoard)
async def find_board(request: Request, pressed: ids.FindBoard) -> None:
    """Show the person the way from a message that a game has left to its board."""
    await request.services.games.publisher.restore(pressed.game_id)
    snapshot = await request.services.games.referee.snapshot(pressed.game_id)
    game = snapshot.game
    way = board_link(message_link(game.guild_id, game.channel_id, game.message_id))
    await request.send(view(words.players_line(snapshot), row(way)), private=True)
