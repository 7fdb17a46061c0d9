"""A match played a little at a time."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator

from engine.players.computer import ComputerPlayer
from engine.players.matches import GameRecord, MatchGame, MatchScore
from engine.search.limits import StopFlag
from engine.search.position import Position

PlayOn = Callable[[MatchGame, float, float, StopFlag], MatchGame]
"""Plays a game on, for so many seconds and seconds per move, until the flag is set; returns the game as far
as it is then, which may be another object."""


def play_here(game: MatchGame, seconds: float, seconds_per_move: float, stop: StopFlag) -> MatchGame:
    """Play a game on in this thread."""
    game.play_on(seconds, seconds_per_move, stop)
    return game


class ResumableMatch:
    """Many games of players A and B, who change sides after every game; A moves first in the first one.

    Each opening is played twice, with the sides swapped, so it does not matter which side it favours. Only
    one thread at a time may play on.
    """

    def __init__(
        self,
        players: tuple[ComputerPlayer, ComputerPlayer],
        openings: Iterable[Position],
        games: int,
        outcomes: Iterable[float] = (),
    ) -> None:
        """`openings` are those of the whole match, one for two games; `outcomes` are those of the games that
        have been played already, seen from A (1 won, 0.5 drawn, 0 lost)."""
        self._players = players
        self._openings: Iterator[Position] = (opening for opening in openings for _ in range(2))
        self._games = games
        self._outcomes = list(outcomes)
        self._played = MatchScore()
        self._round: MatchGame | None = None
        for _ in self._outcomes:
            next(self._openings)

    @property
    def outcomes(self) -> tuple[float, ...]:
        """Those of the games played so far, for A."""
        return tuple(self._outcomes)

    @property
    def played(self) -> MatchScore:
        """The score, times and nodes of the games played by this object, for A."""
        return self._played

    @property
    def over(self) -> bool:
        """Whether all games are played."""
        return len(self._outcomes) >= self._games

    def play_on(
        self, seconds: float, seconds_per_move: float, stop: StopFlag, play: PlayOn = play_here
    ) -> None:
        """Play until `seconds` have passed, `stop` is set, or all is played.

        An unfinished game goes on the next time; a move that `stop` interrupted is searched again then.
        `play` plays the moves of a game.
        """
        until = time.perf_counter() + seconds
        while not self.over and (left := until - time.perf_counter()) > 0:
            if self._round is None:
                a_side = len(self._outcomes) % 2
                self._round = MatchGame(self._players, next(self._openings), a_side)
            self._round = play(self._round, left, seconds_per_move, stop)
            played = self._round.played
            if played is not None:
                self._outcomes.append(played.outcome)
                self._played = self._played.plus(played)
                self._round = None
            elif stop.is_set():
                return


def tally(outcomes: Iterable[float]) -> MatchScore:
    """The score of a match from the outcomes of its games for A, without their times."""
    total = MatchScore()
    for outcome in outcomes:
        total = total.plus(GameRecord(outcome, (0.0, 0.0), (0, 0)))
    return total
