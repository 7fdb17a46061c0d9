"""Why a game is unrated, and what help costs, in words."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.core.snapshot import GameSnapshot
from bot.play.games.challenges import Challenges
from bot.play.games.referee import Referee
from bot.play.games.words import board_status
from bot.ui.times import price, rating_facts
from data.games.boards import set_up_on
from data.games.records import Unrated, WhyUnrated
from tests.bot.helpers import ANN, BOB, PLACE, REVERSI, begin, put_down_until

WHO = f"<@{ANN.id}>"


@pytest.fixture
async def going(challenges: Challenges) -> GameSnapshot:
    return await begin(challenges)


def unrated(snapshot: GameSnapshot, reason: Unrated | None) -> GameSnapshot:
    return replace(snapshot, game=replace(snapshot.game, rated=False, unrated=reason))


@pytest.mark.parametrize(
    ("reason", "said"),
    [
        (None, "the computer helped, or a move was taken back"),
        (Unrated(WhyUnrated.BOARD), "not the standard board"),
        (Unrated(WhyUnrated.OFTEN), f"{WHO} and <@{BOB.id}> have used up today's rated games"),
        (Unrated(WhyUnrated.TAKEN_BACK, 0), f"{WHO} took a move back"),
        (Unrated(WhyUnrated.THINKING, 0), f"{WHO} asked what I think"),
        (Unrated(WhyUnrated.HANDED_OVER, 0), f"{WHO} let a computer play"),
        (Unrated(WhyUnrated.THINKING, 0, lost=True), f"{WHO} asked what I think, which counts as their loss"),
    ],
)
async def test_every_reason_has_words(going: GameSnapshot, reason: Unrated | None, said: str) -> None:
    (fact,) = rating_facts(unrated(going, reason))
    assert fact == f"This game is unrated: {said}"
    assert f"-# {fact}\n" in board_status(unrated(going, reason), None, None, ())
    assert "unrated" not in board_status(going, None, None, ())


async def test_a_player_without_a_rating_is_named(challenges: Challenges) -> None:
    snapshot = await challenges.play_computer(REVERSI, PLACE, ANN, "Octo|greedy:3", "first")
    assert rating_facts(snapshot) == ["This game is unrated: Flipfour (Octo) has no rating"]


async def test_a_game_from_a_position_has_an_unusual_start_on_any_board(going: GameSnapshot) -> None:
    position = set_up_on("", "-" * 27 + "OX------XO" + "-" * 27 + "X")
    begun = replace(going, game=replace(going.game, options=position))
    status = board_status(unrated(begun, Unrated(WhyUnrated.BOARD)), None, None, ())
    assert "-# Board: 8 by 8, from a position · This game is unrated: not the standard start\n" in status


async def test_the_price_of_help(going: GameSnapshot, referee: Referee) -> None:
    assert price(going) == "The game then becomes **unrated**."
    later = await put_down_until(referee, going, 10)
    assert price(later) == "The game then **counts as a loss for you** and continues unrated."
    assert price(later, WHO) == f"The game then **counts as a loss for {WHO}** and continues unrated."
    assert price(unrated(later, None)) == "The game is unrated anyway."
