"""The buttons and menus under a position that is analysed. Nothing is stored of it: each of them holds it.

`board` is the board as games store it, `root` and `path` are texts of `bot.analysis.study.Study`.
"""

from __future__ import annotations

from typing import NamedTuple

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


class AtPosition(ComponentId):
    """A component under a position."""

    game: str
    board: str
    root: str
    path: str

    def study(self) -> Study:
        """The position. Raises StudyError."""
        return Study.unpacked(self.game, self.board, self.root, self.path)


class PlayNext(AtPosition, action="an_move"):
    """Go to the position that a move leads to."""

    move: str


class ChooseNext(AtPosition, action="an_choose"):
    """Go to the position that the move chosen from a menu leads to; `menu` is its number."""

    menu: int


class GoBack(AtPosition, action="an_back"):
    """Go to the position before the last move."""


class StopLooking(AtPosition, action="an_stop"):
    """End the search."""


class LookAgain(AtPosition, action="an_look"):
    """Search the position once more, or for the first time."""


class PlayOn(AtPosition, action="an_play"):
    """Begin a game from the position."""
