"""Games between two computer players, and what many of them say about their strength."""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from statistics import NormalDist
from typing import Literal, TypeAlias, TypeVar

from engine.errors import EngineError
from engine.players.computer import ComputerPlayer
from engine.search.limits import StopFlag
from engine.search.position import PASS, Position
from engine.search.registry import registered

Pairs: TypeAlias = tuple[int, int, int, int, int]
"""Number of pairs that brought player A 0, ½, 1, 1½ and 2 points."""

NO_PAIRS: Pairs = (0, 0, 0, 0, 0)

SHARES = (0.0, 0.25, 0.5, 0.75, 1.0)
"""A's share of the points in pairs of each kind."""

_UNSEEN = 1e-3
"""Count of a kind of pair that never occurred: no likelihood is zero, and a variance never is."""

_STEPS = 60
"""Halvings of the interval in which the likelihood's maximum lies."""


def with_pair(pairs: Pairs, points: float) -> Pairs:
    """Return the pairs with one more, which brought `points`."""
    kind = round(2 * points)
    return tuple(count + (number == kind) for number, count in enumerate(pairs))  # type: ignore[return-value]


def mean_of(pairs: Sequence[float]) -> float:
    """Return A's share of the points; one half without pairs."""
    number = sum(pairs)
    return sum(count * share for count, share in zip(pairs, SHARES, strict=True)) / number if number else 0.5


def deviation_of_mean(pairs: Sequence[float]) -> float:
    """Return the standard deviation of A's share of the points; there must be pairs."""
    number, mean = sum(pairs), mean_of(pairs)
    squares = sum(count * (share - mean) ** 2 for count, share in zip(pairs, SHARES, strict=True))
    return math.sqrt(squares) / number


def superiority(pairs: Pairs) -> float:
    """Return the likelihood that A is the stronger player (LOS), by the normal approximation."""
    if not sum(pairs):
        return 0.5
    seen = _regular(pairs)
    return NormalDist().cdf((mean_of(seen) - 0.5) / deviation_of_mean(seen))


def expected_share(elo: float) -> float:
    """Return the expected share of the points of a player who is `elo` points stronger."""
    return 1 / (1 + 10 ** (-elo / 400))


def log_likelihood_ratio(pairs: Pairs, elo0: float, elo1: float) -> float:
    """Return how much likelier the pairs are if A is `elo1` Elo points stronger than if it is `elo0`.

    The generalised likelihood ratio: each hypothesis is represented by the most likely distribution of pairs
    that has its mean. See M. Van den Bergh, *The generalized sequential probability ratio test for
    multinomial distributions* (2019).
    """
    if not sum(pairs):
        return 0.0
    seen = _regular(pairs)
    first, second = (_most_likely(seen, expected_share(elo)) for elo in (elo0, elo1))
    return sum(count * math.log(one / other) for count, one, other in zip(seen, second, first, strict=True))


def _regular(pairs: Pairs) -> list[float]:
    return [max(count, _UNSEEN) for count in pairs]


def _most_likely(pairs: Sequence[float], mean: float) -> list[float]:
    """Return the most likely probabilities of the five kinds whose mean is `mean`.

    They are those seen, each divided by 1 + θ (share - mean); θ is where the mean fits.
    """
    number = sum(pairs)
    seen = [count / number for count in pairs]
    # Inside these, all probabilities are positive; the sum falls as θ grows.
    low, high = -1 / (1 - mean), 1 / mean
    for _ in range(_STEPS):
        theta = (low + high) / 2
        over = sum(
            part * (share - mean) / (1 + theta * (share - mean))
            for part, share in zip(seen, SHARES, strict=True)
        )
        low, high = (theta, high) if over > 0 else (low, theta)
    theta = (low + high) / 2
    return [part / (1 + theta * (share - mean)) for part, share in zip(seen, SHARES, strict=True)]


@dataclass(frozen=True, slots=True)
class SequentialTest:
    """A test that ends as soon as the games decide between two hypotheses (SPRT, A. Wald 1945).

    Either A is at most `elo0` points stronger, or at least `elo1`. `alpha` is the risk that the second is
    accepted though the first holds, `beta` that of the opposite.
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if self.elo0 >= self.elo1:
            raise ValueError("the first Elo bound of a sequential test must be below the second")
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise ValueError("the risks of a sequential test must be between 0 and 0.5")

    @property
    def bounds(self) -> tuple[float, float]:
        """The log-likelihood ratios at which the first and the second hypothesis is accepted."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def ratio(self, pairs: Pairs) -> float:
        return log_likelihood_ratio(pairs, self.elo0, self.elo1)

    def decision(self, pairs: Pairs) -> Literal["", "elo0", "elo1"]:
        """Return the hypothesis that is accepted; "" while none is."""
        ratio, (low, high) = self.ratio(pairs), self.bounds
        return "elo0" if ratio <= low else "elo1" if ratio >= high else ""


AnyPosition = TypeVar("AnyPosition", bound=Position)


def read_openings(start: AnyPosition, lines: Iterable[str]) -> Iterator[AnyPosition]:
    """Yield the positions after the move sequences in the first column of `lines`, like `f5d6c3` or `4453`.

    Skips empty lines and those that start with #. Raises EngineError for an impossible move.
    """
    game = registered(start.game)
    for line in lines:
        if line.strip() and not line.startswith("#"):
            position, moves = start, line.split()[0]
            for move in game.split_moves(moves):
                position = position.play(move)
            yield position


def random_openings(start: Position, plies: int, rng: random.Random) -> Iterator[Position]:
    """An endless series of positions after `plies` random moves from `start`; no game is over.

    Each is fair in a match, where it is played twice with the sides swapped.
    """
    while True:
        position = start
        for _ in range(plies):
            moves = position.legal_moves()
            if not moves:
                break
            position = position.play(rng.choice(moves))
        if position.result() is None:
            yield position


def balanced_openings(start: AnyPosition) -> list[AnyPosition]:
    """Return the game's balanced openings, about equal for both sides; [] if it has none.

    They belong to the usual board: `start` must be the start of a game on it.
    """
    file = registered(start.game).balanced_openings
    if file is None:
        return []
    return list(read_openings(start, file.read_text(encoding="utf-8").splitlines()))


ELO_LIMIT = 1200.0
"""Elo differences are reported up to this size: an all-won match has no finite one."""


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """One game of a match from player A's point of view: `outcome` 1 won, 0.5 drawn, 0 lost.

    `seconds`, `moves`, `given_away` (points lost, `ComputerPlayer.gave_away`) and `nodes` are those of A and
    of B; forced passes don't count as moves.
    """

    outcome: float
    seconds: tuple[float, float] = (0.0, 0.0)
    moves: tuple[int, int] = (0, 0)
    given_away: tuple[float, float] = (0.0, 0.0)
    nodes: tuple[int, int] = (0, 0)


@dataclass(frozen=True, slots=True)
class MatchScore:
    """The result of a match, seen from player A.

    `pairs` counts those pairs of games that began with the same opening, by the points they brought. If every
    game but the latest belongs to one, errors and intervals follow from them, else from single games.
    """

    wins: int = 0
    draws: int = 0
    losses: int = 0
    seconds: tuple[float, float] = (0.0, 0.0)
    moves: tuple[int, int] = (0, 0)
    nodes: tuple[int, int] = (0, 0)
    pairs: Pairs = NO_PAIRS

    def plus_pair(self, game: PlayedGame, swapped: PlayedGame) -> MatchScore:
        """Return this tally with two more games that began with the same opening, the sides swapped."""
        both = self.plus(game).plus(swapped)
        return replace(both, pairs=with_pair(self.pairs, game.outcome + swapped.outcome))

    def plus(self, game: PlayedGame) -> MatchScore:
        """Return this tally with one more game."""
        return MatchScore(
            self.wins + (game.outcome == 1),
            self.draws + (game.outcome == 0.5),
            self.losses + (game.outcome == 0),
            (self.seconds[0] + game.seconds[0], self.seconds[1] + game.seconds[1]),
            (self.moves[0] + game.moves[0], self.moves[1] + game.moves[1]),
            (self.nodes[0] + game.nodes[0], self.nodes[1] + game.nodes[1]),
            self.pairs,
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
        paired = 2 * sum(self.pairs)
        if paired and self.games - paired <= 1:
            return 1.96 * deviation_of_mean(self.pairs) * math.sqrt(paired / self.games)
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

    Raises EngineError when the opening is already over.
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
    def played(self) -> PlayedGame | None:
        """The finished game; None before its end."""
        result = self._position.result()
        if result is None:
            return None
        outcome = 0.5 if result.winner is None else float(result.winner == self._a_side)
        return PlayedGame(
            outcome,
            (self._seconds[0], self._seconds[1]),
            (self._moves[0], self._moves[1]),
            (self._given_away[0], self._given_away[1]),
            (self._nodes[0], self._nodes[1]),
        )

    def move(self, seconds: float, stop: StopFlag | None = None) -> bool:
        """Play one move, searched for at most `seconds`, and the forced passes before it.

        Returns False without playing when `stop` was set first: a rushed move would say nothing about a
        player.
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
        """Play moves, at least one, until the game is over, `seconds` have passed, or `stop` is set."""
        until = time.perf_counter() + seconds
        while self.played is None and self.move(seconds_per_move, stop):
            if time.perf_counter() >= until:
                return


def play_game(
    players: tuple[ComputerPlayer, ComputerPlayer], opening: Position, seconds: float, a_side: int
) -> PlayedGame:
    """Finish the game from `opening`; A has the side `a_side` (0 moves first in the game), B the other.

    `seconds` is the most a player may use for a move. Raises EngineError when the opening is over already.
    """
    game = MatchGame(players, opening, a_side)
    while (played := game.played) is None:
        game.move(seconds)
    return played


PlayOn = Callable[[MatchGame, float, float, StopFlag], MatchGame]
"""Play a game for so many seconds, with a limit per move, until the flag is set; return the game as far as
it got, possibly as another object.
"""


def play_here(game: MatchGame, seconds: float, seconds_per_move: float, stop: StopFlag) -> MatchGame:
    """Continue a game in this thread."""
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
        self.played = MatchScore()
        """The score, times and nodes of the games played by this object, for A."""
        self._round: MatchGame | None = None
        for _ in self._outcomes:
            next(self._openings)

    @property
    def outcomes(self) -> tuple[float, ...]:
        """Return A's outcomes so far."""
        return tuple(self._outcomes)

    @property
    def over(self) -> bool:
        return len(self._outcomes) >= self._games

    def play_on(
        self, seconds: float, seconds_per_move: float, stop: StopFlag, play: PlayOn = play_here
    ) -> None:
        """Play until `seconds` have passed, `stop` is set, or all games are played.

        An unfinished game continues the next time; a move interrupted by `stop` is then searched again.
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
                self.played = self.played.plus(played)
                self._round = None
            elif stop.is_set():
                return


def tally(outcomes: Iterable[float]) -> MatchScore:
    """Return the score of a match from A's outcomes, two for each opening, without times."""
    total, played = MatchScore(), iter(outcomes)
    for outcome in played:
        game, swapped = PlayedGame(outcome), next(played, None)
        total = total.plus(game) if swapped is None else total.plus_pair(game, PlayedGame(swapped))
    return total
