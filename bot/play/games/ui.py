"""The message of a game, its commands, and the handlers of its buttons."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import discord

from bot.catalog import GameKind
from bot.computer.computer import Computer, ComputerStatus, ThinkingProgress
from bot.computer.opponents.level_advice import LevelStep, lost_to_the_weakest
from bot.core.fields import Frozen
from bot.core.people import Names
from bot.core.publisher import Publisher
from bot.core.snapshot import GameSnapshot
from bot.play.games import ids, words
from bot.play.games.challenges import Challenges
from bot.play.games.finding import GameFinder
from bot.play.games.flow import Adjournments, ComputerMoves, GameFlow, GameThreads, OpensThreads
from bot.play.games.handover import HandOvers
from bot.play.games.ids import (
    AN_EASY_PUZZLE,
    GiveEasyPuzzle,
    HintAt,
    KeepRated,
    More,
    TakeOverFrom,
    WatchOnWeb,
    looking_back,
    next_button,
    open_button,
    play_button,
    stand_ins,
    watch_button,
)
from bot.play.games.referee import ClockWatch, Referee, resigning_calls_off
from bot.play.games.refusals import WouldLose
from bot.ui.components import MAX_IN_ROW, button, rows_of_moves
from bot.ui.layout import GOLD, GREEN, Part, Row, View, board_link, card, row, view
from bot.ui.pictures import board_files, board_part, drawn_part, own_look
from bot.ui.publisher import Drawing
from bot.ui.refusals import refusal_text
from bot.ui.request import Request
from bot.ui.routes import OnRefusal, on_move, on_press
from bot.ui.threads import DiscordThreads
from bot.ui.words import game_link
from data.games.records import Ending
from data.ratings.ratings import RatingChange
from engine import Progress
from engine.players.computer import style_names
from languages import gettext, pgettext


class BoardFacts(Frozen):
    """What the message of a game depends on besides the game."""

    status: ComputerStatus | None = None
    progress: ThinkingProgress | None = None
    changes: Sequence[RatingChange] = ()
    """Changes of ratings by the game, once it is over."""
    step: LevelStep | None = None
    """Another level to offer after a game against the computer."""
    first_game: bool = False
    """True offers a puzzle after the game, as a loss to the weakest level does."""
    can_open: bool = False
    """True offers the board that opens inside of Discord."""
    on_web: bool = False
    """True if matches can be watched in a browser."""


def board_view(snapshot: GameSnapshot, board: Part, facts: BoardFacts) -> View:
    """Return the message of a game in progress or finished, with its `board`.

    Whatever changes is below the board, next to the buttons.
    """
    return card(
        words.board_heading(snapshot),
        board,
        words.board_status(
            snapshot, facts.status, facts.progress, facts.changes, first_game=facts.first_game
        ),
        *move_rows(snapshot),
        *controls(snapshot, facts),
        colour=GREEN if snapshot.going else GOLD,
    )


def resign_view(game_id: int, *, calls_off: bool, before: str = "") -> View:
    """Return the question before a player resigns, after the text `before`."""
    question = gettext(words.END_QUESTION if calls_off else words.RESIGN_QUESTION)
    confirm = ids.ConfirmResign(game_id, "nobody" if calls_off else "loss")
    return view(
        f"{before}\n{question}".strip(),
        row(
            button(pgettext("button", "Resign"), confirm, style=discord.ButtonStyle.danger),
            # Translators: a button; the answer to “Resign this game?”.
            button(gettext("Keep playing"), ids.KeepPlaying(game_id)),
        ),
    )


def unrating_view(
    question: str,
    label: str,
    confirm: ids.OfGame,
    style: discord.ButtonStyle = discord.ButtonStyle.danger,
) -> View:
    """Draw the question before a player does what makes their game unrated."""
    # Translators: a button; the answer to “The game then becomes unrated.”.
    keep = button(gettext("No, keep it rated"), KeepRated())
    return view(question, row(button(label, confirm, style=style), keep))


def controls(snapshot: GameSnapshot, facts: BoardFacts) -> list[Row]:
    """Return the buttons below the moves."""
    if snapshot.is_computer_match:
        return [_match_controls(snapshot, on_web=facts.on_web)]
    if snapshot.deserted:
        # No player is left for a rematch.
        return [row(*buttons)] if (buttons := looking_back(snapshot)) else []
    return [_own_controls(snapshot, facts)]


def _match_controls(snapshot: GameSnapshot, *, on_web: bool) -> Row:
    """Return the buttons for the person who started the match; once it is over, one for everyone."""
    game, primary = snapshot.game, discord.ButtonStyle.primary
    if not snapshot.going:
        again = button(gettext("Again, sides swapped"), ids.PlayAgain(game.id), style=primary, emoji="🔁")
        return row(again, *looking_back(snapshot))
    stop = button(pgettext("button", "Stop"), ids.Stop(game.id), emoji="⏹️")
    watch = [watch_button(WatchOnWeb(game.id))] if on_web else []
    if not snapshot.paused:
        return row(button(pgettext("button", "Pause"), ids.Pause(game.id), emoji="⏸️"), stop, *watch)
    return row(
        button(pgettext("button", "Step"), ids.StepMatch(game.id, game.ply), style=primary, emoji="⏭️"),
        button(pgettext("button", "Resume"), ids.Resume(game.id), emoji="▶️"),
        stop,
        *watch,
    )


def _own_controls(snapshot: GameSnapshot, facts: BoardFacts) -> Row:
    game_id, status, step = snapshot.game.id, facts.status, facts.step
    primary = discord.ButtonStyle.primary
    if snapshot.adjourned:
        return row(
            button(gettext("Resume game"), ids.TakeUpAt(game_id, snapshot.game.ply), style=primary, emoji="▶️")
        )
    if not snapshot.going:
        again = [button(pgettext("button", "Rematch"), ids.Rematch(game_id), style=primary, emoji="🔁")]
        if step is not None:
            other = ids.OtherLevel(game_id, step.level)
            again.append(button(words.step_label(step), other, emoji="⬆️" if step.up else "⬇️"))
        if facts.first_game or lost_to_the_weakest(snapshot):
            easy = GiveEasyPuzzle(snapshot.kind.key)
            again.append(button(gettext(AN_EASY_PUZZLE), easy, emoji="🧩"))
        return row(*again, *looking_back(snapshot))
    buttons = []
    simul = snapshot.game.in_simul
    against_computer = any(seat.computer is not None for seat in snapshot.game.seats)
    alone = against_computer and not snapshot.delegated and snapshot.game.event is None
    if status is ComputerStatus.FAILED:
        retry = ids.RetryMove(game_id, snapshot.game.ply)
        # Translators: a button; the computer failed to find a move.
        buttons.append(button(gettext("Try again"), retry, style=primary, emoji="🔁"))
    elif status is ComputerStatus.THINKING and isinstance(facts.progress, Progress):
        # Translators: a button; the computer, which is thinking, is to make its move at once.
        buttons.append(button(gettext("Move now"), ids.MoveNow(game_id, snapshot.game.ply), emoji="⏩"))
    elif alone and style_names(snapshot.position.game):
        # Disabled during the computer's turn, so that the other buttons don't move.
        away = snapshot.computer_to_move
        hint = HintAt(game_id, snapshot.game.ply)
        buttons.append(button(pgettext("button", "Hint"), hint, emoji="💡", disabled=away))
    if alone:
        side = 0 if snapshot.game.seats[0].player_id is not None else 1
        last = snapshot.last_ply_of(side)
        undo = ids.UndoMove(game_id, last or 0)
        buttons.append(button(pgettext("button", "Undo"), undo, emoji="↩️", disabled=last is None))
    if snapshot.delegated:
        buttons.append(
            button(pgettext("button", "Take over"), TakeOverFrom(game_id, stand_ins(snapshot)), emoji="✋")
        )
    if snapshot.game.by_clicks:
        buttons.append(button(pgettext("button", "Refresh"), ids.Refresh(game_id), emoji="🔄"))
    if simul and not against_computer:
        buttons.append(next_button(game_id))
    if facts.can_open and len(buttons) < MAX_IN_ROW - 2:
        # Otherwise it is under More alone.
        buttons.append(open_button(game_id))
    buttons.append(button(pgettext("button", "More"), More(game_id), emoji="➕"))
    buttons.append(button(pgettext("button", "Resign"), ids.Resign(game_id), emoji="🏳️"))
    return row(*buttons)


def move_rows(snapshot: GameSnapshot) -> list[Row]:
    """Return a button for every legal move, or menus if there are too many."""
    if not snapshot.going or snapshot.computer_to_move:
        return []
    game = snapshot.game
    return rows_of_moves(
        snapshot.kind.buttons(snapshot.position),
        lambda move: ids.PlayMove(game.id, game.ply, move),
    )


@on_move(ids.PlayMove)
async def play_move(request: Request, chosen: ids.PlayMove) -> None:
    game_id, who = chosen.game_id, request.person
    await request.kit[GameFlow].move(game_id, who, chosen.ply, chosen.move, request, request.arrived)
    if request.on_private_message:
        await put_own_view(request, game_id)


@on_press(ids.ShowOwnView)
async def show_own_view(request: Request, pressed: ids.ShowOwnView) -> None:
    await put_own_view(request, pressed.game_id)


@on_press(ids.Retry, ids.RetryMove)
async def retry(request: Request, pressed: ids.OfGame) -> None:
    flow, ply = request.kit[GameFlow], ids.ply_of(pressed)
    await flow.retry(pressed.game_id, request.person, request, request.arrived, ply)


@on_press(ids.Refresh)
async def refresh(request: Request, pressed: ids.Refresh) -> None:
    await request.kit[GameFlow].catch_up(pressed.game_id, request, request.arrived)


@on_press(ids.TakeUp, ids.TakeUpAt)
async def take_up(request: Request, pressed: ids.OfGame) -> None:
    """Resume a game that was put aside, unless there was a move since."""
    kit = request.kit
    snapshot = await kit[Adjournments].resume(pressed.game_id, request.person, ids.ply_of(pressed))
    await kit[GameFlow].proceed(snapshot, request, request.arrived)


@on_press(ids.PlayNow, ids.MoveNow)
async def play_now(request: Request, pressed: ids.OfGame) -> None:
    await request.kit[GameFlow].play_now(pressed.game_id, request.person, ids.ply_of(pressed))


@on_press(ids.TakeBack)
async def take_back(request: Request, pressed: ids.TakeBack) -> None:
    await request.kit[Referee].require_stoppable(pressed.game_id, request.person)
    await ask_take_back(request, pressed.game_id)


@on_press(ids.Undo, ids.UndoMove)
async def undo(request: Request, pressed: ids.OfGame) -> None:
    await ask_take_back(request, pressed.game_id, ids.ply_of(pressed))


async def ask_take_back(request: Request, game_id: int, move: int | None = None) -> None:
    """Take the person's last move back, at ply `move` if that is known; in a rated game ask privately whether
    they mean it."""
    kit = request.kit
    snapshot = await kit[Referee].require_take_back(game_id, request.person, move)
    if snapshot.game.rated:
        confirm = ids.ConfirmTakeBack(game_id, snapshot.game.ply)
        label = pgettext("button", "Take back")
        await request.send(unrating_view(words.take_back_question(snapshot), label, confirm), private=True)
        return
    await kit[GameFlow].take_back(game_id, request.person, snapshot.game.ply, request)


@on_press(ids.ConfirmTakeBack, on_refusal=OnRefusal.REPLACE)
async def confirm_take_back(request: Request, pressed: ids.ConfirmTakeBack) -> None:
    await request.kit[GameFlow].take_back(pressed.game_id, request.person, pressed.ply, request)
    await request.replace(gettext(words.TAKEN_BACK))


@on_press(ids.Resign)
async def resign(request: Request, pressed: ids.Resign) -> None:
    await ask_resign(request, pressed.game_id)


async def ask_resign(request: Request, game_id: int) -> None:
    """Show the person alone a question with Resign and Keep playing."""
    request.game_id = game_id
    snapshot = await request.kit[Referee].require_playing(game_id, request.person)
    question = resign_view(game_id, calls_off=resigning_calls_off(snapshot))
    await request.send(question, private=True)


@on_press(ids.ConfirmResign, on_refusal=OnRefusal.REPLACE)
async def confirm_resign(request: Request, pressed: ids.ConfirmResign) -> None:
    kit = request.kit
    try:
        snapshot = await kit[GameFlow].resign(
            pressed.game_id, request.person, as_loss=pressed.counts == "loss"
        )
    except WouldLose as refusal:
        again = resign_view(pressed.game_id, calls_off=False, before=refusal_text(refusal))
        await request.replace(again)
    else:
        called_off = snapshot.game.ending is Ending.CALLED_OFF
        await request.replace(gettext(words.CALLED_OFF if called_off else words.RESIGNED))
    await kit[Publisher].show(pressed.game_id, request)


@on_press(ids.KeepPlaying)
async def keep_playing(request: Request, pressed: ids.KeepPlaying) -> None:
    await request.replace(gettext("All right, the game continues."))


@on_press(ids.Rematch, ids.OtherLevel)
async def play_again(request: Request, pressed: ids.OfGame) -> None:
    kit = request.kit
    level = pressed.level if isinstance(pressed, ids.OtherLevel) else None
    snapshot, made = await kit[Challenges].rematch(
        pressed.game_id, request.person, level, parent_id=request.place.parent_id
    )
    if made:
        await kit[GameFlow].open(snapshot, request, request.arrived)
        return
    await kit[Publisher].show(snapshot.game.id)
    link = game_link(snapshot.game)
    await request.tell(
        gettext("The rematch is here: {link}", link=link)
        if link
        else gettext("This game has already had a rematch.")
    )


@on_press(ids.FindBoard)
async def find_board(request: Request, pressed: ids.FindBoard) -> None:
    await request.kit[Publisher].restore(pressed.game_id)
    snapshot = await request.kit[Referee].snapshot(pressed.game_id)
    way = board_link(game_link(snapshot.game))
    await request.send(view(words.players_line(snapshot), row(way)), private=True)


async def put_own_view(request: Request, game_id: int) -> None:
    """Replace a private message with the player's own view of the current position."""
    await request.replace(await draw_own_view(request, game_id))
    request.record_change()


async def draw_own_view(request: Request, game_id: int) -> Drawing:
    kit = request.kit
    await kit[Publisher].restore(game_id)
    snapshot, look = await kit[Referee].snapshot(game_id), await own_look(request)
    status = kit[Computer].status(game_id)
    heading, state = words.board_heading(snapshot), words.board_status(snapshot, status, None, ())
    rows = move_rows(snapshot) if snapshot.to_move.player_id == request.user_id else []
    again = button(pgettext("button", "Refresh"), ids.ShowOwnView(game_id), emoji="🔄")
    way = board_link(game_link(snapshot.game))
    view = card(heading, board_part(snapshot, look), state, *rows, row(again, way), colour=GREEN)
    return Drawing(view, await board_files(kit[Names], snapshot, look, request.guild_id))


async def show_rules(request: Request, kind: GameKind) -> None:
    look = await own_look(request)
    png, description = await asyncio.to_thread(kind.rules_picture, look)
    part, files = drawn_part(png, f"{kind.key}-rules.png", description, look)
    shown = card(f"### {kind.title}\n{kind.rules()}", part, row(play_button(kind)))
    await request.send(shown, private=True, files=files)


FEATURES = (
    GameFinder,
    Challenges,
    Referee,
    HandOvers,
    Adjournments,
    (OpensThreads, DiscordThreads),
    GameThreads,
    ComputerMoves,
    GameFlow,
    ClockWatch,
)
