"""Simulate the first games of people who hardly know a game.

    python -m research.first_games [--people 200] [--games 5]

Each person takes the level first suggested, after each loss the one offered, and after a win a rematch. They
win as often as Elo's formula expects of their strength against the level's rating.
"""

from __future__ import annotations

import argparse
import random

from bot.catalog import GAMES, GameKind
from bot.computer.opponents.level_advice import NEWCOMER_RATING, easier_level, nearest_level
from data.games.records import Verdict
from data.ratings.glicko2 import estimated

STRENGTHS = (400, 500, 700, 1000)


def games_won(kind: GameKind, strength: float, people: int, games: int = 5) -> float:
    """Return how many of their first games people of a strength win on average."""
    rng, won = random.Random(66), 0
    for _ in range(people):
        level = nearest_level(kind, NEWCOMER_RATING)
        results: list[tuple[float, Verdict]] = []
        for _ in range(games):
            rating = float(kind.levels[level].rating)
            if rng.random() < 1 / (1 + 10 ** ((rating - strength) / 400)):
                won += 1
                results.append((rating, "win"))
            else:
                results.append((rating, "loss"))
                suiting = nearest_level(kind, estimated(NEWCOMER_RATING, results))
                level = easier_level(kind, level, suiting) or level
    return won / people


def main() -> None:
    """Print the table of research/README.md."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--people", type=int, default=200)
    parser.add_argument("--games", type=int, default=5)
    chosen = parser.parse_args()
    for kind in GAMES.values():
        for strength in STRENGTHS:
            won = games_won(kind, strength, chosen.people, chosen.games)
            print(f"{kind.title}: people of {strength} win {won:.2f} of {chosen.games} games")


if __name__ == "__main__":
    main()
