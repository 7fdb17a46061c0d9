"""The buttons and menus of games and offers: `game_id` is the stored game, `ply` the position."""

from __future__ import annotations

from typing import Literal

from bot.ui.component_ids import ASKS, EARLIER, FIXED, ONCE, SETS, SHOWS, ComponentId

ResigningCounts = Literal["loss", "nobody"]
"""Consequence of resigning as stated in the question: a loss, or none."""


class PlayMove(ComponentId, action="move", menu="choose", marks="game"):
    game_id: int
    ply: int
    move: str


class Retry(ComponentId, action="nudge", marks="game", timeless=EARLIER):
    """Search again after a failure, at any ply: on boards of earlier versions."""

    game_id: int


class RetryMove(ComponentId, action="retry_move", marks="game"):
    """Search again after a failure, in the position at `ply`."""

    game_id: int
    ply: int


class Refresh(ComponentId, action="refresh", timeless=SHOWS):
    """Show the current state, where only a click can."""

    game_id: int


class TakeUp(ComponentId, action="take_up", marks="game", timeless=EARLIER):
    """Resume a game whenever it was put aside: on boards of earlier versions."""

    game_id: int


class TakeUpAt(ComponentId, action="take_up_at", marks="game"):
    """Resume a game that was put aside at `ply`."""

    game_id: int
    ply: int


class PlayNow(ComponentId, action="play_now", marks="game", timeless=EARLIER):
    """Have the computer play its best move so far, whichever that is: on boards of earlier versions."""

    game_id: int


class MoveNow(ComponentId, action="move_now", marks="game"):
    """Have the computer play its best move so far in the position at `ply`."""

    game_id: int
    ply: int


class TakeBack(ComponentId, action="stop", timeless=EARLIER):
    """Ask whether the person wants to take their last move back, while the computer thinks."""

    game_id: int


class Undo(ComponentId, action="undo", timeless=EARLIER):
    """Take the person's last move back, whichever that is: on boards of earlier versions."""

    game_id: int


class UndoMove(ComponentId, action="undo_move"):
    """Take back the person's move at `ply` against the computer, after a question where that costs
    something."""

    game_id: int
    ply: int


class ConfirmTakeBack(ComponentId, action="take_back"):
    """Stop the computer's search and take the player's move back, after the question."""

    game_id: int
    ply: int


class Join(ComponentId, action="join", marks="game"):
    """Join an open game in the `version` that was shown."""

    game_id: int
    version: int


class PlayLevel(ComponentId, action="offer_play", timeless=ONCE):
    """Play the computer at the level on the button, from the player's own start card."""

    game_id: int
    level: str


class ChooseLevel(ComponentId, action="offer_level", timeless=ONCE):
    """Play the computer at a chosen level, from the player's own start card."""

    game_id: int


class ChooseOther(ComponentId, action="offer_other", timeless=ONCE):
    """Play a style or a custom opponent, from the player's own start card."""

    game_id: int
    group: Literal["style", "own"]
    page: int


class Invite(ComponentId, action="offer_invite", timeless=ONCE):
    """Turn the player's own start card into a challenge to one person."""

    game_id: int


class ChooseBoard(ComponentId, action="offer_board", timeless=SETS):
    """Choose the board of the player's own start card."""

    game_id: int


class ChooseRated(ComponentId, action="offer_rated", timeless=SETS):
    """Choose whether the player's own start card, on an unusual board, is for a rated game."""

    game_id: int
    choice: Literal["yes", "no"]


class ChooseTime(ComponentId, action="offer_time", timeless=SETS):
    """Choose the time control of the player's own start card."""

    game_id: int


class ChooseSide(ComponentId, action="offer_side", timeless=SETS):
    """Choose the colours of the player's own start card."""

    game_id: int


class Accept(ComponentId, action="accept", marks="game", timeless=ONCE):
    game_id: int


class Decline(ComponentId, action="decline", timeless=ONCE):
    game_id: int


class Withdraw(ComponentId, action="withdraw", marks="game", timeless=ONCE):
    """Withdraw the player's own challenge."""

    game_id: int


class Resign(ComponentId, action="resign", marks="game", timeless=ASKS):
    """Ask whether the person wants to resign."""

    game_id: int


class ShowOwnView(ComponentId, action="view", timeless=SHOWS):
    """Show the person the game as they want to see it."""

    game_id: int


class ConfirmResign(ComponentId, action="resign_sure"):
    """Resign, after that question."""

    game_id: int
    counts: ResigningCounts


class KeepPlaying(ComponentId, action="keep_playing", timeless=SHOWS):
    """Do not resign after all."""

    game_id: int


class Rematch(ComponentId, action="rematch", marks="game", timeless=ONCE):
    """Play the same opponent again with the colours swapped."""

    game_id: int


class OtherLevel(ComponentId, action="level", timeless=ONCE):
    """Play the computer again at another level, with the colours swapped."""

    game_id: int
    level: str


class FindBoard(ComponentId, action="find_board", timeless=SHOWS):
    """Link to the board of a game that has left this message."""

    game_id: int


class Pause(ComponentId, action="match_pause", marks="game", timeless=SETS):
    """Pause a match after the current move."""

    game_id: int


class StepMatch(ComponentId, action="match_step"):
    """Make one move of a paused match, the one at `ply`."""

    game_id: int
    ply: int


class Resume(ComponentId, action="match_resume", marks="game", timeless=SETS):
    """Resume a paused match."""

    game_id: int


class Stop(ComponentId, action="match_stop", timeless=ASKS):
    """Ask before a match ends without a winner."""

    game_id: int


class PlayAgain(ComponentId, action="match_again", marks="game", timeless=FIXED):
    """Start a match of the same two players with the sides swapped."""

    game_id: int
