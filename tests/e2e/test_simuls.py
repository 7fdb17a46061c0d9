"""Simultaneous exhibitions: one exhibitor against many, on boards in one thread."""

from __future__ import annotations

from typing import Any

import pytest

from bot.events.tournaments.simul_rules import boards_of
from tests.cases import missing, there
from tests.e2e.seen import BUTTON, Answer
from tests.e2e.test_own_data import delete_all
from tests.e2e.tournaments import SOON, board, card, crowd, found, join, removes, resign, soon, threads
from tests.e2e.world import Person, World

DAY = 25 * 3600.0


def link(answer: Answer) -> str:
    """The board that an answer leads to."""
    (url,) = [str(part["url"]) for seen in answer.messages for part in seen._parts(BUTTON) if "url" in part]
    return url


async def begun(world: World, size: int, **options: Any) -> list[Person]:
    """Ann exhibits against some people."""
    people = crowd(world, size + 1)[1:]
    await world.ann.types("simul", places=max(2, size), **options)
    await join(world, *people)
    await world.pass_time(SOON)
    return people


async def test_a_person_exhibits_and_it_ends_by_itself(world: World) -> None:
    people = crowd(world, 4)[1:]
    await world.ann.types("simul", places=3)
    assert not missing(card(world).text, "Places taken: 0 of 3", "plays up to 3 opponents")
    assert "You play against everyone else" in (await world.ann.taps("Join", card(world))).private
    await join(world, *people[:2])
    assert "You have already joined" in (await people[0].taps("Join", card(world))).private
    assert "Places taken: 2 of 3" in card(world).text
    assert all(person.mention in card(world).text for person in people[:2])
    await join(world, people[2])
    await world.pass_time(SOON)

    call = world.posts(threads(world)[0])[0]
    assert all(person.mention in call.text for person in (world.ann, *people))
    assert "`/next` takes you to the next board" in call.text
    # Mentions bring people into a thread.
    told = {int(user["id"]) for user in call.payload["mentions"]}
    assert told == {world.ann.id, *(one.id for one in people)}
    assert "+0 =0 −0** · 3 boards in progress" in card(world).text
    # Ann moves first on boards 1 and 3.
    firsts = [(await world.snapshot(game)).game.seats[0].player_id for game in (1, 2, 3)]
    assert firsts == [world.ann.id, people[1].id, world.ann.id]
    assert "unrated" in board(world, 1).text

    await world.ann.taps("d3", board(world, 1))
    assert f"1\\. {people[0].mention} · ▶️ to move · [1 move](" in (await soon(world)).text
    assert f"3\\. {people[2].mention} · waiting for the exhibitor · [0 moves](" in card(world).text
    await resign(world, people[0], 1)
    await world.ann.types("game ask", what="draw", game="2", channel=threads(world)[0])
    await people[1].taps("Agree to a draw", world.posts(threads(world)[0])[-1])
    assert "+1 =1 −0** · 1 board in progress" in (await soon(world)).text
    await resign(world, world.ann, 3)
    text = (await soon(world)).text
    assert "Final score: +1 =1 −1** (1 win, 1 draw, 1 loss)" in text
    assert not missing(text, f"1\\. {people[0].mention} · lost", f"2\\. {people[1].mention} · drew")
    assert f"3\\. {people[2].mention} · 🏆 **won**" in text
    assert card(world).labels == []
    (news,) = [seen.text for seen in world.posts() if "is over" in seen.text]
    assert f"Won against the exhibitor: {people[2].mention}" in news
    assert "1" not in (await world.ben.types("profile")).private.split("Reversi")[0]


@pytest.mark.long
async def test_next_leads_round_the_boards_that_wait(world: World) -> None:
    people = await begun(world, 4, side="first")
    # Another game of Ann's waits longer, but in the thread it comes last.
    await world.begin(world.ann, world.ben)
    links = []
    answer = await world.ann.taps("Next board", card(world))
    for _ in range(4):
        links.append(link(answer))
        answer = await world.ann.taps("Next game", answer.messages[0])
    ids = [board(world, game).id for game in (1, 2, 3, 4)]
    assert [int(one.rsplit("/", 1)[1]) for one in links] == ids
    await world.ann.taps("d3", board(world, 1))
    assert link(await world.ann.taps("Next game", board(world, 1))).endswith(str(ids[1]))
    assert str(threads(world)[0].id) in link(await world.ann.types("next", channel=threads(world)[0]))
    for game in (2, 3, 4):
        await world.ann.taps("d3", board(world, game))
    assert str(world.channel.id) in link(await world.ann.types("next", channel=threads(world)[0]))
    # An opponent goes to their own board.
    assert link(await people[3].taps("Next board", card(world))).endswith(str(ids[3]))


@pytest.mark.long
async def test_a_level_exhibits(world: World) -> None:
    people = crowd(world, 3)
    await world.ann.types("simul", bot="beginner", game="connect4", places=5, side="second")
    assert f"organised by {world.ann.mention}" in card(world).text
    await join(world, *people)
    assert "Only" in (await world.ben.taps("Start", card(world))).private
    await world.ann.taps("Start", card(world))
    assert "Flipfour (beginner)" in (await soon(world)).text
    assert link(await world.ben.taps("Next board", card(world))).endswith(f"/{board(world, 2).id}")
    for number, person in enumerate(people, 1):
        assert not {"Hint", "Undo"} & set(board(world, number).labels)
        for _ in range(30):
            shown = board(world, number)
            if not shown.moves:
                break
            await person.taps(shown.moves[0], shown)
            await world.env.settle()
    assert "Final score" in (await soon(world)).text
    assert (await found(world)).tournament.state == "finished"


async def test_nobody_is_helped_and_resigning_always_counts(world: World) -> None:
    """Even that of an exhibitor who deletes their data."""
    await begun(world, 2, side="second")
    assert "no hints" in (await world.ben.types("hint", channel=threads(world)[0])).private
    await world.ben.taps("d3", board(world, 1))
    answer = await world.ben.types("game ask", what="take back", channel=threads(world)[0])
    assert "no hints, takebacks or breaks" in answer.private
    await world.ben.confirms("Leave", card(world), then="Resign")
    assert (await world.snapshot(1)).game.winner is not None
    assert "no board to leave in this exhibition" in (await world.ben.taps("Leave", card(world))).private
    await delete_all(world.ann)
    text = (await soon(world)).text
    assert world.ann.mention not in text
    assert "Final score: +1 =0 −1" in text


async def test_leavers_before_the_start_and_removed_players(world: World) -> None:
    people, moderator = crowd(world, 4)[1:], world.moderator("Mo")
    await world.ann.types("simul", places=5)
    await join(world, *people)
    await people[0].taps("Leave", card(world))
    assert "not taking part" in (await people[0].taps("Leave", card(world))).private
    assert people[0].mention not in (await soon(world)).text
    await world.ann.taps("Start", card(world))
    await world.pass_time(SOON)
    record = await found(world)
    assert [(one.number, one.player_id) for one in boards_of(record)] == [
        (1, people[1].id),
        (2, people[2].id),
    ]
    assert "moderators can do that" in (await people[0].taps("Manage", card(world))).private
    await moderator.taps("Manage", card(world))
    question = await moderator.chooses("Remove a player", "1")
    await moderator.taps("Remove", question.messages[0])
    assert f"1\\. {people[1].mention} · called off" in (await soon(world)).text
    assert not (await world.snapshot(1)).going
    await moderator.taps("Manage", card(world))
    question = await moderator.taps("End exhibition")
    assert "called off, for good" in question.private
    await moderator.taps("No, go back", question.messages[0])
    assert (await world.snapshot(2)).going
    await moderator.taps("End exhibition", question.messages[0])
    assert "ended before all boards were finished" in (await soon(world)).text
    assert not (await world.snapshot(2)).going
    assert sum("is over" in seen.text for seen in world.posts()) == 1


async def test_a_game_of_minutes_ends_by_time(world: World) -> None:
    """The exhibitor has the minutes once for every board."""
    await world.ann.types("simul", time="1+3", places=3, side="second")
    assert "The exhibitor gets these minutes multiplied by the number of boards." in card(world).text
    await join(world, *crowd(world, 4)[1:])
    await world.pass_time(SOON)
    assert "⚪ 3:00" in board(world, 1).text
    clock = there((await world.snapshot(1)).game.clock)
    assert [left.total_seconds() for left in clock.left] == [60, 180]
    await world.pass_time(61)
    await world.pass_time(61)
    assert "Final score: +3 =0 −0" in card(world).text


async def test_opponents_get_turn_notices_and_the_exhibitor_none(world: World) -> None:
    await begun(world, 2, side="first")
    await world.pass_time(61)
    there = [seen.text for seen in world.posts(threads(world)[0]) if not seen.picture]
    assert len(there) == 1, "the call to the boards"
    await world.ann.taps("d3", board(world, 1))
    await world.pass_time(61)
    notices = [seen.text for seen in world.posts(threads(world)[0]) if not seen.picture][1:]
    assert len(notices) == 1
    assert world.ben.mention in notices[0]


@pytest.mark.long
async def test_a_card_older_than_an_hour_stays_where_its_thread_is(world: World) -> None:
    people = await begun(world, 2, side="second", time="3 days")
    before = card(world).id
    await world.leap(2 * 3600)
    await resign(world, people[0], 1)
    assert (await soon(world)).id == before
    assert "+1 =0 −0** · 1 board in progress" in card(world).text
    await resign(world, people[1], 2)
    assert (await soon(world)).id == before == threads(world)[0].id
    assert "Final score: +2" in card(world).text


async def test_invited_people_only_and_a_maximum_for_a_server(world: World, ann: Person, ben: Person) -> None:
    """Who was removed or blocked joins neither."""
    mo = world.moderator("Mo")
    await ann.types("simul", invited=True)
    assert f"{ann.mention} can invite you" in (await ben.taps("Join", card(world))).private
    for said in ("", "You were removed"):
        if said:
            await removes(world, mo, 1)
            assert said in (await ben.taps("Join", card(world))).private
            assert (await found(world)).entrants == ()
        manage = await ann.taps("Manage", card(world))
        await ann.invites(ben, manage.messages[0])
        assert f"Invited: {ben.mention}" in (await soon(world)).text
        await ben.taps("Join", card(world))
        assert "Places taken: 1 of 8" in (await soon(world)).text
    for name in ("Dora", "Emil"):
        await world.newcomer(name).types("simul")
    assert "the maximum" in (await world.newcomer("Finn").types("simul")).private
    await ann.taps("Manage", card(world))
    await ann.confirms("Cancel exhibition")
    assert "was cancelled" in (await soon(world)).text
    assert card(world).labels == []
    await ann.types("simul")


async def test_a_day_passes_and_nobody_has_joined(world: World) -> None:
    await world.ann.blocks(world.ben)
    await world.ann.types("simul")
    assert (await world.ben.taps("Join", card(world))).private
    assert (await found(world)).entrants == ()
    assert "Nobody has joined yet" in (await world.ann.taps("Start", card(world))).private
    await world.leap(DAY)
    await world.pass_time(61)
    assert "Nobody joined" in card(world).text
    assert card(world).labels == []


@pytest.mark.first(1)
@pytest.mark.parametrize("away", [False, True])
async def test_a_deleted_thread_ends_it(world: World, away: bool) -> None:
    await begun(world, 2)
    await resign(world, world.ben, 1)
    world.env.backend.delete_channel(threads(world)[0].id)
    await (world.kill() if away else world.env.settle())
    assert not missing((await soon(world)).text, "its thread was deleted", "+1 =0 −0")
    # The boards don't come to the channel.
    assert world.boards(1) == world.boards(2) == []
    assert not (await world.snapshot(2)).going


@pytest.mark.long
async def test_boards_in_a_thread_that_is_there(world: World) -> None:
    await world.sets("threads", "on")
    await world.ann.types("reversi start", opponent=world.ben)
    await world.ben.taps("Accept")
    there = threads(world)[0]
    await world.ann.types("simul", places=2, channel=there)
    (shown,) = [seen for seen in world.posts(there) if "simultaneous exhibition" in seen.text]
    await world.ben.taps("Join", shown)
    await world.chloe.taps("Join", shown)
    await world.pass_time(SOON)
    assert world.board(2, channel=there)
    assert world.board(3, channel=there)
    assert threads(world)[0].id == there.id


@pytest.mark.long
async def test_kills_between_all_steps_lose_nothing(world: World) -> None:
    people = crowd(world, 4)[1:]
    await world.ann.types("simul", places=3)
    await world.kill()
    for person in people:
        await join(world, person)
        await world.kill()
    await world.pass_time(SOON)
    for game, person in enumerate(people, 1):
        assert len(world.boards(game, channel=threads(world)[0])) == 1
        await resign(world, person, game)
        await world.kill()
    assert "Final score: +3 =0 −0" in (await soon(world)).text
    assert sum("is over" in seen.text for seen in world.posts()) == 1
    assert sum("begins:" in seen.text for seen in world.posts(threads(world)[0])) == 1
