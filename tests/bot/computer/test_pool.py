"""The pool of searches: places, and sharing between people."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from bot.computer.lane import INITIAL_RESERVE_SECONDS, MIN_SEARCH_SECONDS
from bot.computer.pool import QUICK_WORKERS, SearchAbandoned, SearchPool
from engine import Limits, StopFlag, reversi
from tests.bot.computer.simulation import CAP, FULL, Simulation
from tests.bot.virtual_time import Search
from tests.cases import for_each


async def test_a_search_has_the_time_since_its_click_except_the_reserve(one: Simulation) -> None:
    alone = one.ask(Search("d3"))
    await one.time.pass_until()
    assert await alone.answer == "d3"
    assert alone.thought == pytest.approx(FULL)
    one.time.now = 100.0
    late = one.ask(Search(), asked_at=96.0)
    await one.time.pass_until()
    assert late.ended == pytest.approx(96.0 + FULL)
    one.time.now = 100.0
    late = one.ask(Search(), asked_at=50.0)
    await one.time.pass_until()
    assert late.thought == pytest.approx(MIN_SEARCH_SECONDS)
    short = Simulation(workers=1, cap=0.4)
    with short.time.rules_stop_flags():
        alone = short.ask(Search())
        await short.time.pass_until()
    assert alone.thought == pytest.approx(0.3)


async def test_the_search_due_first_is_served_first(one: Simulation) -> None:
    one.time.now = 100.0
    running = one.ask(Search("1"))
    later, earlier = one.ask(Search("2"), asked_at=99.0), one.ask(Search("3"), asked_at=97.0)
    await one.time.pass_until()
    assert one.worker.started == [running, earlier, later]
    assert later.ended <= 99.0 + FULL


@for_each("at", 4.0, 9.0)
async def test_a_new_search_shortens_the_running_one_and_never_gives_it_more_time(at: float) -> None:
    """It gets half of the time left until the second's answer is due, or what it had."""
    one = Simulation(workers=1)
    with one.time.rules_stop_flags():
        first = one.ask(Search())
        await one.time.pass_until(at)
        second = one.ask(Search())
        await one.time.pass_until()
    assert first.ended == pytest.approx(min(at + FULL / 2, FULL))
    assert second.ended == pytest.approx(at + FULL)


async def test_budgets_shrink_as_the_queue_grows() -> None:
    shares = []
    for number in (1, 2, 4, 8, 16, 32):
        crowd = Simulation(workers=2)
        with crowd.time.rules_stop_flags():
            searches = [crowd.ask(Search()) for _ in range(number)]
            await crowd.time.pass_until()
        assert max(asked.ended for asked in searches) <= FULL + 1e-9
        shares.append(sum(asked.thought for asked in searches) / number)
        # No search starves for the others, and little time is left unused.
        assert min(asked.thought for asked in searches) >= FULL / (number / 2 + 2)
        assert sum(asked.thought for asked in searches) >= 0.7 * min(number, 2) * FULL
    assert shares[0] == pytest.approx(shares[1]) == pytest.approx(FULL)
    assert shares[1:] == sorted(shares[1:], reverse=True)
    assert shares[-1] < FULL / 10


async def test_a_search_that_needs_less_leaves_the_rest_to_the_others(one: Simulation) -> None:
    one.ask(Search(needs=0.001))
    other = one.ask(Search())
    await one.time.pass_until()
    assert (other.started, other.ended) == pytest.approx((0.001, FULL))


async def test_a_search_that_fails_frees_its_worker(one: Simulation) -> None:
    failing = one.ask(Search(error=ZeroDivisionError("broken"), needs=1.0))
    other = one.ask(Search("e6"))
    await one.time.pass_until()
    with pytest.raises(ZeroDivisionError, match="broken"):
        await failing.answer
    assert (await other.answer, one.worker.running) == ("e6", 0)


async def test_a_cancelled_caller_leaves_the_queue(one: Simulation) -> None:
    """Also between being admitted and beginning."""
    one.ask(Search("0")).answer.cancel()
    first, gone, last = (one.ask(Search(name)) for name in "123")
    await one.time.pass_until(1.0)
    gone.answer.cancel()
    await one.time.pass_until()
    assert gone.answer.cancelled()
    assert await last.answer == "3"
    assert (one.worker.started, one.worker.running) == ([first, last], 0)


async def test_a_cancelled_search_is_stopped_and_frees_its_worker(one: Simulation) -> None:
    first, last = one.ask(Search("1")), one.ask(Search("2"))
    await one.time.pass_until(1.0)
    first.answer.cancel()
    await one.time.pass_until(1.0)
    assert first.stop.is_set()
    await one.time.pass_until()
    assert await last.answer == "2"
    assert last.started == pytest.approx(1.0)


async def test_a_search_that_is_over_leaves_no_timer_behind(one: Simulation) -> None:
    first = one.ask(Search(needs=1.0))
    await one.time.pass_until(0.5)
    one.ask(Search(needs=0.5))
    await one.time.pass_until(1.0)
    assert first.ended == pytest.approx(1.0)
    # A flag that is set has cancelled its timer.
    assert first.stop.is_set()


async def test_closing_abandons_running_and_waiting_searches_and_those_to_come(two: Simulation) -> None:
    searches = [two.ask(Search(str(number))) for number in range(5)]
    searches += [two.ask_quickly(Search(str(number))) for number in range(4)]
    await two.time.pass_until(0.5)
    two.pool.close()
    searches.append(two.ask(Search("5")))
    await two.time.pass_until(0.5)
    answers = await asyncio.gather(*(search.answer for search in searches), return_exceptions=True)
    assert [type(answer) for answer in answers] == [SearchAbandoned] * len(searches)
    assert (len(two.worker.started), two.worker.running) == (2 + QUICK_WORKERS, 0)


@for_each("workers", [0, -1])
def test_a_pool_needs_a_worker(workers: int) -> None:
    with pytest.raises(ValueError, match=f"not {workers}"):
        SearchPool(workers, CAP)


async def test_real_searches_in_real_threads() -> None:
    pool = SearchPool(2, cap=0.2)

    def think(seconds: float, stop: StopFlag) -> str:
        return engine.search(reversi.start(), Limits(seconds=seconds), stop).move

    moves = await asyncio.gather(*(pool.think(think) for _ in range(6)))
    assert set(moves) <= set(reversi.start().legal_moves())


@dataclass(frozen=True)
class Arrival:
    """A request `gap` seconds after the one before, `lag` seconds after its click."""

    gap: float
    lag: float
    needs: float
    owner: int | None


seconds = st.floats(min_value=0.0, max_value=12.0, allow_nan=False)
arrivals = st.lists(
    st.builds(
        Arrival,
        gap=st.one_of(st.just(0.0), st.floats(0.0, 0.5), seconds),
        lag=st.one_of(st.just(0.0), st.floats(0.0, 0.5), seconds),
        needs=st.one_of(st.just(float("inf")), seconds),
        owner=st.sampled_from([None, 1, 1, 1, 2, 3]),
    ),
    min_size=1,
    max_size=40,
)


@given(arrivals=arrivals, workers=st.integers(1, 4), cap=st.sampled_from([0.1, 1.0, 3.0, 10.0, 60.0]))
async def test_every_answer_is_within_the_cap(arrivals: list[Arrival], workers: int, cap: float) -> None:
    """Every answer comes within the cap from its click, whenever people arrive.

    Only requests later than that, or so many that not even the minimum time for each would fit, are answered
    later: by the minimum time for everyone who came before them or is due before them.
    """
    simulation = Simulation(workers, cap)
    searches: list[tuple[Search, float]] = []
    reserve = min(INITIAL_RESERVE_SECONDS, cap / 4)
    with simulation.time.rules_stop_flags():
        moment = 20.0
        for arrival in arrivals:
            moment += arrival.gap
            await simulation.time.pass_until(moment)
            asked = Search(needs=arrival.needs)
            searches.append((asked, moment))
            simulation.ask(asked, asked_at=moment - arrival.lag, owner=arrival.owner)
        await simulation.time.pass_until()
    assert len(simulation.worker.started) == len(searches)
    assert simulation.worker.most <= workers
    for number, (asked, came) in enumerate(searches):
        due = max(asked.asked + cap - reserve, came)
        overtaking = sum(later.asked < asked.asked for later, _ in searches[number + 1 :])
        assert asked.ended <= due + (number + 1 + overtaking) * MIN_SEARCH_SECONDS + 1e-9


GREEDY, MODEST, THIRD = 1, 2, 3


async def test_one_game_gets_as_much_time_as_fifty_of_one_person(two: Simulation) -> None:
    greedy = [two.ask(Search(str(number)), owner=GREEDY) for number in range(50)]
    modest = two.ask(Search("modest"), owner=MODEST)
    await two.time.pass_until()
    assert modest.started < 0.5
    assert modest.thought > 0.8 * FULL
    # The others are answered in time, too, after a useful search.
    assert max(search.ended for search in (*greedy, modest)) <= FULL + 1e-9
    assert min(search.thought for search in greedy) > 5 * MIN_SEARCH_SECONDS


async def test_one_game_does_not_wait_behind_fifty_short_ones(one: Simulation) -> None:
    greedy = [one.ask(Search(str(number), needs=0.1), owner=GREEDY) for number in range(50)]
    await one.time.pass_until(0.05)
    modest = one.ask(Search("modest", needs=0.1), owner=MODEST)
    await one.time.pass_until()
    assert one.worker.started[:3] == [greedy[0], modest, greedy[1]]


async def test_a_later_single_game_gets_its_share(one: Simulation) -> None:
    greedy = [one.ask(Search(str(number)), owner=GREEDY) for number in range(50)]
    await one.time.pass_until(5.0)
    modest = one.ask(Search("modest"), owner=MODEST)
    await one.time.pass_until()
    assert modest.thought > FULL / 4
    assert max(search.ended for search in greedy) <= FULL + 1e-9
    assert modest.ended <= 5.0 + FULL + 1e-9


@pytest.mark.parametrize(("later", "modest_first"), [(1.0, True), (20.0, False)])
async def test_recent_searches_yield_to_others(one: Simulation, later: float, modest_first: bool) -> None:
    for number in range(3):
        one.ask(Search(str(number), needs=0.1), owner=GREEDY)
    await one.time.pass_until(later)
    running = one.ask(Search("running", needs=0.5), owner=THIRD)
    again, first = one.ask(Search("again", needs=0.5), owner=GREEDY), one.ask(Search("first"), owner=MODEST)
    await one.time.pass_until()
    # Old searches do not count.
    assert one.worker.started[3:] == ([running, first, again] if modest_first else [running, again, first])


async def test_a_search_due_soon_is_not_delayed_for_others(one: Simulation) -> None:
    one.time.now = 100.0
    running = one.ask(Search("running"), owner=GREEDY)
    urgent = one.ask(Search("urgent"), asked_at=92.0, owner=GREEDY)
    newcomer = one.ask(Search("newcomer"), owner=MODEST)
    await one.time.pass_until()
    assert one.worker.started == [running, urgent, newcomer]
    assert urgent.ended <= 92.0 + FULL + 1e-9


async def test_equal_numbers_of_games_share_equally(two: Simulation) -> None:
    searches = [two.ask(Search(), owner=GREEDY if number < 10 else MODEST) for number in range(20)]
    await two.time.pass_until()
    totals = [sum(search.thought for search in half) for half in (searches[:10], searches[10:])]
    assert totals[0] == pytest.approx(totals[1], rel=0.25)
    assert max(search.ended for search in searches) <= FULL + 1e-9


async def test_a_single_person_has_all_the_time(two: Simulation) -> None:
    searches = [two.ask(Search(str(number)), owner=GREEDY) for number in range(8)]
    await two.time.pass_until()
    assert sum(search.thought for search in searches) >= 0.9 * 2 * FULL
    assert max(search.ended for search in searches) <= FULL + 1e-9
