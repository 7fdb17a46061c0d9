"""A position under analysis and the moves that led to it, packed into button ids or typed by a player.

Nothing about it is stored, so it has to fit into a custom_id: the squares as a number in base 3, each move as
its index among the legal ones.
"""

from __future__ import annotations

import base64
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Self

from bot.catalog import GAMES, NO_MOVES, GameKind, RecentMoves
from bot.catalog.kind import EMPTY, SYMBOLS, square_count, squares_of
from bot.core.refusals import Refusal, refusal
from bot.study.records.recognition import read_games
from engine import EngineError, Position
from engine.search.position import PASS
from languages import gettext_noop, ngettext_noop


class OtherKindOfGame(Refusal):
    """The typed text is a game of `title`, not of the chosen `wanted`."""

    # Translators: {title} and {wanted} are games, such as “Reversi”.
    text = gettext_noop("I read that as {title}, not as {wanted}.")
    title: str
    wanted: str


class SeveralGames(Refusal):
    """The text has `games` games instead of one position."""

    text = ngettext_noop(
        "That's {number} game. This command takes one position or one game; for several: `/import`.",
        "That's {number} games. This command takes one position or one game; for several: `/import`.",
    )
    counted = "games"
    games: int


PositionOver = refusal("The game is over in that position: neither side has a move.")
AnalysisOver = refusal("This analysis has ended. Press Analyse again to restart it.")


MAX_BACK = 30
"""Maximum moves that can be taken back; earlier ones are forgotten."""

_DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
"""Digits that encode a move's index; no board has more than 64 legal moves."""

_SIGNS = EMPTY + SYMBOLS


class StudyError(ValueError):
    """A text that encodes no study."""


@dataclass(frozen=True, slots=True)
class Study:
    """A position and the moves that led to it from `root`; forced passes are played but not listed.

    `value` is the position's value as written in the text it was read from; buttons don't keep it.
    """

    kind: GameKind
    root: Position
    moves: tuple[str, ...]
    position: Position
    recent: RecentMoves
    value: str = field(default="", compare=False)

    @classmethod
    def of(cls, kind: GameKind, root: Position, moves: Sequence[str] = ()) -> Self:
        """Return the study after moves from a position, leaving out passes.

        Raises IllegalMove.
        """
        played = tuple(move for move in moves if move != PASS)
        for move in played[: max(0, len(played) - MAX_BACK)]:
            root = _after_pass(root)[0].play(move)
        study = cls(kind, root, (), *_after_pass(root))
        for move in played[-MAX_BACK:]:
            study = study._played(move)
        return study

    @property
    def over(self) -> bool:
        return self.position.result() is not None

    @property
    def opening(self) -> str | None:
        """English name of the last named position on the way here; None without one."""
        position, name = self.root, self.kind.opening_name(self.root)
        for move in self.moves:
            position = _after_pass(position)[0].play(move)
            name = self.kind.opening_name(position) or name
        return name

    def play(self, move: str) -> Self:
        """Return the study after a move. Raises IllegalMove."""
        return type(self).of(self.kind, self.root, (*self.moves, move))

    def back(self) -> Self:
        """Return the study before the last move."""
        return type(self).of(self.kind, self.root, self.moves[:-1])

    def _played(self, move: str) -> Self:
        recent = self.recent.then(move, self.position)
        position, recent = _after_pass(self.position.play(move), recent)
        return replace(self, moves=(*self.moves, move), position=position, recent=recent)

    # --- as a text ---------------------------------------------------------------------------------------

    @property
    def board(self) -> str:
        """Stored name of the board."""
        return self.kind.board_of(self.root)

    @property
    def packed_root(self) -> str:
        """Squares of the root and the side to move there, as a text without colons."""
        squares = squares_of(self.kind, self.root)
        number = 0
        for sign in reversed(squares):
            number = 3 * number + _SIGNS.index(sign)
        size = (3 ** len(squares)).bit_length() // 8 + 1
        return base64.urlsafe_b64encode(number.to_bytes(size, "little")).decode().rstrip("=")

    @property
    def packed_moves(self) -> str:
        text, position = "", _after_pass(self.root)[0]
        for move in self.moves:
            text += _DIGITS[position.legal_moves().index(move)]
            position = _after_pass(position.play(move))[0]
        return text

    @classmethod
    def unpacked(cls, game: str, board: str, root: str, moves: str) -> Self:
        """Decode a study. Raises StudyError."""
        kind = GAMES.get(game)
        if kind is None:
            raise StudyError(f"there is no game {game}")
        try:
            position = kind.set_up(board, _unpacked_squares(root, square_count(kind, board) + 1))
            study = cls.of(kind, position)
            for letter in moves:
                study = study._played(study.position.legal_moves()[_DIGITS.index(letter)])
        except (EngineError, ValueError, IndexError) as error:
            raise StudyError(f"{game} {board}: {root} {moves}") from error
        return study


def _after_pass(position: Position, recent: RecentMoves = NO_MOVES) -> tuple[Position, RecentMoves]:
    """Return the position after a forced pass, if there is one, and its recent moves."""
    if position.legal_moves() != (PASS,):
        return position, recent
    return position.play(PASS), recent.then(PASS, position)


def _unpacked_squares(text: str, length: int) -> str:
    """Decode `packed_root` to `length` signs."""
    number = int.from_bytes(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)), "little")
    signs = []
    for _ in range(length):
        number, digit = divmod(number, 3)
        signs.append(_SIGNS[digit])
    return "".join(signs)


MAX_TYPED = 2000
"""Maximum characters of a typed position."""


def read_position(typed: str, kind: GameKind | None = None) -> Study:
    """Read a typed position, of one game or (None) of the most likely one.

    Refuses several games or another kind of game, and everything `read_games` refuses.
    """
    records = read_games(typed.encode(), kind=kind)
    if len(records) > 1:
        raise SeveralGames(len(records))
    (record,) = records
    if kind is not None and record.kind is not kind:
        raise OtherKindOfGame(record.kind.title, kind.title)
    study = Study.of(record.kind, record.kind.start(record.options), record.moves)
    return replace(study, value=record.value)
