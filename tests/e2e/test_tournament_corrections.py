"""Corrections of results: what they change, in which order they come, and for how long they are possible."""

from __future__ import annotations

import pytest

from bot.ranks.achievements.achievements import Achievements
from data.tournaments.tournaments import TournamentStore
from tests.cases import there
from tests.e2e import tournaments
from tests.e2e.tournaments import SOON, announced, begun, board, card, crowd, found, pending, play_all, soon
from tests.e2e.world import RECOVERY_SECONDS, Person, World

DAYS = 2


async def knockout(world: World, size: int = 4) -> list[Person]:
    people = await begun(world, "knockout", size, time="1 day")
    await world.pass_time(SOON)
    return people


async def semifinals(world: World) -> tuple[list[Person], Person]:
    """Have a knockout come to its final; the players, and a moderator."""
    people = await knockout(world)
    await tournaments.play_round(world, people)
    await world.pass_time(SOON)
    return people, world.moderator("Mo")


async def correct(world: World, moderator: Person, pairing_id: int, label: str) -> None:
    """Correct a result by the private card."""
    await moderator.taps("Manage", card(world))
    await moderator.chooses("Correct a result", str(pairing_id))
    await moderator.taps(label)
    await world.pass_time(SOON)


async def cups(world: World, people: list[Person]) -> list[int]:
    store = world.bot.kit[TournamentStore]
    return [(await store.cups_of(person.id, 1))[1] for person in people]


async def achieved(world: World, people: list[Person]) -> list[bool]:
    """Who has the achievement for a cup."""
    achievements = world.bot.kit[Achievements]
    return ["cup" in [one.key for one in await achievements.of(person.id)] for person in people]


async def test_a_correction_changes_the_next_match_before_its_first_move_only(world: World) -> None:
    people, moderator = await semifinals(world)
    record = await found(world)
    semifinal = record.pairings[0]
    lost = semifinal.second if semifinal.outcome == "1-0" else semifinal.first
    loser = record.entrant(lost or 0).player_id
    begun = await pending(world)
    assert len(begun) == 2
    await correct(world, moderator, semifinal.id, "0–1" if semifinal.outcome == "1-0" else "1–0")
    for number, *_ in begun:
        ended = there(await world.bot.kit.storage.game(number))
        assert ended.ending == "called off"
    again = await pending(world)
    assert len(again) == 2
    assert not {one[0] for one in again} & {one[0] for one in begun}
    record = await found(world)
    final = next(one for one in record.pairings if one.slot == 3)
    assert loser in {record.entrant(number).player_id for number in (final.first, final.second or 0)}
    # Once the next match has a move, its result stays.
    played = record.pairings[:2]
    await moderator.taps("Manage", card(world))
    await moderator.chooses("Correct a result", str(played[0].id))
    by_id = {person.id: person for person in people}
    for number, first, _ in again:
        await by_id[first].taps("d3", board(world, number))
    assert "can't be corrected" in (await moderator.taps("½–½")).private
    manage = await moderator.taps("Manage", card(world))
    assert "Correct a result" not in [menu["placeholder"] for menu in manage.messages[0].menus]
    assert (await found(world)).pairings[:2] == played
    await play_all(world, people)
    await world.pass_time(SOON)
    assert sum(await cups(world, people)) == 1


@pytest.mark.long
@pytest.mark.usefixtures("slow_beats")
async def test_the_result_that_ended_a_tournament_can_be_corrected_for_a_day(world: World) -> None:
    people, moderator = await knockout(world), world.moderator("Mo")
    await play_all(world, people)
    await world.pass_time(SOON)
    await world.pass_time(RECOVERY_SECONDS)
    record = await found(world)
    assert (record.tournament.state, await cups(world, people)) == ("finished", [1, 0, 0, 0])
    assert await achieved(world, people) == [True, False, False, False]
    final = next(one for one in record.pairings if one.slot == 3)
    other = next(
        number
        for number in (final.first, final.second or 0)
        if record.entrant(number).player_id != people[0].id
    )
    finalist = next(person for person in people if person.id == record.entrant(other).player_id)
    # A draw would have to be replayed.
    await moderator.taps("Manage", card(world))
    assert "½–½" not in (await moderator.chooses("Correct a result", str(final.id))).messages[0].labels
    await moderator.taps("1–0" if final.first == other else "0–1")
    assert f"Won by {finalist.mention}" in (await soon(world)).text
    won = [person is finalist for person in people]
    assert await cups(world, people) == [int(one) for one in won]
    assert await achieved(world, people) == won
    (_,) = announced(world)
    (news,) = [seen for seen in world.posts() if "was corrected" in seen.text]
    assert f"Won by {finalist.mention}" in news.text

    assert (await moderator.taps("Manage", card(world))).messages[0].labels == []
    old = card(world)
    manage_id = old.custom_id("Manage")
    await world.leap_hours(24 * DAYS)
    assert "ended more than a day ago" in (await moderator.taps("Manage", card(world))).private
    assert (await soon(world)).labels == []
    assert "ended more than a day ago" in (await moderator.taps_gone(manage_id, old)).private


async def test_a_correction_after_the_end_of_a_round_robin_may_share_the_cup(world: World) -> None:
    people, moderator = crowd(world, 2), world.moderator("Mo")
    await people[0].types("tournament create", form="round_robin", places=2, time="1 day")
    await tournaments.join(world, *people)
    await play_all(world, people)
    await world.pass_time(SOON)
    (game,) = (await found(world)).pairings
    assert await cups(world, people) == [1, 0]
    assert "moderators can do that" in (await people[1].taps("Manage", card(world))).private
    await correct(world, moderator, game.id, "½–½")
    assert await cups(world, people) == [1, 1]
    await correct(world, moderator, game.id, "0–1" if game.outcome == "1-0" else "1–0")
    assert await cups(world, people) == [0, 1]
