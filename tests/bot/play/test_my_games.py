"""The order in which a player's games are visited."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from bot.play.my_games import PAGE, PlayerGames, next_turn
from data import Storage
from data.games.my_games import MyTurn
from data.games.time_control import Live
from tests.bot.helpers import ANN, BOB
from tests.data.playing import between

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


def at(minutes: float | None) -> datetime | None:
    return None if minutes is None else NOON + timedelta(minutes=minutes)


def turn(number: int, since: float = 0, flag: float | None = None, led: float | None = None) -> MyTurn:
    return MyTurn(number, NOON + timedelta(minutes=since), at(flag), at(led))


def test_games_are_visited_by_time_left_wait_and_round() -> None:
    turns = [turn(1, 3), turn(2, 1), turn(3, 5, flag=90), turn(4, 5, flag=30)]
    order = []
    while turns:
        chosen = next_turn(turns, None)
        order.append(chosen)
        turns = [one for one in turns if one.id != chosen]
    assert order == [4, 3, 2, 1]
    assert next_turn([turn(1, flag=5, led=2), turn(2, led=1), turn(3)], None) == 3
    assert next_turn([turn(1, flag=5, led=2), turn(2, led=1)], None) == 2
    assert next_turn([turn(1, since=4, flag=9, led=2), turn(2)], None) == 1
    assert next_turn([turn(1, flag=5), turn(2)], 1) == 2
    assert next_turn([turn(1, flag=5)], 1) == 1
    assert next_turn([], 1) is None
    boards = [turn(1, flag=5), *(replace(turn(number, since=number), channel_id=9) for number in (2, 3))]
    assert (next_turn(boards, None, 9), next_turn(boards, 2, 9), next_turn(boards[:2], 2, 9)) == (2, 3, 1)
    assert next_turn(boards[:1], None, 9) == 1


WAITING = st.tuples(
    *(st.integers(0, 5), st.none() | st.integers(6, 9), st.none() | st.integers(0, 9)),
)


@given(st.lists(WAITING, min_size=2, max_size=6))
def test_every_waiting_game_comes_before_a_repeated_one(
    games: list[tuple[int, int | None, int | None]],
) -> None:
    turns = [turn(number, *game) for number, game in enumerate(games)]
    last, seen = None, []
    for step in range(2 * len(turns)):
        last = next_turn(turns, last)
        seen.append(last)
        led = NOON + timedelta(hours=1, minutes=step)
        turns = [replace(one, led_at=led) if one.id == last else one for one in turns]
    assert all(one != other for one, other in pairwise(seen))
    assert set(seen[len(turns) :]) == {one.id for one in turns}


async def test_one_after_the_other_even_at_the_same_moment(storage: Storage) -> None:
    my_games = PlayerGames(storage)
    for _ in range(3):
        await storage.create_game(between(ANN.id, BOB.id))
    assert [await my_games.next_waiting(ANN) for _ in range(7)] == [1, 2, 3, 1, 2, 3, 1]
    assert await my_games.next_waiting(BOB) is None


async def test_from_a_game_to_another_one(storage: Storage) -> None:
    my_games = PlayerGames(storage)
    for time in (Live(3, 0), Live(5, 0), None):
        await storage.create_game(between(ANN.id, BOB.id, time=time))
    assert [await my_games.next_waiting(ANN, here=here) for here in (1, 2, 3)] == [2, 3, 1]
    assert await my_games.next_waiting(BOB, here=1) is None


async def test_a_page_past_the_end_is_the_last_one(storage: Storage) -> None:
    my_games = PlayerGames(storage)
    for _ in range(PAGE + 1):
        game = await storage.create_game(between(ANN.id, BOB.id))
    listed = await my_games.listed(ANN, None, None, 1)
    assert ([one.id for one in listed.content.games], listed.page, listed.last_page) == ([game.id], 1, 1)
    assert (await my_games.listed(ANN, None, None, 7)).page == 1
    assert (await my_games.listed(BOB, None, "connect4", 3)).content.games == ()
