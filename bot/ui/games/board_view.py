"""The message of a game: picture, players, score, whose turn it is, and a button for every move.

Components V2, at most 40 of them, nested ones counted: the container, the text and the gallery with its
picture (4), move buttons with their rows (25 + 5) and the controls with theirs (at most 5) make 39. A
position with more than 25 moves gets menus instead of buttons.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

import discord

from bot.catalog import GameKind, MoveButton
from bot.computer.computer import ComputerStatus, ThinkingProgress
from bot.games.snapshot import GameSnapshot
from bot.opponents.level_advice import Step
from bot.ui.assist.component_ids import KeepRated, TakeOver
from bot.ui.components import ComponentItem, button, select
from bot.ui.games import component_ids as ids
from bot.ui.games import words
from bot.ui.language import gettext
from bot.ui.layout import GOLD, GREEN, Part, Row, View, card, row, view
from bot.ui.matches.exhibition_view import exhibition_controls
from bot.ui.questions.component_ids import More
from bot.ui.review.buttons import review_button
from data import RatingChange
from engine import Progress

MAX_BUTTONS = 25
MAX_OPTIONS = 25
MAX_IN_ROW = 5

T = TypeVar("T")


def board_view(
    snapshot: GameSnapshot,
    board: Part,
    status: ComputerStatus | None,
    progress: ThinkingProgress | None,
    changes: Sequence[RatingChange],
    step: Step | None = None,
) -> View:
    """The message of a game that is going on or over, with its `board`.

    `step` is another level to offer after a game against the computer.
    """
    return card(
        f"{words.board_heading(snapshot)}\n{words.board_status(snapshot, status, progress, changes)}",
        board,
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
    step: Step | None,
) -> list[Row]:
    if snapshot.is_exhibition:
        return [exhibition_controls(snapshot)]
    if snapshot.deserted:
        # Nobody is left for a rematch.
        return [row(*buttons)] if (buttons := review_button(snapshot)) else []
    return [_own_controls(snapshot, status, progress, step)]


def _own_controls(
    snapshot: GameSnapshot,
    status: ComputerStatus | None,
    progress: ThinkingProgress | None,
    step: Step | None,
) -> Row:
    game_id = snapshot.game.id
    primary = discord.ButtonStyle.primary
    if snapshot.adjourned:
        return row(button(gettext("Take up again"), ids.TakeUp(game_id), style=primary, emoji="▶️"))
    if not snapshot.going:
        again = [button(gettext("Rematch"), ids.Rematch(game_id), style=primary, emoji="🔁")]
        if step is not None:
            other = ids.OtherLevel(game_id, step.level)
            again.append(button(words.step_label(step), other, emoji="⬆️" if step.up else "⬇️"))
        return row(*again, *review_button(snapshot))
    buttons = []
    if status is ComputerStatus.FAILED:
        buttons.append(button(gettext("Try again"), ids.Retry(game_id), style=primary, emoji="🔁"))
    if status is ComputerStatus.THINKING and isinstance(progress, Progress):
        buttons.append(button(gettext("Play now"), ids.PlayNow(game_id), emoji="⏩"))
        if not snapshot.delegated:
            buttons.append(button(gettext("Take back"), ids.TakeBack(game_id), emoji="↩️"))
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
    game, moves = snapshot.game, snapshot.kind.buttons(snapshot.position)
    if len(moves) > MAX_BUTTONS:
        enabled = [item for item in moves if item.enabled]
        return [
            row(_menu(snapshot, number, group)) for number, group in enumerate(_split(enabled, MAX_OPTIONS))
        ]
    buttons = [
        button(item.label, ids.PlayMove(game.id, game.ply, item.move), disabled=not item.enabled)
        for item in moves
    ]
    return [row(*group) for group in _even_rows(buttons)]


def _menu(snapshot: GameSnapshot, number: int, moves: Sequence[MoveButton]) -> ComponentItem:
    return select(
        words.menu_words(moves[0].label, moves[-1].label),
        [discord.SelectOption(label=item.label, value=item.move) for item in moves],
        ids.ChooseMove(snapshot.game.id, snapshot.game.ply, number),
    )


def _even_rows(buttons: Sequence[T]) -> list[Sequence[T]]:
    """As few rows as possible, of lengths as equal as possible: seven make 4 + 3, not 5 + 2."""
    rows = max(1, -(-len(buttons) // MAX_IN_ROW))
    return _split(buttons, -(-len(buttons) // rows) or 1)


def _split(items: Sequence[T], size: int) -> list[Sequence[T]]:
    return [items[start : start + size] for start in range(0, len(items), size)]
