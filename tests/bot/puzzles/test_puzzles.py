"""Cards, mistakes, races and words of puzzles."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any, Literal

from babel.dates import format_date
from hypothesis import given
from hypothesis import strategies as st

from bot.catalog.judging import Phase
from bot.puzzles.mistakes import possible_herrings
from bot.puzzles.posted import CardStep, DailyCard, has_begun, seconds_of, steps_of, tries_of
from bot.puzzles.run_words import card_text, clock_text, squares, streak_note
from bot.puzzles.runs import BAR_LENGTH, GRACE, bar_length, can_start, is_done, ranked
from bot.puzzles.words import THEMES, answer, theme_name
from bot.study.review.verdicts import JudgedMove, Verdict
from data.games.deadlines import LONG_ABSENCE, RaceTime
from data.puzzles.puzzle_posts import Streak
from data.puzzles.puzzles import Attempt
from data.puzzles.races import Race, Racer, RaceRecord
from data.puzzles.runs import RUSH_TIME, RunEnding
from engine.puzzles import Puzzle
from engine.puzzles import solving as puzzle_game
from languages import Language, forms, speaking
from tests.cases import for_each

BEGUN = datetime(2026, 3, 31, 12, tzinfo=UTC)


def attempt(trace: str, ply: int = 0, *, solved: bool = False, failed: bool = True) -> Attempt:
    result: Literal["solved", "failed"] = "failed" if failed else "solved"
    solved_at = BEGUN + timedelta(seconds=75) if solved else None
    return Attempt(1, "r1", "reversi", ply, result, None, None, solved_at, trace.endswith("!"), BEGUN, trace)


@for_each(
    ("trace", "solved", "drawn", "tries"),
    ("+++", True, "🟩🟩🟩", 3),
    ("+-+-?+", True, "🟩🟨🟦", 5),
    ("?-+++", True, "🟦🟩🟩", 4),
    ("+--!", False, "🟩🟥🟥", 3),
    ("!", False, "🟥🟥🟥", 0),
)
def test_each_move_has_its_square(trace: str, solved: bool, drawn: str, tries: int) -> None:
    done = attempt(trace, 2 * trace.count("+"), solved=solved, failed=trace != "+++")
    assert (squares(steps_of(done, 3)), tries_of(done)) == (drawn, tries)


def test_older_attempts_have_squares_and_solutions_a_time() -> None:
    assert steps_of(attempt("", 5, solved=True, failed=False), 3) == (CardStep.AT_ONCE,) * 3
    assert steps_of(attempt("", 5, solved=True), 3) == (CardStep.AFTER_MISSES,) * 3
    assert has_begun(attempt("", 5, solved=True))
    assert seconds_of(attempt("+", 1, solved=True)) == 75
    assert seconds_of(attempt("!")) is None
    assert [clock_text(seconds) for seconds in (48, 725, 3723)] == ["0:48", "12:05", "1:02:03"]


@for_each("language", forms())
def test_days_are_written_as_the_reader_does(language: Language) -> None:
    streak = Streak(4, 9, "2026-03-31", freeze_left=False)
    card = DailyCard("reversi", "2026-03-31", (CardStep.AT_ONCE,), 1, 48, streak)
    with speaking(language):
        for text in (card_text(card), streak_note(streak)):
            assert format_date(BEGUN, "long", locale=language.cldr) in text
            assert "2026-03" not in text


def move(ply: int, verdict: Verdict, keepers: int | None = 1, depth: int | None = None) -> JudgedMove:
    usual: dict[str, Any] = {"best": 1.0, "played": 1.0, "loss": 0.0, "points_lost": None, "legal": 5}
    usual |= {"move": "d3", "best_move": "d3" if verdict is Verdict.BEST else "c4", "missed": False}
    usual |= {"phase": Phase.MIDDLE, "depth": depth, "keepers": keepers, "verdict": verdict}
    return JudgedMove(ply=ply, side=ply % 2, **usual)


def test_herrings_are_as_many_as_mistakes_and_the_only_moves() -> None:
    best = [move(ply, Verdict.BEST) for ply in range(20)]
    assert possible_herrings(best, 1) == frozenset()
    moves = [*best, move(20, Verdict.MISTAKE), move(22, Verdict.BLUNDER), move(24, Verdict.INACCURACY)]
    chosen = possible_herrings(moves, 1)
    assert len(chosen) == 2
    assert all(ply % 2 == 0 for ply in chosen)
    assert possible_herrings(moves, 1) == chosen
    assert len({possible_herrings(moves, game_id) for game_id in range(9)}) > 1
    moves = [move(ply, Verdict.BEST, keepers=3) for ply in range(0, 20, 2)]
    moves += [move(20, Verdict.BEST), move(22, Verdict.MISTAKE)]
    assert possible_herrings(moves, 1) == {20}
    moves = [move(0, Verdict.GOOD), move(2, Verdict.BEST, depth=12), move(4, Verdict.BOOK)]
    assert possible_herrings([*moves, move(6, Verdict.MISTAKE)], 1) == frozenset()


NOW = datetime(2026, 3, 1, tzinfo=UTC)

SOLVED = st.one_of(st.none(), st.integers(0, 3).map(lambda seconds: NOW + timedelta(seconds=seconds)))
RACERS = st.lists(
    st.builds(
        Racer,
        player_id=st.integers(1, 10**6),
        score=st.integers(0, 3),
        misses=st.integers(0, 3),
        solved_at=SOLVED,
    ),
    max_size=20,
    unique_by=lambda racer: racer.player_id,
)


def is_better(one: Racer, other: Racer) -> bool:
    """Compare two racers as the docs say it."""
    if one.score != other.score:
        return one.score > other.score
    if one.misses != other.misses:
        return one.misses < other.misses
    if one.solved_at is None or other.solved_at is None:
        return one.solved_at is not None and other.solved_at is None
    return one.solved_at < other.solved_at


@given(RACERS)
def test_a_place_is_one_more_than_those_who_are_better(racers: list[Racer]) -> None:
    placed = ranked(racers)
    assert sorted(one.racer.player_id for one in placed) == sorted(one.player_id for one in racers)
    assert [one.place for one in placed] == sorted(one.place for one in placed)
    for place, racer in placed:
        assert place == 1 + sum(is_better(other, racer) for other in racers)


@given(st.integers(0, 80), st.integers(0, 80))
def test_only_the_best_have_a_full_bar_and_only_those_without_a_puzzle_none(first: int, second: int) -> None:
    score, best = sorted((first, second))
    length = bar_length(score, best)
    assert (length == BAR_LENGTH) is (score == best > 0)
    assert (length == 0) is (score == 0)


@given(st.floats(-20, 179), st.floats(-300, 300))
def test_an_absence_takes_no_time_from_a_race(into: float, away: float) -> None:
    time, since = RaceTime(NOW, NOW + RUSH_TIME), NOW + timedelta(seconds=into)
    now = since + timedelta(seconds=away)
    after = time.after_absence(since, now)
    if now - since > LONG_ABSENCE:
        assert after is None
        return
    assert after is not None
    assert after.deadline - now == time.deadline - since
    if time.begins_at > since:
        assert after.begins_at - now == time.begins_at - since
    else:
        assert after.begins_at == time.begins_at


def test_races_begin_and_end_by_their_racers() -> None:
    race = Race(1, 2, 3, "connect4", NOW, deadline=NOW)
    running = RaceRecord(race, (Racer(3), Racer(4, ending=RunEnding.MISS)))
    assert not is_done(running, NOW)
    assert is_done(running, NOW + GRACE)
    assert is_done(RaceRecord(race, (Racer(3, ending=RunEnding.STOPPED),)), NOW - RUSH_TIME)
    race = Race(1, 2, 3, "connect4", NOW)
    assert [can_start(RaceRecord(race, (Racer(3), Racer(4))), person) for person in (3, 4)] == [True, False]
    assert [can_start(RaceRecord(race, (Racer(4), Racer(5))), person) for person in (3, 4)] == [False, True]


ALL_THEMES = sorted({theme for of_game in puzzle_game.THEMES.values() for theme in of_game})


@for_each("theme", ALL_THEMES)
def test_every_theme_has_a_name(theme: str) -> None:
    assert theme in THEMES or theme_name(theme).startswith("win in ")
    assert len(theme_name(theme)) <= 100


def test_answers_name_wins_sides_moves_and_passes() -> None:
    assert theme_name("win-in-1") == "win in 1 move"
    assert theme_name("win-in-3") == "win in 3 moves"
    puzzle = Puzzle("c0", "connect4", "", "", ("4", "4", "3"), "win", 1, 1000.0, ())
    assert answer(puzzle) == "🔴 column 4, 🟡 column 4, 🔴 column 3"
