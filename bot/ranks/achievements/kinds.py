"""The achievements there are, and the rules by which a game or a review earns one.

All are about rated games, which are played on the usual board and without the computer's help, daily puzzles,
tournaments and seasons.

A comeback is judged by the review's values, not by the discs on the board. Having few discs early in Reversi
is no disadvantage: in 40 games between equal players, the later winner was 20 discs or more behind in 39
positions, and by an 8-ply search none of these was bad for them. By value, 5 of the winners had been 20 discs
behind.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from bot.catalog import GAMES
from bot.catalog.kind import square_count
from bot.core.snapshot import GameSnapshot
from bot.play.games.challenges import computer_rating
from bot.study.review.verdicts import Review
from data.games.records import Ending

WIN, PERFECT, COMEBACK, STREAK, CUP, SEASON = "win", "perfect", "comeback", "streak", "cup", "season"
"""Kinds, with which the stored keys begin: "win:reversi:easy", "perfect:connect4", "comeback",
"streak:30", "cup", "season"."""

STREAKS = (7, 30, 100)
"""Days of daily puzzles in a row."""

MIN_OPPONENT = 1500
"""Minimum rating of a computer player against whom a perfect game or a comeback counts."""

FULL_LENGTH = 0.5
"""Minimum share of the board's squares filled in a perfect game."""

PERFECT_ACCURACY = 99.5
"""Minimum accuracy that a review shows as 100 %."""

BEHIND = 20.0
"""Discs by which the winner was behind in a comeback, by the review's values."""

DISCS = "discs"
"""Unit of the values of games in which there are comebacks."""


class AchievementKey(NamedTuple):
    """A stored key, taken apart; `game` and `level` are "" where there are none."""

    kind: str
    game: str = ""
    level: str = ""
    days: int = 0

    @classmethod
    def parse(cls, key: str) -> AchievementKey | None:
        """Return the parts of a key; None for one of another version."""
        kind, _, rest = key.partition(":")
        game, _, level = rest.partition(":")
        if kind == WIN and game in GAMES and level in GAMES[game].levels:
            return cls(kind, game, level)
        if kind == PERFECT and game in GAMES and not level:
            return cls(kind, game)
        if kind == STREAK and rest in {str(days) for days in STREAKS}:
            return cls(kind, days=int(rest))
        return cls(kind) if key in (COMEBACK, CUP, SEASON) else None

    def __str__(self) -> str:
        parts = (self.kind, self.game, self.level, str(self.days or ""))
        return ":".join(part for part in parts if part)


def level_win(game: str, level: str) -> str:
    """Return the key of a first win against a level."""
    return str(AchievementKey(WIN, game, level))


def perfect_game(game: str) -> str:
    return str(AchievementKey(PERFECT, game))


def streak(days: int) -> str:
    """Return the key of a streak of daily puzzles."""
    return str(AchievementKey(STREAK, days=days))


def has_comebacks(game: str) -> bool:
    """Return whether a game's values are discs."""
    return GAMES[game].judging.unit == DISCS


def levels(game: str) -> list[str]:
    """Return the keys of first wins against a game's levels, weakest level first."""
    return [level_win(game, level) for level in GAMES[game].levels]


def others() -> list[str]:
    """Return the keys of all other achievements."""
    comeback = [COMEBACK] if any(map(has_comebacks, GAMES)) else []
    return [*map(perfect_game, GAMES), *comeback, *map(streak, STREAKS), CUP, SEASON]


def all_keys() -> list[str]:
    """Return all keys as they are listed, the rarest kinds first."""
    won = [key for game in GAMES for key in levels(game)]
    return [*others()[::-1], *won[::-1]]


def streaks(best: int) -> list[str]:
    """Return the keys earned by a best streak of that length, in days."""
    return [streak(days) for days in STREAKS if best >= days]


def of_level(game: str, options: str, computer: str) -> str | None:
    """Return the key earned by a rated win against a computer player; None unless it is a level."""
    if options or game not in GAMES or computer not in GAMES[game].levels:
        return None
    return level_win(game, computer)


def stronger(key: str, known: Sequence[str]) -> bool:
    """Return whether a won level is stronger than all that were won before; True for other achievements."""
    parsed = AchievementKey.parse(key)
    if parsed is None or parsed.kind != WIN:
        return True
    order = levels(parsed.game)
    return all(order.index(held) < order.index(key) for held in known if held in order)


def of_review(snapshot: GameSnapshot, review: Review) -> Iterator[tuple[int, str]]:
    """Yield the people and the keys that a rated, reviewed game has earned them."""
    game = snapshot.game
    if not game.rated or game.options or game.ending is Ending.CALLED_OFF:
        return
    for side, seat in enumerate(game.seats):
        if seat.player_id is None or snapshot.deserted or not _real_opponent(snapshot, 1 - side):
            continue
        if _is_perfect(snapshot, review, side):
            yield seat.player_id, perfect_game(game.game)
        if has_comebacks(game.game) and _is_comeback(snapshot, review, side):
            yield seat.player_id, COMEBACK


def _real_opponent(snapshot: GameSnapshot, side: int) -> bool:
    """Return whether a side is another person, or a computer player of some strength."""
    seat, other = snapshot.game.seats[side], snapshot.game.seats[1 - side]
    if seat.computer is None:
        return seat.player_id is not None and seat.player_id != other.player_id
    rating = computer_rating(snapshot)
    return rating is not None and rating >= MIN_OPPONENT


def _is_perfect(snapshot: GameSnapshot, review: Review, side: int) -> bool:
    """Return whether a side made no error in a game that was played to its end and not lost."""
    game, verdict = snapshot.game, review.sides[side]
    if game.ending is not Ending.PLAYED or game.winner == 1 - side:
        return False
    placed = sum(by >= 0 for by in snapshot.movers)
    if placed < FULL_LENGTH * square_count(snapshot.kind, ""):
        return False
    no_errors = not any(verdict.errors.values())
    return no_errors and verdict.accuracy is not None and verdict.accuracy >= PERFECT_ACCURACY


def _is_comeback(snapshot: GameSnapshot, review: Review, side: int) -> bool:
    """Return whether a side has won from far behind, by the values of the positions."""
    if snapshot.game.winner != side or snapshot.game.ending is not Ending.PLAYED:
        return False
    # Scores are the first side's.
    worst = min((point.score if side == 0 else -point.score for point in review.points), default=0.0)
    return worst <= -BEHIND
