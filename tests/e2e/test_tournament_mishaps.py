"""What may happen to a tournament: people who vanish, channels and messages that are deleted, outages."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from sqlalchemy import Engine, event

from bot.core.publisher import Publisher
from bot.events.tournaments.director import TournamentDirector
from bot.preferences.preferences import Preferences
from bot.ranks.achievements.achievements import Achievements
from tests.e2e.test_own_data import delete_all
from tests.e2e.tournaments import (
    SOON,
    announced,
    board,
    card,
    confirms,
    crowd,
    found,
    join,
    lower_wins,
    manages,
    pending,
    play_all,
    threads,
    told,
)
from tests.e2e.world import RECOVERY_SECONDS, World

DAY = 24 * 3600.0


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
    """Read in one query, and forgotten with it; a deleted message of it is posted again."""
    people = crowd(world, 4)
    await world.ann.types("tournament create", form="knockout", places=4, time="1 day")
    await join(world, *people[:2])
    world.delete(card(world))
    await world.ben.types("tournament list")
    await world.ben.chooses("Repost one in its channel", "1")
    await join(world, *people[2:])
    await world.pass_time(SOON)
    (thread,) = threads(world)
    assert thread.id == card(world).id
    assert f"Boards: <#{thread.id}>" in card(world).text
    assert world.boards(1) == []
    assert len(world.boards(1, thread)) == len(world.boards(2, thread)) == 1
    assert [int(seen.payload["channel_id"]) for seen in told(world)] == [thread.id]
    assert (card(world).picture or "").startswith("tournament-1-")
    storage, director = world.bot.services.storage, world.bot.services[TournamentDirector]
    record = await found(world)
    statements: list[str] = []

    def note(*arguments: Any) -> None:
        statements.append(str(arguments[2]))

    event.listen(Engine, "before_cursor_execute", note)
    try:
        games = await storage.tournaments.games_of(record)
    finally:
        event.remove(Engine, "before_cursor_execute", note)
    assert len(games) == 2
    # The games, and their moves.
    assert len(statements) == 2
    for known in ({1}, set()):
        await director.recover()
        assert director._known == known
        if known:
            await confirms(world, world.ann, "Cancel tournament")


async def test_a_deleted_thread_leaves_the_channel(world: World) -> None:
    people = crowd(world, 4)
    await world.ann.types("tournament create", form="round_robin", places=4, time="1 day")
    await join(world, *people)
    (thread,) = threads(world)
    for game in await pending(world):
        await lower_wins(world, {person.id: person for person in people}, game)
        break
    world.env.backend.delete_channel(thread.id)
    (game,) = await pending(world)
    await world.bot.services[Publisher].show(game[0])
    await play_all(world, people)
    await world.pass_time(SOON)
    assert f"Won by {world.ann.mention}" in card(world).text
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
    await world.pass_time(RECOVERY_SECONDS)
    record = await found(world)
    assert (record.tournament.state, record.tournament.reason) == ("cancelled", "channel")
    assert record.tournament.announced


async def test_it_begins_at_its_time_though_the_bot_was_away(world: World) -> None:
    people = crowd(world, 3)
    start = world.now() + timedelta(hours=3)
    await world.ann.types(
        "tournament create", form="round_robin", start=f"<t:{int(start.timestamp())}:f>", time="1 day"
    )
    await join(world, *people)
    assert "Begins <t:" in card(world).text
    await world.restart(away=timedelta(hours=9))
    await world.pass_time(SOON)
    assert "Round 1 of 3" in card(world).text
    assert len(await pending(world)) == 1


async def test_it_begins_at_its_time_unless_nobody_comes(world: World) -> None:
    start = f"<t:{int((world.now() + timedelta(minutes=10)).timestamp())}:f>"
    await world.ann.types("tournament create", start=start, bot="easy")
    await world.ann.types("tournament create", start=start, places=16, time="1 day")
    begins = [seen for seen in world.posts() if "Begins <t:" in seen.text][-1]
    for person in (world.ann, world.ben):
        await person.taps("Join", begins)
    await world.pass_time(605)
    await world.pass_time(SOON)
    assert len(await pending(world)) == 1
    assert "too few players" in card(world).text
    assert announced(world) == []


async def test_a_thread_that_does_not_open_is_tried_again(world: World) -> None:
    world.env.inject_error("POST", "/channels/*/messages/*/threads", status=503, times=1)
    await world.ann.types("tournament create", form="round_robin", places=2)
    await join(world, world.ann, world.ben)
    assert await pending(world) == []
    await world.pass_time(11)
    (game,) = await pending(world)
    assert int(board(world, game[0]).payload["channel_id"]) == threads(world)[0].id


async def test_somebody_joins_a_swiss_late(world: World) -> None:
    people = crowd(world, 4)
    late = world.newcomer("Late")
    await world.ann.types("tournament create", rounds=2, places=5, time="1 day")
    await join(world, *people)
    await manages(world, world.ann, "Start now")
    await join(world, late)
    answer = await world.newcomer("Later").taps("Join", card(world))
    assert "taken" in answer.private
    await play_all(world, [*people, late])
    await world.pass_time(SOON)
    record = await found(world)
    assert record.entrants[4].joined_round == 2
    assert [one.round for one in record.pairings if 5 in (one.first, one.second)] == [2]


async def test_results_are_told_in_the_channel_for_news(world: World) -> None:
    news = world.server.create_text_channel("news")
    await world.bot.services[Preferences].change_server(
        world.server.id, "announcements", str(news.id), manager=True
    )
    people = crowd(world, 3)
    await world.ann.types("tournament create", form="round_robin", places=3)
    await join(world, *people)
    await play_all(world, people)
    await world.pass_time(SOON)
    assert len(announced(world)) == 1
    (told_elsewhere,) = world.posts(news)
    assert world.ann.mention in told_elsewhere.text
    await world.pass_time(RECOVERY_SECONDS)
    earned = await world.bot.services[Achievements].of(world.ann.id)
    assert [one.key for one in earned] == ["cup"]
    assert any("cup" not in seen.text and "Won a tournament" in seen.text for seen in world.posts())
    ranked = await world.ann.types("leaderboard", show="cups")
    assert "Cups, in this server" in ranked.public
    assert "1. Ann (you): 1 cup" in ranked.messages[0].alt
