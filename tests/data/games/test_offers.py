"""Offers before they are accepted, and limits per person and per server, at once and per hour."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import select

from data import Storage
from data.db.errors import Limit, LimitReached
from data.games.limits import FairUseBounds, RequestStore
from data.games.offers import OfferStore
from data.games.questions import QuestionStore
from data.games.records import Game, GameChanged, GameState, QuestionKind, Seat, Unrated, WhyUnrated
from data.games.time_control import Live
from data.tables.playing import games
from data.upkeep.export import ExportStore
from tests.cases import there
from tests.data.games.test_own_games import plans, scanned
from tests.data.helpers import ANN, BOB, CAT, GUILD, Clock
from tests.data.jobs.test_jobs import MATCH
from tests.data.playing import CALLED_OFF, against_computer, between, offer, reload
from tests.databases import url_of

SEATS = (Seat(player_id=ANN), Seat(computer="easy"))

Change = Callable[[Storage, Game], Awaitable[Game]]

CHANGES: dict[str, Change] = {
    "computer": lambda storage, game: storage[OfferStore].begin_with_computer(game, SEATS, None),
    "invited": lambda storage, game: storage[OfferStore].invite(game, CAT),
    "changed": lambda storage, game: storage[OfferStore].change_terms(
        game, "second", "6x6", Live(5, 5), WhyUnrated.BOARD
    ),
}


@pytest.fixture(params=CHANGES)
def change(request: pytest.FixtureRequest) -> Change:
    return CHANGES[request.param]


async def test_an_offer_is_read_as_it_was_stored(storage: Storage, clock: Clock, change: Change) -> None:
    made = await storage.create_game(offer(opponent_id=None))
    clock.advance(seconds=60)
    changed = await change(storage, made)
    assert changed == await reload(storage, made)
    assert changed.version == made.version + 1


async def test_an_offer_that_was_accepted_meanwhile_stays_a_game(storage: Storage, change: Change) -> None:
    made = await storage.create_game(offer(opponent_id=None))
    begun = await storage[OfferStore].accept(made, BOB, (Seat(player_id=ANN), Seat(player_id=BOB)))
    with pytest.raises(GameChanged) as caught:
        await change(storage, made)
    assert caught.value.game == begun == await reload(storage, made)
    with pytest.raises(ValueError, match="playing"):
        await change(storage, begun)


async def test_a_computer_begins_now_and_an_invited_player_has_time(storage: Storage, clock: Clock) -> None:
    made = await storage.create_game(offer(opponent_id=None))
    clock.advance(seconds=60)
    begun = await storage[OfferStore].begin_with_computer(made, SEATS, WhyUnrated.OPPONENT)
    assert (begun.state, begun.seats, begun.started_at) == (GameState.PLAYING, SEATS, clock.now)
    assert begun.unrated == Unrated(WhyUnrated.OPPONENT)
    with pytest.raises(ValueError, match="seats"):
        await storage[OfferStore].begin_with_computer(made, (Seat(player_id=ANN), Seat()), None)
    made = await storage.create_game(offer(opponent_id=None))
    clock.advance(days=1)
    invited = await storage[OfferStore].invite(made, CAT)
    assert invited.opponent_id == CAT
    assert await storage[OfferStore].made_before(clock.now) == ()


async def test_an_offer_changes_its_board_and_clock(storage: Storage) -> None:
    made = await storage.create_game(offer(opponent_id=None))
    changed = await storage[OfferStore].change_terms(made, "second", "6x6", Live(5, 5), WhyUnrated.BOARD)
    assert (changed.side_choice, changed.options, changed.rated) == ("second", "6x6", False)
    again = await storage[OfferStore].change_terms(changed, "second", "", None, None)
    assert (again.options, again.rated, again.unrated) == ("", True, None)
    made = await storage.create_game(offer(opponent_id=None))
    timed = await storage[OfferStore].change_terms(made, "first", "", Live(5, 5), None)
    assert timed.clock is not None
    assert (timed.clock.control, timed.clock.flag_at) == (Live(5, 5), None)
    unlimited = await storage[OfferStore].change_terms(timed, "first", "", None, None)
    assert unlimited.clock is None
    assert unlimited == await reload(storage, made)
    left = select(games.c.first_left, games.c.second_left).where(games.c.id == timed.id)
    assert await storage._database.read(lambda c: c.execute(left).one()) == (None, None)


BOUNDS = FairUseBounds(
    games_person=3, games_server=5, challenges_person=2, challenges_server=3, questions_person=2,
    questions_server=3,
)  # fmt: skip
ELSEWHERE = GUILD + 1


@pytest.fixture
async def storage(path: Path, clock: Clock) -> AsyncIterator[Storage]:
    opened = await Storage.open(url_of(path), clock=clock, fair_use=BOUNDS)
    yield opened
    await opened.close()


async def accept(storage: Storage, game: Game, opponent: int = BOB) -> Game:
    return await storage[OfferStore].accept(game, opponent, (Seat(game.challenger_id), Seat(opponent)))


async def refused(call: Awaitable[object]) -> LimitReached:
    """Make a call that reaches a limit."""
    with pytest.raises(LimitReached) as caught:
        await call
    return caught.value


async def test_maximum_games_of_a_person(storage: Storage) -> None:
    games = [await storage.create_game(against_computer(ANN, guild_id=None)) for _ in range(3)]
    reached = await refused(storage.create_game(against_computer(ANN, guild_id=None)))
    assert (reached.scope, reached.maximum, reached.player_id) == ("person", 3, ANN)
    assert len(await storage.playing_games()) == 3, "nothing was stored"
    await storage.create_game(against_computer(BOB, guild_id=None))
    await storage.finish(games[0], CALLED_OFF)
    await storage.create_game(against_computer(ANN, guild_id=None))


async def test_both_sides_count_and_either_person_can_be_the_one(storage: Storage) -> None:
    for _ in range(3):
        await storage.create_game(between(BOB, ANN, guild_id=None))
    offered = await storage.create_game(offer(CAT, None, guild_id=None))
    assert (await refused(accept(storage, offered, BOB))).player_id == BOB
    card = await storage.create_game(offer(ANN, None, guild_id=None))
    await refused(storage[OfferStore].begin_with_computer(card, SEATS, None))
    assert (await reload(storage, offered)).state == offered.state


async def test_an_adjourned_game_frees_its_place_and_needs_one_to_resume(storage: Storage) -> None:
    games = [await storage.create_game(against_computer(ANN, guild_id=None)) for _ in range(3)]
    aside = await storage.adjourn(games[0])
    await storage.create_game(against_computer(ANN, guild_id=None))
    await refused(storage.take_up(aside))
    await storage.finish(games[1], CALLED_OFF)
    await storage.take_up(aside)


async def test_maximum_games_in_a_server_include_exhibitions(storage: Storage) -> None:
    await storage.create_game(MATCH)
    for player in range(2001, 2005):
        await storage.create_game(against_computer(player))
    reached = await refused(storage.create_game(against_computer(ANN)))
    assert (reached.scope, reached.maximum, reached.player_id) == ("server", 5, None)
    await storage.create_game(against_computer(ANN, guild_id=ELSEWHERE))


async def test_maximum_challenges_of_a_person_within_an_hour(storage: Storage, clock: Clock) -> None:
    await storage.create_game(offer(ANN, BOB))
    clock.advance(seconds=600)
    await storage.create_game(offer(ANN, None))
    clock.advance(seconds=600)
    reached = await refused(storage.create_game(offer(ANN, CAT, guild_id=ELSEWHERE)))
    assert (reached.limit, reached.scope, reached.maximum) == (Limit.CHALLENGES, "person", 2)
    assert there(reached.again_at) - clock() == timedelta(minutes=40)
    clock.advance(seconds=2400)
    await storage.create_game(offer(ANN, CAT))
    await refused(storage.create_game(offer(ANN, CAT)))


async def test_answered_challenges_count_and_games_with_the_computer_do_not(storage: Storage) -> None:
    for _ in range(3):
        await storage.create_game(against_computer(ANN, guild_id=None))
    for _ in range(2):
        await storage[OfferStore].close(await storage.create_game(offer(ANN, BOB)), "declined")
    await refused(storage.create_game(offer(ANN, BOB)))


async def test_maximum_challenges_in_a_server_within_an_hour(storage: Storage, clock: Clock) -> None:
    for challenger in (ANN, BOB, CAT):
        await storage.create_game(offer(challenger, None))
    reached = await refused(storage.create_game(offer(2001, None)))
    assert (reached.scope, reached.maximum) == ("server", 3)
    assert there(reached.again_at) - clock() == timedelta(hours=1)
    await storage.create_game(offer(2001, None, guild_id=None))


async def test_questions_are_counted_though_they_are_closed(storage: Storage, clock: Clock) -> None:
    game = await storage.create_game(between(ANN, BOB))
    for _ in range(2):
        question, _ = await storage[QuestionStore].ask(game, QuestionKind.DRAW, 0)
        await storage[QuestionStore].close(question.id)
        clock.advance(seconds=60)
    reached = await refused(storage[QuestionStore].ask(game, QuestionKind.DRAW, 0))
    assert (reached.limit, reached.scope) == (Limit.QUESTIONS, "person")
    assert there(reached.again_at) - clock() == timedelta(minutes=58)
    # The other one has not asked yet, and challenges are counted by themselves.
    await storage[QuestionStore].ask(game, QuestionKind.DRAW, 1)
    await storage.create_game(offer(ANN, None))


async def test_limits_survive_a_restart(storage: Storage, path: Path, clock: Clock) -> None:
    for _ in range(2):
        await storage.create_game(offer(ANN, None))
    again = await Storage.open(url_of(path), clock=clock, fair_use=BOUNDS)
    await refused(again.create_game(offer(ANN, None)))
    await again.close()


async def test_requests_are_forgotten_after_an_hour(storage: Storage, clock: Clock) -> None:
    await storage.create_game(offer(ANN, None))
    clock.advance(seconds=3599)
    await storage[RequestStore].forget_old()
    assert len((await storage[ExportStore].of(ANN))["requests"]) == 1
    clock.advance(seconds=1)
    await storage[RequestStore].forget_old()
    assert (await storage[ExportStore].of(ANN))["requests"] == []


async def test_everything_is_counted_by_index(storage: Storage) -> None:
    offered = await storage.create_game(offer(ANN, BOB))
    with plans(storage) as steps:
        await accept(storage, offered)
        await storage.create_game(offer(CAT, BOB))
        await storage[RequestStore].forget_old()
    assert not scanned(steps)
