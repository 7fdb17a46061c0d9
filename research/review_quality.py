"""Measure how reviews judge games of every level: `python -m research.review_quality PART GAME FILE …`

    play GAME GAMES_FILE [ROUNDS]        appends ROUNDS (1) of games, in each of which every level plays every
                                         other one and itself, from a balanced opening
    review GAME GAMES_FILE FILE [SECONDS] [GAMES]
                                         reviews the first GAMES (50) three times and appends the results
                                         to FILE: twice in SECONDS (3), and in half of them
    report GAME FILE                     prints how far the reviews agree, and each level's accuracy
    study GAME FILE [GAMES] [SECONDS]    plays games and reviews each in SECONDS (1), until every level has
                                         played GAMES (50), against all levels alike; then prints the report
    openings                             reviews every opening that has a name, and prints the errors
    noise GAMES_FILE [POSITIONS]         compares moves of POSITIONS (73) of Reversi with the best one by
                                         small searches and a large one, and prints how much these disagree

`play`, `review` and `study` resume after an interruption. Nodes, not time, end the searches of a review, so
the second review should equal the first; the third is like one on a machine of half the speed.
"""

from __future__ import annotations

import json
import math
import random
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import astuple
from itertools import combinations_with_replacement
from pathlib import Path
from statistics import fmean, pstdev, quantiles
from typing import Any

from bot.catalog import GAMES
from bot.catalog.judging import NOISE_NEAR_THE_END
from bot.catalog.reversi import NAMES
from bot.study.review.analysis import Analysis
from bot.study.review.verdicts import ERRORS, Review, SideVerdict, judge
from data.jobs.reviews import ReviewedPly
from engine import Limits, Position, StopFlag, connect4, reversi, transcripts, warm_up
from engine.players.computer import levels_of
from engine.players.matches import balanced_openings
from engine.search.listing import compare
from engine.search.rules import moves_left

#: Seconds a move for levels that use all their time.
_MOVE_SECONDS = 0.2
_MEGABYTES = 64.0
#: The reviews of a game, each with its share of the time.
_SHARES = (1.0, 1.0, 0.5)
_PARSE: dict[str, Callable[[str], Position]] = {"reversi": reversi.parse, "connect4": connect4.parse}
#: Nodes of the compared searches; losses above the limit, in discs, are ignored.
_SMALL_SEARCHES, _LARGE_SEARCH, _LARGE_LOSS = (40_000, 160_000, 640_000), 5_000_000, 6.0
#: Reviews solve from this many empties on.
_SOLVED_UP_TO = 24
#: The machine may be busy, so nodes alone end the searches.
_PATIENCE = 50.0

Row = dict[str, Any]


def play(game: str, file: Path, rounds: int) -> None:
    """Let every level play every other one and itself, alternating weak and strong ones."""
    warm_up(game)
    pairs = [pair for _ in range(rounds) for pair in combinations_with_replacement(levels_of(game), 2)]
    rng = random.Random(37)
    rng.shuffle(pairs)
    for pair in pairs[len(_rows(file)) :]:
        _append(file, _played(game, pair, rng))


def _played(game: str, pair: tuple[str, str], rng: random.Random) -> Row:
    """Play a game of two levels from a balanced opening; chance decides who moves first."""
    names = pair if rng.random() < 0.5 else pair[::-1]
    start = position = rng.choice(balanced_openings(GAMES[game].start("")))
    moves, given = [], [0.0, 0.0]
    while position.legal_moves():
        side = position.turn
        player = levels_of(game)[names[side]].player
        found = player.choose(position, _MOVE_SECONDS, given_away=given[side])
        given[side] += player.gave_away(found)
        moves.append(found.move)
        position = position.play(found.move)
    return {"levels": names, "start": str(start), "moves": moves}


def study(game: str, file: Path, games: int, seconds: float) -> None:
    """Play and review rounds of games, in each of which every level meets every other one and itself.

    A game and its review are stored together, and each has a seed of its own, so that games after an
    interruption are those that would have followed.
    """
    warm_up(game)
    pairs = [*combinations_with_replacement(levels_of(game), 2)]
    # A round has a game of each level with every level; the one with itself has two sides of it.
    rounds = math.ceil(games / len(levels_of(game)))
    for number in range(len(_rows(file)), rounds * len(pairs)):
        order = random.Random(number // len(pairs)).sample(pairs, len(pairs))
        row = _played(game, order[number % len(pairs)], random.Random(number))
        plies = _plies(game, _positions(game, row), row["moves"], seconds)
        _append(file, row | {"reviews": [[astuple(ply) for ply in plies]]})
    report(game, file)


def review(game: str, games_file: Path, file: Path, seconds: float, games: int) -> None:
    """Review each game three times."""
    warm_up(game)
    for row in _rows(games_file)[len(_rows(file)) : games]:
        found = [_plies(game, _positions(game, row), row["moves"], share * seconds) for share in _SHARES]
        _append(file, row | {"reviews": [[astuple(ply) for ply in plies] for plies in found]})


def report(game: str, file: Path) -> None:
    """Print how far the reviews agree, where there are several of a game, and how they judge each level."""
    sides: list[tuple[SideVerdict, ...]] = []
    by_level: dict[str, list[SideVerdict]] = {name: [] for name in levels_of(game)}
    for row in _rows(file):
        positions = _positions(game, row)
        found = [
            _judged(game, positions, row["moves"], [ReviewedPly(*ply) for ply in plies])
            for plies in row["reviews"]
        ]
        for side, name in enumerate(row["levels"]):
            sides.append(tuple(each.sides[side] for each in found))
            by_level[name].append(found[0].sides[side])
    print(f"{len(sides) // 2} games, {len(sides)} sides\n")
    if all(len(side) == len(_SHARES) for side in sides):
        _print_agreement(sides)
    _print_levels(by_level)


def _print_agreement(sides: Sequence[tuple[SideVerdict, ...]]) -> None:
    print(
        "| compared with the first review | errors equal | one apart | more | accuracy differs by | at most |"
    )
    print("| --- | ---: | ---: | ---: | ---: | ---: |")
    for name, number in (("the second", 1), ("in half the time", 2)):
        apart = [abs(_errors(side[0]) - _errors(side[number])) for side in sides]
        accuracies = [abs((side[0].accuracy or 0.0) - (side[number].accuracy or 0.0)) for side in sides]
        print(
            f"| {name} | {apart.count(0)} | {apart.count(1)} | {sum(each > 1 for each in apart)} "
            f"| {fmean(accuracies):.1f} | {max(accuracies):.1f} |"
        )
    print()


def _print_levels(by_level: Mapping[str, Sequence[SideVerdict]]) -> None:
    """Print each level's accuracy with its standard error, and how far it is above the level before."""
    print("| level | sides | accuracy | above the last | deviation | lowest | highest | errors a side |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
    last: float | None = None
    for level, judged in by_level.items():
        percent = [side.accuracy for side in judged if side.accuracy is not None]
        if not percent:
            continue
        mean, deviation = fmean(percent), pstdev(percent)
        error = deviation / math.sqrt(len(percent))
        above = "" if last is None else f"{mean - last:+.1f}"
        print(
            f"| {level} | {len(percent)} | {mean:.1f} ± {error:.1f} | {above} | {deviation:.1f} "
            f"| {min(percent):.0f} | {max(percent):.0f} | {fmean(map(_errors, judged)):.1f} |"
        )
        last = mean


def openings(seconds: float = 4.0) -> None:
    """Print which moves of named openings are errors."""
    warm_up("reversi")
    moves_seen, flagged = set(), set()
    for line in NAMES.read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            continue
        moves = transcripts.moves(line.split("\t")[1])
        positions = _positions("reversi", {"start": str(reversi.start()), "moves": moves})
        plies = _plies("reversi", positions, moves, seconds)
        for move in _judged("reversi", positions, moves, plies).moves:
            opening = "".join(moves[: move.ply + 1])
            moves_seen.add(opening)
            if move.verdict.is_error:
                flagged.add(f"{opening}: {move.verdict.value}, {move.loss:.1f} discs")
    print(f"{len(moves_seen)} moves of named openings, {len(flagged)} errors")
    print("\n".join(sorted(flagged)))


def noise(games_file: Path, count: int) -> None:
    """Print how much worse small searches rate moves than a large one does."""
    warm_up("reversi")
    rng, rows = random.Random(37), _rows(games_file)
    over: dict[tuple[int, bool], list[float]] = defaultdict(list)
    depths: dict[int, list[int]] = defaultdict(list)
    for _ in range(count):
        game = _positions("reversi", rng.choice(rows))
        position = rng.choice([each for each in game if moves_left(each.state()) > _SOLVED_UP_TO])
        moves = rng.sample(position.legal_moves(), min(3, len(position.legal_moves())))
        near = bool(moves_left(position.state()) < NOISE_NEAR_THE_END[0])
        for move in moves:
            truth = compare(position, move, Limits(None, nodes=_LARGE_SEARCH, depth=_deepest(position)))
            for nodes in _SMALL_SEARCHES:
                found = compare(position, move, Limits(None, nodes=nodes, depth=_deepest(position)))
                depths[nodes].append(found.depth)
                lost, truly = found.score - found.other, truth.score - truth.other
                if truly < _LARGE_LOSS:
                    over[nodes, near].append(max(0.0, lost - truly))
    print("| nodes | depth | 25 to 31 empty squares | 32 and more |\n| ---: | ---: | ---: | ---: |")
    for nodes in _SMALL_SEARCHES:
        tenth = [quantiles(over[nodes, near], n=10)[-1] for near in (True, False)]
        print(f"| {nodes} | {fmean(depths[nodes]):.0f} | {tenth[0]:.1f} | {tenth[1]:.1f} |")


def _deepest(position: Position) -> int:
    """Return the maximum depth of a search that must not reach the end."""
    return int(moves_left(position.state())) - 1


def _plies(
    game: str, positions: Sequence[Position], moves: Sequence[str], seconds: float
) -> Sequence[ReviewedPly]:
    """Return the review's findings for each ply of a game."""
    judging = GAMES[game].judging
    analysis = Analysis(
        judging, positions, moves, (), seconds=seconds, megabytes=_MEGABYTES, patience=_PATIENCE
    )
    while not analysis.complete:
        analysis.analyse_next(StopFlag())
    analysis.close()
    return analysis.known


def _judged(
    game: str, positions: Sequence[Position], moves: Sequence[str], plies: Sequence[ReviewedPly]
) -> Review:
    result = positions[-1].result()
    return judge(GAMES[game].judging, positions, moves, plies, None if result is None else result.winner)


def _positions(game: str, row: Row) -> list[Position]:
    """Return the positions of a game: before each move, and the last one."""
    positions: list[Position] = [_PARSE[game](row["start"])]
    for move in row["moves"]:
        positions.append(positions[-1].play(move))
    return positions


def _errors(side: SideVerdict) -> int:
    return sum(side.errors[error] for error in ERRORS)


def _rows(file: Path) -> list[Row]:
    return [json.loads(line) for line in _lines(file)]


def _lines(file: Path) -> Iterator[str]:
    if file.exists():
        yield from file.read_text(encoding="utf-8").splitlines()


def _append(file: Path, row: Row) -> None:
    with file.open("a", encoding="utf-8") as lines:
        lines.write(json.dumps(row) + "\n")


def main() -> None:
    """Run the part that the command line names."""
    match sys.argv[1:]:
        case ["play", game, file, *rounds]:
            play(game, Path(file), int(rounds[0]) if rounds else 1)
        case ["review", game, games_file, file, *rest]:
            seconds, games = [*rest, *("3", "50")[len(rest) :]]
            review(game, Path(games_file), Path(file), float(seconds), int(games))
        case ["study", game, file, *rest]:
            count, seconds = [*rest, *("50", "1")[len(rest) :]]
            study(game, Path(file), int(count), float(seconds))
        case ["report", game, file]:
            report(game, Path(file))
        case ["noise", file, *positions]:
            noise(Path(file), int(positions[0]) if positions else 73)
        case ["openings"]:
            openings()
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main()
