"""Whole tournaments, from beginning to end by themselves, and what may happen to them."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import Engine, event

from bot.core.publisher import Publisher
from bot.events.tournaments.director import TournamentDirector
from bot.events.tournaments.rules import between_computers
from bot.ranks.achievements.achievements import Achievements
from data.tournaments.records import TournamentState
from data.tournaments.tournaments import TournamentStore
from tests.cases import missing, there
from tests.e2e import tournaments
from tests.e2e.test_own_data import delete_all
from tests.e2e.tournaments import SOON, begun, card, crowd, found, join, manages, pending, play_all, soon
from tests.e2e.world import RECOVERY_SECONDS, Person, World


@pytest.mark.long
async def test_a_round_robin_begins_when_it_is_full_and_ends_by_itself(world: World) -> None:
    """Its result is announced in the news channel, too."""
    news = world.server.create_text_channel("news")
    await world.sets("announcements", str(news.id))
    people = crowd(world, 4)
    await world.ann.types("tournament create", form="round_robin", places=4)
    assert "Places taken: 0 of 4" in card(world).text
    await join(world, *people)
    assert "Round 1 of 3" in (await soon(world)).text
    (begins,) = tournaments.told(world)
    assert not missing(begins.text, *(person.mention for person in people))
    assert begins.text.count("[Go to the board](https://discord.com/channels/") == 2
    await play_all(world, people)
    text = (await soon(world)).text
    assert f"Won by {world.ann.mention}" in text
    assert re.search(rf"1\\\. {world.ann.mention} · \*\*3\*\*", text)
    for (end,) in (tournaments.announced(world), world.posts(news)):
        assert world.ann.mention in end.text
    assert "1 tournament won" in (await world.ben.types("profile", player=world.ann)).public
    await world.pass_time(RECOVERY_SECONDS)
    assert [one.key for one in await world.bot.kit[Achievements].of(world.ann.id)] == ["cup"]
    assert any("cup" not in seen.text and "Won a tournament" in seen.text for seen in world.posts())
    ranked = await world.ann.types("leaderboard", show="cups")
    assert "Cups, in this server" in ranked.public
    assert "1. Ann (you): 1 cup" in ranked.messages[0].alt


@pytest.mark.long
async def test_a_swiss_with_an_odd_field_a_bye_and_a_drop_out(world: World) -> None:
    people = crowd(world, 7)
    organiser = world.newcomer("Olga")
    await organiser.types("tournament create", places=16, rounds=3)
    await join(world, *people)
    assert "moderators can do that" in (await world.ann.taps("Manage", card(world))).private
    await manages(world, organiser, "Start now")
    # The organiser is not seen again; nothing needs them.
    assert "has a bye" in (await soon(world)).text
    late = world.newcomer("Late")
    await join(world, late)
    question = await people[6].taps("Leave", card(world))
    assert "you can't come back" in question.private
    await people[6].taps("No, go back", question.messages[0])
    assert (await found(world)).entrants[6].left_round is None
    await tournaments.leaves(world, people[6])
    assert (await found(world)).entrants[6].left_round == 2
    await play_all(world, [*people, late])
    assert f"Won by {world.ann.mention}" in (await soon(world)).text
    record = await found(world)
    met = [frozenset((one.first, one.second)) for one in record.pairings]
    assert len(met) == len(set(met))
    assert all(one.round == 1 for one in record.pairings if 7 in (one.first, one.second))
    assert [one.round for one in record.pairings if 8 in (one.first, one.second)] == [2, 3]


@pytest.mark.long
async def test_a_first_move_in_time_ends_the_grace(world: World, ann: Person, ben: Person) -> None:
    """Then it is the other player who does not come."""
    for number in (1, 2):
        await ann.types("tournament create", form="round_robin", places=2)
        shown = [seen for seen in world.posts() if f"tournament #{number}\n" in seen.text][-1]
        for person in (ann, ben):
            await person.taps("Join", shown)
        (game,) = await pending(world)
        first, second = (ann, ben) if game[1] == ann.id else (ben, ann)
        await world.pass_time(31)
        await first.taps("d3", tournaments.board(world, game[0]))
        await world.pass_time(9)
        if number == 1:
            await second.taps("c3", tournaments.board(world, game[0]))
            await world.pass_time(200)
            assert len(await pending(world)) == 1
            await tournaments.resign(world, second, game[0])
        await world.pass_time(tournaments.MINUTE)
        (pairing,) = (await found(world, number)).pairings
        assert (pairing.outcome, pairing.forfeit) == ("1-0", number == 2)


@pytest.mark.parametrize(("form", "places", "choice"), [("swiss", 5, "play"), ("knockout", 4, "skip")])
async def test_computers_come_later_and_play_each_other_as_chosen(
    world: World, form: str, places: int, choice: str, ann: Person
) -> None:
    await ann.types("tournament create", form=form, places=places, game="connect4")
    await join(world, ann)
    (manage,) = (await ann.taps("Manage", card(world))).messages
    assert "Games between computers" not in [menu["placeholder"] for menu in manage.menus]
    await ann.chooses("Computer player for the empty places", "toddler")
    await ann.chooses("Games between computers", choice)
    assert "Empty places go to" in (await soon(world)).text
    await manages(world, ann, "Start now")
    text = ""
    for _ in range(100):
        await world.pass_time(SOON)
        text, record = text + card(world).text, await found(world)
        for game in await pending(world):
            if ann.id in game:
                await tournaments.lower_wins(world, {ann.id: ann}, game)
        if record.tournament.is_over:
            break
    assert record.tournament.state == "finished"
    between = [pairing for pairing in record.pairings if between_computers(record, pairing)]
    assert between
    assert all((one.game_id is not None) is (choice == "play") for one in between)
    assert not any(one.forfeit for one in record.pairings)
    if choice == "skip":
        assert {one.outcome and one.points_of(min(one.numbers)) for one in between} == {1.0}
        assert "not played" in text


async def test_a_removed_computer_loses_to_its_like(world: World, ann: Person) -> None:
    await ann.types("tournament create", form="round_robin", places=3, game="connect4", bot="toddler")
    await join(world, ann)
    await ann.taps("Manage", card(world))
    await ann.chooses("Games between computers", "play")
    await manages(world, ann, "Start now")
    await world.pass_time(SOON)
    (between,) = [pairing for pairing in (await found(world)).pairings if pairing.numbers == (2, 3)]
    await tournaments.removes(world, ann, 3)
    assert there(await world.bot.kit.storage.game(between.game_id or 0)).winner == 0
    assert next(one for one in (await found(world)).pairings if one.id == between.id).outcome == "1-0"


@pytest.mark.long
async def test_a_knockout_replays_draws_and_has_a_winner(world: World) -> None:
    people = await begun(world, "knockout", 4, time="4+4")
    by_id = {person.id: person for person in people}
    game = (await pending(world))[0]
    await tournaments.draw(world, by_id, game)
    await world.pass_time(SOON)
    replay = next(one for one in await pending(world) if {one[1], one[2]} == {game[1], game[2]})
    assert (replay[1], replay[2]) == (game[2], game[1])
    assert str(there((await world.snapshot(replay[0])).game.clock).control) == "2+2"
    await play_all(world, people)
    text = (await soon(world)).text
    assert f"Won by {world.ann.mention}" in text
    # How far each came is in the bracket; the winner of the match for the third place has won no other.
    assert re.findall(r"(?m)^\d\\\. <@\d+>(.*)$", text) == [""] * 4


async def test_moderation(world: World) -> None:
    people, moderator = await begun(world, "round_robin", 4), world.moderator("Mo")
    await manages(world, moderator, "Pause")
    await tournaments.play_round(world, people)
    assert "Paused" in (await soon(world)).text
    assert await pending(world) == []
    pairing = (await found(world)).pairings[0]
    await moderator.taps("Manage", card(world))
    await moderator.chooses("Correct a result", str(pairing.id))
    await moderator.taps("½–½")
    await moderator.taps("Manage", card(world))
    question = await moderator.chooses("Remove a player", "4")
    assert f"Remove {people[3].mention}?" in question.private.replace("**", "")
    assert (await found(world)).entrants[3].left_round is None
    await moderator.taps("Remove", question.messages[0])
    assert not missing((await soon(world)).text, "½–½", f"corrected by {moderator.mention}")
    await manages(world, moderator, "Resume")
    assert all(people[3].id not in game for game in await pending(world))
    await manages(world, moderator, "Cancel tournament")
    await moderator.taps("No, go back")
    assert not (await found(world)).tournament.is_over
    await tournaments.confirms(world, moderator, "Cancel tournament")
    assert "was cancelled" in (await soon(world)).text
    assert "cancelled" in (await world.ben.types("tournament list")).private


async def test_the_list_starts_a_tournament_and_posts_or_links_one(world: World) -> None:
    ann, ben, chloe = world.ann, world.ben, world.chloe
    (listed,) = (await ben.types("tournament list")).messages
    assert (listed.labels, listed.menus) == (["New tournament"], [])
    await ben.taps("New tournament", listed)
    assert "Places taken: 0 of 8" in card(world).text
    first = card(world).id
    await ann.types("tournament list")
    await ann.chooses("Repost one in its channel", "1")
    assert card(world).id != first
    assert (await found(world)).tournament.organiser_id == ben.id
    other = world.server.create_text_channel("other")
    (listed,) = (await ben.types("tournament list", channel=other)).messages
    assert "https://discord.com/channels/" in (await ben.picks("1", listed)).private
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
    assert ben.mention in (await chloe.taps("Start", card(world))).private
    assert (await found(world)).tournament.state is TournamentState.OPEN
    assert (await ben.taps("Start", card(world))).private == ""
    await world.pass_time(SOON)
    assert (await found(world)).tournament.state is TournamentState.RUNNING
    # Two play everyone against everyone, which nobody can join later.
    assert card(world).labels == ["Leave", "Manage"]


DAY = 24 * 3600.0


@pytest.mark.long
async def test_a_tournament_outlives_an_organiser_who_deletes_their_data(world: World) -> None:
    people, olga, mo = crowd(world, 3), world.newcomer("Olga"), world.moderator("Mo")
    await olga.types("tournament create", form="round_robin", places=4, time="1 day")
    await join(world, *people, olga)
    assert len(await pending(world)) == 2
    await delete_all(olga)
    world.server.remove_member(olga.actor)
    await manages(world, mo, "Pause")
    await manages(world, mo, "Resume")
    await play_all(world, people)
    await world.pass_time(SOON)
    record = await found(world)
    assert record.tournament.state == "finished"
    assert all(one.left_round is not None for one in record.entrants if one.number == 4)
    assert f"Won by {world.ann.mention}" in card(world).text


async def test_boards_are_in_the_thread_of_the_tournament(world: World) -> None:
    """Read in one query, and forgotten with it; what is deleted or fails is posted or opened again."""
    people = crowd(world, 4)
    await world.ann.types("tournament create", form="knockout", places=4, time="1 day")
    await join(world, *people[:2])
    world.delete(card(world))
    await world.ben.types("tournament list")
    await world.ben.chooses("Repost one in its channel", "1")
    world.env.inject_error("POST", "/channels/*/messages/*/threads", status=503, times=1)
    await join(world, *people[2:])
    await world.pass_time(SOON)
    assert await pending(world) == []
    await world.pass_time(11)
    (thread,) = tournaments.threads(world)
    assert thread.id == card(world).id
    assert f"Boards: <#{thread.id}>" in card(world).text
    assert world.boards(1) == []
    assert len(world.boards(1, thread)) == len(world.boards(2, thread)) == 1
    assert [int(seen.payload["channel_id"]) for seen in tournaments.told(world)] == [thread.id]
    assert (card(world).picture or "").startswith("tournament-1-")
    storage, director = world.bot.kit.storage, world.bot.kit[TournamentDirector]
    record = await found(world)
    statements: list[str] = []

    def note(*arguments: Any) -> None:
        statements.append(str(arguments[2]))

    event.listen(Engine, "before_cursor_execute", note)
    try:
        games = await storage[TournamentStore].games_of(record)
    finally:
        event.remove(Engine, "before_cursor_execute", note)
    assert len(games) == 2
    # The games, their moves, and packed ones, since neither has moves yet.
    assert len(statements) == 3
    for known in ({1}, set()):
        await director.recover()
        assert director._known == known
        if known:
            await tournaments.confirms(world, world.ann, "Cancel tournament")


@pytest.mark.long
async def test_a_deleted_thread_leaves_the_channel(world: World) -> None:
    people = await begun(world, "round_robin", 4, time="1 day")
    (thread,) = tournaments.threads(world)
    await tournaments.lower_wins(world, {person.id: person for person in people}, (await pending(world))[0])
    world.env.backend.delete_channel(thread.id)
    (game,) = await pending(world)
    await world.bot.kit[Publisher].show(game[0])
    await play_all(world, people)
    assert f"Won by {world.ann.mention}" in (await soon(world)).text
    assert (await found(world)).tournament.boards_id == world.channel.id


async def test_a_deleted_channel_ends_a_tournament(world: World) -> None:
    people = crowd(world, 4)
    elsewhere = world.server.create_text_channel("cup")
    await world.ann.types("tournament create", channel=elsewhere, form="round_robin", places=8)
    (shown,) = world.posts(elsewhere)
    for person in people:
        await person.taps("Join", shown)
    world.env.backend.delete_channel(elsewhere.id)
    await world.kill()
    await world.leap(DAY)
    await world.pass_time(RECOVERY_SECONDS)
    record = await found(world)
    assert (record.tournament.state, record.tournament.reason) == ("cancelled", "channel")
    assert record.tournament.announced


async def test_it_begins_at_its_time_though_the_bot_was_away_unless_nobody_comes(world: World) -> None:
    start = f"<t:{int((world.now() + timedelta(minutes=10)).timestamp())}:f>"
    await world.ann.types("tournament create", start=start, bot="easy")
    await world.ann.types("tournament create", start=start, places=16, time="1 day")
    begins = [seen for seen in world.posts() if "Begins <t:" in seen.text][-1]
    for person in (world.ann, world.ben):
        await person.taps("Join", begins)
    assert [seen.id for seen in world.posts() if "Begins <t:" in seen.text][-1] == begins.id
    await world.restart(away=timedelta(hours=9))
    await world.pass_time(SOON)
    assert len(await pending(world)) == 1
    assert "too few players" in card(world).text
    assert tournaments.announced(world) == []
