"""The pool shares its workers by person: one person's many games cannot occupy it."""

from __future__ import annotations

import pytest

from bot.computer.lane import MIN_SEARCH_SECONDS
from tests.bot.computer.simulation import FULL, Simulation
from tests.bot.virtual_time import Search

GREEDY, MODEST, THIRD = 1, 2, 3


async def test_one_game_gets_as_much_time_as_fifty_of_one_person(two: Simulation) -> None:
    greedy = [Search(str(number)) for number in range(50)]
    for search in greedy:
        two.ask(search, owner=GREEDY)
    modest = Search("modest")
    two.ask(modest, owner=MODEST)
    await two.time.pass_until()
    assert modest.started < 0.5
    assert modest.thought > 0.8 * FULL
    # The others are answered in time, too, after a useful search.
    assert max(search.ended for search in (*greedy, modest)) <= FULL + 1e-9
    assert min(search.thought for search in greedy) > 5 * MIN_SEARCH_SECONDS


async def test_one_game_does_not_wait_behind_fifty_short_ones(one: Simulation) -> None:
    greedy = [Search(str(number), needs=0.1) for number in range(50)]
    for search in greedy:
        one.ask(search, owner=GREEDY)
    await one.time.pass_until(0.05)
    modest = Search("modest", needs=0.1)
    one.ask(modest, owner=MODEST)
    await one.time.pass_until()
    assert one.worker.started[:3] == [greedy[0], modest, greedy[1]]


async def test_a_later_single_game_gets_its_share(one: Simulation) -> None:
    greedy = [Search(str(number)) for number in range(50)]
    for search in greedy:
        one.ask(search, owner=GREEDY)
    await one.time.pass_until(5.0)
    modest = Search("modest")
    one.ask(modest, owner=MODEST)
    await one.time.pass_until()
    assert modest.thought > FULL / 4
    assert max(search.ended for search in greedy) <= FULL + 1e-9
    assert modest.ended <= 5.0 + FULL + 1e-9


@pytest.mark.parametrize(("later", "modest_first"), [(1.0, True), (20.0, False)])
async def test_recent_searches_yield_to_others(one: Simulation, later: float, modest_first: bool) -> None:
    for number in range(3):
        one.ask(Search(str(number), needs=0.1), owner=GREEDY)
    await one.time.pass_until(later)
    running, again, first = Search("running", needs=0.5), Search("again", needs=0.5), Search("first")
    one.ask(running, owner=THIRD)
    one.ask(again, owner=GREEDY)
    one.ask(first, owner=MODEST)
    await one.time.pass_until()
    # Old searches do not count.
    assert one.worker.started[3:] == ([running, first, again] if modest_first else [running, again, first])


async def test_a_search_due_soon_is_not_delayed_for_others(one: Simulation) -> None:
    one.time.now = 100.0
    running, urgent, newcomer = Search("running"), Search("urgent"), Search("newcomer")
    one.ask(running, owner=GREEDY)
    one.ask(urgent, asked_at=92.0, owner=GREEDY)
    one.ask(newcomer, owner=MODEST)
    await one.time.pass_until()
    assert one.worker.started == [running, urgent, newcomer]
    assert urgent.ended <= 92.0 + FULL + 1e-9


async def test_equal_numbers_of_games_share_equally(two: Simulation) -> None:
    searches = [Search(str(number)) for number in range(20)]
    for number, search in enumerate(searches):
        two.ask(search, owner=GREEDY if number < 10 else MODEST)
    await two.time.pass_until()
    totals = [sum(search.thought for search in half) for half in (searches[:10], searches[10:])]
    assert totals[0] == pytest.approx(totals[1], rel=0.25)
    assert max(search.ended for search in searches) <= FULL + 1e-9


async def test_a_single_person_has_all_the_time(two: Simulation) -> None:
    searches = [Search(str(number)) for number in range(8)]
    for search in searches:
        two.ask(search, owner=GREEDY)
    await two.time.pass_until()
    assert sum(search.thought for search in searches) >= 0.9 * 2 * FULL
    assert max(search.ended for search in searches) <= FULL + 1e-9
