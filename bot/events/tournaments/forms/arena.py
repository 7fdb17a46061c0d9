"""Arena: free players are paired again at once until the time is up."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from bot.events.tournaments.forms.matching import best_pairs, maximum_matching
from bot.events.tournaments.forms.types import Colours, clash, last_round, moves_first, of_entrant
from data.tournaments.records import Entrant, Pairing

WIN = 2
"""Points for a win."""

DRAW = 1
"""Points for a draw."""

STREAK = 3
"""Wins in a row from which on each counts double."""

RECENT_GAMES = 4
"""An entrant's latest games in which nobody is met again if there is another choice."""


def points(played: Sequence[Pairing], number: int) -> int:
    """Return an entrant's points: 2 for a win, 1 for a draw, and 4 from the third win in a row on.

    Draws and losses end a streak; byes and games in progress count for nothing.
    """
    total, streak = 0, 0
    for pairing in _ended(played, number):
        gained = pairing.points_of(number)
        streak = streak + 1 if gained == 1.0 else 0
        if streak:
            total += 2 * WIN if streak >= STREAK else WIN
        elif gained:
            total += DRAW
    return total


def streak(played: Sequence[Pairing], number: int) -> int:
    """Return how many games an entrant has won in a row until now."""
    count = 0
    for pairing in reversed(_ended(played, number)):
        if pairing.points_of(number) < 1.0:
            break
        count += 1
    return count


def _ended(played: Sequence[Pairing], number: int) -> list[Pairing]:
    return [
        pairing
        for pairing in of_entrant(played, number)
        if pairing.second is not None and pairing.outcome is not None
    ]


def arena_pairs(waiting: Sequence[Entrant], played: Sequence[Pairing], seed: int) -> list[Pairing]:
    """Pair as many as possible of those who wait, given in the order in which they began to.

    Nobody meets their last opponent again while a game is in progress, because others will be free soon.
    Those near in points meet, then those who haven't met lately, then those whose colours fit, then those
    near in rating. If someone must be left over, it is who came last.
    """
    numbers = [entrant.number for entrant in waiting]
    histories = {number: of_entrant(played, number) for number in numbers}
    scores = {number: points(played, number) for number in numbers}
    ratings = {entrant.number: entrant.rating for entrant in waiting}
    colours = {number: Colours(games, number) for number, games in histories.items()}
    lots = Random(seed)
    lot = {number: lots.random() for number in sorted(numbers)}
    games_pending = any(pairing.is_pending for pairing in played)

    def met(one: int, other: int, games: int) -> bool:
        latest = histories[one][-games:] + histories[other][-games:]
        return any({game.first, game.second} == {one, other} for game in latest)

    def allowed(one: int, other: int) -> bool:
        return not met(one, other, 1)

    def cost(one: int, other: int) -> tuple[int, bool, int, float, float]:
        return (
            abs(scores[one] - scores[other]),
            met(one, other, RECENT_GAMES),
            clash(colours[one], colours[other]),
            abs(ratings[one] - ratings[other]),
            lot[other],
        )

    graph = [
        [j for j, other in enumerate(numbers) if number != other and allowed(number, other)]
        for number in numbers
    ]
    order = [number for number, mate in zip(numbers, maximum_matching(graph), strict=True) if mate >= 0]
    order.sort(key=lambda number: (-scores[number], -ratings[number], lot[number]))
    pairs = best_pairs(order, allowed, cost)
    if not games_pending:
        paired = {number for pair in pairs for number in pair}
        rest = [number for number in numbers if number not in paired]
        pairs += zip(rest[::2], rest[1::2], strict=False)
    ordered = [
        (one, other) if moves_first(one, other, colours, lot[one] < lot[other]) else (other, one)
        for one, other in pairs
    ]
    return [Pairing(number, *pair) for number, pair in enumerate(ordered, last_round(played) + 1)]
