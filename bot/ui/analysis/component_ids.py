"""The buttons and menus under a position that is analysed. Nothing is stored of it: each of them holds it.

`board` is the board as games store it, `root` and `path` are texts of `bot.analysis.study.Study`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from bot.analysis.study import Study
from bot.ui.component_ids import ComponentId


class PositionTexts(NamedTuple):
    """What each component under a position holds first."""

    game: str
    board: str
    root: str
    path: str


def texts_of(study: Study) -> PositionTexts:
    """The texts that stand for a position."""
    return PositionTexts(study.kind.key, study.board, study.packed_root, study.packed_moves)


@dataclass(frozen=True, slots=True)
class AtPosition(ComponentId):
    """A component under a position."""

    game: str
    board: str
    root: str
    path: str

    def study(self) -> Study:
        """The position. Raises StudyError."""
        return Study.unpacked(self.game, self.board, self.root, self.path)


@dataclass(frozen=True, slots=True)
class PlayNext(AtPosition):
    """Go to the position that a move leads to."""

    action: ClassVar[str] = "an_move"
    move: str


@dataclass(frozen=True, slots=True)
class ChooseNext(AtPosition):
    """Go to the position that the move chosen from a menu leads to; `menu` is its number."""

    action: ClassVar[str] = "an_choose"
    menu: int


@dataclass(frozen=True, slots=True)
class GoBack(AtPosition):
    """Go to the position before the last move."""

    action: ClassVar[str] = "an_back"


@dataclass(frozen=True, slots=True)
class StopLooking(AtPosition):
    """End the search."""

    action: ClassVar[str] = "an_stop"


@dataclass(frozen=True, slots=True)
class LookAgain(AtPosition):
    """Search the position once more, or for the first time."""

    action: ClassVar[str] = "an_look"


@dataclass(frozen=True, slots=True)
class PlayOn(AtPosition):
    """Begin a game from the position."""

    action: ClassVar[str] = "an_play"
