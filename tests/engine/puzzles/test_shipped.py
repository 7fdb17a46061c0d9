"""The puzzles that come with the program, their file, and why a position makes one or none."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from functools import cache

import pytest

from engine import EngineError, StopFlag, connect4, puzzles, reversi
from engine.puzzles import (
    MAX_OWN_MOVES,
    PUZZLE_GAMES,
    Puzzle,
    Reason,
    check,
    file_of,
    from_position,
    puzzle_game,
    puzzle_id,
)
from engine.puzzles.puzzle import read, written
from engine.puzzles.solving import BEGINNERS, EASIEST, HARDEST, MIN_CHOICE, THEMES, PuzzleSolver
from engine.search.position import PASS, Position
from tests.cases import for_each
from tests.engine import oracle
from tests.engine.positions import WHITE_PASSES, WIPED_OUT, random_endgame

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


def test_each_game_has_many_of_its_own_in_little_space_found_by_their_ids() -> None:
    for game in GAMES:
        assert {puzzle.game for puzzle in puzzles.shipped(game)} == {game}
    assert puzzles.shipped("chess") == ()
    assert all(puzzles.find(puzzle.id) is puzzle for puzzle in puzzles.shipped())
    assert puzzles.find("nothing") is None
    assert len(puzzles.shipped()) == sum(len(puzzles.shipped(game)) for game in GAMES) >= 2000
    assert all(len(puzzles.shipped(game)) >= 800 for game in GAMES)
    assert sum(file_of(game).stat().st_size for game in GAMES) <= 2**20


@pytest.mark.long
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
    seen = puzzle_game("connect4").obvious
    obvious = [puzzle for puzzle, asked in played("connect4") if seen(asked[0], puzzle.line[0])]
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


@pytest.mark.long
@for_each(("game", "moves"), [("reversi", 54), ("connect4", 32)])
def test_late_ones_are_right_by_plain_minimax(game: str, moves: int) -> None:
    late = [puzzle for puzzle, asked in played(game) if asked[0].moves_played >= moves]
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


PUZZLE = Puzzle(
    id="r22", game="reversi", board="", position=f"{'-' * 27}XO------OX{'-' * 27} X", goal="win", margin=4,
    line=("d3", "pass", "e6"), rating=1250.0, themes=("corner", "pass"),
)  # fmt: skip
LINE = written([PUZZLE])


def test_there_and_back_again_the_easiest_first() -> None:
    plain = replace(PUZZLE, id="r23", position="", line=("d3",), goal="best", themes=(), rating=700.0)
    text = written([PUZZLE, plain], ["made by hand", ""])
    assert text.startswith("# made by hand\n#\nr23 ")
    assert read(text, "reversi", "file") == (plain, PUZZLE)
    with pytest.raises(EngineError, match="goal is one of wipe-out, win, save, best"):
        replace(PUZZLE, goal="lose")  # type: ignore[arg-type]


@for_each(("damaged", "said"), [
    (LINE.replace(" 4 ", " "), "8 parts, not 7"),
    (LINE.replace("win", "lose"), "goal is one of .*, not 'lose'"),
    (LINE.replace("d3-pass-e6", "d3-pass"), "ends with one"),
    (LINE.replace("d3-pass-e6", "-".join(["d3"] * 9)), "1 to 4 own moves"),
    (LINE.replace("1250", "hard"), "could not convert"),
    (LINE.replace(" 4 ", " 4.5 "), "invalid literal"),
    (LINE + LINE, "line 2: there are two puzzles r22"),
])  # fmt: skip
def test_a_damaged_file_is_told_with_the_line(damaged: str, said: str) -> None:
    with pytest.raises(EngineError, match=said) as raised:
        read(damaged, "reversi", "my.puzzles")
    assert str(raised.value).startswith("my.puzzles, line ")


def of(puzzle: Puzzle) -> Position:
    return puzzle_game(puzzle.game).parse(puzzle.position)


def turned(position: reversi.Position, *, colours: bool = False) -> reversi.Position:
    """The board turned by half, perhaps with colours exchanged."""
    squares, side = str(position).split()
    text = f"{squares[::-1]} {side}"
    return reversi.parse(text.translate(str.maketrans("XO", "OX")) if colours else text)


@for_each("game", list(PUZZLE_GAMES))
def test_shipped_puzzles_are_made_again(game: str) -> None:
    late = [puzzle for puzzle in puzzles.shipped(game) if len(of(puzzle).legal_moves()) < 7]
    for puzzle in random.Random(7).sample(late, 2):
        made = from_position(of(puzzle))
        assert isinstance(made, Puzzle)
        # It was graded by the levels as they were then.
        assert abs(made.rating - puzzle.rating) < 200
        assert replace(made, rating=puzzle.rating) == puzzle
        check(puzzle)


@for_each(("position", "reason"), [
    (reversi.start(6), Reason.OTHER_BOARD),
    (reversi.start(anti=True), Reason.OTHER_BOARD),
    (connect4.start(8, 7), Reason.OTHER_BOARD),
    (reversi.parse(WIPED_OUT), Reason.OVER),
    (reversi.start(), Reason.TOO_EARLY),
    (connect4.parse("4455"), Reason.TOO_EARLY),
    (reversi.parse(WHITE_PASSES), Reason.NO_CHOICE),
    (connect4.parse("4" * 6 + "1" * 6), Reason.NOT_ALONE),
])  # fmt: skip
def test_why_there_is_no_puzzle(position: Position, reason: Reason) -> None:
    assert from_position(position) == reason


def test_a_single_move_that_is_hard_makes_no_puzzle() -> None:
    found = [from_position(random_endgame(seed, 10)) for seed in range(12)]
    assert Reason.ONE_HARD_MOVE in found
    assert any(isinstance(one, Puzzle) for one in found)


def test_it_ends_with_its_time_and_when_it_is_stopped(stopped: StopFlag) -> None:
    hard = random_endgame(5, 18)
    assert from_position(hard, seconds=0.0001) == Reason.OUT_OF_TIME
    assert from_position(hard, stop=stopped) == Reason.STOPPED


def test_an_id_belongs_to_a_position_and_its_twins() -> None:
    game, position = PUZZLE_GAMES["reversi"], random_endgame(1, 10)
    ids = {puzzle_id(twin, game) for twin in (position, turned(position), turned(position, colours=True))}
    assert len(ids) == 1
    assert puzzle_id(position.play(position.legal_moves()[0]), game) not in ids
    game, grid = PUZZLE_GAMES["connect4"], connect4.parse("44352")
    assert puzzle_id(grid, game) == puzzle_id(grid.mirrored(), game)
    assert puzzle_id(grid, game).startswith("c")


def several_moves(game: str) -> Puzzle:
    """A puzzle with several moves to find, late in a game."""
    longer = [puzzle for puzzle in puzzles.shipped(game) if len(puzzle.line) > 1]
    return max(longer, key=lambda puzzle: of(puzzle).moves_played)


@for_each("game", list(PUZZLE_GAMES))
def test_what_is_wrong_is_found(game: str) -> None:
    right = several_moves(game)
    check(right)
    start = of(right)
    other = next(move for move in start.legal_moves() if move != right.line[0])
    small = str(reversi.start(6) if game == "reversi" else connect4.start(8, 7))
    for wrong, said in (
        (replace(right, line=(other,)), f"{right.id}: {other} is not the only move after 0 plies"),
        (replace(right, margin=right.margin + 1), "the margin is"),
        (replace(right, line=(right.line[0], "nowhere", *right.line[2:])), "not legal after 1 plies"),
        (replace(right, board="6x6"), "usual board"),
        (replace(right, position=small), "usual board"),
    ):
        with pytest.raises(EngineError, match=said):
            check(wrong)


def test_a_reply_that_is_not_the_best_is_found() -> None:
    for puzzle in puzzles.shipped("connect4"):
        if len(puzzle.line) == 3 and len(of(puzzle).play(puzzle.line[0]).legal_moves()) > 2:
            after = of(puzzle).play(puzzle.line[0])
            replies = [move for move in after.legal_moves() if move != puzzle.line[1]]
            said = []
            for reply in replies:
                with pytest.raises(EngineError) as raised:
                    check(replace(puzzle, line=(puzzle.line[0], reply, puzzle.line[2])))
                said.append(str(raised.value))
            if any("is no best reply after 1 plies" in text for text in said):
                return
    raise AssertionError("no puzzle has a reply that is worse than the best")
