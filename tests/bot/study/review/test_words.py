"""Wording of reviews for single moves and for both sides."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from bot.catalog import GAMES
from bot.catalog.formulas import disc_noise
from bot.core.snapshot import GameSnapshot
from bot.play.games.challenges import Challenges
from bot.play.games.referee import Referee
from bot.study.review.verdicts import Review, judge
from bot.study.review.words import how_computed, review_text, step_text
from data.jobs.reviews import ReviewedPly
from tests.bot.helpers import ANN, BOB, PLACE, begin, play_out

CONNECT4 = GAMES["connect4"]


def reviewed(snapshot: GameSnapshot, plies: Sequence[ReviewedPly]) -> Review:
    game = snapshot.game
    return judge(snapshot.kind.judging, snapshot.positions(), game.moves, plies, game.winner)


def said(snapshot: GameSnapshot, plies: Sequence[ReviewedPly], ply: int) -> list[str]:
    """The lines about the position after `ply` moves."""
    before = snapshot.positions()[max(0, ply - 1)]
    return step_text(snapshot, reviewed(snapshot, plies), ply, before).splitlines()


@pytest.fixture
async def reversi(challenges: Challenges, referee: Referee) -> GameSnapshot:
    return await play_out(referee, await begin(challenges), ("f5", "d6", "c3"))


@pytest.fixture
async def off_book(challenges: Challenges, referee: Referee) -> GameSnapshot:
    return await play_out(referee, await begin(challenges), ("f5", "f4", "c3"))


@pytest.fixture
async def connect4(challenges: Challenges, referee: Referee) -> GameSnapshot:
    offer = await challenges.challenge(CONNECT4, PLACE, ANN, BOB, "first")
    snapshot = await challenges.accept(offer.game.id, BOB)
    return await play_out(referee, snapshot, ("4", "4", "4"))


def test_an_estimate_says_how_deep_it_is(off_book: GameSnapshot) -> None:
    plies = [ReviewedPly(2, "d7", 1.25, -6.5, 14)]
    noise = disc_noise(14, 58)
    assert said(off_book, plies, 3) == [
        "### Game #1, move 3 of 3",
        "⚫ Black played **c3**: **‼️ a blunder**.",
        f"It lost at least {7.75 - noise:.1f} discs, allowing for the error of both estimates, "
        "15 points of the expected result.",
        "**d7** was better: +1.2 discs instead of −6.5 discs.",
        "-# An estimate, 14 moves deep.",
    ]


def test_a_move_within_the_noise_is_told_without_a_better_one(off_book: GameSnapshot) -> None:
    assert said(off_book, [ReviewedPly(2, "d7", 1.0, 0.5, 14)], 3)[1:] == [
        "⚫ Black played **c3**: **👍 a good move**.",
        "It leads to +0.5 discs.",
        "-# An estimate, 14 moves deep.",
    ]


def test_a_move_of_a_known_opening_is_told_as_one(reversi: GameSnapshot) -> None:
    assert said(reversi, [ReviewedPly(1, "f4", 1.0, -4.0, 14)], 2)[1] == (
        "⚪ White played **d6**: **📖 a book move**."
    )


def test_a_proved_value_is_told_as_a_result(reversi: GameSnapshot) -> None:
    plies = [
        ReviewedPly(0, "a1", 0.0, -12.0, None),
        ReviewedPly(1, "f4", 12.0, -2.0, None),
        ReviewedPly(2, "c3", 2.0, 2.0, None),
    ]
    assert said(reversi, plies, 2) == [
        "### Game #1, move 2 of 3",
        "⚪ White played **d6**: **‼️ a blunder**.",
        "I'd answer it with c3.",
        "It lost 14 discs, 33 points of the expected result.",
        "It **missed the chance** to punish the other side's error just before.",
        "**f4** was better: a win by exactly 12 instead of a loss by exactly 2.",
        "-# 🔒 Proved.",
    ]
    assert said(reversi, plies, 3)[1:3] == [
        "⚫ Black played **c3**: **✅ the best move**.",
        "It leads to a win by exactly 2.",
    ]
    assert said(reversi, plies, 0) == ["### Game #1, the start"]


@pytest.mark.parametrize(
    ("best", "played", "line"),
    [
        (10.0, 7.0, "Still winning, 3 moves slower."),
        (10.0, 9.0, "Still winning, 1 move slower."),
        (-3.0, -5.0, "Lost anyway, 2 moves sooner."),
    ],
)
def test_a_result_that_is_kept_can_be_slower(
    connect4: GameSnapshot, best: float, played: float, line: str
) -> None:
    lines = said(connect4, [ReviewedPly(0, "3", best, played, None)], 1)
    assert lines[1] == "🔴 Red played **column 4**: **👍 a good move**."
    assert line in lines


def test_both_sides_are_summed_up_apart_for_proved_and_estimated_values(off_book: GameSnapshot) -> None:
    plies = [
        ReviewedPly(0, "d3", 1.0, 1.0, 12),
        ReviewedPly(1, "d6", -4.0, -14.0, 14),
        ReviewedPly(2, "d7", -4.0, -14.0, None),
    ]
    lines = review_text(off_book, reviewed(off_book, plies)).splitlines()
    assert lines[0] == "### 🔍 Review of game #1"
    assert lines[1].endswith("**37%** accuracy · 1 blunder · 1 missed chance · 10 discs lost, proved")
    assert lines[2].endswith(
        "**29%** accuracy · 1 blunder · 0 discs lost, proved · about 6 lost before, estimated"
    )
    assert lines[3] == "-# 📖 Opening: Parallel Opening"
    assert lines[4].startswith("🔀 Turning point: move ")
    assert lines[5] == (
        "-# 🔒 Proved from move 3 on; before that, estimates from searches 12 to 14 moves deep."
    )


def test_a_game_given_up_early_is_told_in_estimates_alone(reversi: GameSnapshot) -> None:
    plies = [
        ReviewedPly(0, "d3", 1.0, -4.0, 12),
        ReviewedPly(1, "f4", 4.0, 4.0, 14),
        ReviewedPly(2, "c3", -4.0, -4.0, 14),
        ReviewedPly(3, "f4", 4.0, None, 9),
    ]
    text = review_text(reversi, reviewed(reversi, plies))
    assert "proved" not in text.casefold()
    assert text.count("· about 0 discs lost, estimated") == 2
    assert text.endswith("-# Estimates from searches 9 to 14 moves deep.")


def test_how_it_is_computed_fits_into_a_message() -> None:
    text = how_computed()
    assert len(text) < 2000
    assert "inaccuracy" in text
    assert "100·exp(−*g* / 5)%" in text


async def test_each_side_has_its_accuracy_by_phase(challenges: Challenges, referee: Referee) -> None:
    moves = ["f5", "d6", "c3", "d3", "c4", "f4", "f6", "f3", "e6", "e7"]
    snapshot = await play_out(referee, await begin(challenges), moves)
    plies = [ReviewedPly(ply, "a1", 8.0 * (ply == 4), 0.0, None) for ply in range(len(moves))]
    lines = review_text(snapshot, reviewed(snapshot, plies)).splitlines()
    assert [line for line in lines if line.startswith("-# Opening")] == ["-# Opening 73%", "-# Opening 100%"]
    assert lines.index("-# Opening 73%") == lines.index("-# Opening 100%") - 2
    lines = review_text(snapshot, reviewed(snapshot, plies[2:])).splitlines()
    assert not any(line.startswith("-# Opening") for line in lines)
