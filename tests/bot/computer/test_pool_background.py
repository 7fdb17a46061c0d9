"""Background work, which gives way at once, quick answers, and games between computers or after a restart."""

from __future__ import annotations

import asyncio

import pytest

from bot.computer import lane, pool
from bot.core.refusals import TakesTooLong
from tests.bot.computer.simulation import CAP, FULL, Simulation
from tests.bot.helpers import refuses
from tests.bot.virtual_time import Search


async def test_work_runs_one_piece_at_a_time_in_order(two: Simulation) -> None:
    works = [two.job(Search(str(number), needs=0.4)) for number in range(3)]
    await two.time.pass_until()
    assert [await work.answer for work in works] == ["0", "1", "2"]
    assert (two.worker.started, two.worker.most) == (works, 1)
    assert all(work.granted == 0.5 for work in works)


async def test_work_gives_way_at_once_when_its_worker_is_needed(one: Simulation) -> None:
    work = one.job(Search())
    await one.time.pass_until(0.2)
    person = one.ask(Search("d3", needs=2.0))
    await one.time.pass_until(0.2)
    assert work.ended == person.started == 0.2
    # The person has all the time of a search that is alone.
    assert person.granted == pytest.approx(FULL)
    await one.time.pass_until()
    assert await person.answer == "d3"
    assert person.thought == pytest.approx(2.0)


async def test_work_continues_alongside_a_person_on_a_second_worker(two: Simulation) -> None:
    work = two.job(Search(needs=0.5))
    await two.time.pass_until(0.1)
    first = two.ask(Search())
    await two.time.pass_until(0.2)
    assert not work.stop.is_set()
    second = two.ask(Search())
    await two.time.pass_until(0.3)
    assert work.ended == 0.2
    assert first.granted == second.granted == pytest.approx(FULL)


async def test_a_search_has_a_thread_for_each_free_core(monkeypatch: pytest.MonkeyPatch) -> None:
    four = Simulation(4)
    monkeypatch.setattr("bot.computer.pool.available_cores", lambda: 3)
    threads = []
    with four.time.rules_stop_flags():
        for begin in (four.ask, four.job, four.ask, four.ask):
            begin(Search())
            await four.time.pass_until(0.1)
            threads.append(four.pool.threads)
    assert threads == [3, 3, 2, 1]


async def test_work_waits_for_a_free_worker(one: Simulation) -> None:
    people = [one.ask(Search(needs=1.0)) for _ in range(3)]
    work = one.job(Search("done", needs=0.3))
    await one.time.pass_until()
    assert work.started == max(person.ended for person in people) == 3.0
    assert await work.answer == "done"


async def test_work_delays_and_shortens_no_search(one: Simulation) -> None:
    for _ in range(3):
        one.job(Search(needs=1.0))
    person = one.ask(Search())
    await one.time.pass_until()
    assert (person.started, person.thought) == pytest.approx((0.0, FULL))


async def test_urgent_work_preempts_less_urgent_work(one: Simulation) -> None:
    spare, later = one.job(Search()), one.job(Search("later", needs=0.1))
    await one.time.pass_until(0.2)
    asked = one.job(Search("asked", needs=1.0), pool.Urgency.ASKED)
    other = one.job(Search("other", needs=0.1), pool.Urgency.ASKED)
    await one.time.pass_until(0.5)
    assert (spare.ended, one.worker.started) == (0.2, [spare, asked])
    at_once = one.job(Search("now", needs=0.1), pool.Urgency.AT_ONCE)
    await one.time.pass_until()
    assert asked.stop.is_set()
    assert at_once.started == 0.5
    assert one.worker.started == [spare, asked, at_once, other, later]


async def test_equally_urgent_work_waits_its_turn(one: Simulation) -> None:
    first, second = (one.job(Search(name, needs=0.4), pool.Urgency.AT_ONCE) for name in ("first", "second"))
    await one.time.pass_until()
    assert [await first.answer, await second.answer] == ["first", "second"]
    assert second.started == 0.4


async def test_work_given_up_frees_its_place(one: Simulation) -> None:
    running, waiting, last = one.job(Search()), one.job(Search()), one.job(Search("last", needs=0.1))
    await one.time.pass_until(0.1)
    for work in (waiting, running):
        work.answer.cancel()
    await one.time.pass_until()
    assert running.stop.is_set()
    assert (one.worker.started, await last.answer) == ([running, last], "last")


async def test_failing_work_frees_its_place(one: Simulation) -> None:
    failing = one.job(Search(needs=0.1, error=RuntimeError("broken")))
    after = one.job(Search("after", needs=0.1))
    await one.time.pass_until()
    with pytest.raises(RuntimeError, match="broken"):
        await failing.answer
    assert await after.answer == "after"


async def test_closing_stops_work_and_begins_none(one: Simulation) -> None:
    work, waiting = one.job(Search()), one.job(Search())
    await one.time.pass_until(0.1)
    one.pool.close()
    await one.time.pass_until()
    assert (work.ended, one.worker.started) == (0.1, [work])
    waiting.answer.cancel()


async def test_a_search_can_request_less_time(one: Simulation) -> None:
    # No shorter than its due time, though: the queue goes first.
    for most, time in ((2.5, 2.5), (100.0, FULL)):
        search = one.ask(Search(), most=most)
        await one.time.pass_until()
        assert search.thought == pytest.approx(time)


async def test_a_cluster_runs_background_work_in_parallel_after_people(one: Simulation) -> None:
    one.pool.resize(3, 2)
    works = [one.job(Search(str(number), needs=5.0)) for number in range(3)]
    await one.time.pass_until(0.2)
    assert one.worker.started == works[:2]
    people = [one.ask(Search(move, needs=1.0)) for move in ("d3", "c4")]
    await one.time.pass_until(0.2)
    # One worker was free, and one piece of work gave way.
    assert [person.started for person in people] == [0.2, 0.2]
    assert sorted(work.ended == 0.2 for work in works[:2]) == [False, True]


async def test_a_lost_cluster_leaves_the_work_to_local_workers(one: Simulation) -> None:
    one.pool.resize(3, 3)
    works = [one.job(Search(str(number), needs=5.0)) for number in range(3)]
    await one.time.pass_until(0.2)
    one.pool.resize(1)
    await one.time.pass_until(0.2)
    assert sum(work.ended == 0.2 for work in works) == 2


async def test_each_persons_first_piece_comes_before_anyones_second(one: Simulation) -> None:
    for name in ("a1", "a2", "a3", "b1", "b2", "c1"):
        one.job_for(ord(name[0]), Search(name, needs=0.1))
    await one.time.pass_until()
    assert [work.name for work in one.worker.started] == ["a1", "b1", "c1", "a2", "b2", "a3"]


async def test_urgent_work_of_a_person_comes_before_spare_work(one: Simulation) -> None:
    first = one.job_for(1, Search("1", needs=0.1))
    spare = one.job(Search("spare", needs=0.1))
    second = one.job_for(1, Search("2", needs=0.1))
    await one.time.pass_until()
    assert one.worker.started == [first, second, spare]


async def test_more_pieces_of_a_person_are_refused(one: Simulation) -> None:
    *works, refused = [one.job_for(1, Search("done", needs=0.1)) for _ in range(pool.MAX_OWN_PIECES + 1)]
    other = one.job_for(2, Search("other", needs=0.1))
    await one.time.pass_until()
    assert [await work.answer for work in works] == ["done"] * pool.MAX_OWN_PIECES
    await refuses(TakesTooLong, refused.answer)
    assert await other.answer == "other"
    again = one.job_for(1, Search("again", needs=0.1))
    await one.time.pass_until()
    assert await again.answer == "again"


async def test_more_pieces_of_all_people_are_refused(one: Simulation) -> None:
    people = range(pool.MAX_PEOPLES_PIECES + 1)
    *works, refused = [one.job_for(person, Search(needs=0.1)) for person in people]
    spare = one.job(Search("spare", needs=0.1))
    await one.time.pass_until()
    await asyncio.gather(*(work.answer for work in works))
    await refuses(TakesTooLong, refused.answer)
    assert await spare.answer == "spare"


async def test_work_for_a_person_has_a_deadline(one: Simulation, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.computer.pool.DEADLINES", one.time)
    endless, waits = Search("partly"), Search()
    done = asyncio.create_task(one.pool.run_for(1, endless, 10 * pool.MAX_BACKGROUND_SECONDS))
    queued = asyncio.create_task(one.pool.run_for(2, waits, 0.5, within=1.0))
    await one.time.pass_until()
    assert (await done, endless.ended) == ("partly", pool.MAX_BACKGROUND_SECONDS)
    await refuses(TakesTooLong, queued, one.pool.run_for(1, Search(), 0.5, within=0.0))
    assert waits not in one.worker.started
    after = one.job(Search("after", needs=0.1))
    await one.time.pass_until()
    assert await after.answer == "after"


async def test_quick_answers_wait_for_no_long_search(one: Simulation) -> None:
    for _ in range(20):
        one.ask(Search())
    await one.time.pass_until(0.1)
    quick = [one.ask_quickly(Search(str(number), needs=0.002)) for number in range(100)]
    await one.time.pass_until(0.1 + 100 / pool.QUICK_WORKERS * 0.002 + 1e-9)
    assert [await search.answer for search in quick] == [search.name for search in quick]


async def test_quick_answers_take_no_time_from_long_searches(one: Simulation) -> None:
    long = one.ask(Search())
    for _ in range(50):
        one.ask_quickly(Search(needs=0.01))
    await one.time.pass_until()
    assert long.thought == pytest.approx(FULL)


async def test_a_slow_quick_search_is_cut_short(one: Simulation) -> None:
    slow = [one.ask_quickly(Search()) for _ in range(pool.QUICK_WORKERS)]
    after = one.ask_quickly(Search(needs=0.001))
    await one.time.pass_until()
    assert [search.thought for search in slow] == pytest.approx([pool.QUICK_SECONDS] * pool.QUICK_WORKERS)
    assert after.started == pytest.approx(pool.QUICK_SECONDS)


async def test_games_without_people_rank_behind_people(one: Simulation) -> None:
    first, match = one.ask(Search(needs=1.0)), one.self_play(Search())
    await one.time.pass_until(0.5)
    person = one.ask(Search(needs=1.0))
    await one.time.pass_until()
    assert one.worker.started == [first, person, match]
    # The match shortened neither of them.
    assert first.thought == person.thought == pytest.approx(1.0)


async def test_a_search_without_people_ends_soon_for_a_person(one: Simulation) -> None:
    match = one.self_play(Search())
    await one.time.pass_until(1.0)
    person = one.ask(Search())
    await one.time.pass_until()
    assert match.ended == pytest.approx(1.0 + lane.SELF_PLAY_SECONDS)
    assert person.ended == pytest.approx(1.0 + FULL)


async def test_many_games_without_people_share_their_time(two: Simulation) -> None:
    alone = two.self_play(Search())
    await two.time.pass_until()
    assert alone.thought == pytest.approx(2.5)
    matches = [two.self_play(Search()) for _ in range(40)]
    begun = two.time.now
    await two.time.pass_until()
    assert two.time.now - begun < 40 * 2.5 / 2 / 2
    assert min(match.thought for match in matches) == pytest.approx(lane.SELF_PLAY_SECONDS)


async def test_resumed_games_each_have_their_time(two: Simulation) -> None:
    resumed = [two.resume(Search(str(number))) for number in range(300)]
    await two.time.pass_until()
    assert two.worker.started == resumed
    assert min(search.thought for search in resumed) >= CAP / 8
    assert sum(search.thought for search in resumed) / len(resumed) >= CAP / 5


async def test_clicks_precede_resumed_games(two: Simulation) -> None:
    for number in range(100):
        two.resume(Search(str(number)))
    await two.time.pass_until(5.0)
    person = two.ask(Search("person"))
    await two.time.pass_until()
    assert person.ended <= 5.0 + FULL + 1e-9
    assert person.thought > 1.0


def answered(reserve: lane.AnswerReserve, *seconds: float) -> float:
    """Return the seconds reserved after answers that took this long to be shown."""
    for each in seconds:
        reserve.observe_delivery(each)
    return reserve.seconds


def test_the_reserve_follows_measured_deliveries() -> None:
    reserve = lane.AnswerReserve(CAP)
    assert answered(reserve, *[0.2] * (lane.ENOUGH_SAMPLES - 1)) == lane.INITIAL_RESERVE_SECONDS
    assert answered(reserve, 0.2) == pytest.approx(0.2 * lane.MARGIN)
    assert answered(reserve, *[1.4] * 3) == pytest.approx(1.4 * lane.MARGIN)
    assert answered(reserve, *[0.3] * 100) == pytest.approx(0.3 * lane.MARGIN)
    assert answered(lane.AnswerReserve(CAP), *[0.3] * 99, 4.0) == pytest.approx(0.3 * lane.MARGIN)
    assert answered(lane.AnswerReserve(CAP), *[0.001] * 20) == lane.MIN_RESERVE_SECONDS
    assert answered(lane.AnswerReserve(CAP), *[60.0] * 20) == CAP / 2
    assert answered(lane.AnswerReserve(0.2)) == pytest.approx(0.05)
    reserve = lane.AnswerReserve(CAP)
    for _ in range(10):
        reserve.observe_overrun(0.25)
    assert reserve.seconds == pytest.approx(lane.INITIAL_RESERVE_SECONDS + 0.25)


async def test_slow_answers_shorten_the_searches_after_them(one: Simulation) -> None:
    for _ in range(20):
        one.pool.reserve.observe_delivery(2.0)
    search = one.ask(Search())
    await one.time.pass_until()
    assert search.ended == pytest.approx(CAP - 2.0 * lane.MARGIN)
