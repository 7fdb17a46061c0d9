"""Games between two computer players, and what many of them say about their strength."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass

from engine.errors import EngineError
from engine.players.computer import ComputerPlayer
from engine.search.limits import StopFlag
from engine.search.position import PASS, Position

ELO_LIMIT = 1200.0
"""Elo differences are reported up to this size: an all-won match has no finite one."""


@dataclass(frozen=True, slots=True)
class GameRecord:
    """One game of a match, seen from player A: `outcome` 1 won, 0.5 drawn, 0 lost.

    `seconds` and `moves` are those of A and of B; forced passes are not counted as moves. `given_away` is how
    many points each gave away (`ComputerPlayer.gave_away`), `nodes` how many nodes each searched.
    """

    outcome: float
    seconds: tuple[float, float]
    moves: tuple[int, int]
    given_away: tuple[float, float] = (0.0, 0.0)
    nodes: tuple[int, int] = (0, 0)


@dataclass(frozen=True, slots=True)
class MatchScore:
    """The result of a match, seen from player A."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    seconds: tuple[float, float] = (0.0, 0.0)
    moves: tuple[int, int] = (0, 0)
    nodes: tuple[int, int] = (0, 0)

    def plus(self, game: GameRecord) -> MatchScore:
        """This tally with one game more."""
        return MatchScore(
            self.wins + (game.outcome == 1),
            self.draws + (game.outcome == 0.5),
            self.losses + (game.outcome == 0),
            (self.seconds[0] + game.seconds[0], self.seconds[1] + game.seconds[1]),
            (self.moves[0] + game.moves[0], self.moves[1] + game.moves[1]),
            (self.nodes[0] + game.nodes[0], self.nodes[1] + game.nodes[1]),
        )

    @property
    def games(self) -> int:
        """Number of games played."""
        return self.wins + self.draws + self.losses

    @property
    def score(self) -> float:
        """A's share of the points, 0 to 1; one half when nothing was played."""
        return (self.wins + self.draws / 2) / self.games if self.games else 0.5

    @property
    def error(self) -> float:
        """Half the width of the 95 % interval of the score, by the normal approximation; 1 for no games."""
        if not self.games:
            return 1.0
        squares = self.wins * (1 - self.score) ** 2
        squares += self.draws * (0.5 - self.score) ** 2
        squares += self.losses * self.score**2
        return 1.96 * math.sqrt(squares / self.games / self.games)

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the score after Wilson: sensible for few games and for clear results, too."""
        if not self.games:
            return 0.0, 1.0
        weight = 1.96**2 / self.games
        # The variance of one game, from the error of their mean.
        spread = (self.error / 1.96) ** 2 + weight / (4 * self.games)
        middle = (self.score + weight / 2) / (1 + weight)
        half = 1.96 * math.sqrt(spread) / (1 + weight)
        return max(0.0, middle - half), min(1.0, middle + half)

    @property
    def elo(self) -> float:
        """A's advantage in Elo points, within ± `ELO_LIMIT`."""
        return elo_difference(self.score)

    @property
    def elo_interval(self) -> tuple[float, float]:
        """The Elo differences at both ends of the score's 95 % interval."""
        return elo_difference(self.score - self.error), elo_difference(self.score + self.error)

    def seconds_per_move(self, player: int) -> float:
        """Mean time of a move of A (0) or B (1)."""
        return self.seconds[player] / self.moves[player] if self.moves[player] else 0.0

    def nodes_per_move(self, player: int) -> float:
        """Mean number of nodes searched for a move of A (0) or B (1)."""
        return self.nodes[player] / self.moves[player] if self.moves[player] else 0.0


def elo_difference(score: float) -> float:
    """The rating difference at which the better side expects this share of the points."""
    if score <= 0:
        return -ELO_LIMIT
    if score >= 1:
        return ELO_LIMIT
    return max(-ELO_LIMIT, min(ELO_LIMIT, 400 * math.log10(score / (1 - score))))


class MatchGame:
    """One game of a match, played move by move: A has the side `a_side` (0 moves first in the game).

    Raises EngineError when the opening is over already.
    """

    def __init__(
        self, players: tuple[ComputerPlayer, ComputerPlayer], opening: Position, a_side: int
    ) -> None:
        if opening.result() is not None:
            raise EngineError(f"there is nothing to play from {opening}")
        self._players = players
        self._position = opening
        self._a_side = a_side
        self._seconds = [0.0, 0.0]
        self._moves = [0, 0]
        self._given_away = [0.0, 0.0]
        self._nodes = [0, 0]

    @property
    def played(self) -> GameRecord | None:
        """The finished game; None before its end."""
        result = self._position.result()
        if result is None:
            return None
        outcome = 0.5 if result.winner is None else float(result.winner == self._a_side)
        return GameRecord(
            outcome,
            (self._seconds[0], self._seconds[1]),
            (self._moves[0], self._moves[1]),
            (self._given_away[0], self._given_away[1]),
            (self._nodes[0], self._nodes[1]),
        )

    def move(self, seconds: float, stop: StopFlag | None = None) -> bool:
        """Play one move, thought about for at most `seconds`, and forced passes before it.

        Returns False, and plays nothing, when `stop` was set first: a move made in a hurry would say nothing
        about a player.
        """
        if self._position.legal_moves() == (PASS,):
            self._position = self._position.play(PASS)
        side = 0 if self._position.turn == self._a_side else 1
        player = self._players[side]
        begun = time.perf_counter()
        found = player.choose(self._position, seconds, stop, given_away=self._given_away[side])
        if stop is not None and stop.is_set():
            return False
        self._seconds[side] += time.perf_counter() - begun
        self._moves[side] += 1
        self._given_away[side] += player.gave_away(found)
        self._nodes[side] += found.nodes
        self._position = self._position.play(found.move)
        return True

    def play_on(self, seconds: float, seconds_per_move: float, stop: StopFlag) -> None:
        """Play a move at least, and on until the game is over, `seconds` have passed, or `stop` is set."""
        until = time.perf_counter() + seconds
        while self.played is None and self.move(seconds_per_move, stop):
            if time.perf_counter() >= until:
                return


def play_game(
    players: tuple[ComputerPlayer, ComputerPlayer], opening: Position, seconds: float, a_side: int
) -> GameRecord:
    """Play `opening` to its end; A has the side `a_side` (0 moves first in the game), B the other.

    `seconds` is the most a player may use for a move. Raises EngineError when the opening is over already.
    """
    game = MatchGame(players, opening, a_side)
    while (played := game.played) is None:
        game.move(seconds)
    return played
