"""Order in the pool: quick answers, games between computers, games resumed after a restart."""

from __future__ import annotations

import pytest

from bot.computer.lane import (
    ENOUGH_SAMPLES,
    INITIAL_RESERVE_SECONDS,
    MARGIN,
    MIN_RESERVE_SECONDS,
    SELF_PLAY_SECONDS,
    AnswerReserve,
)
from bot.computer.pool import QUICK_SECONDS, QUICK_WORKERS
from tests.bot.computer.simulation import CAP, FULL, Simulation
from tests.bot.virtual_time import Search


async def test_quick_answers_wait_for_no_long_search(one: Simulation) -> None:
    for _ in range(20):
        one.ask(Search())
    await one.time.pass_until(0.1)
    quick = [Search(str(number), needs=0.002) for number in range(100)]
    answers = [one.ask_quickly(search) for search in quick]
    await one.time.pass_until(0.1 + 100 / QUICK_WORKERS * 0.002 + 1e-9)
    assert [await answer for answer in answers] == [search.name for search in quick]


async def test_quick_answers_take_no_time_from_long_searches(one: Simulation) -> None:
    long = Search()
    one.ask(long)
    for _ in range(50):
        one.ask_quickly(Search(needs=0.01))
    await one.time.pass_until()
    assert long.thought == pytest.approx(FULL)


async def test_a_slow_quick_search_is_cut_short(one: Simulation) -> None:
    slow = [Search() for _ in range(QUICK_WORKERS)]
    for search in slow:
        one.ask_quickly(search)
    after = Search(needs=0.001)
    one.ask_quickly(after)
    await one.time.pass_until()
    assert [search.thought for search in slow] == pytest.approx([QUICK_SECONDS] * QUICK_WORKERS)
    assert after.started == pytest.approx(QUICK_SECONDS)


async def test_games_without_people_rank_behind_people(one: Simulation) -> None:
    first, match, person = Search(needs=1.0), Search(), Search(needs=1.0)
    one.ask(first)
    one.self_play(match)
    await one.time.pass_until(0.5)
    one.ask(person)
    await one.time.pass_until()
    assert one.worker.started == [first, person, match]
    # The match shortened neither of them.
    assert first.thought == person.thought == pytest.approx(1.0)


async def test_a_search_without_people_ends_soon_for_a_person(one: Simulation) -> None:
    match, person = Search(), Search()
    one.self_play(match)
    await one.time.pass_until(1.0)
    one.ask(person)
    await one.time.pass_until()
    assert match.ended == pytest.approx(1.0 + SELF_PLAY_SECONDS)
    assert person.ended == pytest.approx(1.0 + FULL)


async def test_many_games_without_people_share_their_time(two: Simulation) -> None:
    alone = Search()
    two.self_play(alone)
    await two.time.pass_until()
    assert alone.thought == pytest.approx(2.5)
    matches = [Search() for _ in range(40)]
    for match in matches:
        two.self_play(match)
    begun = two.time.now
    await two.time.pass_until()
    assert two.time.now - begun < 40 * 2.5 / 2 / 2
    assert min(match.thought for match in matches) == pytest.approx(SELF_PLAY_SECONDS)


async def test_resumed_games_each_have_their_time(two: Simulation) -> None:
    resumed = [Search(str(number)) for number in range(300)]
    for search in resumed:
        two.resume(search)
    await two.time.pass_until()
    assert two.worker.started == resumed
    assert min(search.thought for search in resumed) >= CAP / 8
    assert sum(search.thought for search in resumed) / len(resumed) >= CAP / 5


async def test_clicks_precede_resumed_games(two: Simulation) -> None:
    for number in range(100):
        two.resume(Search(str(number)))
    await two.time.pass_until(5.0)
    person = Search("person")
    two.ask(person)
    await two.time.pass_until()
    assert person.ended <= 5.0 + FULL + 1e-9
    assert person.thought > 1.0


def answered(reserve: AnswerReserve, *seconds: float) -> float:
    """Return the seconds reserved after answers that took this long to be shown."""
    for each in seconds:
        reserve.observe_delivery(each)
    return reserve.seconds


def test_the_reserve_follows_measured_deliveries() -> None:
    reserve = AnswerReserve(CAP)
    assert answered(reserve, *[0.2] * (ENOUGH_SAMPLES - 1)) == INITIAL_RESERVE_SECONDS
    assert answered(reserve, 0.2) == pytest.approx(0.2 * MARGIN)
    assert answered(reserve, *[1.4] * 3) == pytest.approx(1.4 * MARGIN)
    assert answered(reserve, *[0.3] * 100) == pytest.approx(0.3 * MARGIN)
    assert answered(AnswerReserve(CAP), *[0.3] * 99, 4.0) == pytest.approx(0.3 * MARGIN)
    assert answered(AnswerReserve(CAP), *[0.001] * 20) == MIN_RESERVE_SECONDS
    assert answered(AnswerReserve(CAP), *[60.0] * 20) == CAP / 2
    assert answered(AnswerReserve(0.2)) == pytest.approx(0.05)
    reserve = AnswerReserve(CAP)
    for _ in range(10):
        reserve.observe_overrun(0.25)
    assert reserve.seconds == pytest.approx(INITIAL_RESERVE_SECONDS + 0.25)


async def test_slow_answers_shorten_the_searches_after_them(one: Simulation) -> None:
    for _ in range(20):
        one.pool.reserve.observe_delivery(2.0)
    search = Search()
    one.ask(search)
    await one.time.pass_until()
    assert search.ended == pytest.approx(CAP - 2.0 * MARGIN)
