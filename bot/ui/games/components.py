"""What each button of a game does: ask the use-case, show the game."""

from __future__ import annotations

from bot.games.referee import resigning_calls_off
from bot.refusals import WouldLose
from bot.ui.access import Click, asked_at, person, place_of, services_of
from bot.ui.answers import send
from bot.ui.games import component_ids as ids
from bot.ui.games import words
from bot.ui.games.board_view import resign_view, take_back_view
from bot.ui.games.own_view import put_own_view
from bot.ui.language import gettext
from bot.ui.layout import board_link, row, view
from bot.ui.links import message_link
from bot.ui.refusals import refusal_text
from bot.ui.replies import OnRefusal, note_game, replace, tell
from bot.ui.router import on_choice, on_press
from data import Ending


async def play_move(click: Click, pressed: ids.PlayMove) -> None:
    """A move button."""
    await _play(click, pressed.game_id, pressed.ply, pressed.move)


async def choose_move(click: Click, menu: ids.ChooseMove, move: str) -> None:
    """A move chosen from a menu."""
    await _play(click, menu.game_id, menu.ply, move)


async def _play(click: Click, game_id: int, ply: int, move: str) -> None:
    await services_of(click).games.flow.move(game_id, person(click), ply, move, click, asked_at(click))
    if click.message is not None and click.message.flags.ephemeral:
        await put_own_view(click, game_id)


async def show_own_view(click: Click, pressed: ids.ShowOwnView) -> None:
    """The game as the person wants to see it, in place of the menu or of the view as it was."""
    await put_own_view(click, pressed.game_id)


async def retry(click: Click, pressed: ids.Retry) -> None:
    """Let the computer try again after a search that failed."""
    await services_of(click).games.flow.retry(pressed.game_id, person(click), click, asked_at(click))


async def refresh(click: Click, pressed: ids.Refresh) -> None:
    """Show the game as it stands by now."""
    await services_of(click).games.flow.catch_up(pressed.game_id, click, asked_at(click))


async def take_up(click: Click, pressed: ids.TakeUp) -> None:
    """Let a game go on that was put aside."""
    services = services_of(click)
    snapshot = await services.games.adjournments.take_up(pressed.game_id, person(click))
    await services.games.flow.proceed(snapshot, click, asked_at(click))


async def play_now(click: Click, pressed: ids.PlayNow) -> None:
    """Let the computer answer at once with the best move it has found."""
    await services_of(click).games.flow.play_now(pressed.game_id, person(click))


async def take_back(click: Click, pressed: ids.TakeBack) -> None:
    """Take the person's move back while the computer thinks about its answer."""
    await services_of(click).games.referee.require_stoppable(pressed.game_id, person(click))
    await ask_take_back(click, pressed.game_id)


async def undo(click: Click, pressed: ids.Undo) -> None:
    """Take the person's last move back, on either side's turn."""
    await ask_take_back(click, pressed.game_id)


async def ask_take_back(click: Click, game_id: int) -> None:
    """Take the person's last move back; in a rated game ask privately whether they mean it."""
    services = services_of(click)
    snapshot = await services.games.referee.require_take_back(game_id, person(click))
    if snapshot.game.rated:
        await send(click, take_back_view(snapshot), private=True)
        return
    await services.games.flow.take_back(game_id, person(click), snapshot.game.ply, click)


async def confirm_take_back(click: Click, pressed: ids.ConfirmTakeBack) -> None:
    """They mean it."""
    await services_of(click).games.flow.take_back(pressed.game_id, person(click), pressed.ply, click)
    await replace(click, gettext(words.TAKEN_BACK))


async def resign(click: Click, pressed: ids.Resign) -> None:
    """Ask privately whether they mean it."""
    await ask_resign(click, pressed.game_id)


async def ask_resign(click: Click, game_id: int) -> None:
    """Show the person alone a question with Resign and Keep playing."""
    note_game(click, game_id)
    snapshot = await services_of(click).games.referee.require_playing(game_id, person(click))
    question = resign_view(game_id, calls_off=resigning_calls_off(snapshot))
    await send(click, question, private=True)


async def confirm_resign(click: Click, pressed: ids.ConfirmResign) -> None:
    """They mean it."""
    services = services_of(click)
    try:
        snapshot = await services.games.flow.resign(
            pressed.game_id, person(click), as_loss=pressed.counts == "loss"
        )
    except WouldLose as refusal:
        again = resign_view(pressed.game_id, calls_off=False, before=refusal_text(refusal))
        await click.edit_original_response(view=again)
    else:
        called_off = snapshot.game.ending is Ending.CALLED_OFF
        await replace(click, gettext(words.CALLED_OFF if called_off else words.RESIGNED))
    await services.games.publisher.show(pressed.game_id, click)


async def keep_playing(click: Click, pressed: ids.KeepPlaying) -> None:
    """They did not mean it."""
    await replace(click, gettext(words.KEEP_PLAYING))


async def rematch(click: Click, pressed: ids.Rematch) -> None:
    """Play the same opponent again, with the colours swapped."""
    await _play_again(click, pressed.game_id, None)


async def other_level(click: Click, pressed: ids.OtherLevel) -> None:
    """Play the computer again at another level, with the colours swapped."""
    await _play_again(click, pressed.game_id, pressed.level)


async def _play_again(click: Click, game_id: int, level: str | None) -> None:
    services = services_of(click)
    snapshot, made = await services.games.challenges.rematch(
        game_id, person(click), level, parent_id=place_of(click).parent_id
    )
    game = snapshot.game
    if made:
        await services.games.flow.open(snapshot, click, asked_at(click))
        return
    await services.games.publisher.show(game.id)
    link = message_link(game.guild_id, game.channel_id, game.message_id)
    await tell(click, words.rematch_link(link) if link else gettext(words.REMATCH_BEFORE))


async def find_board(click: Click, pressed: ids.FindBoard) -> None:
    """Show the person the way from a message that a game has left to its board."""
    await services_of(click).games.publisher.restore(pressed.game_id)
    snapshot = await services_of(click).games.referee.snapshot(pressed.game_id)
    game = snapshot.game
    way = board_link(message_link(game.guild_id, game.channel_id, game.message_id))
    await send(click, view(words.players_line(snapshot), row(way)), private=True)


GAME_ROUTES = (
    on_press(ids.PlayMove, play_move),
    on_choice(ids.ChooseMove, choose_move),
    on_press(ids.Retry, retry),
    on_press(ids.PlayNow, play_now),
    on_press(ids.Refresh, refresh),
    on_press(ids.TakeUp, take_up),
    on_press(ids.TakeBack, take_back),
    on_press(ids.Undo, undo),
    on_press(ids.ConfirmTakeBack, confirm_take_back, OnRefusal.REPLACE),
    on_press(ids.Resign, resign),
    on_press(ids.ConfirmResign, confirm_resign, OnRefusal.REPLACE),
    on_press(ids.KeepPlaying, keep_playing),
    on_press(ids.Rematch, rematch),
    on_press(ids.OtherLevel, other_level),
    on_press(ids.FindBoard, find_board),
    on_press(ids.ShowOwnView, show_own_view),
)
