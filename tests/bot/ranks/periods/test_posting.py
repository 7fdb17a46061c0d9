"""Boards come at the end of weeks and seasons, once, in any time zone, whatever happens in between."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from bot.core.background import BackgroundTasks
from bot.messages.delivery import Delivered, Delivery, Undelivered
from bot.preferences.preferences import Preferences
from bot.ranks.achievements import achievements
from bot.ranks.achievements.achievements import Achievements
from bot.ranks.periods.rankings import PeriodRanking, RankingPages, RankingPosts, WeeklyRankingOff
from data import Storage
from data.games.records import Outcome
from data.periods.points import PointsStore
from data.periods.rankings import RankingPostStore
from tests.bot.helpers import ANN, BOB, PLACE, Clock, RecordingMessenger, kit_of, spied
from tests.data.playing import DRAWN, FIRST_WINS, between, played

GUILD = PLACE.guild_id or 0
CHANNEL = PLACE.channel_id
Moment = tuple[int, ...]


class Channel(RecordingMessenger):
    """Records the boards that were posted, or fails."""

    def __init__(self) -> None:
        super().__init__()
        self.boards: list[PeriodRanking] = []
        self.notes: list[object] = []
        self.failure: Undelivered | None = None

    async def show(self, content: object, *_: Any, **__: Any) -> Delivery:
        assert isinstance(content, PeriodRanking)
        if self.failure is not None:
            return self.failure
        self.boards.append(content)
        return Delivered(len(self.boards), CHANNEL)

    async def send(self, content: object, *_: Any) -> Delivery:
        self.notes.append(content)
        return Delivered(99, CHANNEL)

    @property
    def posted(self) -> list[str]:
        return [f"{board.post.span} {board.post.first_day}" for board in self.boards]


class House:
    """A server with its boards, whose bot can be killed."""

    def __init__(self, storage: Storage, clock: Clock) -> None:
        self.storage, self.clock, self.channel = storage, clock, Channel()
        self.start()

    def start(self) -> None:
        """Start a new bot; nothing of the old one is left."""
        self.background = BackgroundTasks()
        self.preferences = Preferences(self.storage)
        given: Any = {"preferences": self.preferences, "messenger": self.channel}
        kit = kit_of(self.storage, self.clock, background=self.background, **given)
        self.achievements = kit[Achievements]
        self.pages = kit[RankingPages]
        self.boards = kit[RankingPosts]

    async def sets(self, name: str, value: str | None) -> None:
        await self.preferences.change_server(GUILD, name, value, manager=True)
        await self.background.finish(5)

    async def begin(self, *moment: int, zone: str = "UTC", winner: int | None = ANN.id) -> None:
        """Switch boards on at a moment, when a person wins a game of Bob."""
        self.clock.now = datetime(*moment, tzinfo=UTC)  # type: ignore[misc, arg-type]
        await self.sets("time_zone", zone)
        await self.sets("weekly_channel", str(CHANNEL))
        if winner is not None:
            await self.play(winner)

    async def at(self, *moment: int) -> list[str]:
        """Let the bot do what is due at a moment in UTC; returns all boards so far."""
        self.clock.now = datetime(*moment, tzinfo=UTC)  # type: ignore[misc, arg-type]
        await self.boards.recover()
        self.boards._schedule.stop()
        return self.channel.posted

    async def play(self, first: int = ANN.id, second: int = BOB.id, outcome: Outcome = FIRST_WINS) -> None:
        await played(self.storage, between(first, second, guild_id=GUILD, channel_id=CHANNEL), outcome)


@pytest.fixture
def house(storage: Storage, clock: Clock) -> House:
    return House(storage, clock)


@pytest.mark.parametrize(
    ("zone", "begun", "before", "after", "name"),
    [
        ("UTC", (2026, 11, 25, 12), (2026, 11, 29, 23, 59), (2026, 11, 30), "week 2026-11-23"),
        ("Asia/Tokyo", (2026, 11, 25, 12), (2026, 11, 29, 14, 59), (2026, 11, 29, 15), "week 2026-11-23"),
        # Clocks change on the last day of these weeks, and one is the last of a year.
        ("Europe/Berlin", (2026, 3, 25), (2026, 3, 29, 21, 59), (2026, 3, 29, 22), "week 2026-03-23"),
        ("America/New_York", (2026, 10, 28), (2026, 11, 2, 4, 59), (2026, 11, 2, 5), "week 2026-10-26"),
        ("Australia/Sydney", (2026, 4, 1), (2026, 4, 5, 13, 59), (2026, 4, 5, 14), "week 2026-03-30"),
        ("Europe/London", (2026, 12, 30), (2027, 1, 3, 23, 59), (2027, 1, 4), "week 2026-12-28"),
    ],
)
async def test_a_board_comes_when_the_week_is_over_there_and_once(
    house: House, zone: str, begun: Moment, before: Moment, after: Moment, name: str
) -> None:
    await house.begin(*begun, zone=zone)
    later = (*after, *[0] * (4 - len(after)), 30)
    for moment, names in (before, []), (after, [name]), (later, [name]):
        assert [one for one in await house.at(*moment) if "week" in one] == names


async def test_a_week_without_points_has_no_board(house: House) -> None:
    await house.begin(2026, 11, 25, winner=None)
    assert await house.at(2026, 11, 30, 1) == []
    await house.play()
    assert await house.at(2026, 12, 7) == ["week 2026-11-30"]


async def test_switched_on_in_the_middle_the_present_week_is_the_first(house: House) -> None:
    house.clock.now = datetime(2026, 11, 20, tzinfo=UTC)
    await house.play()
    await house.begin(2026, 11, 25)
    assert (await house.at(2026, 11, 26), await house.at(2026, 11, 30)) == ([], ["week 2026-11-23"])


@pytest.mark.parametrize("fails", ["conclude", "record_message"])
async def test_killed_before_or_after_it_was_stored(
    house: House, fails: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    await house.begin(2026, 11, 25)

    async def dies(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(house.storage[RankingPostStore], fails, dies)
        with pytest.raises(KeyboardInterrupt):
            await house.at(2026, 11, 30)
    house.start()
    posted = await house.at(2026, 11, 30, 0, 5)
    # What was sent and not stored is found by its buttons, see tests/e2e.
    assert set(posted) == {"week 2026-11-23"}
    assert await house.storage[RankingPostStore].not_sent() == ()
    assert await house.at(2026, 11, 30, 0, 10) == posted


async def test_after_a_long_stop_the_latest_board_is_posted_and_all_badges_are_given(house: House) -> None:
    await house.begin(2026, 9, 25)
    house.clock.now = datetime(2026, 10, 15, tzinfo=UTC)
    await house.play()
    house.start()
    assert await house.at(2026, 10, 20) == ["week 2026-10-12"]
    badges, number = await house.storage[RankingPostStore].badges_of(ANN.id, 3)
    assert [(badge.first_day, badge.place, badge.points) for badge in badges] == [("2026-07-01", 1, 3)]
    assert number == 1


async def test_a_season_has_a_board_badges_and_an_achievement(house: House) -> None:
    await house.begin(2026, 12, 30, zone="America/New_York")
    assert (await house.at(2027, 1, 1, 4, 59), await house.at(2027, 1, 1, 5)) == ([], ["season 2026-10-01"])
    assert [one.key for one in await house.achievements.of(ANN.id)] == [achievements.SEASON]
    assert (await house.storage[RankingPostStore].badges_of(BOB.id, 3)) == ((), 0)


async def test_the_first_page_of_a_season_is_read_once(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    await house.begin(2026, 12, 30)
    read = spied(monkeypatch, house.storage[PointsStore], "ranking")
    assert await house.at(2027, 1, 1) == ["season 2026-10-01"]
    assert [period.span for period, _ in read] == ["season"]


async def test_all_who_share_the_first_three_places_get_a_badge(house: House) -> None:
    await house.begin(2026, 12, 30, winner=None)
    await house.play(1, 100)
    await house.play(2, 100)
    for number in range(3, 17):
        await house.play(number, 200 + number, DRAWN)
    await house.at(2027, 1, 1)
    places = {}
    for person in (1, 2, 3, 16, 216, 100):
        badges, _ = await house.storage[RankingPostStore].badges_of(person, 3)
        places[person] = [badge.place for badge in badges]
    assert places == {1: [1], 2: [1], 3: [3], 16: [3], 216: [3], 100: []}


async def test_a_delayed_board_has_the_points_of_the_zone_of_its_week(house: House) -> None:
    await house.begin(2026, 11, 25, zone="Pacific/Auckland")
    house.channel.failure = Undelivered(permanent=False)
    # The week is over in Auckland, and would not be in Honolulu.
    await house.at(2026, 11, 29, 11)
    await house.sets("time_zone", "Pacific/Honolulu")
    await house.play(outcome=DRAWN)
    house.channel.failure = None
    assert await house.at(2026, 11, 29, 12) == ["week 2026-11-23"]
    (board,) = house.channel.boards
    assert [(row.player_id, row.value) for row in board.board.content.rows] == [(ANN.id, 3)]


async def test_an_outage_of_days_skips_it(house: House) -> None:
    await house.begin(2026, 11, 25)
    house.channel.failure = Undelivered(permanent=False)
    await house.at(2026, 11, 30)
    house.channel.failure = None
    assert await house.at(2026, 12, 4) == []
    assert await house.storage[RankingPostStore].not_sent() == ()


async def test_a_channel_that_takes_none_ends_it(house: House) -> None:
    await house.begin(2026, 11, 25)
    house.channel.failure = Undelivered(permanent=True)
    await house.at(2026, 11, 30)
    await house.background.finish(5)
    assert [type(note) for note in house.channel.notes] == [WeeklyRankingOff]
    assert (await house.preferences.for_server(GUILD)).weekly_channel is None
    assert await house.storage[RankingPostStore].scheduled() == ()


async def test_one_servers_fault_stops_no_other(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    await house.begin(2026, 11, 25)
    other = GUILD + 1
    await house.preferences.change_server(other, "weekly_channel", "5", manager=True)
    await house.background.finish(5)
    page = house.boards._boards.page

    async def fails_there(*arguments: Any, guild_id: int, **options: Any) -> Any:
        if guild_id == other:
            raise RuntimeError("a fault of ours")
        return await page(*arguments, guild_id=guild_id, **options)

    monkeypatch.setattr(house.boards._boards, "page", fails_there)
    monkeypatch.setattr("bot.messages.delivery.log.exception", lambda *_, **__: None)
    assert await house.at(2026, 11, 30) == ["week 2026-11-23"]
    following = {
        board.guild_id: board.first_day
        for board in await house.storage[RankingPostStore].scheduled()
        if board.span == "week"
    }
    assert following == {GUILD: "2026-11-30", other: "2026-11-23"}
    assert timedelta(0) < house.boards._not_before["server", other] - house.clock() <= timedelta(hours=1)
