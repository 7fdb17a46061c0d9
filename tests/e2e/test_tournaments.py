"""Whole tournaments: they begin, pair, note results and absences, and end by themselves."""

from __future__ import annotations

import re

import pytest

from bot.events.tournaments.rules import between_computers
from data.tournaments.records import TournamentState
from tests.e2e.tournaments import (
    MINUTE,
    SOON,
    announced,
    board,
    card,
    confirms,
    crowd,
    draw,
    found,
    join,
    leaves,
    lower_wins,
    manages,
    pending,
    play_all,
    removes,
    resign,
    told,
)
from tests.e2e.world import World


async def test_a_round_robin_begins_when_it_is_full_and_ends_by_itself(world: World) -> None:
    people = crowd(world, 4)
    await world.ann.types("tournament create", form="round_robin", places=4)
    assert "Places taken: 0 of 4" in card(world).text
    await join(world, *people)
    await world.pass_time(SOON)
    assert "Round 1 of 3" in card(world).text
    news = [seen.text for seen in told(world)]
    assert len(news) == 1
    assert all(person.mention in news[0] for person in people)
    assert news[0].count("[Go to the board](https://discord.com/channels/") == 2
    await play_all(world, people)
    await world.pass_time(SOON)
    text = card(world).text
    assert f"Won by {world.ann.mention}" in text
    assert re.search(rf"1\\\. {world.ann.mention} · \*\*3\*\*", text)
    (news_of_end,) = announced(world)
    assert world.ann.mention in news_of_end.text
    profile = await world.ben.types("profile", player=world.ann)
    assert "1 tournament won" in profile.public


async def test_a_swiss_with_an_odd_field_a_bye_and_a_drop_out(world: World) -> None:
    people = crowd(world, 7)
    organiser = world.newcomer("Olga")
    await organiser.types("tournament create", places=16, rounds=3)
    await join(world, *people)
    answer = await world.ann.taps("Manage", card(world))
    assert "moderators can do that" in answer.private
    await manages(world, organiser, "Start now")
    # The organiser is not seen again; nothing needs them.
    await world.pass_time(SOON)
    assert "has a bye" in card(world).text
    question = await people[6].taps("Leave", card(world))
    assert "you can't come back" in question.private
    await people[6].taps("No, go back", question.messages[0])
    assert (await found(world)).entrants[6].left_round is None
    await leaves(world, people[6])
    assert (await found(world)).entrants[6].left_round == 2
    await play_all(world, people)
    await world.pass_time(SOON)
    assert f"Won by {world.ann.mention}" in card(world).text
    record = await found(world)
    met = [frozenset((one.first, one.second)) for one in record.pairings]
    assert len(met) == len(set(met))
    assert all(one.round == 1 for one in record.pairings if 7 in (one.first, one.second))
    assert max(one.round for one in record.pairings) == 3


async def test_a_first_move_in_time_ends_the_grace(world: World) -> None:
    """Then it is the other player who does not come."""
    ann, ben = world.ann, world.ben
    for number in (1, 2):
        await ann.types("tournament create", form="round_robin", places=2)
        shown = [seen for seen in world.posts() if f"tournament #{number}\n" in seen.text][-1]
        for person in (ann, ben):
            await person.taps("Join", shown)
        (game,) = await pending(world)
        first, second = (ann, ben) if game[1] == ann.id else (ben, ann)
        await world.pass_time(31)
        await first.taps("d3", board(world, game[0]))
        await world.pass_time(9)
        if number == 1:
            await second.taps("c3", board(world, game[0]))
            await world.pass_time(200)
            assert len(await pending(world)) == 1
            await resign(world, second, game[0])
        await world.pass_time(MINUTE)
        (pairing,) = (await found(world, number)).pairings
        assert (pairing.outcome, pairing.forfeit) == ("1-0", number == 2)


@pytest.mark.first(2)
@pytest.mark.parametrize(
    ("form", "places", "choice"), [("swiss", 5, "play"), ("round_robin", 4, "skip"), ("knockout", 4, "skip")]
)
async def test_computers_come_later_and_play_each_other_as_chosen(
    world: World, form: str, places: int, choice: str
) -> None:
    ann = world.ann
    await ann.types("tournament create", form=form, places=places, game="connect4")
    await join(world, ann)
    (manage,) = (await ann.taps("Manage", card(world))).messages
    assert "Games between computers" not in [menu["placeholder"] for menu in manage.menus]
    await ann.chooses("Computer player for the empty places", "toddler")
    await ann.chooses("Games between computers", choice)
    await world.pass_time(SOON)
    assert "Empty places go to" in card(world).text
    await manages(world, ann, "Start now")
    text = ""
    for _ in range(100):
        await world.pass_time(SOON)
        text, record = text + card(world).text, await found(world)
        for game in await pending(world):
            if ann.id in game:
                await lower_wins(world, {ann.id: ann}, game)
        if record.tournament.is_over:
            break
    assert record.tournament.state == "finished"
    between = [pairing for pairing in record.pairings if between_computers(record, pairing)]
    assert between
    assert all((one.game_id is not None) is (choice == "play") for one in between)
    assert not any(one.forfeit for one in record.pairings)
    if choice == "skip":
        won = {one.outcome and one.points_of(min(one.numbers)) for one in between}
        assert won == {1.0 if form == "knockout" else 0.5}
        assert "not played" in text


async def test_a_removed_computer_loses_to_its_like(world: World) -> None:
    ann = world.ann
    await ann.types("tournament create", form="round_robin", places=3, game="connect4", bot="toddler")
    await join(world, ann)
    await ann.taps("Manage", card(world))
    await ann.chooses("Games between computers", "play")
    await manages(world, ann, "Start now")
    await world.pass_time(SOON)
    (between,) = [pairing for pairing in (await found(world)).pairings if pairing.numbers == (2, 3)]
    await removes(world, ann, 3)
    game = await world.bot.services.storage.game(between.game_id or 0)
    assert game is not None
    assert game.winner == 0
    assert next(one for one in (await found(world)).pairings if one.id == between.id).outcome == "1-0"


async def test_a_knockout_replays_draws_and_has_a_winner(world: World) -> None:
    people = crowd(world, 4)
    await world.ann.types("tournament create", form="knockout", places=4, time="4+4")
    await join(world, *people)
    by_id = {person.id: person for person in people}
    game = (await pending(world))[0]
    await draw(world, by_id, game)
    await world.pass_time(SOON)
    replay = next(one for one in await pending(world) if {one[1], one[2]} == {game[1], game[2]})
    assert (replay[1], replay[2]) == (game[2], game[1])
    again = await world.bot.services.storage.game(replay[0])
    assert again is not None
    assert again.clock is not None
    assert str(again.clock.control) == "2+2"
    await play_all(world, people)
    await world.pass_time(SOON)
    text = card(world).text
    assert f"Won by {world.ann.mention}" in text
    # How far each came is in the bracket; the winner of the match for the third place has won no other.
    assert re.findall(r"(?m)^\d\\\. <@\d+>(.*)$", text) == [""] * 4


async def test_an_arena_pairs_again_at_once_until_its_end(world: World) -> None:
    people = crowd(world, 3)
    await world.ann.types("tournament create", form="arena", minutes=5, places=8)
    await join(world, *people[:2])
    await world.ann.taps("Manage", card(world))
    await world.ann.taps("Start now")
    await join(world, people[2])
    by_id = {person.id: person for person in people}
    for _ in range(4):
        (game,) = await pending(world)
        await lower_wins(world, by_id, game)
    await people[1].taps("Leave", card(world))
    for _ in range(8):
        await world.pass_time(50)
        for game in await pending(world):
            await lower_wins(world, by_id, game)
    await world.pass_time(MINUTE)
    assert await pending(world) == []
    assert f"Won by {world.ann.mention}" in card(world).text


async def test_moderation(world: World) -> None:
    people, moderator = crowd(world, 4), world.moderator("Mo")
    await world.ann.types("tournament create", form="round_robin", places=4)
    await join(world, *people)
    await manages(world, moderator, "Pause")
    for game in await pending(world):
        await lower_wins(world, {person.id: person for person in people}, game)
    await world.pass_time(SOON)
    assert "Paused" in card(world).text
    assert await pending(world) == []
    record = await found(world)
    pairing = record.pairings[0]
    await moderator.taps("Manage", card(world))
    await moderator.chooses("Correct a result", str(pairing.id))
    await moderator.taps("½–½")
    await moderator.taps("Manage", card(world))
    question = await moderator.chooses("Remove a player", "4")
    assert f"Remove {people[3].mention}?" in question.private.replace("**", "")
    assert (await found(world)).entrants[3].left_round is None
    await moderator.taps("Remove", question.messages[0])
    await world.pass_time(SOON)
    assert "½–½" in card(world).text
    assert f"corrected by {moderator.mention}" in card(world).text
    await manages(world, moderator, "Resume")
    assert all(people[3].id not in game for game in await pending(world))
    await manages(world, moderator, "Cancel tournament")
    await moderator.taps("No, go back")
    assert not (await found(world)).tournament.is_over
    await confirms(world, moderator, "Cancel tournament")
    await world.pass_time(SOON)
    assert "was cancelled" in card(world).text
    listed = await world.ben.types("tournament list")
    assert "cancelled" in listed.private


async def test_only_invited_people_join_and_a_host_bounds_the_number(world: World) -> None:
    ann = world.ann
    await ann.types("tournament create", invited=True)
    answer = await world.ben.taps("Join", card(world))
    assert "by invitation" in answer.private
    manage = await ann.taps("Manage", card(world))
    await ann.invites(world.ben, manage.messages[0])
    await world.ben.taps("Join", card(world))
    await world.pass_time(SOON)
    assert world.ben.mention in card(world).text
    for person in (ann, world.ben, world.ben, world.chloe):
        await person.types("tournament create")
    answer = await world.chloe.types("tournament create")
    assert "the most I can run here at once" in answer.private


async def test_the_list_starts_a_tournament_and_posts_or_links_one(world: World) -> None:
    ann, ben, chloe = world.ann, world.ben, world.chloe
    (listed,) = (await ben.types("tournament list")).messages
    assert listed.labels == ["New tournament"]
    assert listed.menus == []
    await ben.taps("New tournament", listed)
    assert "Places taken: 0 of 8" in card(world).text
    first = card(world).id
    await ann.types("tournament list")
    await ann.chooses("Repost one in its channel", "1")
    assert card(world).id != first
    assert (await found(world)).tournament.organiser_id == ben.id
    other = world.server.create_text_channel("other")
    (listed,) = (await ben.types("tournament list", channel=other)).messages
    answer = await ben.picks("1", listed)
    assert "https://discord.com/channels/" in answer.private
    assert world.posts(other) == []
    # Who left is not mistaken for the next one with their number.
    await join(world, ben, ann)
    await ben.taps("Manage", card(world))
    question = await ben.chooses("Remove a player", "2")
    await ann.taps("Leave", card(world))
    await join(world, chloe)
    await ben.taps("Remove", question.messages[0])
    assert [one.player_id for one in (await found(world)).entrants] == [ben.id, chloe.id]
    # The organiser starts it from its card.
    answer = await chloe.taps("Start", card(world))
    assert ben.mention in answer.private
    assert (await found(world)).tournament.state is TournamentState.OPEN
    answer = await ben.taps("Start", card(world))
    assert answer.private == ""
    await world.pass_time(SOON)
    assert (await found(world)).tournament.state is TournamentState.RUNNING
    assert card(world).labels == ["Join", "Leave", "Manage"]
