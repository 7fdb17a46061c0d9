"""The parts of a review's chart."""

from __future__ import annotations

import pytest

from bot.catalog import GAMES
from bot.play.games.challenges import Challenges
from bot.play.games.referee import Referee
from bot.study.review.verdicts import judge
from bot.study.review.view import course_of
from data.jobs.reviews import ReviewedPly
from renderers.review_chart import ReviewPoint
from tests.bot.helpers import ANN, BOB, PLACE, REVERSI, begin, play_out

NAMES = ("Ann", "Ben")


async def test_each_side_has_what_it_gave_away_itself(challenges: Challenges, referee: Referee) -> None:
    snapshot = await play_out(referee, await begin(challenges), ("f5", "d6", "c3"))
    plies = [
        ReviewedPly(0, "a1", 2.0, -6.0, None),
        ReviewedPly(1, "f4", 6.0, 5.0, None),
        ReviewedPly(2, "b3", -5.0, -9.0, None),
        ReviewedPly(3, "d3", 9.0, None, None),
    ]
    review = judge(REVERSI.judging, snapshot.positions(), snapshot.game.moves, plies, None)
    course = course_of(snapshot, review, NAMES)
    assert course.losses == ((0.0, 8.0, 8.0, 12.0), (0.0, 0.0, 1.0, 1.0))
    assert course.ends is None
    assert course.points == (
        ReviewPoint(2.0, None),
        ReviewPoint(-6.0, None, error=3, side=0),
        ReviewPoint(-5.0, None),
        ReviewPoint(-9.0, None, error=1, side=0),
    )


async def test_connect_4_shows_who_wins(challenges: Challenges, referee: Referee) -> None:
    offer = await challenges.challenge(GAMES["connect4"], PLACE, ANN, BOB, "first")
    begun = await challenges.accept(offer.game.id, BOB)
    snapshot = await play_out(referee, begun, ("1", "1"))
    plies = [
        ReviewedPly(0, "4", 1.0, -2.0, None),
        ReviewedPly(1, "4", 2.0, 0.0, None),
        ReviewedPly(2, "4", 0.0, None, None),
    ]
    review = judge(snapshot.kind.judging, snapshot.positions(), snapshot.game.moves, plies, None)
    course = course_of(snapshot, review, ("", "Ben"))
    assert course.names == ("Red", "Ben")
    assert course.losses == ((0.0, 1.0, 1.0), (0.0, 0.0, 0.5))
    assert course.ends == ("Red", "draw", "Yellow")
    assert [point.value for point in course.points] == pytest.approx([50.0, -50.0, 0.0])
