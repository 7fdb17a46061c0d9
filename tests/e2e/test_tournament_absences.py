"""Players of tournaments who don't come: one of two, or both, in every form."""

from __future__ import annotations

from typing import Any

import pytest

from data.tournaments.records import StoredPairing, TournamentRecord
from tests.e2e.limits import sent_bodies
from tests.e2e.tournaments import (
    MINUTE,
    SOON,
    absences,
    announced,
    asked,
    board,
    card,
    crowd,
    found,
    join,
    lower_wins,
    manages,
    pending,
    told,
)
from tests.e2e.world import Person, World

HALF = 31.0
"""Seconds after which the player who moves second is asked whether they are there."""

FORMS: dict[str, tuple[int, dict[str, Any]]] = {
    "round_robin": (4, {}),
    "swiss": (4, {"rounds": 2}),
    "knockout": (4, {}),
    "arena": (2, {"minutes": 5}),
}
"""A field of every form."""


def played(record: TournamentRecord) -> list[StoredPairing]:
    """The pairings without byes."""
    return [one for one in record.pairings if one.second is not None]


async def begin(world: World, people: list[Person], form: str, **options: Any) -> None:
    """Have a tournament begin with these people."""
    await people[0].types("tournament create", form=form, places=len(people), **options)
    await join(world, *people)


async def sides(world: World, people: list[Person], game: int) -> tuple[Person, Person]:
    """The two players of a game, who moves first first."""
    seats = next(one for one in await pending(world) if one[0] == game)[1:]
    first, second = (next(one for one in people if one.id == seat) for seat in seats)
    return first, second


@pytest.mark.parametrize("form", FORMS)
async def test_a_game_to_which_neither_player_comes_is_lost_for_both(world: World, form: str) -> None:
    size, options = FORMS[form]
    people = crowd(world, size)
    await begin(world, people, form, **options)
    for _ in range(10):
        await world.pass_time(MINUTE)
    record = await found(world)
    assert record.tournament.state == "finished"
    assert {(one.outcome, one.forfeit) for one in played(record)} == {("0-0", True)}
    for message in (card(world).text, *(seen.text for seen in announced(world))):
        assert "Nobody has won." in message
        assert "1\\." not in message
        assert "2\\." not in message
    storage = world.bot.services.storage
    for one in played(record):
        game = await storage.game(one.game_id or 0)
        assert game is not None
        assert (game.ending, game.winner) == ("called off", None)
        assert await storage.rating_changes(game.id) == ()
    news = "\n".join(absences(world))
    assert news.count("weren't there in time") == 2 * len(played(record))
    dropped = sum(one.exit == "dropped" for one in record.entrants)
    assert news.count("aren't paired any more") == dropped
    assert all(one.told for one in played(record))
    if form != "knockout":
        # Who was absent twice in a row, in an arena once, is paired no more.
        assert all(one.left_round is not None for one in record.entrants)


async def test_who_moves_second_wins_by_saying_that_they_are_there(world: World) -> None:
    people = crowd(world, 2)
    await begin(world, people, "round_robin")
    ((game, *_),) = await pending(world)
    _, second = await sides(world, people, game)
    (news,) = told(world)
    answer = await second.taps("I'm here", news)
    assert "If your opponent doesn't come" in answer.private
    await world.pass_time(MINUTE)
    # Nobody has to be asked.
    assert asked(world) == []
    record = await found(world)
    (pairing,) = played(record)
    assert (pairing.outcome, pairing.forfeit) == ("0-1", True)
    assert record.entrant(pairing.second or 0).player_id == second.id


@pytest.mark.usefixtures("slow_beats")
async def test_who_moves_second_is_asked_at_half_time(world: World) -> None:
    people = crowd(world, 2)
    await begin(world, people, "round_robin", time="2 days")
    ((game, *_),) = await pending(world)
    first, second = await sides(world, people, game)
    await world.leap_hours(12)
    await world.pass_time(SOON)
    (question,) = asked(world)
    assert second.mention in question.text
    allowed = [body.get("allowed_mentions") or {} for body in sent_bodies(world.env.http_requests)]
    assert [one["users"] for one in allowed if second.id in one.get("users", ())][-1] == [second.id]
    answer = await first.taps("I'm here", question)
    assert "It's your move" in answer.private
    answer = await world.newcomer("Zoe").taps("I'm here", question)
    assert "no game" in answer.private
    await second.taps("I'm here", question)
    await world.leap_hours(12)
    await world.pass_time(SOON)
    (pairing,) = played(await found(world))
    assert (pairing.outcome, pairing.forfeit) == ("0-1", True)
    assert len(asked(world)) == 1
    (news,) = absences(world)
    assert news.startswith(f"⌛ {first.mention}, you weren't there in time")


async def test_who_moves_first_in_time_plays_whether_or_not_the_other_was_asked(world: World) -> None:
    people = crowd(world, 2)
    await begin(world, people, "round_robin")
    ((game, *_),) = await pending(world)
    first, _ = await sides(world, people, game)
    await world.pass_time(HALF)
    assert len(asked(world)) == 1
    await first.taps("d3", board(world, game))
    await world.pass_time(MINUTE)
    # Now it is the other player who didn't come.
    (pairing,) = played(await found(world))
    assert (pairing.outcome, pairing.forfeit) == ("1-0", True)


async def test_a_computer_player_is_always_there(world: World) -> None:
    await world.ann.types("tournament create", form="round_robin", places=2, bot="beginner")
    await join(world, world.ann)
    await manages(world, world.ann, "Start now")
    await world.pass_time(MINUTE)
    record = await found(world)
    (pairing,) = played(record)
    computer = 1 if record.entrant(1).computer else 2
    assert pairing.outcome == ("1-0" if pairing.first == computer else "0-1")
    assert asked(world) == []


async def test_neither_of_two_absent_players_advances_in_a_knockout(world: World) -> None:
    people = crowd(world, 4)
    await begin(world, people, "knockout")
    games = await pending(world)
    await lower_wins(world, {person.id: person for person in people}, games[0])
    winner = min(games[0][1:], key=[person.id for person in people].index)
    await world.pass_time(MINUTE)
    await world.pass_time(SOON)
    record = await found(world)
    assert [one.outcome for one in played(record) if one.forfeit] == ["0-0"]
    assert record.tournament.state == "finished"
    # The final has one player only, and so has the match for the third place.
    assert len(played(record)) == 2
    assert f"Won by <@{winner}>" in card(world).text
