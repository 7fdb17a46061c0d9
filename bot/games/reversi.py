"""Reversi: what it has of its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import renderers.reversi
import renderers.rules
from bot.games.kind import LastMove, MoveButton, Side, Variant
from engine import EngineError, Position, reversi, warm_up
from engine.levels import LEVELS, Level
from engine.results import PASS

RULES = """\
**Black moves first.** Put a disc of your colour on an empty square so that one or more of the other side's \
discs stand in a straight line, in any of the eight directions, between it and another disc of yours. \
All discs caught so turn to your colour.

**You must catch something.** The circles on the board show where you can. If you can catch nowhere, you \
pass, and Flipfour does that for you.

**The game ends** when neither side can move. The side with more discs wins.

*A hint for beginners: corners never turn again; the squares beside an empty corner give it away.*"""


class Reversi:
    """8 × 8 Reversi (Othello)."""

    key = "reversi"
    title = "Reversi"
    summary = "Reversi (Othello): catch the other side's discs and turn them"
    sides = (Side("Black", "⚫"), Side("White", "⚪"))
    levels: Mapping[str, Level] = LEVELS["reversi"]

    variants: Sequence[Variant] = (Variant("", "8 × 8"),)

    def read_options(self, typed: str) -> str:
        """There is one board."""
        if typed.strip():
            raise EngineError(f"there is no board “{typed}”: Reversi is played on 8 × 8 squares")
        return ""

    def start(self, options: str) -> Position:
        """The usual four discs."""
        return reversi.start()

    def buttons(self, position: Position) -> Sequence[MoveButton]:
        """One button a legal square, in board order."""
        return [MoveButton(move, move) for move in position.legal_moves() if move != PASS]

    def draw(self, position: Position, last: LastMove | None, winner: int | None, hints: bool) -> bytes:
        """The board with the last disc and the discs it turned marked."""
        return renderers.reversi.draw(
            _board(position),
            last_move=last.move if last else None,
            flipped=_board(last.before).flips(last.move) if last else (),
            hints=hints,
            winner=winner,
        )

    def describe(self, position: Position, last: LastMove | None, winner: int | None) -> str:
        """The board row by row."""
        return renderers.reversi.describe(
            _board(position), last_move=last.move if last else None, winner=winner
        )

    def score(self, position: Position) -> tuple[str, str]:
        """The discs of both sides."""
        black, white = _board(position).counts()
        return str(black), str(white)

    def result_line(self, position: Position) -> str:
        """The discs on the board, the winner's first."""
        counts = sorted(_board(position).counts(), reverse=True)
        return f"{counts[0]}–{counts[1]}"

    def proved(self, position: Position, score: int) -> str:
        """The final difference of discs."""
        return f"exactly {score:+d}" if score else "exactly 0, a draw"

    def rules(self) -> str:
        """The rules of Reversi."""
        return RULES

    def rules_picture(self) -> tuple[bytes, str]:
        """A capture, before and after."""
        return renderers.rules.draw_reversi(), renderers.rules.describe_reversi()

    def prepare(self) -> None:
        """Compile the Reversi search and make the parts of the picture."""
        warm_up("reversi")
        renderers.reversi.draw(reversi.start())


def _board(position: Position) -> reversi.Position:
    assert isinstance(position, reversi.Position)
    return position
