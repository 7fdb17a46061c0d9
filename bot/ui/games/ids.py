"""The buttons and menus of games and offers: `game_id` is the stored game, `ply` the position."""

from __future__ import annotations

from typing import Literal

from bot.ui.component_ids import ComponentId

ResigningCounts = Literal["loss", "nobody"]
"""What the question before a resignation said: it counts as a loss, or nobody loses."""


class PlayMove(ComponentId, action="move"):
    """Play a move."""

    game_id: int
    ply: int
    move: str


class ChooseMove(ComponentId, action="choose"):
    """Play a move chosen from a menu; `menu` is its number under the board."""

    game_id: int
    ply: int
    menu: int


class Retry(ComponentId, action="nudge"):
    """Let the computer try again after a search that failed."""

    game_id: int


class Refresh(ComponentId, action="refresh"):
    """Show the game as it stands by now, where only a click can."""

    game_id: int


class TakeUp(ComponentId, action="take_up"):
    """Let a game go on that was put aside."""

    game_id: int


class PlayNow(ComponentId, action="play_now"):
    """Let the computer play the best move it has found so far."""

    game_id: int


class TakeBack(ComponentId, action="stop"):
    """Ask whether the person wants to take their last move back, while the computer thinks."""

    game_id: int


class Undo(ComponentId, action="undo"):
    """Take the person's last move back against the computer, after a question where that costs something."""

    game_id: int


class ConfirmTakeBack(ComponentId, action="take_back"):
    """Stop the computer's search and take one's own move back, after that question."""

    game_id: int
    ply: int


class Join(ComponentId, action="join"):
    """Join a game that anybody may join, as it was in this `version`: it may be changed meanwhile."""

    game_id: int
    version: int


class PlayLevel(ComponentId, action="offer_play"):
    """Play one's own start card against the computer, at the level on the button."""

    game_id: int
    level: str


class ChooseLevel(ComponentId, action="offer_level"):
    """Play one's own start card against the computer, at a level chosen from a menu."""

    game_id: int


class ChooseOther(ComponentId, action="offer_other"):
    """Play one's own start card against the computer, in a style or as one of the server's own opponents."""

    game_id: int
    group: Literal["style", "own"]
    page: int


class Invite(ComponentId, action="offer_invite"):
    """Make one's own start card a challenge to somebody."""

    game_id: int


class ChooseBoard(ComponentId, action="offer_board"):
    """Give one's own start card another board."""

    game_id: int


class ChooseRated(ComponentId, action="offer_rated"):
    """Let one's own start card, on another board than the usual one, be for a rated game or not."""

    game_id: int
    choice: Literal["yes", "no"]


class ChooseTime(ComponentId, action="offer_time"):
    """Give one's own start card another time, or none."""

    game_id: int


class ChooseSide(ComponentId, action="offer_side"):
    """Give one's own start card other colours."""

    game_id: int


class Accept(ComponentId, action="accept"):
    """Accept a challenge."""

    game_id: int


class Decline(ComponentId, action="decline"):
    """Decline a challenge; on older messages it withdraws one's own, too."""

    game_id: int


class Withdraw(ComponentId, action="withdraw"):
    """Withdraw one's own challenge."""

    game_id: int


class Resign(ComponentId, action="resign"):
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


class Rematch(ComponentId, action="rematch"):
    """Play the same opponent again with the colours swapped."""

    game_id: int


class OtherLevel(ComponentId, action="level"):
    """Play the computer again at another level, with the colours swapped."""

    game_id: int
    level: str


class FindBoard(ComponentId, action="find_board"):
    """Show the person where the board is that the message with the button does not show any more."""

    game_id: int
