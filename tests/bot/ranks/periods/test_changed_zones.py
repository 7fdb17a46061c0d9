"""Servers that change their time zone: every game is on exactly one posted board of each kind."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta

import pytest

from bot.ranks.periods.boards import BoardKind
from tests.bot.ranks.periods.test_posting import GUILD, House, house

__all__ = ["house"]

FAR = (
    "Pacific/Auckland",
    "Pacific/Honolulu",
    "Pacific/Kiritimati",
    "Pacific/Pago_Pago",
    "Europe/Berlin",
    None,
)


def moment(*parts: int) -> datetime:
    return datetime(*parts, tzinfo=UTC)  # type: ignore[misc, arg-type]


async def boards_with(house: House, span: str = "week") -> dict[int, list[str]]:
    """Return the first days of the posted boards of each winner, one for each three points."""
    found: dict[int, list[str]] = {}
    posts = {
        board.post.first_day: board.board.period for board in house.channel.boards if board.post.span == span
    }
    for first_day, period in posts.items():
        assert period is not None
        board = await house.storage.points.board(await house.pages.days(period, GUILD), limit=1000)
        for row in board.rows:
            found[row.player_id] = found.get(row.player_id, []) + [first_day] * (row.value // 3)
    return found


async def test_a_game_between_the_weeks_of_two_zones_is_on_the_next_board(house: House) -> None:
    """From Auckland to Honolulu just after the board: there, the week before is not over yet."""
    house.clock.now = moment(2026, 11, 25)
    await house.begin("Pacific/Auckland")
    await house.play(1, 101)
    await house.at(2026, 11, 29, 11)
    await house.sets("time_zone", "Pacific/Honolulu")
    house.clock.now = moment(2026, 11, 29, 20)
    await house.play(2, 102)
    await house.at(2026, 12, 7, 10)
    assert house.channel.posted == ["week 2026-11-23", "week 2026-11-30"]
    assert await boards_with(house) == {1: ["2026-11-23"], 2: ["2026-11-30"]}


async def test_a_game_of_both_weeks_of_two_zones_is_on_the_first_board(house: House) -> None:
    """From Honolulu to Auckland after the board: there, the next week had begun before."""
    house.clock.now = moment(2026, 11, 25)
    await house.begin("Pacific/Honolulu")
    house.clock.now = moment(2026, 11, 29, 20)
    await house.play(1, 101)
    await house.at(2026, 11, 30, 10)
    await house.sets("time_zone", "Pacific/Auckland")
    await house.play(2, 102)
    await house.at(2026, 12, 6, 11)
    assert house.channel.posted == ["week 2026-11-23", "week 2026-11-30"]
    assert await boards_with(house) == {1: ["2026-11-23"], 2: ["2026-11-30"]}


async def test_a_posted_board_stays_as_it_was(house: House) -> None:
    house.clock.now = moment(2026, 11, 29, 5)
    await house.begin("Pacific/Auckland")
    await house.play(1, 101)
    await house.at(2026, 11, 29, 11)
    posted = house.channel.boards[0].board
    # In Honolulu, it was still Saturday.
    await house.sets("time_zone", "Pacific/Honolulu")
    house.clock.now = moment(2026, 12, 3)
    later = await house.pages.page(BoardKind.POINTS, posted.period, 0, guild_id=GUILD, asker_id=0)
    assert later.content == posted.content


@pytest.mark.parametrize("seed", range(3))
async def test_every_game_is_on_one_board_however_often_the_zone_changes(house: House, seed: int) -> None:
    rng = random.Random(seed)
    house.clock.now = moment(2026, 9, 23)
    await house.begin(rng.choice(FAR[:-1]))
    winners: list[int] = []
    while house.clock.now < moment(2026, 10, 13):
        winners.append(len(winners) + 1)
        await house.play(winners[-1], 100_000)
        if rng.random() < 0.5:
            await house.sets("time_zone", rng.choice(FAR))
        later = house.clock.now + timedelta(hours=rng.choice([0, 1, 5, 11, 26]), minutes=rng.randrange(60))
        await house.at(*later.timetuple()[:6])
    await house.at(2026, 10, 20)
    await house.at(2027, 1, 3)
    weeks, seasons = await boards_with(house), await boards_with(house, "season")
    for boards in (weeks, seasons):
        assert {winner: len(days) for winner, days in boards.items()} == dict.fromkeys(winners, 1)
    posted = [post for post in house.channel.posted if post.startswith("week")]
    assert posted == sorted(set(posted))
