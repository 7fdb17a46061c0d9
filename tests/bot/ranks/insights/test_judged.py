"""Judged games: whose moves count, the clock before each, ratings, and kinds of errors."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.catalog import GAMES
from bot.core.snapshot import GameSnapshot
from bot.play.games.challenges import Challenges
from bot.play.games.referee import Referee
from bot.ranks.insights.judged import judged_games
from bot.ranks.insights.kinds import ErrorKind, kinds_of
from bot.study.review.verdicts import judge
from data.games.records import Seat
from data.jobs.judged import JudgedGame, Timing
from data.jobs.reviews import ReviewedPly
from data.people.personal import DELETED_PLAYER
from engine.reasons import Reason, connect4_kinds, reversi_kinds
from tests.bot.helpers import ANN, BOB, PLACE, play_out

MOVES = ("1", "1", "2", "1", "3", "1", "4")


@pytest.fixture
async def played(challenges: Challenges, referee: Referee) -> GameSnapshot:
    offer = await challenges.challenge(GAMES["connect4"], PLACE, ANN, BOB, "first")
    return await play_out(referee, await challenges.accept(offer.game.id, BOB), MOVES)


def judged(snapshot: GameSnapshot, timing: Timing | None = None) -> tuple[JudgedGame, ...]:
    game = snapshot.game
    plies = [ReviewedPly(ply, "1", 0.0, 0.0, None, 3) for ply in range(7) if ply != 5]
    plies.append(ReviewedPly(5, "4", 0.0, -18.0, None, 1))
    review = judge(snapshot.kind.judging, snapshot.positions(), game.moves, plies, game.winner)
    return judged_games(snapshot, review, timing or Timing((1.0,) * 7, (1500.0, None)))


def test_each_person_has_their_own_moves(played: GameSnapshot) -> None:
    ann, bob = judged(played)
    assert (ann.player_id, ann.seat, ann.own_rating, ann.other_rating) == (ANN.id, 0, 1500.0, None)
    assert (bob.player_id, bob.own_rating, bob.other_rating) == (BOB.id, None, 1500.0)
    assert [move.ply for move in ann.moves] == [0, 2, 4, 6]
    assert [move.error for move in ann.moves] == [0, 0, 0, 0]
    assert [(move.ply, move.error, move.points, move.kinds) for move in bob.moves] == [
        (1, 0, 0.0, ()),
        (3, 0, 0.0, ()),
        (5, 2, 50.0, (ErrorKind.THREATS,)),
    ]


def test_computers_teams_and_people_without_data_have_none(played: GameSnapshot) -> None:
    for seat in (Seat(computer="easy"), Seat(player_id=DELETED_PLAYER), Seat(player_id=-2), Seat()):
        game = replace(played.game, seats=(played.game.seats[0], seat))
        assert [one.player_id for one in judged(replace(played, game=game))] == [ANN.id]


def test_a_levels_rating_is_its_own(played: GameSnapshot) -> None:
    game = replace(played.game, seats=(played.game.seats[0], Seat(computer="easy")))
    (ann,) = judged(replace(played, game=game))
    assert ann.other_rating == GAMES["connect4"].levels["easy"].rating


def test_moves_that_a_computer_made_for_a_person_do_not_count(played: GameSnapshot) -> None:
    thoughts = tuple("…" if ply in (2, 5) else None for ply in range(7))
    ann, bob = judged(replace(played, game=replace(played.game, thoughts=thoughts)))
    assert [move.ply for move in ann.moves] == [0, 4, 6]
    assert [move.ply for move in bob.moves] == [1, 3]


def test_every_reason_of_a_move_has_a_kind() -> None:
    flaws = (
        *("Gives", "Leaves", "Exposes", "Secures", "Must", "Odd", "Shuts", "Opens", "Builds"),
        *("Ignores", "Allows", "Loses"),
    )
    for module in (connect4_kinds, reversi_kinds):
        for name, reason in vars(module).items():
            if not isinstance(reason, type) or not issubclass(reason, Reason) or reason is Reason:
                continue
            if name.startswith(flaws) and name not in ("LosesAllDiscs", "SecuresOwn", "OpensNothing"):
                assert kinds_of([reason.__new__(reason)]), name
