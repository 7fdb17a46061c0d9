"""Play the games with which the demo starts, and write `research/demo_games.txt`.

    uv run python -m research.demo_games && uv run python -m research.demo_past

Computer levels stand in for the people. The lines are in order of play; those of the cup hold one decisive
game for every two people and either colour, since it depends on the results who meets whom.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterable, Iterator
from dataclasses import replace

from bot.catalog import GAMES
from bot.play.games.changes import plies
from data.games.records import NewMove
from engine import Position
from engine.players.computer import ComputerPlayer
from research.demo_past import CUP, CUP_GAME, GAMES_FILE, LEVEL

SEED = 11
STRENGTHS = {
    "ann": "easy",
    "ben": "easy",
    "chloe": "hard",
    "mona": "medium",
    "dario": "beginner",
    "esra": "strong",
    "finn": "easy",
    "hana": "hard",
}
LEVELS = ("beginner", "easy", "medium")
BETWEEN_PEOPLE = {"reversi": 9, "connect4": 8}
AGAINST_COMPUTERS = {"reversi": 9, "connect4": 8}
REGULAR = {"ann": 4, "ben": 3, "chloe": 3}
"""How often people begin a game, relative to the others."""
RANKED = ("chloe", "hana", "mona")
"""People with enough recent games among each other for a rank; few suffice, since none is much stronger."""
ENCOUNTERS = {"reversi": 8, "connect4": 8}
"""How often every two of them meet."""
DRAWN_PLIES = 2


def play(game: str, players: tuple[str, str], seed: int) -> tuple[str, bool]:
    """Return the result and the moves of a game between two players, and whether it was won."""
    kind, rng = GAMES[game], random.Random(seed)
    chosen = [kind.levels[STRENGTHS.get(name, name.removeprefix(LEVEL))].player for name in players]
    position, made, outcome = kind.start(""), list[NewMove](), None
    while outcome is None:
        # Levels alone would often begin alike.
        is_drawn = len(made) < DRAWN_PLIES
        move = (
            rng.choice(position.legal_moves()) if is_drawn else choose(chosen[position.turn], position, rng)
        )
        played, outcome = plies(position, NewMove(move, position.turn, 0.0))
        made += played
        for one in played:
            position = position.play(one.move)
    winner = "-" if outcome.winner is None else outcome.winner
    return f"{winner} {outcome.score} {' '.join(one.move for one in made)}", outcome.winner is not None


def choose(player: ComputerPlayer, position: Position, rng: random.Random) -> str:
    """Return a level's move, which differs from game to game; its depth alone bounds the search."""
    return replace(player, seed=rng.randrange(2**31)).choose(position, None).move


def schedule(rng: random.Random) -> Iterator[tuple[str, tuple[str, str]]]:
    """Yield games and players, in order of play."""
    names, weights = [*STRENGTHS], [REGULAR.get(name, 1) for name in STRENGTHS]
    planned = []
    for game, number in BETWEEN_PEOPLE.items():
        for _ in range(number):
            first = rng.choices(names, weights)[0]
            planned.append((game, (first, rng.choice([name for name in names if name != first]))))
    for game, number in AGAINST_COMPUTERS.items():
        for _ in range(number):
            players = [rng.choices(names, weights)[0], f"{LEVEL}{rng.choice(LEVELS)}"]
            rng.shuffle(players)
            planned.append((game, (players[0], players[1])))
    rng.shuffle(planned)
    return iter(planned)


def encounters(rng: random.Random) -> Iterator[tuple[str, tuple[str, str]]]:
    """Yield the games by which people get a rank, without order."""
    for game, number in ENCOUNTERS.items():
        for pair in itertools.combinations(RANKED, 2):
            for _ in range(number):
                yield game, rng.choice([pair, pair[::-1]])


def written(games: Iterable[tuple[str, tuple[str, str]]], rng: random.Random) -> list[str]:
    """Play the games; return their lines."""
    lines = []
    for game, (first, second) in games:
        moves, _ = play(game, (first, second), rng.randrange(2**31))
        lines.append(f"{game} {first} {second} {moves}")
    return lines


def main() -> None:
    """Write the file."""
    rng, more = random.Random(SEED), random.Random(SEED + 1)
    lines = written(schedule(rng), rng)
    for line in written(encounters(more), more):
        lines.insert(more.randrange(len(lines) * 3 // 4, len(lines)), line)
    for first, second in itertools.permutations(STRENGTHS, 2):
        won = False
        while not won:
            moves, won = play(CUP_GAME, (first, second), rng.randrange(2**31))
        lines.append(f"{CUP} {first} {second} {moves}")
    GAMES_FILE.write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(f"{len(lines)} games, {GAMES_FILE.stat().st_size} bytes")


if __name__ == "__main__":
    main()
