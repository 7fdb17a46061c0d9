"""The buttons and menus of the explorer, of repertoires, and of the trainer."""

from __future__ import annotations

from typing import Literal

from bot.study.analysis.view import AtPosition
from bot.ui.component_ids import ONCE, SHOWS, ComponentId


class ExploreMove(AtPosition, action="op_move", menu="op_choose"):
    """Show the position after a move."""

    move: str


class ExploreBack(AtPosition, action="op_back"):
    """Show the position before the last move."""


class ExploreStart(AtPosition, action="op_start"):
    """Show the position that the walk began with."""


class ExploreHere(AtPosition, action="op_open"):
    """Open the explorer at a position, in a new message."""


class AddLine(AtPosition, action="op_add"):
    """Add the moves of a side that lead to a position to its repertoire; other moves are replaced only by
    "replace"."""

    side: int
    how: Literal["ask", "replace"]


class ForgetMove(AtPosition, action="op_forget"):
    """Remove the move that leads to a position from the repertoire; what follows from it only if "sure"."""

    how: Literal["ask", "sure"]


class ShowRepertoire(ComponentId, action="op_mine"):
    """Show the repertoire of a game and side in place of the message, or in a new one."""

    key: str
    side: int


class TurnRepertoire(ComponentId, action="op_page"):
    """Show a page of the repertoire of a game and side."""

    key: str
    side: int
    page: int


class RemoveOpeningLine(ComponentId, action="op_remove"):
    """Remove a line, chosen from the menu, from the repertoire of a game and side."""

    key: str
    side: int
    page: int


class SuggestMoves(ComponentId, action="op_games"):
    """Ask whether the person's usual moves of a game and side are to be added."""

    key: str
    side: int


class TakeMoves(ComponentId, action="op_take"):
    """Add the person's usual moves in positions that they reached in at least this many games."""

    key: str
    side: int
    times: int


class StartTraining(ComponentId, action="op_train"):
    """Train a game, "" for all, and a side, -1 for both; moves that are due, or any."""

    key: str
    side: int
    which: Literal["due", "any"]


class TrainMove(ComponentId, action="train_move", menu="train_choose"):
    """Answer a question of a training session with a move."""

    session: int
    number: int
    move: str


class NextQuestion(ComponentId, action="train_next", timeless=SHOWS):
    """Show the next question after a missed one."""

    session: int


class StopTraining(ComponentId, action="train_stop", timeless=ONCE):
    """End a training session."""

    session: int
