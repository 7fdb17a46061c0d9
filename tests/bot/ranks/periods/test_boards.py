"""Boards of points are added up after people have looked at them."""

from __future__ import annotations

from datetime import UTC, datetime

from bot.core.background import BackgroundTasks
from bot.preferences.calendar import Calendar
from bot.preferences.periods import Period, Span
from bot.preferences.preferences import Preferences
from bot.preferences.zones import zone_named
from bot.ranks.periods.boards import BoardKind, BoardPages
from data import Storage
from data.games.records import Ending, GameState, NewGame, NewMove, Outcome, Seat
from data.periods.points import PeriodDays
from tests.bot.helpers import ANN, BOB, PLACE, Clock, kit_of

GUILD = PLACE.guild_id or 0
BERLIN = Calendar.of(zone_named("Europe/Berlin"))


async def win(storage: Storage) -> None:
    seats = (Seat(ANN.id), Seat(BOB.id))
    place = (GUILD, PLACE.channel_id)
    new = NewGame("reversi", "", *place, ANN.id, BOB.id, "first", seats, GameState.PLAYING, rated=True)
    game = await storage.create_game(new)
    await storage.add_moves(game, [NewMove("d3", 0, 1.0)], Outcome(0, 4, Ending.PLAYED))


async def test_a_look_adds_up_the_days_that_are_over(storage: Storage, clock: Clock) -> None:
    """In a week whose Sunday has 23 hours, with a game in its first and in its last hour."""
    preferences, background = Preferences(storage), BackgroundTasks()
    clock.now = datetime(2026, 3, 1, tzinfo=UTC)
    await preferences.change_server(GUILD, "time_zone", "Europe/Berlin", manager=True)
    week = Period.containing(Span.WEEK, datetime(2026, 3, 29, 12, tzinfo=UTC), BERLIN)
    begin, end = week.days(BERLIN)[-1]
    assert (end - begin).total_seconds() == 23 * 3600
    for moment in (datetime(2026, 3, 28, 23, 30, tzinfo=UTC), datetime(2026, 3, 29, 21, 30, tzinfo=UTC)):
        clock.now = moment
        await win(storage)
    clock.now = datetime(2026, 3, 29, 22, 30, tzinfo=UTC)
    await win(storage)
    clock.now = datetime(2026, 3, 30, 12, tzinfo=UTC)
    storage.points._clock = clock
    pages = BoardPages(kit_of(storage, clock, background=background))
    days = PeriodDays(GUILD, "week", week.first.isoformat(), week.days(BERLIN))
    assert await storage.points.has_days_to_add(days)
    first = await pages.page(BoardKind.POINTS, week, 0, guild_id=GUILD, asker_id=ANN.id)
    for task in [*background._running]:
        await task
    assert not await storage.points.has_days_to_add(days)
    later = await pages.page(BoardKind.POINTS, week, 0, guild_id=GUILD, asker_id=ANN.id)
    # One win against one opponent counts on that Sunday; the third game was on Monday.
    assert [row.value for row in first.content.rows] == [3]
    assert later.content == first.content
    await background.finish(5)
