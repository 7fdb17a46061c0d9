"""A stored game together with the position its moves lead to."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from bot.catalog import GAMES, NO_MOVES, Diagram, GameKind, RecentMoves, chosen_board
from data import DELETED_PLAYER, Ending, Game, GameState, Seat
from engine import Position
from engine.search.position import PASS
from renderers.situation import End

NOBODY = -1

REMEMBERED = 4096
"""So many replays are remembered: a game that is going on is replayed by one move at a time."""


@dataclass(frozen=True, slots=True)
class GameSnapshot:
    """Everything that is shown of a game: worked out from what is stored, and from nothing else."""

    game: Game
    kind: GameKind
    position: Position
    movers: tuple[int, ...]
    """The side that made each move; passes have the side -1, since nobody chose them."""
    recent: RecentMoves
    opening: str | None
    """The name of the opening that was played: of the last position that has one."""

    @classmethod
    def of(cls, game: Game) -> GameSnapshot:
        """What the moves of `game` lead to."""
        return cls(game, GAMES[game.game], *_replay(game.game, game.options, game.moves))

    def positions(self) -> list[Position]:
        """The positions of the game: before each move, and the last one."""
        positions = [self.kind.start(self.game.options)]
        for move in self.game.moves:
            positions.append(positions[-1].play(move))
        return positions

    @property
    def end(self) -> End | None:
        """How the game ended; None until it has."""
        if self.game.state is not GameState.FINISHED:
            return None
        return End(self.game.winner, called_off=self.game.ending is Ending.CALLED_OFF)

    @property
    def diagram(self) -> Diagram:
        """The position as it is shown to people; with the legal moves where a person is to choose one."""
        hints = self.going and not self.computer_to_move
        return Diagram(self.position, self.recent, self.end, hints)

    @property
    def going(self) -> bool:
        """Whether moves can be made."""
        return self.game.state is GameState.PLAYING and self.game.adjourned_at is None

    @property
    def adjourned(self) -> bool:
        """Whether the game is put aside until a player takes it up."""
        return self.game.state is GameState.PLAYING and self.game.adjourned_at is not None

    @property
    def to_move(self) -> Seat:
        """The seat of the side whose turn it is; only meaningful while the game goes on."""
        return self.game.seats[self.position.turn]

    @property
    def player_to_move(self) -> str | None:
        """The text of the computer player to move, if it is one."""
        return self.player_of(self.position.turn)

    @property
    def computer_to_move(self) -> bool:
        """Whether the game waits for the computer."""
        return self.going and self.player_to_move is not None

    @property
    def delegated(self) -> bool:
        """Whether a computer plays for a person."""
        return any(delegate is not None for delegate in self.game.delegates)

    @property
    def is_exhibition(self) -> bool:
        """Whether two computer players play each other, for people to watch."""
        return is_exhibition(self.game)

    @property
    def deserted(self) -> bool:
        """Whether somebody who played it has deleted their data since."""
        return any(seat.player_id == DELETED_PLAYER for seat in self.game.seats)

    @property
    def is_self_play(self) -> bool:
        """Whether computers play both sides: in an exhibition, or for the people who sit there."""
        return self.player_of(0) is not None and self.player_of(1) is not None

    @property
    def self_play_running(self) -> bool:
        """Whether computers are to go on playing both sides."""
        return self.going and self.is_self_play and not self.paused

    @property
    def paused(self) -> bool:
        """Whether the game rests until somebody lets it go on."""
        return self.going and self.game.paused_at is not None

    @property
    def out_of_time(self) -> int | None:
        """The side whose time was over when the game ended."""
        clock = self.game.clock
        return clock.ran_out if clock is not None and self.game.state is GameState.FINISHED else None

    def player_of(self, side: int) -> str | None:
        """The text of the computer player of a side: the one in the seat, or that plays for its person."""
        return self.game.seats[side].computer or self.game.delegates[side]

    def waits_for(self, side: int) -> int:
        """The person for whom a computer player plays on `side`: their opponent, else whoever sits there, or
        started a game of computers."""
        seats = self.game.seats
        return seats[1 - side].player_id or seats[side].player_id or self.game.challenger_id

    def last_ply_of(self, side: int) -> int | None:
        """The ply of the last move that a side made by itself; None before its first."""
        return max((ply for ply, by in enumerate(self.movers) if by == side), default=None)

    def side_of(self, player_id: int) -> int | None:
        """0 or 1 for a player of this game, None for a spectator."""
        for side, seat in enumerate(self.game.seats):
            if seat.player_id == player_id:
                return side
        return None


def is_exhibition(game: Game) -> bool:
    """Whether two computer players play each other in a game."""
    return all(seat.computer is not None for seat in game.seats)


class _Replay(NamedTuple):
    """The fields of a snapshot that follow from the moves."""

    position: Position
    movers: tuple[int, ...]
    recent: RecentMoves
    opening: str | None


@lru_cache(maxsize=REMEMBERED)
def _replay(game: str, options: str, moves: tuple[str, ...]) -> _Replay:
    kind = GAMES[game]
    if not moves:
        return _Replay(kind.start(options), (), NO_MOVES, _drawn_opening(kind, options))
    position, movers, recent, opening = _replay(game, options, moves[:-1])
    move, after = moves[-1], position.play(moves[-1])
    by = NOBODY if move == PASS else position.turn
    opening = kind.opening_name(after) or opening
    return _Replay(after, (*movers, by), recent.then(move, position), opening)


def _drawn_opening(kind: GameKind, options: str) -> str | None:
    """The name of the opening that was drawn for a game."""
    moves = kind.opening_moves(options)
    if not moves:
        return None
    position, name = kind.start(chosen_board(options)), None
    for move in moves:
        position = position.play(move)
        name = kind.opening_name(position) or name
    return name
