"""The use-cases of a game on a real storage: what they allow, refuse and store."""

from __future__ import annotations

from typing import Any

import pytest

from bot.computer.opponents.refusals import UnknownPlayer
from bot.core.refusals import GameOver
from bot.core.snapshot import GameSnapshot
from bot.play.games import refusals
from bot.play.games.challenges import Challenges
from bot.play.games.referee import Referee
from data import Storage
from data.games.records import Ending, Game, Seat, SideChoice
from data.ratings.ratings import Pool
from engine.players.computer import levels_of
from tests.bot.helpers import (
    ANN,
    BLACK_PASSES_AFTER,
    BLACK_PASSES_TWICE,
    BOB,
    PLACE,
    REVERSI,
    Clock,
    begin,
    computer_game,
    game_after,
    put_down,
    refuses,
    stored,
)
from tests.cases import there

OPENING = ("d3", "c3", "e6", "d2")
"""Two moves of each side."""


async def test_a_move_is_stored_with_its_player_and_time_which_is_never_negative(
    referee: Referee, challenges: Challenges, storage: Storage, clock: Clock
) -> None:
    snapshot = await begin(challenges)
    clock.advance(seconds=7)
    snapshot = await referee.move(snapshot.game.id, ANN, 0, "d3")
    clock.advance(seconds=2.5)
    snapshot = await referee.move(snapshot.game.id, BOB, 1, "c3")
    assert await stored(storage, snapshot.game.id) == snapshot.game
    assert snapshot.game.moves == ("d3", "c3")
    assert snapshot.game.seconds == (7.0, 2.5)
    assert snapshot.position == REVERSI.start("").play("d3").play("c3")
    snapshot = await begin(challenges)
    clock.advance(seconds=-30)
    assert (await referee.move(snapshot.game.id, ANN, 0, "d3")).game.seconds == (0.0, 0.0)


async def test_passes_are_stored_at_once_and_the_last_disc_stays_marked(
    referee: Referee, challenges: Challenges, storage: Storage
) -> None:
    snapshot = await game_after(challenges, *BLACK_PASSES_AFTER)
    assert snapshot.game.moves == (*BLACK_PASSES_AFTER, "pass")
    assert (snapshot.recent.passed, snapshot.position.turn) == (0, 1)
    (last,), before = snapshot.recent.last, there(snapshot.recent.before)
    assert [(made.move, made.by) for made in (last, before)] == [("c1", 1), ("b2", 0)]
    assert last.before.play("c1").play("pass") == snapshot.position
    assert GameSnapshot.of(await stored(storage, snapshot.game.id)) == snapshot
    await refuses(refusals.WaitingForOther, referee.move(snapshot.game.id, ANN, 9, "pass"))
    after = await referee.move(snapshot.game.id, BOB, 9, snapshot.position.legal_moves()[0])
    assert after.recent.passed is None
    discs = [move for move in BLACK_PASSES_TWICE if move != "pass"]
    snapshot = await game_after(challenges, *discs)
    assert snapshot.game.moves == BLACK_PASSES_TWICE


async def test_a_resignation_overtaken_by_the_fourth_move_loses(
    referee: Referee, challenges: Challenges, storage: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    snapshot = await game_after(challenges, *OPENING[:3])
    finish = storage.finish

    async def overtaken(game: Game, *arguments: Any, **options: Any) -> Game:
        if game.ply == 3:
            await referee.move(game.id, BOB, 3, OPENING[3])
        return await finish(game, *arguments, **options)

    monkeypatch.setattr(storage, "finish", overtaken)
    game = (await referee.resign(snapshot.game.id, ANN)).game
    assert (game.ply, game.ending, game.winner) == (4, Ending.RESIGNED, 1)


async def test_a_game_against_the_computer_counts_in_its_own_pool_at_its_levels_rating(
    referee: Referee, challenges: Challenges, storage: Storage
) -> None:
    lost = {}
    for who, level in ((ANN, "easy"), (BOB, "expert")):
        snapshot = await challenges.play_computer(REVERSI, PLACE, who, level, "first")
        snapshot = await put_down(referee, snapshot, OPENING)
        snapshot = await referee.resign(snapshot.game.id, who)
        (change,) = await storage.rating_changes(snapshot.game.id)
        assert (change.player_id, change.pool) == (who.id, Pool.COMPUTER)
        lost[level] = change.before.value - change.after.value
    assert lost["easy"] > lost["expert"] > 0
    assert levels_of("reversi")["easy"].rating < levels_of("reversi")["expert"].rating


@pytest.mark.parametrize(("colour", "computer_seat"), [("first", 1), ("second", 0)])
async def test_the_computer_needs_no_asking(
    challenges: Challenges, colour: SideChoice, computer_seat: int
) -> None:
    snapshot = await computer_game(challenges, colour=colour)
    assert snapshot.going
    assert snapshot.game.seats[computer_seat] == Seat(computer="easy")
    assert snapshot.game.seats[1 - computer_seat] == Seat(ANN.id)
    assert snapshot.computer_to_move == (computer_seat == 0)


async def test_a_level_that_does_not_exist_is_answered_with_those_that_do(challenges: Challenges) -> None:
    with pytest.raises(UnknownPlayer) as refused:
        await computer_game(challenges, level="godlike")
    assert (refused.value.typed, list(refused.value.levels)) == ("godlike", list(levels_of("reversi")))


async def test_a_move_and_its_answer_go_back(
    referee: Referee, challenges: Challenges, storage: Storage
) -> None:
    snapshot = await computer_game(challenges, "d3", "c3", "c4", level="expert")
    back = await referee.take_back(snapshot.game.id, ANN, snapshot.game.ply)
    assert back.game.moves == ("d3", "c3")
    assert await stored(storage, snapshot.game.id) == back.game
    again = await referee.move(snapshot.game.id, ANN, 2, "e6")
    assert again.game.moves == ("d3", "c3", "e6")
    snapshot = await computer_game(challenges, *BLACK_PASSES_AFTER, level="expert")
    assert snapshot.game.moves[-1] == "pass"
    back = await referee.take_back(snapshot.game.id, ANN, snapshot.game.ply)
    assert back.game.moves == BLACK_PASSES_AFTER[:6]
    assert not back.computer_to_move


async def test_a_game_in_which_a_move_was_taken_back_is_not_rated_but_its_rematch_is(
    referee: Referee, challenges: Challenges, storage: Storage
) -> None:
    snapshot = await computer_game(challenges, *OPENING, "d1", level="expert")
    await referee.take_back(snapshot.game.id, ANN, snapshot.game.ply)
    over = await referee.resign(snapshot.game.id, ANN)
    assert over.game.ending is Ending.RESIGNED
    assert await storage.rating_changes(over.game.id) == ()
    again, _ = await challenges.rematch(over.game.id, ANN)
    assert again.game.rated


async def test_what_cannot_be_taken_back(referee: Referee, challenges: Challenges) -> None:
    between = await game_after(challenges, "d3")
    await refuses(refusals.OtherHasToAgree, referee.take_back(between.game.id, ANN, between.game.ply))
    snapshot = await computer_game(challenges, level="expert", colour="second")
    await refuses(refusals.NothingToTakeBack, referee.take_back(snapshot.game.id, ANN, snapshot.game.ply))
    await refuses(refusals.Spectator, referee.take_back(snapshot.game.id, BOB, snapshot.game.ply))
    snapshot = await referee.play(snapshot, "d3")
    await refuses(refusals.NothingToTakeBack, referee.take_back(snapshot.game.id, ANN, snapshot.game.ply))
    await referee.resign(snapshot.game.id, ANN)
    await refuses(GameOver, referee.take_back(snapshot.game.id, ANN, snapshot.game.ply))
