"""Seats handed to a computer player, and what is noted of proofs and of those who asked."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from data import GameChanged, Seat
from tests.data.helpers import ANN, CHANNEL, DRAWN, FIRST_WINS, against_computer, between, move, offer, reload

if TYPE_CHECKING:
    from data import Storage


async def test_a_delegate_plays_for_a_person_who_keeps_his_seat(storage: Storage) -> None:
    game = await storage.create_game(between())
    assert game.delegates == (None, None)
    lent = await storage.set_delegate(game.id, 1, "easy", instead_of=None)
    assert lent == await reload(storage, game)
    assert (lent.seats, lent.delegates, lent.rated) == (game.seats, (None, "easy"), False)
    both = await storage.set_delegate(game.id, 0, "Lucy|greedy:3", instead_of=None)
    assert both.delegates == ("Lucy|greedy:3", "easy")
    back = await storage.set_delegate(game.id, 1, None, instead_of="easy")
    assert (back.delegates, back.rated) == (("Lucy|greedy:3", None), False)


async def test_a_seat_is_handed_over_once(storage: Storage) -> None:
    game = await storage.create_game(between())
    lent = await storage.set_delegate(game.id, 0, "easy", instead_of=None)
    with pytest.raises(GameChanged) as changed:
        await storage.set_delegate(game.id, 0, "hard", instead_of=None)
    assert changed.value.game == lent
    with pytest.raises(GameChanged):
        await storage.set_delegate(game.id, 1, None, instead_of="easy")
    assert await reload(storage, game) == lent


async def test_only_the_seat_of_a_person_in_a_game_that_goes_on(storage: Storage) -> None:
    solo = await storage.create_game(against_computer())
    with pytest.raises(ValueError, match="nobody sits in seat 1"):
        await storage.set_delegate(solo.id, 1, "hard", instead_of=None)
    offered = await storage.create_game(offer())
    over = await storage.create_game(between())
    await storage.add_moves(over.id, 0, [move("d3", 0)], DRAWN)
    for game in (offered, over):
        with pytest.raises(GameChanged):
            await storage.set_delegate(game.id, 0, "hard", instead_of=None)


async def test_the_person_has_the_result_and_nobody_a_new_rating(storage: Storage) -> None:
    game = await storage.create_game(between())
    await storage.set_delegate(game.id, 0, "easy", instead_of=None)
    stored = await storage.add_moves(game.id, 0, [move("d3", 0)], FIRST_WINS)
    assert stored.changes == ()
    assert stored.game.seats[0] == Seat(player_id=ANN)
    profile = await storage.profile(ANN)
    assert profile is not None
    (recent,) = profile.recent
    assert (recent.outcome, recent.rating_after, profile.standings) == ("win", None, {})


async def test_asking_makes_a_game_unrated_at_its_ply_only(storage: Storage) -> None:
    game = await storage.create_game(between())
    await storage.add_moves(game.id, 0, [move("d3", 0)])
    with pytest.raises(GameChanged):
        await storage.note_asked(game.id, 0)
    assert not (await reload(storage, game)).asked
    noted = await storage.note_asked(game.id, 1)
    assert (noted.asked, noted.rated) == (True, False)
    assert noted == await reload(storage, game)


async def test_what_searches_proved_is_kept_with_their_moves(storage: Storage) -> None:
    game = await storage.create_game(between())
    stored = await storage.add_moves(game.id, 0, [move("d3", 0), replace(move("c3", 1), proved=-4)])
    assert stored.game.proved == (None, -4)
    assert await reload(storage, game) == stored.game
    assert (await storage.take_back(game.id, 2, 1)).proved == (None,)


async def test_a_board_drawn_before_a_change_does_not_count_as_shown(storage: Storage) -> None:
    game = await storage.create_game(between())
    await storage.set_delegate(game.id, 0, "easy", instead_of=None)
    await storage.mark_shown(game, CHANNEL, 1)
    assert [left.id for left in await storage.games_not_shown()] == [game.id]
    lent = await reload(storage, game)
    await storage.note_asked(game.id, 0)
    await storage.mark_shown(lent, CHANNEL, 1)
    assert [left.id for left in await storage.games_not_shown()] == [game.id]
    await storage.mark_shown(await reload(storage, game), CHANNEL, 1)
    assert await storage.games_not_shown() == ()
