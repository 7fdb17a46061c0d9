"""Sides handed to a computer player, and what is noted of proofs and of those who asked."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from data.games.records import GameChanged, Seat
from tests.data.helpers import ANN, CHANNEL, FIRST_WINS, against_computer, between, move, reload

if TYPE_CHECKING:
    from data import Storage


async def test_a_delegate_plays_for_a_person_who_keeps_their_seat(storage: Storage) -> None:
    game = await storage.create_game(between())
    assert game.delegates == (None, None)
    lent = await storage.unrating.set_delegate(game, 1, "easy")
    assert lent == await reload(storage, game)
    assert (lent.seats, lent.delegates, lent.rated) == (game.seats, (None, "easy"), False)
    both = await storage.unrating.set_delegate(lent, 0, "Lucy|greedy:3")
    assert both.delegates == ("Lucy|greedy:3", "easy")
    back = await storage.unrating.set_delegate(both, 1, None)
    assert (back.delegates, back.rated) == (("Lucy|greedy:3", None), False)


async def test_a_side_is_handed_over_once(storage: Storage) -> None:
    game = await storage.create_game(between())
    lent = await storage.unrating.set_delegate(game, 0, "easy")
    with pytest.raises(GameChanged) as changed:
        await storage.unrating.set_delegate(game, 0, "hard")
    assert changed.value.game == lent
    assert await reload(storage, game) == lent


async def test_only_the_side_of_a_person(storage: Storage) -> None:
    solo = await storage.create_game(against_computer())
    with pytest.raises(ValueError, match="no person sits on side 1"):
        await storage.unrating.set_delegate(solo, 1, "hard")


async def test_the_person_has_the_result_and_no_rating_changes(storage: Storage) -> None:
    game = await storage.create_game(between())
    lent = await storage.unrating.set_delegate(game, 0, "easy")
    stored = await storage.add_moves(lent, [move("d3", 0)], FIRST_WINS)
    assert await storage.rating_changes(game.id) == ()
    assert stored.seats[0] == Seat(player_id=ANN)
    profile = await storage.standings.profile(ANN)
    assert profile is not None
    (recent,) = profile.recent
    assert (recent.outcome, recent.rating_after, profile.standings) == ("win", None, {})


async def test_asking_makes_a_game_unrated(storage: Storage) -> None:
    game = await storage.create_game(between())
    noted = await storage.unrating.record_asked(game)
    assert (noted.asked, noted.rated) == (True, False)
    assert noted == await reload(storage, game)


async def test_what_searches_proved_is_kept_with_their_moves(storage: Storage) -> None:
    game = await storage.create_game(between())
    stored = await storage.add_moves(game, [move("d3", 0), replace(move("c3", 1), proved=-4)])
    assert stored.proved == (None, -4)
    assert await reload(storage, game) == stored
    assert (await storage.unrating.take_back(stored, 1)).proved == (None,)


async def test_a_computers_loss_counts_only_moves_not_taken_back(storage: Storage) -> None:
    game = await storage.create_game(against_computer())
    first = [move("d3", 0), replace(move("c3", 1), given_away=1.25)]
    stored = await storage.add_moves(game, first)
    stored = await storage.add_moves(stored, [move("c4", 0), replace(move("e3", 1), given_away=2.5)])
    assert stored.given_away == (0.0, 3.75)
    assert await reload(storage, game) == stored
    assert (await storage.unrating.take_back(stored, 2, 0)).given_away == (0.0, 1.25)


async def test_a_board_drawn_before_a_change_does_not_count_as_shown(storage: Storage) -> None:
    game = await storage.create_game(between())
    lent = await storage.unrating.set_delegate(game, 0, "easy")
    await storage.waiting.mark_shown(game, CHANNEL, 1)
    assert [left async for left in storage.waiting.not_shown()] == [game.id]
    noted = await storage.unrating.record_asked(lent)
    await storage.waiting.mark_shown(lent, CHANNEL, 1)
    assert [left async for left in storage.waiting.not_shown()] == [game.id]
    await storage.waiting.mark_shown(noted, CHANNEL, 1)
    assert [left async for left in storage.waiting.not_shown()] == []
