"""The message of a game: players, board, whose turn it is, and a button for every move.

Discord takes at most 40 components, nested ones counted: the container, two texts and the gallery (4), the
move buttons and their rows (25 + 5) and the controls with their rows (at most 6). A position with more than
25 moves gets menus instead of buttons.
"""

from __future__ import annotations

from collections.abc import Sequence

import discord

from bot.catalog import GameKind
from bot.computer.computer import ComputerStatus, ThinkingProgress
from bot.computer.opponents.level_advice import LevelStep, lost_to_the_weakest
from bot.core.snapshot import GameSnapshot
from bot.play.games import ids, words
from bot.play.games.match_view import exhibition_controls
from bot.ui.components import button
from bot.ui.layout import GOLD, GREEN, Part, Row, View, card, row, view
from bot.ui.links import (
    AN_EASY_PUZZLE,
    GiveEasyPuzzle,
    HintAt,
    KeepRated,
    More,
    TakeOverFrom,
    looking_back,
    next_button,
    open_button,
    play_button,
    stand_ins,
)
from bot.ui.moves import MAX_IN_ROW, rows_of_moves
from data.ratings.ratings import RatingChange
from engine import Progress
from engine.players.computer import style_names
from languages import gettext, pgettext


def board_view(
    snapshot: GameSnapshot,
    board: Part,
    status: ComputerStatus | None,
    progress: ThinkingProgress | None,
    changes: Sequence[RatingChange],
    step: LevelStep | None = None,
    *,
    first_game: bool = False,
    can_open: bool = False,
    on_web: bool = False,
) -> View:
    """Return the message of a game in progress or finished, with its `board`.

    Whatever changes is below the board, next to the buttons. `step` is another level to offer after a game
    against the computer; after a `first_game`, and a loss to the weakest level, a puzzle is offered, too.
    `can_open` offers the board that opens inside of Discord. `on_web`, matches can be watched in a browser.
    """
    return card(
        words.board_heading(snapshot),
        board,
        words.board_status(snapshot, status, progress, changes, first_game=first_game),
        *move_rows(snapshot),
        *controls(snapshot, status, progress, step, first_game=first_game, can_open=can_open, on_web=on_web),
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


def take_back_view(snapshot: GameSnapshot) -> View:
    """Draw the question before a player takes a move back."""
    confirm = ids.ConfirmTakeBack(snapshot.game.id, snapshot.game.ply)
    return view(
        words.take_back_question(snapshot),
        row(
            button(pgettext("button", "Take back"), confirm, style=discord.ButtonStyle.danger),
            button(gettext("No, keep it rated"), KeepRated()),
        ),
    )


def rules_view(kind: GameKind, shown: Part) -> View:
    """Draw the rules of a game, with their picture."""
    return card(
        f"### {kind.title}\n{kind.rules()}",
        shown,
        row(play_button(kind)),
    )


def controls(
    snapshot: GameSnapshot,
    status: ComputerStatus | None,
    progress: ThinkingProgress | None,
    step: LevelStep | None,
    *,
    first_game: bool,
    can_open: bool = False,
    on_web: bool = False,
) -> list[Row]:
    """Return the buttons below the moves; see `board_view`."""
    if snapshot.is_exhibition:
        return [exhibition_controls(snapshot, on_web=on_web)]
    if snapshot.deserted:
        # No player is left for a rematch.
        return [row(*buttons)] if (buttons := looking_back(snapshot)) else []
    return [_own_controls(snapshot, status, progress, step, first_game=first_game, can_open=can_open)]


def _own_controls(
    snapshot: GameSnapshot,
    status: ComputerStatus | None,
    progress: ThinkingProgress | None,
    step: LevelStep | None,
    *,
    first_game: bool,
    can_open: bool,
) -> Row:
    game_id = snapshot.game.id
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
        if first_game or lost_to_the_weakest(snapshot):
            easy = GiveEasyPuzzle(snapshot.kind.key)
            again.append(button(gettext(AN_EASY_PUZZLE), easy, emoji="🧩"))
        return row(*again, *looking_back(snapshot))
    buttons = []
    simul = snapshot.game.in_simul
    against_computer = any(seat.computer is not None for seat in snapshot.game.seats)
    alone = against_computer and not snapshot.delegated and snapshot.game.event is None
    if status is ComputerStatus.FAILED:
        # Translators: a button; the computer failed to find a move.
        retry = ids.RetryMove(game_id, snapshot.game.ply)
        buttons.append(button(gettext("Try again"), retry, style=primary, emoji="🔁"))
    elif status is ComputerStatus.THINKING and isinstance(progress, Progress):
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
    if can_open and len(buttons) < MAX_IN_ROW - 2:
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
