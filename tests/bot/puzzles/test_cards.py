"""The steps on the card of a daily puzzle, from what an attempt's trace tells."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Literal

from babel.dates import format_date

from bot.puzzles.card_words import card_text, clock_text, squares, streak_note
from bot.puzzles.cards import CardStep, DailyCard, has_begun, seconds_of, steps_of, tries_of
from data.puzzles.puzzles import Attempt
from data.puzzles.streaks import Streak
from languages import Language, forms, speaking
from tests.cases import for_each

BEGUN = datetime(2026, 3, 31, 12, tzinfo=UTC)


def attempt(trace: str, ply: int = 0, *, solved: bool = False, failed: bool = True) -> Attempt:
    result: Literal["solved", "failed"] = "failed" if failed else "solved"
    solved_at = BEGUN + timedelta(seconds=75) if solved else None
    return Attempt(
        1,
        "r1",
        "reversi",
        ply,
        result,
        None,
        None,
        solved_at,
        trace.endswith("!"),
        BEGUN,
        trace,
    )


@for_each(
    ("trace", "solved", "drawn", "tries"),
    [
        ("+++", True, "🟩🟩🟩", 3),
        ("+-+-?+", True, "🟩🟨🟦", 5),
        ("?-+++", True, "🟦🟩🟩", 4),
        ("+--!", False, "🟩🟥🟥", 3),
        ("!", False, "🟥🟥🟥", 0),
    ],
)
def test_each_move_has_its_square(trace: str, solved: bool, drawn: str, tries: int) -> None:
    done = attempt(trace, 2 * trace.count("+"), solved=solved, failed=trace != "+++")
    assert squares(steps_of(done, 3)) == drawn
    assert tries_of(done) == tries


def test_attempts_from_before_traces_have_squares_too() -> None:
    assert steps_of(attempt("", 5, solved=True, failed=False), 3) == (CardStep.AT_ONCE,) * 3
    assert steps_of(attempt("", 5, solved=True), 3) == (CardStep.AFTER_MISSES,) * 3
    assert has_begun(attempt("", 5, solved=True))


def test_the_time_is_until_the_solution() -> None:
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
