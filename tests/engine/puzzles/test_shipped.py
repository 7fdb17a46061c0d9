"""The puzzles that come with the program."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache

from engine import connect4, puzzles
from engine.puzzles import MAX_OWN_MOVES, Puzzle, check
from engine.puzzles.making import PUZZLE_GAMES, file_of, puzzle_game, puzzle_id
from engine.puzzles.solving import BEGINNERS, EASIEST, HARDEST, MIN_CHOICE, THEMES, PuzzleSolver
from engine.search.position import PASS, Position
from tests.cases import for_each
from tests.engine import oracle

GAMES = list(PUZZLE_GAMES)


@cache
def played(game: str) -> list[tuple[Puzzle, list[Position]]]:
    """The puzzles of a game, each with the positions in which it asks for a move."""
    found = []
    for puzzle in puzzles.shipped(game):
        position, asked = puzzle_game(game).parse(puzzle.position), []
        for ply, move in enumerate(puzzle.line):
            if ply % 2 == 0:
                asked.append(position)
            position = position.play(move)
        found.append((puzzle, asked))
    return found


def test_each_game_has_its_own() -> None:
    for game in GAMES:
        assert {puzzle.game for puzzle in puzzles.shipped(game)} == {game}
    assert puzzles.shipped("chess") == ()
    assert len(puzzles.shipped()) == sum(len(puzzles.shipped(game)) for game in GAMES)


def test_they_are_found_by_their_ids() -> None:
    assert all(puzzles.find(puzzle.id) is puzzle for puzzle in puzzles.shipped())
    assert puzzles.find("nothing") is None


def test_there_are_many_in_little_space() -> None:
    assert len(puzzles.shipped()) >= 2000
    assert all(len(puzzles.shipped(game)) >= 800 for game in GAMES)
    assert sum(file_of(game).stat().st_size for game in GAMES) <= 2**20


@for_each("game", GAMES)
def test_every_line_can_be_played_and_leaves_a_choice(game: str) -> None:
    for puzzle, asked in played(game):
        assert 1 <= len(puzzle.own_moves) <= MAX_OWN_MOVES
        assert PASS not in puzzle.own_moves
        assert min(len(position.legal_moves()) for position in asked) >= MIN_CHOICE, puzzle.id
        assert asked[0].variant == puzzle_game(game).variant


@for_each("game", GAMES)
def test_no_two_are_the_same_however_turned_and_none_is_a_part_of_another(game: str) -> None:
    key_of = puzzle_game(game).twins_key
    keys = Counter(key for _, asked in played(game) for key in set(map(key_of, asked)))
    assert [key for key, number in keys.items() if number > 1] == []
    assert all(puzzle.id == puzzle_id(asked[0], puzzle_game(game)) for puzzle, asked in played(game))


@for_each("game", GAMES)
def test_ratings_span_beginners_to_experts(game: str) -> None:
    ratings = [puzzle.rating for puzzle in puzzles.shipped(game)]
    assert ratings == sorted(ratings)
    assert min(ratings) >= EASIEST
    assert max(ratings) <= HARDEST
    bands = Counter(int(min(rating, HARDEST - 1) // 300) for rating in ratings)
    assert all(bands[band] >= len(ratings) // 25 for band in range(2, 8))


@for_each("game", GAMES)
def test_single_moves_are_for_beginners(game: str) -> None:
    single = [puzzle for puzzle in puzzles.shipped(game) if len(puzzle.own_moves) == 1]
    assert len(single) <= len(puzzles.shipped(game)) / 3
    assert all(puzzle.rating <= BEGINNERS for puzzle in single)


def test_an_obvious_move_is_never_the_beginning_of_more() -> None:
    obvious = [
        puzzle
        for puzzle, asked in played("connect4")
        if puzzle_game("connect4").obvious(asked[0], puzzle.line[0])
    ]
    assert len(obvious) <= len(puzzles.shipped("connect4")) / 9
    assert all(len(puzzle.own_moves) == 1 for puzzle in obvious)


@for_each("game", GAMES)
def test_they_differ_in_side_and_stage_of_the_game(game: str) -> None:
    number = len(puzzles.shipped(game))
    sides = Counter(asked[0].turn for _, asked in played(game))
    assert min(sides[0], sides[1]) >= number / 4
    stages = Counter(asked[0].moves_played // 4 for _, asked in played(game))
    assert len([stage for stage, of_it in stages.items() if of_it >= number / 40]) >= 4


@for_each("game", GAMES)
def test_their_themes_are_known_and_none_lacks_examples(game: str) -> None:
    examples = Counter(theme for puzzle in puzzles.shipped(game) for theme in puzzle.themes)
    assert set(examples) <= set(THEMES[game])
    assert [theme for theme in THEMES[game] if examples[theme] < 3] == []


def test_reversi_puzzles_are_about_more_than_discs() -> None:
    aims = Counter(puzzle.aim for puzzle in puzzles.shipped("reversi"))
    assert aims["best"] <= aims.total() / 8
    assert aims["win"] + aims["save"] + aims["wipe-out"] >= aims.total() / 3
    assert min(aims[aim] for aim in ("win", "save", "corner-trap", "pass", "parity")) >= aims.total() / 12
    assert max(aims.values()) <= aims.total() / 4
    # There are easy and difficult ones of each.
    hard = Counter(puzzle.aim for puzzle in puzzles.shipped("reversi") if puzzle.rating >= 1500)
    assert all(0.1 < hard[aim] / aims[aim] < 0.9 for aim in aims)


def test_discs_alone_are_asked_for_in_games_that_are_won() -> None:
    for_discs = [one for one in puzzles.shipped("reversi") if one.goal == "best"]
    for puzzle in random.Random(4).sample(for_discs, 10):
        position = puzzle_game("reversi").parse(puzzle.position)
        with PuzzleSolver(position) as solver:
            assert solver.score(position) > 0, puzzle.id


def test_retired_puzzles_are_known_and_not_drawn() -> None:
    retired = puzzles.retired("reversi")
    assert len(retired) > 500
    assert all(puzzles.find(puzzle.id) is puzzle for puzzle in retired)
    assert {puzzle.id for puzzle in retired}.isdisjoint(puzzle.id for puzzle in puzzles.shipped())
    assert puzzles.retired("connect4") == ()
    for puzzle in random.Random(5).sample(retired, 4):
        check(puzzle)


def alone(values: dict[str, int], move: str, puzzle: Puzzle) -> bool:
    """Return whether a move reaches the goal and all others do not."""
    second = max(value for other, value in values.items() if other != move)
    reached = {
        "win": values[move] > 0 >= second,
        "save": values[move] == 0 > second,
        "best": puzzle.game == "reversi" and values[move] - second >= 2,
        "wipe-out": puzzle.game == "reversi" and values[move] - second >= 2,
    }
    return reached[puzzle.goal] and values[move] - second >= puzzle.margin


@for_each(("game", "empties"), [("reversi", 6), ("connect4", 10)])
def test_late_ones_are_right_by_plain_minimax(game: str, empties: int) -> None:
    late = [one for one, asked in played(game) if sum(cell is None for cell in asked[0].cells()) <= empties]
    assert len(late) >= 5
    for puzzle in random.Random(2024).sample(late, 5):
        position = puzzle_game(game).parse(puzzle.position)
        for ply, move in enumerate(puzzle.line):
            if isinstance(position, connect4.Position):
                values = oracle.connect4_values(position)
            else:
                values = oracle.values(str(position))
            if ply % 2:
                assert values[move] == max(values.values()), puzzle.id
            else:
                won = {other: (value > 0) - (value < 0) for other, value in values.items()}
                assert alone(won if game == "connect4" else values, move, puzzle), puzzle.id
            position = position.play(move)
