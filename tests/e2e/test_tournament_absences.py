"""Players of tournaments who don't come, who leave and return, and pauses."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.events.tournaments.rules import MAX_PAUSE
from data.tournaments.records import StoredPairing, TournamentRecord
from tests.cases import there
from tests.e2e import tournaments
from tests.e2e.limits import sent_bodies
from tests.e2e.tournaments import MINUTE, SOON, asked, begun, card, crowd, found, join, manages, pending, told
from tests.e2e.world import Person, World


def played(record: TournamentRecord) -> list[StoredPairing]:
    """The pairings without byes."""
    return [one for one in record.pairings if one.second is not None]


async def sides(world: World, people: list[Person], game: int) -> tuple[Person, Person]:
    """The two players of a game, who moves first first."""
    seats = next(one for one in await pending(world) if one[0] == game)[1:]
    by_id = {one.id: one for one in people}
    return by_id[seats[0]], by_id[seats[1]]


@pytest.mark.long
@pytest.mark.parametrize("form", ["swiss", "knockout"])
async def test_a_game_to_which_neither_player_comes_is_lost_for_both(world: World, form: str) -> None:
    await begun(world, form, 4, **({"rounds": 2} if form == "swiss" else {}))
    for _ in range(10):
        await world.pass_time(MINUTE)
    record = await found(world)
    assert record.tournament.state == "finished"
    assert {(one.outcome, one.forfeit) for one in played(record)} == {("0-0", True)}
    for message in (card(world).text, *(seen.text for seen in tournaments.announced(world))):
        assert "Nobody has won." in message
        assert "1\\." not in message
        assert "2\\." not in message
    storage = world.bot.kit.storage
    for one in played(record):
        game = there(await storage.game(one.game_id or 0))
        assert (game.ending, game.winner) == ("called off", None)
        assert await storage.rating_changes(game.id) == ()
    news = "\n".join(tournaments.absences(world))
    assert news.count("weren't there in time") == 2 * len(played(record))
    dropped = sum(one.exit == "dropped" for one in record.entrants)
    assert news.count("aren't paired any more") == dropped
    assert all(one.told for one in played(record))
    if form != "knockout":
        # Who was absent twice in a row is paired no more.
        assert all(one.left_round is not None for one in record.entrants)


async def test_who_moves_second_wins_by_saying_that_they_are_there(world: World) -> None:
    people = await begun(world, "round_robin", 2)
    ((game, *_),) = await pending(world)
    _, second = await sides(world, people, game)
    (news,) = told(world)
    assert "If your opponent doesn't come" in (await second.taps("I'm here", news)).private
    (thread,) = tournaments.threads(world)
    assert "no hints" in (await second.types("hint", channel=thread)).private
    await world.pass_time(MINUTE)
    # Nobody has to be asked.
    assert asked(world) == []
    record = await found(world)
    (pairing,) = played(record)
    assert (pairing.outcome, pairing.forfeit) == ("0-1", True)
    assert record.entrant(pairing.second or 0).player_id == second.id


@pytest.mark.usefixtures("slow_beats")
async def test_who_moves_second_is_asked_at_half_time(world: World) -> None:
    people = await begun(world, "round_robin", 2, time="2 days")
    ((game, *_),) = await pending(world)
    first, second = await sides(world, people, game)
    await world.leap_hours(12)
    await world.pass_time(SOON)
    (question,) = asked(world)
    assert second.mention in question.text
    allowed = [body.get("allowed_mentions") or {} for body in sent_bodies(world.env.http_requests)]
    assert [one["users"] for one in allowed if second.id in one.get("users", ())][-1] == [second.id]
    assert "It's your move" in (await first.taps("I'm here", question)).private
    assert "no game" in (await world.newcomer("Zoe").taps("I'm here", question)).private
    await second.taps("I'm here", question)
    await world.leap_hours(12)
    await world.pass_time(SOON)
    (pairing,) = played(await found(world))
    assert (pairing.outcome, pairing.forfeit) == ("0-1", True)
    assert len(asked(world)) == 1
    (news,) = tournaments.absences(world)
    assert news.startswith(f"⌛ {first.mention}, you weren't there in time")


async def arena(world: World, people: list[Person], places: int = 8) -> None:
    """Have an arena begin with these people."""
    await people[0].types("tournament create", form="arena", minutes=60, places=places, time="30+0")
    await join(world, *people)
    if len(people) < places:
        await manages(world, people[0], "Start now")


def games_of(games: list[tuple[int, int, int]], person: Person) -> int:
    return sum(person.id in game for game in games)


@pytest.mark.long
async def test_who_leaves_an_arena_during_their_game_and_returns_has_one_game(world: World) -> None:
    people = crowd(world, 5)
    await arena(world, people)
    by_id = {person.id: person for person in people}
    games = await pending(world)
    playing = next(person for person in people if games_of(games, person))
    for _ in range(3):
        await playing.taps("Leave", card(world))
        await join(world, playing)
        assert games_of(await pending(world), playing) == 1
    game = next(game for game in await pending(world) if playing.id in game)
    await tournaments.lower_wins(world, by_id, game)
    games = await pending(world)
    assert all(games_of(games, person) <= 1 for person in people)
    assert (await found(world)).entrant_of(playing.id) is not None


async def test_who_was_absent_may_return_to_an_arena_while_there_is_a_place(world: World) -> None:
    people = crowd(world, 3)
    await arena(world, people[:2], places=2)
    await world.pass_time(MINUTE)
    await world.pass_time(SOON)
    assert [one.exit for one in (await found(world)).entrants] == ["dropped", "dropped"]
    await join(world, *people[:2])
    assert [one.exit for one in (await found(world)).entrants] == [None, None]
    assert len(await pending(world)) == 1
    await people[0].taps("Leave", card(world))
    await join(world, people[2])
    assert "places are taken" in (await people[0].taps("Join", card(world))).private


@pytest.mark.long
async def test_who_was_removed_does_not_return_by_themselves(world: World) -> None:
    people, moderator = crowd(world, 3), world.moderator("Mo")
    await arena(world, people)
    await tournaments.removes(world, moderator, 2)
    assert [one.exit for one in (await found(world)).entrants] == [None, "removed", None]
    assert "You were removed" in (await people[1].taps("Join", card(world))).private
    # Nor do they who left before.
    await people[2].taps("Leave", card(world))
    assert [one.exit for one in (await found(world)).entrants] == [None, "removed", "left"]
    await tournaments.removes(world, moderator, 3)
    assert "You were removed" in (await people[2].taps("Join", card(world))).private
    # An invitation brings them back.
    manage = await people[0].taps("Manage", card(world))
    await people[0].invites(people[1], manage.messages[0])
    await join(world, people[1])
    assert [one.exit for one in (await found(world)).entrants] == [None, None, "removed"]


PAUSE = 5 * MINUTE


@pytest.mark.long
@pytest.mark.usefixtures("slow_beats")
async def test_nobody_is_absent_because_of_a_pause(world: World) -> None:
    people = await begun(world, "round_robin", 4)
    await world.pass_time(31)
    assert len(asked(world)) == 2
    await manages(world, people[0], "Pause")
    await world.pass_time(PAUSE)
    assert len(await pending(world)) == 2
    await manages(world, people[0], "Resume")
    await world.pass_time(SOON)
    # Everyone has the whole time again, and is asked again.
    assert len(await pending(world)) == 2
    assert len(asked(world)) == 2
    await world.pass_time(30)
    assert len(asked(world)) == 4
    await world.pass_time(MINUTE)
    assert [one.outcome for one in (await found(world)).pairings[:2]] == ["0-0", "0-0"]


@pytest.mark.long
@pytest.mark.usefixtures("slow_beats")
async def test_a_first_move_during_a_pause_does_not_make_the_other_player_absent(world: World) -> None:
    people = await begun(world, "round_robin", 2, time="3+0")
    ((number, first, _),) = await pending(world)
    await manages(world, people[0], "Pause")
    mover, other = sorted(people, key=lambda person: person.id != first)
    await mover.taps("d3", tournaments.board(world, number))
    # Longer than the other player's clock, too.
    await world.pass_time(PAUSE)
    await manages(world, people[0], "Resume")
    await world.pass_time(31)
    game = (await world.snapshot(number)).game
    assert (game.state, game.ply) == ("playing", 1)
    await other.taps("c3", tournaments.board(world, number))
    await world.pass_time(31)
    assert there((await world.snapshot(number)).game.clock).side == 0


@pytest.mark.usefixtures("slow_beats")
@pytest.mark.long
async def test_a_forgotten_pause_ends_without_absences(world: World) -> None:
    people = await begun(world, "round_robin", 2, time="1 day")
    await manages(world, people[0], "Pause")
    await world.leap_hours(MAX_PAUSE.days * 24 - 1)
    await world.restart(away=timedelta(hours=2))
    await world.pass_time(SOON)
    assert (await found(world)).tournament.paused_at is None
    ((number, *_),) = await pending(world)
    since = there(there((await world.snapshot(number)).game.clock).since)
    assert world.now() - since < timedelta(minutes=5)


@pytest.mark.usefixtures("slow_beats")
async def test_a_pause_moves_the_end_of_an_arena(world: World) -> None:
    people = await begun(world, "arena", 2, minutes=5)
    before = there((await found(world)).tournament.ends_at)
    await manages(world, people[0], "Pause")
    first = await people[0].taps("Manage", card(world))
    await world.pass_time(PAUSE)
    # A second tap on an old card neither prolongs the pause nor shortens it.
    await people[0].taps("Resume", first.messages[0])
    await manages(world, people[0], "Pause")
    await world.pass_time(PAUSE)
    await manages(world, people[0], "Resume")
    after = there((await found(world)).tournament.ends_at)
    assert timedelta(seconds=2 * PAUSE) <= after - before < timedelta(seconds=2 * PAUSE + 60)
