"""A whole tournament over sockets, from its start to its end, with no one managing it."""

from __future__ import annotations

import asyncio
import re

import pytest

from bot.play.games.referee import Referee
from data.tournaments.records import TournamentRecord
from data.tournaments.tournaments import TournamentStore
from tests.e2e.seen import Seen
from tests.loopback.people import Person
from tests.loopback.running import Scene
from tests.loopback.state import DEADLINE
from tests.loopback.test_whole_games import check_answers

PLACES = 8


async def record_of(scene: Scene) -> TournamentRecord:
    record = await scene.bot.kit[TournamentStore].find(1)
    assert record is not None
    return record


def card(scene: Scene) -> Seen:
    """The message of the tournament."""
    found = [seen for seen in scene.ann.sees() if "### 🏆" in seen.text]
    assert len(found) == 1
    return found[0]


async def resigns(scene: Scene, person: Person, game: int) -> None:
    """Resign a game."""
    shown = scene.board(game)
    person.channel = scene.discord.channels[int(shown.payload["channel_id"])]
    pressed = person.presses("Resign", shown)

    def question() -> Seen | None:
        told = [person.channel.messages[one] for one in pressed.told if one in person.channel.messages]
        return next(
            (Seen(message.payload()) for message in told if not Seen(message.payload()).loading), None
        )

    asked: Seen = await scene.discord.until(question, "the question before a resignation")
    await person.taps(next(label for label in asked.labels if "Resign" in label), asked)


@pytest.mark.long
async def test_a_swiss_of_eight_begins_and_ends_by_itself(scene: Scene) -> None:
    people = [scene.ann, scene.ben, *(scene.newcomer(f"P{number}") for number in range(PLACES - 2))]
    by_id = {person.id: person for person in people}
    await scene.ann.types("tournament create", game="connect4", places=PLACES)
    for person in people:
        await person.taps("Join", card(scene))
    played: set[int] = set()
    async with asyncio.timeout(4 * DEADLINE):
        while not (record := await record_of(scene)).tournament.announced:
            games = [one.game_id for one in record.pairings if one.is_pending and one.told]
            fresh = [game for game in games if game is not None and game not in played]
            for game in fresh:
                played.add(game)
                snapshot = await scene.bot.kit[Referee].snapshot(game)
                first, second = (by_id[seat.player_id or 0] for seat in snapshot.game.seats)
                if len(played) == 1:
                    await scene.play(first, second, game=game)
                else:
                    loser = max(first, second, key=people.index)
                    await scene.play(first, second, game=game, plies=2)
                    await resigns(scene, loser, game)
            await asyncio.sleep(0.02)
    assert record.tournament.state == "finished"
    assert max(one.round for one in record.pairings) == 4
    assert len(record.pairings) == len(played) == 4 * PLACES // 2
    met = [frozenset((one.first, one.second)) for one in record.pairings]
    assert len(met) == len(set(met))
    (thread,) = {int(scene.board(game).payload["channel_id"]) for game in played}
    assert thread == card(scene).id
    assert re.search(r"Won by <@\d+>", card(scene).text)
    assert card(scene).picture
    assert sum("🏁" in seen.text for seen in scene.ann.sees()) == 1
    check_answers(scene)
