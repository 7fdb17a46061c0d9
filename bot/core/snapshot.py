"""A stored game together with its current position."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from bot.catalog import (
    GAMES,
    NO_MOVES,
    Diagram,
    GameKind,
    RecentMoves,
    chosen_board,
    positions_along,
    recent_moves,
)
from bot.core.fields import Frozen
from data.games.records import Ending, Game, GameState, Seat
from data.people.personal import DELETED_PLAYER, TEAM_PLAYERS
from engine import Position, SearchResult
from engine.search.position import PASS
from renderers.board import End

NO_SIDE = -1

CACHE_SIZE = 4096
"""Maximum replays cached; a game in progress is replayed one move at a time."""


class GameSnapshot(Frozen):
    """A stored game with everything shown of it, derived only from storage."""

    game: Game
    kind: GameKind
    position: Position
    movers: tuple[int, ...]
    """The side of each move; -1 for passes, which are forced."""
    recent: RecentMoves
    opening: str | None
    """Name of the opening: that of the last position that has one."""

    @classmethod
    def of(cls, game: Game) -> GameSnapshot:
        return cls(game, GAMES[game.game], *_replay(game.game, game.options, game.moves))

    def positions(self) -> list[Position]:
        """Return the positions of the game: before each move, and the last one."""
        return positions_along(self.kind.start(self.game.options), self.game.moves)

    @property
    def end(self) -> End | None:
        """The end of the game; None until then."""
        if self.game.state is not GameState.FINISHED:
            return None
        return End(self.game.winner, called_off=self.game.ending is Ending.CALLED_OFF)

    @property
    def diagram(self) -> Diagram:
        """The position for display, with the legal moves where a person is to choose one."""
        hints = self.going and not self.computer_to_move
        return Diagram(self.position, self.recent, self.end, hints)

    @property
    def going(self) -> bool:
        return self.game.state is GameState.PLAYING and self.game.adjourned_at is None

    @property
    def adjourned(self) -> bool:
        return self.game.state is GameState.PLAYING and self.game.adjourned_at is not None

    @property
    def to_move(self) -> Seat:
        """Seat of the side to move; meaningful only while the game is in progress."""
        return self.game.seats[self.position.turn]

    @property
    def player_to_move(self) -> str | None:
        """Text of the computer player to move; None for a person."""
        return self.player_of(self.position.turn)

    @property
    def computer_to_move(self) -> bool:
        return self.going and self.player_to_move is not None

    @property
    def delegated(self) -> bool:
        """True if a computer plays for a person."""
        return any(delegate is not None for delegate in self.game.delegates)

    @property
    def is_computer_match(self) -> bool:
        return is_computer_match(self.game)

    @property
    def deserted(self) -> bool:
        """True if a player has deleted their data since."""
        return any(seat.player_id == DELETED_PLAYER for seat in self.game.seats)

    @property
    def is_self_play(self) -> bool:
        """True if computers play both sides: in a match, or for the people in the seats."""
        return self.player_of(0) is not None and self.player_of(1) is not None

    @property
    def self_play_running(self) -> bool:
        """True if computers are now playing both sides."""
        return self.going and self.is_self_play and not self.paused

    @property
    def paused(self) -> bool:
        return self.going and self.game.paused_at is not None

    @property
    def out_of_time(self) -> int | None:
        clock = self.game.clock
        return clock.ran_out if clock is not None and self.game.state is GameState.FINISHED else None

    def player_of(self, side: int) -> str | None:
        """Return the text of the computer player in a seat, or playing for its person."""
        return self.game.seats[side].computer or self.game.delegates[side]

    def waits_for(self, side: int) -> int:
        """Return the person for whom the computer plays on `side`: the opponent, the person in the seat, or
        the challenger."""
        seats = self.game.seats
        return seats[1 - side].player_id or seats[side].player_id or self.game.challenger_id

    def last_ply_of(self, side: int) -> int | None:
        """Return the ply of the last move that a side chose; None before its first."""
        return max((ply for ply, by in enumerate(self.movers) if by == side), default=None)

    def side_of(self, player_id: int) -> int | None:
        """Return 0 or 1 for a player of this game, None for a spectator."""
        for side, seat in enumerate(self.game.seats):
            if seat.player_id == player_id:
                return side
        return None


def is_computer_match(game: Game) -> bool:
    """Return whether two computer players play each other in a game."""
    return all(seat.computer is not None for seat in game.seats)


@lru_cache(maxsize=CACHE_SIZE)
def _replay(
    game: str, options: str, moves: tuple[str, ...]
) -> tuple[Position, tuple[int, ...], RecentMoves, str | None]:
    """Return the fields of a snapshot that follow from the moves, in order."""
    kind = GAMES[game]
    if not moves:
        return kind.start(options), (), NO_MOVES, _drawn_opening(kind, options)
    position, movers, recent, opening = _replay(game, options, moves[:-1])
    move, after = moves[-1], position.play(moves[-1])
    by = NO_SIDE if move == PASS else position.turn
    opening = kind.opening_name(after) or opening
    return after, (*movers, by), recent.then(move, position), opening


def _drawn_opening(kind: GameKind, options: str) -> str | None:
    moves = kind.opening_moves(options)
    if not moves:
        return None
    position, name = kind.start(chosen_board(options)), None
    for move in moves:
        position = position.play(move)
        name = kind.opening_name(position) or name
    return name


def diagram_at(snapshot: GameSnapshot, positions: Sequence[Position], ply: int) -> Diagram:
    """Return the position after `ply` moves of a finished game with these `positions`."""
    if ply == snapshot.game.ply:
        return snapshot.diagram
    return Diagram(positions[ply], recent_moves(positions, snapshot.game.moves[:ply]))


def can_be_replayed(snapshot: GameSnapshot) -> bool:
    return snapshot.game.state is GameState.FINISHED and any(by != NO_SIDE for by in snapshot.movers)


CALLED_OFF_BEFORE = 4
"""Plies before which a resigned game has no winner and is not rated: two moves of each side."""


UNRATING_LOSES_FROM = 10
"""Plies from which help or a take-back loses a rated game: otherwise losses could be avoided."""


def unrating_loses(snapshot: GameSnapshot) -> bool:
    """Return whether help from the computer, or taking a move back, counts as a loss now."""
    return snapshot.game.rated and snapshot.game.ply >= UNRATING_LOSES_FROM


def is_solved(found: SearchResult) -> bool:
    return found.exact and bool(found.candidates) and all(candidate.proved for candidate in found.candidates)


def is_vote_game(game: Game) -> bool:
    return any(seat.player_id in TEAM_PLAYERS for seat in game.seats)
