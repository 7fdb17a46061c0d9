"""The buttons and menus of a game. `game_id` is the stored game; `ply` the position they were made for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from bot.ui.component_ids import ComponentId

ResigningCounts = Literal["loss", "nobody"]
"""What the question before a resignation said: it counts as a loss, or nobody loses."""


@dataclass(frozen=True, slots=True)
class PlayMove(ComponentId):
    """Play a move."""

    action: ClassVar[str] = "move"
    game_id: int
    ply: int
    move: str


@dataclass(frozen=True, slots=True)
class ChooseMove(ComponentId):
    """Play a move chosen from a menu; `menu` is its number under the board."""

    action: ClassVar[str] = "choose"
    game_id: int
    ply: int
    menu: int


@dataclass(frozen=True, slots=True)
class Retry(ComponentId):
    """Let the computer try again after a search that failed."""

    action: ClassVar[str] = "nudge"
    game_id: int


@dataclass(frozen=True, slots=True)
class Refresh(ComponentId):
    """Show the game as it stands by now, where only a click can."""

    action: ClassVar[str] = "refresh"
    game_id: int


@dataclass(frozen=True, slots=True)
class TakeUp(ComponentId):
    """Let a game go on that was put aside."""

    action: ClassVar[str] = "take_up"
    game_id: int


@dataclass(frozen=True, slots=True)
class PlayNow(ComponentId):
    """Let the computer play the best move it has found so far."""

    action: ClassVar[str] = "play_now"
    game_id: int


@dataclass(frozen=True, slots=True)
class TakeBack(ComponentId):
    """Ask whether the person wants to take their last move back, while the computer thinks."""

    action: ClassVar[str] = "stop"
    game_id: int


@dataclass(frozen=True, slots=True)
class Undo(ComponentId):
    """Take the person's last move back against the computer, after a question where that costs something."""

    action: ClassVar[str] = "undo"
    game_id: int


@dataclass(frozen=True, slots=True)
class ConfirmTakeBack(ComponentId):
    """Stop the computer's search and take one's own move back, after that question."""

    action: ClassVar[str] = "take_back"
    game_id: int
    ply: int


@dataclass(frozen=True, slots=True)
class Join(ComponentId):
    """Join a game that anybody may join, as it was in this `version`: it may be changed meanwhile."""

    action: ClassVar[str] = "join"
    game_id: int
    version: int


@dataclass(frozen=True, slots=True)
class PlayLevel(ComponentId):
    """Play one's own start card against the computer, at the level on the button."""

    action: ClassVar[str] = "offer_play"
    game_id: int
    level: str


@dataclass(frozen=True, slots=True)
class ChooseLevel(ComponentId):
    """Play one's own start card against the computer, at a level chosen from a menu."""

    action: ClassVar[str] = "offer_level"
    game_id: int


@dataclass(frozen=True, slots=True)
class ChooseOther(ComponentId):
    """Play one's own start card against the computer, in a style or as one of the server's own opponents."""

    action: ClassVar[str] = "offer_other"
    game_id: int
    group: Literal["style", "own"]
    page: int


@dataclass(frozen=True, slots=True)
class Invite(ComponentId):
    """Make one's own start card a challenge to somebody."""

    action: ClassVar[str] = "offer_invite"
    game_id: int


@dataclass(frozen=True, slots=True)
class ChooseBoard(ComponentId):
    """Give one's own start card another board."""

    action: ClassVar[str] = "offer_board"
    game_id: int


@dataclass(frozen=True, slots=True)
class ChooseRated(ComponentId):
    """Let one's own start card, on another board than the usual one, be for a rated game or not."""

    action: ClassVar[str] = "offer_rated"
    game_id: int
    choice: Literal["yes", "no"]


@dataclass(frozen=True, slots=True)
class ChooseTime(ComponentId):
    """Give one's own start card another time, or none."""

    action: ClassVar[str] = "offer_time"
    game_id: int


@dataclass(frozen=True, slots=True)
class ChooseSide(ComponentId):
    """Give one's own start card other colours."""

    action: ClassVar[str] = "offer_side"
    game_id: int


@dataclass(frozen=True, slots=True)
class Accept(ComponentId):
    """Accept a challenge."""

    action: ClassVar[str] = "accept"
    game_id: int


@dataclass(frozen=True, slots=True)
class Decline(ComponentId):
    """Decline a challenge; on older messages it withdraws one's own, too."""

    action: ClassVar[str] = "decline"
    game_id: int


@dataclass(frozen=True, slots=True)
class Withdraw(ComponentId):
    """Withdraw one's own challenge."""

    action: ClassVar[str] = "withdraw"
    game_id: int


@dataclass(frozen=True, slots=True)
class Resign(ComponentId):
    """Ask whether the person wants to resign."""

    action: ClassVar[str] = "resign"
    game_id: int


@dataclass(frozen=True, slots=True)
class ShowOwnView(ComponentId):
    """Show the person the game as they want to see it."""

    action: ClassVar[str] = "view"
    game_id: int


@dataclass(frozen=True, slots=True)
class ConfirmResign(ComponentId):
    """Resign, after that question."""

    action: ClassVar[str] = "resign_sure"
    game_id: int
    counts: ResigningCounts


@dataclass(frozen=True, slots=True)
class KeepPlaying(ComponentId):
    """Do not resign after all."""

    action: ClassVar[str] = "keep_playing"
    game_id: int


@dataclass(frozen=True, slots=True)
class Rematch(ComponentId):
    """Play the same opponent again with the colours swapped."""

    action: ClassVar[str] = "rematch"
    game_id: int


@dataclass(frozen=True, slots=True)
class OtherLevel(ComponentId):
    """Play the computer again at another level, with the colours swapped."""

    action: ClassVar[str] = "level"
    game_id: int
    level: str


@dataclass(frozen=True, slots=True)
class FindBoard(ComponentId):
    """Show the person where the board is that the message with the button does not show any more."""

    action: ClassVar[str] = "find_board"
    game_id: int
