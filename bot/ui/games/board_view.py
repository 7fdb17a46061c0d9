"""The message of a game: players, picture, whose turn it is, and a button for every move.

Components V2, at most 40 of them, nested ones counted: the container, two texts and the gallery (4), move
buttons with their rows (25 + 5) and the controls with theirs (at most 6) make 40. A position with more than
25 moves gets menus instead of buttons.
"""

from __future__ import annotations

from collections.abc import Sequence

import discord

from bot.catalog import GameKind
from bot.computer.computer import ComputerStatus, ThinkingProgress
from bot.games.snapshot import GameSnapshot
from bot.opponents.level_advice import LevelStep
from bot.ui.assist.component_ids import AskHint, KeepRated, TakeOver
from bot.ui.components import button
from bot.ui.games import component_ids as ids
from bot.ui.games import words
from bot.ui.games.move_rows import rows_of_moves
from bot.ui.language import gettext
from bot.ui.layout import GOLD, GREEN, Part, Row, View, card, row, view
from bot.ui.matches.exhibition_view import exhibition_controls
from bot.ui.questions.component_ids import More
from bot.ui.replay.buttons import looking_back
from data import RatingChange
from engine import Progress
from engine.players.styles import style_names


def board_view(
    snapshot: GameSnapshot,
    board: Part,
    status: ComputerStatus | None,
    progress: ThinkingProgress | None,
    changes: Sequence[RatingChange],
    step: LevelStep | None = None,
) -> View:
    """The message of a game that is being played or over, with its `board`.

    What changes is beside the buttons, below the board. `step` is another level to offer after a game against
    the computer.
    """
    return card(
        words.board_heading(snapshot),
        board,
        words.board_status(snapshot, status, progress, changes),
        *move_rows(snapshot),
        *_controls(snapshot, status, progress, step),
        colour=GREEN if snapshot.going else GOLD,
    )


def resign_view(game_id: int, *, calls_off: bool, before: str = "") -> View:
    """The question before a person resigns; `before` comes before it."""
    question = gettext(words.END_QUESTION if calls_off else words.RESIGN_QUESTION)
    confirm = ids.ConfirmResign(game_id, "nobody" if calls_off else "loss")
    return view(
        f"{before}\n{question}".strip(),
        row(
            button(gettext("Resign"), confirm, style=discord.ButtonStyle.danger),
            button(gettext("Keep playing"), ids.KeepPlaying(game_id)),
        ),
    )


def take_back_view(snapshot: GameSnapshot) -> View:
    """The question before a person takes a move back."""
    confirm = ids.ConfirmTakeBack(snapshot.game.id, snapshot.game.ply)
    return view(
        words.take_back_question(snapshot),
        row(
            button(gettext("Take back"), confirm, style=discord.ButtonStyle.danger),
            button(gettext("No, keep it rated"), KeepRated()),
        ),
    )


def rules_view(kind: GameKind, shown: Part) -> View:
    """The rules of a game, with their picture."""
    return card(
        f"### {kind.title}\n{kind.rules()}",
        shown,
        gettext("Play: `/{game} start`", game=kind.key),
    )


def _controls(
    snapshot: GameSnapshot,
    status: ComputerStatus | None,
    progress: ThinkingProgress | None,
    step: LevelStep | None,
) -> list[Row]:
    if snapshot.is_exhibition:
        return [exhibition_controls(snapshot)]
    if snapshot.deserted:
        # Nobody is left for a rematch.
        return [row(*buttons)] if (buttons := looking_back(snapshot)) else []
    return [_own_controls(snapshot, status, progress, step)]


def _own_controls(
    snapshot: GameSnapshot,
    status: ComputerStatus | None,
    progress: ThinkingProgress | None,
    step: LevelStep | None,
) -> Row:
    game_id = snapshot.game.id
    primary = discord.ButtonStyle.primary
    if snapshot.adjourned:
        return row(button(gettext("Resume game"), ids.TakeUp(game_id), style=primary, emoji="▶️"))
    if not snapshot.going:
        again = [button(gettext("Rematch"), ids.Rematch(game_id), style=primary, emoji="🔁")]
        if step is not None:
            other = ids.OtherLevel(game_id, step.level)
            again.append(button(words.step_label(step), other, emoji="⬆️" if step.up else "⬇️"))
        return row(*again, *looking_back(snapshot))
    buttons = []
    alone = not snapshot.delegated and any(seat.computer is not None for seat in snapshot.game.seats)
    if status is ComputerStatus.FAILED:
        buttons.append(button(gettext("Try again"), ids.Retry(game_id), style=primary, emoji="🔁"))
    elif status is ComputerStatus.THINKING and isinstance(progress, Progress):
        buttons.append(button(gettext("Play now"), ids.PlayNow(game_id), emoji="⏩"))
    elif alone and style_names(snapshot.position.game):
        # Disabled it keeps its place while the computer is to move: the other buttons do not move.
        away = snapshot.computer_to_move
        buttons.append(button(gettext("Hint"), AskHint(game_id), emoji="💡", disabled=away))
    if alone:
        side = 0 if snapshot.game.seats[0].player_id is not None else 1
        nothing = snapshot.last_ply_of(side) is None
        buttons.append(button(gettext("Undo"), ids.Undo(game_id), emoji="↩️", disabled=nothing))
    if snapshot.delegated:
        buttons.append(button(gettext("Take over"), TakeOver(game_id), emoji="✋"))
    if snapshot.game.by_clicks:
        buttons.append(button(gettext("Refresh"), ids.Refresh(game_id), emoji="🔄"))
    buttons.append(button(gettext("More"), More(game_id), emoji="➕"))
    buttons.append(button(gettext("Resign"), ids.Resign(game_id), emoji="🏳️"))
    return row(*buttons)


def move_rows(snapshot: GameSnapshot) -> list[Row]:
    """A button for every move of the person to move, or menus where there are too many."""
    if not snapshot.going or snapshot.computer_to_move:
        return []
    game = snapshot.game
    return rows_of_moves(
        snapshot.kind.buttons(snapshot.position),
        lambda move: ids.PlayMove(game.id, game.ply, move),
        lambda menu: ids.ChooseMove(game.id, game.ply, menu),
    )
