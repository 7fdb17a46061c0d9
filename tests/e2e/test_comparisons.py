"""`/compare`: two people head to head."""

from __future__ import annotations

import pytest

from data.games.records import Ending, Outcome
from tests.e2e.stored_games import stored_game
from tests.e2e.world import Person, World

FIRST_WON = Outcome(0, 40, Ending.PLAYED)
SECOND_WON = Outcome(1, -22, Ending.PLAYED)
DRAWN = Outcome(None, 0, Ending.PLAYED)


async def test_two_people_head_to_head(world: World, ann: Person, ben: Person) -> None:
    await stored_game(world, ann, ben, "f5 f6", FIRST_WON)
    await stored_game(world, ann, ben, "f5 f6", SECOND_WON)
    await stored_game(world, ben, ann, "f5 d6", SECOND_WON)
    await stored_game(world, ben, ann, "f5 d6", DRAWN)
    last = await stored_game(world, ann, ben, "f5 f6", FIRST_WON, rated=False)
    await stored_game(world, ann, world.chloe, outcome=SECOND_WON)
    (message,) = (await ann.types("compare", player=ben)).messages
    assert message.text.startswith(
        "### 🔵 Ann – 🟠 Ben\n**Reversi**: 5 games, **3** won by Ann, **1** by Ben, 1 drawn"
    )
    assert message.alt.startswith(
        "Ann – Ben, Reversi, 5 games: 3 won by the first, 1 drawn, 1 won by the second. Rating of the first: "
    )
    assert message.alt.endswith(
        "By side: Black – White 2–0–1, White – Black 1–1–0. Openings: Diagonal Opening 2–0–1, Perpendicular "
        "Opening 1–1–0. Longest run: 1 win and 1 win. Biggest win: by 40 and by 22."
    )
    assert message.text.count("\n-# Reversi 8x8 · ") == 3
    assert "⚫ Ann – ⚪ Ben\n-# Reversi 8x8 · Ann won by 40 · " in message.text
    assert message.labels == ["Review"] * 3
    other = await world.chloe.types("compare", player=ben, other=ann)
    assert "1 drawn, 3 won by the second." in other.messages[0].alt
    await ann.types("review", game=str(last.id))


@pytest.mark.long
async def test_another_game_is_a_tap_away_after_a_restart(world: World, ann: Person, ben: Person) -> None:
    await stored_game(world, ann, ben)
    for moves in ("4 4 3 3 2 2 1", "4 3 4 3 4 3 4"):
        outcome = Outcome(0, 18, Ending.PLAYED)
        await stored_game(world, ann, ben, moves, outcome, game="connect4")
    first = (await ben.types("compare", player=ann)).messages[0]
    assert first.text.startswith(
        "### 🔵 Ben – 🟠 Ann\n**Connect 4**: 2 games, **0** won by Ben, **2** by Ann"
    )
    assert "Longest run: – and 2 wins. Quickest win: – and in 7 moves." in first.alt
    await world.restart()
    turned = (await world.chloe.taps("Reversi", first)).messages[0]
    assert turned.text.startswith("### 🔵 Ben – 🟠 Ann\n**Reversi**: 1 game, **0** won by Ben, **1** by Ann")
    assert (await ann.taps("Connect 4", turned)).messages[0].alt == first.alt
    assert len(world.posts()) == 1
    # A deleted player is not named.
    await ann.asks_to_delete_data()
    await (await ann.opens("Delete my data")).send("delete")
    turned = (await ben.taps("Reversi", first)).messages[0]
    said = "### 🔵 Ben – 🟠 deleted player\nThey have not finished a game of Reversi"
    assert turned.text.startswith(said)
    assert "Ann" not in turned.text
    assert ann.mention not in turned.text


async def test_strangers_are_compared_by_their_ratings(world: World) -> None:
    ann, ben, chloe = world.ann, world.ben, world.chloe
    assert "I can only compare people." in (await ann.types("compare", player=world.flipfour)).private
    assert "the same player twice" in (await ann.types("compare", player=ann)).private
    assert world.posts() == []
    empty = (await ann.types("compare", player=ben)).messages[0]
    assert "have not finished a game of Reversi with each other yet." in empty.text
    assert (empty.picture, empty.labels) == (None, [])
    await stored_game(world, ann, chloe)
    await stored_game(world, ben, chloe)
    rated = (await chloe.types("compare", player=ann, other=ben)).messages[0]
    assert rated.picture == f"compare-{ann.id}-{ben.id}.png"
    assert rated.alt.startswith("Ann – Ben, Reversi, 0 games:")
    assert rated.alt.count("Rating of the") == 2
    one = (await ann.types("compare", player=world.newcomer("Dan"))).messages[0]
    assert one.text.startswith("### 🔵 Ann – 🟠 Dan\nThey have not")
    assert one.alt.count("Rating of the") == 1
