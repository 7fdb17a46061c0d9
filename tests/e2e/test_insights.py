"""Insights: what a person's reviewed games say, privately, and what to work on next."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

import pytest

from bot.account.privacy.own_data import OwnData
from bot.preferences.preferences import Preferences
from bot.ranks.insights.rules import ErrorKind
from data.games.records import Ending, Outcome
from data.jobs.judged import JudgedGame, JudgedPly, JudgedStore
from data.jobs.reviews import NewReview, ReviewedPly, ReviewStore
from data.upkeep.export import ExportStore
from engine import puzzles
from engine.puzzles import Puzzle, Reason
from tests.e2e.seen import Seen
from tests.e2e.stored_games import stored_game
from tests.e2e.test_puzzles import own
from tests.e2e.world import RECOVERY_SECONDS, Person, World

MOVES = "1 1 2 1 3 1 4"
"""Ben, who moves second, overlooks in the end that 4 completes a row."""

FIRST_WON = Outcome(0, 18, Ending.PLAYED)


@pytest.fixture(autouse=True)
def _found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The position before Ben's mistake is a puzzle, and no other one is."""

    def from_position(position: Any, **_: object) -> Puzzle | Reason:
        if position.moves_played != 5:
            return Reason.NOT_ALONE
        return Puzzle("c0", "connect4", "", str(position), ("4",), "save", 1, 1000.0, ())

    monkeypatch.setattr(puzzles, "from_position", from_position)


async def reviewed(world: World, number: int) -> None:
    """Ann won some games against Ben, all reviewed, which were examined."""
    await store_reviews(world, number)
    await world.pass_time(RECOVERY_SECONDS)


async def store_reviews(world: World, number: int) -> None:
    """Ann won some games against Ben, all reviewed."""
    for _ in range(number):
        game = await stored_game(world, world.ann, world.ben, MOVES, FIRST_WON, game="connect4")
        reviews = world.bot.kit[ReviewStore]
        await reviews.begin(NewReview(game.id, world.ann.id, world.server.id, world.channel.id), 99)
        for ply in range(7):
            lost = ReviewedPly(ply, "4", 0.0, -18.0, None, 1)
            await reviews.add(game.id, lost if ply == 5 else ReviewedPly(ply, "1", 0.0, 0.0, None, 3))
        await reviews.finish(game.id)


async def insights(world: World) -> Seen:
    """Ben opens his insights on his profile."""
    await world.ben.types("profile", game="connect4")
    profile = world.posts()[-1]
    await world.ben.taps("Insights", profile)
    return card_of(world)


def card_of(world: World) -> Seen:
    """The insights that Ben sees."""
    return [seen for seen in world.seen(world.channel, world.ben) if seen.private and "📊" in seen.text][-1]


async def test_games_say_what_to_work_on_and_a_tap_starts_it(world: World) -> None:
    await reviewed(world, 9)
    card = await insights(world)
    assert "9 of your games are reviewed so far. Insights begin with 10." in card.text
    assert "accuracy" not in card.text
    assert "Practise these mistakes" not in card.labels
    await reviewed(world, 3)
    card = await insights(world)
    assert card.private
    assert card.text.startswith("### 📊 Insights · Connect 4\nFrom the latest 12 reviewed games: **")
    assert "1.0 errors a game" in card.text
    assert "Threats missed: 12 errors, 100% of what all errors cost (12 games)" in card.text
    assert "🎯 **Missed threats cost you most: practise the positions" in card.text
    await world.ben.taps("Practise these mistakes", card)
    puzzle = own(world, world.ben)
    assert "In the game you played column 1. Was there anything better?" in puzzle.text
    await world.restart()
    await world.ben.taps("4", puzzle)
    assert "🎉 **Solved on the first attempt!**" in own(world, world.ben).text


async def judged(world: World, moves: str, plies: Sequence[JudgedPly], number: int) -> None:
    """Ben lost some games of Reversi to Ann, and was judged in them."""
    storage = world.bot.kit.storage
    for _ in range(number):
        game = await stored_game(world, world.ann, world.ben, moves)
        await storage[ReviewStore].begin(
            NewReview(game.id, world.ann.id, world.server.id, world.channel.id), 99
        )
        await storage[ReviewStore].finish(game.id)
        assert game.finished_at is not None
        one = JudgedGame(game.id, 1, world.ben.id, "reversi", game.finished_at, None, None, tuple(plies))
        await storage[JudgedStore].store(game.id, [one])
    await world.pass_time(RECOVERY_SECONDS)


def ply(number: int, lost: float, error: int = 0) -> JudgedPly:
    return JudgedPly(number, 0, error, 1.0, lost, 10.0 * lost, None, ())


@pytest.mark.long
async def test_a_weak_opening_leads_to_the_place_where_it_goes_wrong(world: World) -> None:
    await judged(world, "f5 f6", [ply(1, 4.0, 3)], 12)
    await judged(world, "f5 d6", [ply(1, 0.0)], 10)
    await world.ben.types("profile", game="reversi")
    await world.ben.taps("Insights", world.posts()[-1])
    card = card_of(world)
    assert "Diagonal Opening: **45%** accuracy, 1.0 errors a game (12 games)" in card.text
    assert "-# The first error comes around move 2 (12 games)" in card.text
    assert "Perpendicular Opening: **100%** accuracy, 0.0 errors a game (10 games)" in card.text
    assert "🎯 **Diagonal Opening is your weakest opening: look at where it goes wrong" in card.text
    await world.ben.taps("Show me where", card)
    (explorer,) = [seen for seen in world.seen(world.channel, world.ben) if "Add to mine" in seen.labels]
    assert explorer.private
    assert "f6" in explorer.labels or any(label.startswith("f6") for label in explorer.labels)
    answer = await world.ben.taps("Train my lines", card)
    assert answer.private.startswith("You have nothing to train there yet.")


async def test_insights_are_private_until_they_are_shared(world: World, ben: Person) -> None:
    await reviewed(world, 20)
    await ben.types("profile", game="connect4")
    profile = world.posts()[-1]
    answer = await world.ann.taps("Insights", profile)
    assert answer.private.startswith(f"Only {ben.mention} can see these insights.")
    await ben.taps("Insights", profile)
    card = card_of(world)
    assert card.picture == "insights-connect4-100.png"
    assert card.alt == "Accuracy by phase: Opening 100%, Middle game 25%. Accuracy over time: 64%, 64%."
    before = len(world.posts())
    await ben.taps("Share", card)
    assert len(world.posts()) == before + 1
    shared = world.posts()[-1]
    assert shared.text.startswith("### 📊 Ben · insights · Connect 4\nFrom the latest 20 reviewed")
    assert (shared.labels, shared.picture, shared.alt) == ([], card.picture, card.alt)
    # Background reviews are switched on the card.
    await ben.taps("Background reviews: off", card)
    assert (await world.bot.kit[Preferences].for_person(ben.id)).background_reviews
    await ben.taps("Background reviews: on", card_of(world))
    await judged(world, "d3", [ply(1, 1.0, 1)], 1)
    await ben.taps("Background reviews: off", card_of(world))
    # The game without figures has no picture, nor have figures in words.
    await ben.taps("Reversi", card_of(world))
    assert card_of(world).picture is None
    await ben.taps("Text board: turn on", (await ben.types("me")).messages[0])
    card = await insights(world)
    assert card.picture is None
    assert re.search(r"\*\*By phase\*\*\nOpening: \*\*\d+%\*\* accuracy", card.text)
    # Judged moves are exported and deleted with a person's data.
    storage = world.bot.kit.storage
    rows = (await storage[ExportStore].of(ben.id))["judged_games"]
    assert {row["player_id"] for row in rows} == {"me"}
    assert len(rows) == 21
    assert json.loads(rows[0]["moves"])[2][-1] == [ErrorKind.THREATS]
    await world.bot.kit[OwnData].delete(ben.id)
    assert (await storage[ExportStore].of(ben.id))["judged_games"] == []
    assert await storage[JudgedStore].counts(world.ann.id) == {"connect4": 20}
