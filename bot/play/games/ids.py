"""The buttons and menus of games and offers: `game_id` is the stored game, `ply` the position."""

from __future__ import annotations

from typing import Literal

from bot.ui.component_ids import ComponentId

ResigningCounts = Literal["loss", "nobody"]
"""Consequence of resigning as stated in the question: a loss, or none."""


class PlayMove(ComponentId, action="move", menu="choose", marks="game"):
    """Play a move."""

    game_id: int
    ply: int
    move: str


class Retry(ComponentId, action="nudge", marks="game"):
    """Search again after a failure."""

    game_id: int


class Refresh(ComponentId, action="refresh"):
    """Show the current state, where only a click can."""

    game_id: int


class TakeUp(ComponentId, action="take_up", marks="game"):
    """Resume a game that was put aside."""

    game_id: int


class PlayNow(ComponentId, action="play_now", marks="game"):
    """Have the computer play its best move so far, whichever that is: on boards of earlier versions."""

    game_id: int


class MoveNow(ComponentId, action="move_now", marks="game"):
    """Have the computer play its best move so far in the position at `ply`."""

    game_id: int
    ply: int


class TakeBack(ComponentId, action="stop"):
    """Ask whether the person wants to take their last move back, while the computer thinks."""

    game_id: int


class Undo(ComponentId, action="undo"):
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


class PlayLevel(ComponentId, action="offer_play"):
    """Play the computer at the level on the button, from the player's own start card."""

    game_id: int
    level: str


class ChooseLevel(ComponentId, action="offer_level"):
    """Play the computer at a chosen level, from the player's own start card."""

    game_id: int


class ChooseOther(ComponentId, action="offer_other"):
    """Play a style or a custom opponent, from the player's own start card."""

    game_id: int
    group: Literal["style", "own"]
    page: int


class Invite(ComponentId, action="offer_invite"):
    """Turn the player's own start card into a challenge to one person."""

    game_id: int


class ChooseBoard(ComponentId, action="offer_board"):
    """Choose the board of the player's own start card."""

    game_id: int


class ChooseRated(ComponentId, action="offer_rated"):
    """Choose whether the player's own start card, on an unusual board, is for a rated game."""

    game_id: int
    choice: Literal["yes", "no"]


class ChooseTime(ComponentId, action="offer_time"):
    """Choose the time control of the player's own start card."""

    game_id: int


class ChooseSide(ComponentId, action="offer_side"):
    """Choose the colours of the player's own start card."""

    game_id: int


class Accept(ComponentId, action="accept", marks="game"):
    """Accept a challenge."""

    game_id: int


class Decline(ComponentId, action="decline"):
    """Decline a challenge."""

    game_id: int


class Withdraw(ComponentId, action="withdraw", marks="game"):
    """Withdraw the player's own challenge."""

    game_id: int


class Resign(ComponentId, action="resign", marks="game"):
    """Ask whether the person wants to resign."""

    game_id: int


class ShowOwnView(ComponentId, action="view"):
    """Show the person the game as they want to see it."""

    game_id: int


class ConfirmResign(ComponentId, action="resign_sure"):
    """Resign, after that question."""

    game_id: int
    counts: ResigningCounts


class KeepPlaying(ComponentId, action="keep_playing"):
    """Do not resign after all."""

    game_id: int


class Rematch(ComponentId, action="rematch", marks="game"):
    """Play the same opponent again with the colours swapped."""

    game_id: int


class OtherLevel(ComponentId, action="level"):
    """Play the computer again at another level, with the colours swapped."""

    game_id: int
    level: str


class FindBoard(ComponentId, action="find_board"):
    """Link to the board of a game that has left this message."""

    game_id: int


class Pause(ComponentId, action="match_pause", marks="game"):
    """Pause a match after the current move."""

    game_id: int


class StepMatch(ComponentId, action="match_step"):
    """Make one move of a paused exhibition, the one at `ply`."""

    game_id: int
    ply: int


class Resume(ComponentId, action="match_resume", marks="game"):
    """Resume a paused match."""

    game_id: int


class Stop(ComponentId, action="match_stop"):
    """Ask before an exhibition ends without a winner."""

    game_id: int


class PlayAgain(ComponentId, action="match_again", marks="game"):
    """Start an exhibition of the same two players with the sides swapped."""

    game_id: int
