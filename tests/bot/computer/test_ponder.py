"""Pondering: which players do it, how much, and when an answer is ready at once."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from bot.computer.computer import IDLE_SECONDS, VARIED_PLIES, Computer, Thinking
from bot.computer.opponents.choices import Opponent, opponent
from bot.computer.ponder import MAX_GAMES, Ponderer
from bot.computer.pool import SearchPool
from bot.core.snapshot import GameSnapshot
from bot.play.games.challenges import Challenges
from bot.play.games.referee import Referee
from engine import Limits, StopFlag, search
from executors.executor import NAMED_TABLES
from tests.bot.computer.hall import moves_of
from tests.bot.helpers import ANN, BLACK_PASSES_AFTER, REVERSI, computer_game, put_down, put_down_until
from tests.cases import for_each, there

TIMED, SHALLOW = "positional:time", "positional:3"
SECONDS = 0.3


def player(spec: str) -> Opponent:
    return opponent(REVERSI, spec)


async def at_once(function: Callable[..., Any], seconds: float, stop: StopFlag) -> None:
    """Pondering that ends as soon as it begins."""


def noting(searched: list[str]) -> Callable[..., Awaitable[Any]]:
    """Return a way to run searches in threads that notes what each does."""

    async def run(function: Callable[..., Any], *arguments: Any) -> Any:
        searched.append(function.__name__)
        return await asyncio.to_thread(function, *arguments)

    return run


async def pondered(ponderer: Ponderer, snapshot: GameSnapshot) -> None:
    """Wait until the time for pondering the game is used up."""
    await there(ponderer._games[snapshot.game.id].task)


async def prepared(ponderer: Ponderer, challenges: Challenges) -> GameSnapshot:
    """Return a new game that was pondered as long as it may be; Ann has the first move."""
    snapshot = await computer_game(challenges, level=TIMED)
    ponderer.begin(snapshot, player(TIMED))
    await pondered(ponderer, snapshot)
    return snapshot


async def test_answers_are_prepared_for_all_replies_and_given_once(
    referee: Referee, challenges: Challenges
) -> None:
    """It is waited for as long as the machine needs."""
    ponderer = Ponderer(SearchPool(1, 10.0), 60.0)
    snapshot = await computer_game(challenges, level=TIMED)
    ponderer.begin(snapshot, player(TIMED))
    replies = set(snapshot.position.legal_moves())
    while {move for move, answer in ponderer.answers(snapshot).items() if answer.depth >= 3} != replies:
        assert not there(ponderer._games[snapshot.game.id].task).done()
        await asyncio.sleep(0.01)
    snapshot = await referee.move(snapshot.game.id, ANN, 0, "d3")
    found = there(ponderer.prepared(snapshot))
    # The same search from scratch says the same.
    assert search(snapshot.position, Limits(depth=found.depth)).depth == found.depth
    assert found.move in snapshot.position.legal_moves()
    assert there(ponderer.take_memory(snapshot.game.id)) in NAMED_TABLES
    assert (ponderer.take_memory(snapshot.game.id), ponderer.prepared(snapshot)) == (None, None)


@for_each(
    ("spec", "seconds"),
    ("medium", SECONDS),
    ("random:1", SECONDS),
    (f"{SHALLOW} no-pondering", SECONDS),
    (TIMED, 0.0),
)
async def test_levels_keep_their_depth_and_only_some_players_ponder(
    referee: Referee, challenges: Challenges, spec: str, seconds: float
) -> None:
    pool = SearchPool(1, 10.0)
    ponderer = Ponderer(pool, seconds)
    snapshot = await computer_game(challenges, level=spec)
    ponderer.begin(snapshot, player(spec))
    snapshot = await referee.move(snapshot.game.id, ANN, 0, "d3")
    assert ponderer.prepared(snapshot) is None


async def test_a_player_with_a_depth_answers_from_beyond_it(referee: Referee, challenges: Challenges) -> None:
    searched: list[str] = []
    computer = Computer(SearchPool(1, 10.0, run=noting(searched)), ponder_seconds=SECONDS)
    snapshot = await computer_game(challenges, level=SHALLOW)
    computer.ponder(snapshot)
    await pondered(computer._ponderer, snapshot)
    replies = snapshot.position.legal_moves()
    assert set(computer.prepared_answers(snapshot)) == set(replies)
    snapshot = await referee.move(snapshot.game.id, ANN, 0, replies[0])
    found = await computer.search(snapshot, None, Thinking())
    assert found.depth > 3
    assert searched == ["work"]
    computer.close()


async def test_shallow_pondering_changes_no_search_to_a_depth(
    referee: Referee, challenges: Challenges
) -> None:
    computer = Computer(SearchPool(1, 10.0), ponder_seconds=SECONDS)
    snapshot = await computer_game(challenges, level="positional:9 cap=9.0")
    computer.ponder(snapshot)
    await pondered(computer._ponderer, snapshot)
    snapshot = await referee.move(snapshot.game.id, ANN, 0, "d3")
    computer._ponderer._games[snapshot.game.id].answers = {}
    found = await computer.search(snapshot, None, Thinking())
    fresh = player("positional:9").player.choose(snapshot.position, None)
    assert (found.move, found.score, found.nodes) == (fresh.move, fresh.score, fresh.nodes)
    computer.close()


async def test_abandoned_games_make_room_for_others(challenges: Challenges) -> None:
    ponderer = Ponderer(SearchPool(1, 10.0, run=at_once), SECONDS)
    left = [await prepared(ponderer, challenges) for _ in range(MAX_GAMES)]
    for _ in range(2):
        await prepared(ponderer, challenges)
    assert len(ponderer._games) == MAX_GAMES
    # The least recently used ones are gone.
    kept = [ponderer.take_memory(snapshot.game.id) is not None for snapshot in left]
    assert kept == [False, False, True, True]


async def test_waiting_answers_hold_few_tables(challenges: Challenges, referee: Referee) -> None:
    ponderer = Ponderer(SearchPool(1, 10.0, run=at_once), SECONDS)
    waiting = []
    for _ in range(3 * MAX_GAMES):
        snapshot = await prepared(ponderer, challenges)
        waiting.append(snapshot.game.id)
        ponderer.prepared(await referee.move(snapshot.game.id, ANN, 0, "d3"))
    assert list(ponderer._games) == waiting[-MAX_GAMES:]


async def test_tables_are_freed_some_minutes_after_the_last_search(
    referee: Referee, challenges: Challenges
) -> None:
    now, freed = [0.0], list[float]()
    computer = Computer(
        SearchPool(1, 10.0, clock=lambda: now[0]),
        ponder_seconds=SECONDS,
        free_tables=lambda: freed.append(now[0]),
    )
    snapshot = await computer_game(challenges, level=TIMED)
    computer.ponder(snapshot)
    memory = computer._ponderer._games[snapshot.game.id].memory
    # It begins.
    await asyncio.sleep(0)
    now[0] = IDLE_SECONDS
    assert computer._pool.idle_seconds == 0
    computer.recover()
    await pondered(computer._ponderer, snapshot)
    now[0] = 2 * IDLE_SECONDS - 1
    computer.recover()
    assert memory in NAMED_TABLES
    now[0] = 2 * IDLE_SECONDS
    computer.recover()
    assert memory not in NAMED_TABLES
    assert freed == [now[0]]
    # What was prepared is kept, and a search finds no table where it was.
    assert computer.prepared_answers(snapshot)
    snapshot = await referee.move(snapshot.game.id, ANN, 0, "d3")
    computer._ponderer._games[snapshot.game.id].answers = {}
    assert (await computer.search(snapshot, None, Thinking())).move in snapshot.position.legal_moves()
    assert computer._pool.idle_seconds == 0
    computer.close()


async def test_an_unexpected_move_has_no_answer_ready(referee: Referee, challenges: Challenges) -> None:
    ponderer = Ponderer(SearchPool(1, 10.0), SECONDS)
    snapshot = await computer_game(challenges, level=TIMED)
    ponderer.begin(snapshot, player(TIMED))
    snapshot = await put_down(referee, snapshot, BLACK_PASSES_AFTER)
    assert ponderer.prepared(snapshot) is None


async def test_a_prepared_answer_is_played_without_a_search(referee: Referee, challenges: Challenges) -> None:
    searched: list[str] = []
    # The first answer gets next to no time.
    computer = Computer(SearchPool(1, 0.02, run=noting(searched)), ponder_seconds=SECONDS)
    moves = moves_of(computer, referee)
    snapshot = await computer_game(challenges, level=TIMED)
    snapshot = await referee.move(snapshot.game.id, ANN, 0, "d3")
    first = there(await moves.answer(snapshot))
    # However far the first search looked on this machine, the prepared answer is deep enough.
    computer._depths[first.game.id] = 1
    await pondered(computer._ponderer, first)
    assert searched == ["think", "work"]
    snapshot = await referee.move(snapshot.game.id, ANN, first.game.ply, first.position.legal_moves()[0])
    second = there(await moves.answer(snapshot))
    assert second.game.ply == 4
    assert searched[2:] in ([], ["work"])
    computer.close()


async def test_a_level_varies_despite_a_prepared_answer(referee: Referee, challenges: Challenges) -> None:
    searched: list[str] = []
    computer = Computer(SearchPool(1, 0.02, run=noting(searched)), ponder_seconds=SECONDS)
    for plies, searches in ((0, ["work", "think"]), (VARIED_PLIES, ["work"])):
        snapshot = await put_down_until(referee, await computer_game(challenges, level="master"), plies)
        computer.ponder(snapshot)
        await pondered(computer._ponderer, snapshot)
        snapshot = await referee.move(
            snapshot.game.id, ANN, snapshot.game.ply, snapshot.position.legal_moves()[0]
        )
        found = await computer.search(snapshot, None, Thinking())
        assert found.move in snapshot.position.legal_moves()
        assert searched == searches
        searched.clear()
    computer.close()
