"""Games between computers are limited: per person, channel and server."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot.computer.computer import Computer
from bot.computer.pool import SearchPool
from bot.core.background import BackgroundTasks
from bot.core.limits import OverLimit
from bot.core.people import Person, Place
from bot.events.matches.exhibitions import ExhibitionRunner
from bot.play.games.challenges import Challenges
from bot.play.games.flow import ComputerMoves
from bot.play.games.handover import HandOvers
from bot.play.games.referee import Referee
from bot.ui.refusals import refusal_text
from data import Storage
from data.games.records import QuestionKind
from tests.bot.helpers import ANN, BOB, CAT, PLACE, REVERSI, Clock, Unwatched, agreed, begin, kit_of

PLAYERS = ("easy", "medium")


@pytest.fixture
def exhibitions(storage: Storage, referee: Referee, clock: Clock) -> ExhibitionRunner:
    computer, watched = Computer(SearchPool(1, 1.0)), Unwatched()
    moves = ComputerMoves(referee, computer, watched, BackgroundTasks())
    return ExhibitionRunner(kit_of(storage, clock), moves)


@pytest.fixture
def handovers(storage: Storage) -> HandOvers:
    return HandOvers(storage)


def place(channel: int, guild: int | None = 7001) -> Place:
    return Place(channel_id=channel, guild_id=guild)


async def hand_over(
    challenges: Challenges, handovers: HandOvers, who: Person = ANN, where: Place = PLACE
) -> int:
    """Return a game against the computer whose person has handed their side over."""
    game = (await challenges.play_computer(REVERSI, where, who, "easy", "first")).game
    await handovers.hand_over(game.id, who, 0, "easy")
    return game.id


async def refused(doing: Any) -> OverLimit:
    with pytest.raises(OverLimit) as caught:
        await doing
    return caught.value


async def test_one_for_each_person(
    challenges: Challenges, handovers: HandOvers, exhibitions: ExhibitionRunner, storage: Storage
) -> None:
    first = await hand_over(challenges, handovers)
    for again in (
        hand_over(challenges, handovers, where=place(8002, 7002)),
        exhibitions.start(REVERSI, place(8003, 7003), ANN, PLAYERS),
    ):
        refusal = await refused(again)
        assert (refusal.scope, refusal.maximum, refusal.player_id) == ("person", 1, ANN.id)
        assert f"<@{ANN.id}> can only have one game" in refusal_text(refusal)
        assert "Stop it or take over a side" in refusal_text(refusal)
    # The other game continues unchanged.
    assert [game.delegates for game in await storage.playing_games()].count((None, None)) == 1
    await handovers.take_over(first, ANN)
    await exhibitions.start(REVERSI, place(8003, 7003), ANN, PLAYERS)


async def test_two_in_a_channel_and_four_in_a_server(
    challenges: Challenges, handovers: HandOvers, exhibitions: ExhibitionRunner
) -> None:
    people = [Person(2000 + number, f"Player {number}") for number in range(8)]
    await exhibitions.start(REVERSI, place(1), people[0], PLAYERS)
    await hand_over(challenges, handovers, people[1], place(1))
    full = await refused(hand_over(challenges, handovers, people[2], place(1)))
    assert (full.scope, full.maximum) == ("channel", 2)
    assert "in another channel" in refusal_text(full)
    await hand_over(challenges, handovers, people[3], place(2))
    await exhibitions.start(REVERSI, place(3), people[4], PLAYERS)
    full = await refused(exhibitions.start(REVERSI, place(4), people[5], PLAYERS))
    assert (full.scope, full.maximum) == ("server", 4)
    assert refusal_text(full).startswith("This server already has")
    await exhibitions.start(REVERSI, place(5, guild=7002), people[6], PLAYERS)
    await exhibitions.start(REVERSI, place(6, guild=None), people[7], PLAYERS)


async def test_between_people_only_the_second_side_counts_and_for_both(
    challenges: Challenges, storage: Storage
) -> None:
    kind = QuestionKind.HAND_OVER
    for second in (BOB, CAT):
        game = (await begin(challenges, ANN, second)).game
        await agreed(storage, game, ANN, kind, "easy")
        if second is BOB:
            await agreed(storage, game, second, kind, "easy")
        else:
            refusal = await refused(agreed(storage, game, second, kind, "easy"))
            assert refusal.player_id == ANN.id


async def test_concurrent_games_do_not_exceed_the_limit(challenges: Challenges, handovers: HandOvers) -> None:
    games = [
        (await challenges.play_computer(REVERSI, place(number), ANN, "easy", "first")).game
        for number in range(5)
    ]
    done = await asyncio.gather(
        *(handovers.hand_over(game.id, ANN, 0, "easy") for game in games), return_exceptions=True
    )
    assert sum(isinstance(answer, OverLimit) for answer in done) == 4


async def test_games_that_are_over_make_room(
    challenges: Challenges, handovers: HandOvers, referee: Referee
) -> None:
    for _ in range(3):
        await referee.resign(await hand_over(challenges, handovers), ANN)
