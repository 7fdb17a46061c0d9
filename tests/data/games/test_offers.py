"""Offers before they are accepted."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from data import Storage
from data.games.clocks import Live
from data.games.records import Game, GameChanged, GameState, Seat, Unrated, WhyUnrated
from tests.data.helpers import ANN, BOB, CAT, Clock, offer, reload

SEATS = (Seat(player_id=ANN), Seat(computer="easy"))

Change = Callable[[Storage, Game], Awaitable[Game]]

CHANGES: dict[str, Change] = {
    "computer": lambda storage, game: storage.offers.begin_with_computer(game, SEATS, None),
    "invited": lambda storage, game: storage.offers.invite(game, CAT),
    "changed": lambda storage, game: storage.offers.change_terms(
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
    begun = await storage.offers.accept(made, BOB, (Seat(player_id=ANN), Seat(player_id=BOB)))
    with pytest.raises(GameChanged) as caught:
        await change(storage, made)
    assert caught.value.game == begun == await reload(storage, made)
    with pytest.raises(ValueError, match="playing"):
        await change(storage, begun)


async def test_a_game_against_the_computer_begins_now(storage: Storage, clock: Clock) -> None:
    made = await storage.create_game(offer(opponent_id=None))
    clock.advance(seconds=60)
    begun = await storage.offers.begin_with_computer(made, SEATS, WhyUnrated.OPPONENT)
    assert (begun.state, begun.seats, begun.started_at) == (GameState.PLAYING, SEATS, clock.now)
    assert begun.unrated == Unrated(WhyUnrated.OPPONENT)
    with pytest.raises(ValueError, match="seats"):
        await storage.offers.begin_with_computer(made, (Seat(player_id=ANN), Seat()), None)


async def test_an_invited_player_has_the_usual_time_to_answer(storage: Storage, clock: Clock) -> None:
    made = await storage.create_game(offer(opponent_id=None))
    clock.advance(days=1)
    invited = await storage.offers.invite(made, CAT)
    assert invited.opponent_id == CAT
    assert await storage.offers.made_before(clock.now) == ()


async def test_an_offer_is_rated_or_not_by_its_board(storage: Storage) -> None:
    made = await storage.create_game(offer(opponent_id=None))
    changed = await storage.offers.change_terms(made, "second", "6x6", Live(5, 5), WhyUnrated.BOARD)
    assert (changed.side_choice, changed.options, changed.rated) == ("second", "6x6", False)
    again = await storage.offers.change_terms(changed, "second", "", None, None)
    assert (again.options, again.rated, again.unrated) == ("", True, None)


async def test_an_offer_gets_a_stopped_clock_and_loses_it_again(storage: Storage) -> None:
    made = await storage.create_game(offer(opponent_id=None))
    timed = await storage.offers.change_terms(made, "first", "", Live(5, 5), None)
    assert timed.clock is not None
    assert (timed.clock.control, timed.clock.flag_at) == (Live(5, 5), None)
    unlimited = await storage.offers.change_terms(timed, "first", "", None, None)
    assert unlimited.clock is None
    assert unlimited == await reload(storage, made)
