"""`/profile`: ratings, form and results of a person, one game at a time."""

from __future__ import annotations

import re

from bot.preferences.preferences import Preferences
from data.games.records import Ending, Outcome
from data.jobs.reviews import NewReview, ReviewedPly
from tests.e2e.seen import Answer
from tests.e2e.stored_games import stored_game
from tests.e2e.world import RECOVERY_SECONDS, World

SECOND_WON = Outcome(1, -22, Ending.PLAYED)
DRAWN = Outcome(None, 0, Ending.PLAYED)


def alt(answer: Answer) -> str:
    (message,) = answer.messages
    return message.alt


async def test_a_profile_tells_the_same_in_words_as_in_its_picture(world: World) -> None:
    ann, ben = world.ann, world.ben
    await stored_game(world, ann, ben, "f5 f6")
    await stored_game(world, ben, ann, "f5 f6", DRAWN)
    await stored_game(world, ann, "easy", "f5 d6", SECOND_WON)
    await stored_game(world, ann, "greedy", "f5 d6", rated=False)
    own = await ann.types("profile")
    assert own.public.count("**Reversi**") == 2
    assert "against Flipfour (easy), level 4 of 19" in own.public
    assert alt(own).startswith("Ann, Reversi: 4 games. Rating between people: ")
    assert "it began at 1200. Last 4 games, the latest last: W D L W. " in alt(own)
    assert alt(own).endswith(
        "By side: Black 2–0–1, White 0–1–0. By opponent: People 1–1–0, easy 0–0–1, Other computers 1–0–0. "
        "Favourite openings: Diagonal Opening 1–1–0, Perpendicular Opening 1–0–1."
    )
    (message,) = own.messages
    assert message.picture == f"profile-{ann.id}.png"
    assert message.labels == ["Insights"]


async def test_profiles_without_rated_games_and_of_bots(world: World) -> None:
    ann, ben = world.ann, world.ben
    newcomer = await ben.types("profile", player=world.chloe)
    assert "### Chloé\nNo rated games yet." in newcomer.public
    assert newcomer.messages[0].picture is None
    robot = await ann.types("profile", player=world.flipfour)
    assert robot.private.startswith("Bots have no profile.")
    await stored_game(world, ann, ben, outcome=Outcome(None, None, Ending.CALLED_OFF))
    called_off = await ann.types("profile")
    assert called_off.messages[0].picture is None
    assert "🚫 called off against Ben" in called_off.public
    await stored_game(world, ann, ben, "f5 f4", rated=False)
    answer = await ben.types("profile")
    assert "No rated games yet." in answer.public
    assert alt(answer).startswith(
        "Ben, Reversi: 1 game. No rated games. Last game: L. Won–drawn–lost. By side: "
    )
    answer = await ann.types("profile", game="connect4")
    assert "No games of Connect 4 yet." in answer.public
    assert answer.messages[0].picture is None
    assert alt(await ann.taps("Reversi")).startswith("Ann, Reversi: 1 game.")
    # Openings are named in advance.
    await world.pass_time(RECOVERY_SECONDS)
    storage = world.bot.services.storage
    assert await storage.openings.unknown(9, 9) == ()
    (tally,) = (await storage.statistics.tallies(ann.id))["reversi"]
    assert tally.opening == "Parallel Opening"
    await world.bot.services[Preferences].change_person(ann.id, "text_board", "on")
    answer = await ann.types_privately("profile")
    assert "Reversi: 1 game." in "\n".join(seen.text for seen in answer.messages)


async def test_each_game_has_a_button_that_works_after_a_restart(world: World) -> None:
    ann, ben = world.ann, world.ben
    for _ in range(2):
        await stored_game(world, ann, ben)
    await stored_game(world, ben, ann, "4 5", game="connect4")
    reversi = await ann.types("profile")
    assert alt(reversi).startswith("Ann, Reversi: 2 games.")
    assert reversi.messages[0].labels == ["Connect 4", "Insights"]
    await world.restart()
    connect4 = await world.chloe.taps("Connect 4", reversi.messages[0])
    assert connect4.messages[0].text == reversi.messages[0].text
    assert alt(connect4).endswith("Favourite openings: Columns 4, 3 0–0–1.")
    assert connect4.messages[0].labels == ["Reversi", "Insights"]
    assert alt(await ann.taps("Reversi")) == alt(reversi)
    asked = await ben.types("profile", player=ann, game="connect4")
    assert alt(asked) == alt(connect4)
    assert len(world.posts()) == 2


async def test_reviewed_games_give_an_accuracy(world: World) -> None:
    game = await stored_game(world, world.ann, world.ben, "f5 f4")
    reviews = world.bot.services.storage.reviews
    await reviews.begin(NewReview(game.id, world.ann.id, world.server.id, world.channel.id), 2)
    assert "Accuracy" not in alt(await world.ann.types("profile"))
    for ply, move in enumerate(("f5", "f4")):
        await reviews.add(game.id, ReviewedPly(ply, move, 4.0, 4.0 - 6 * ply, 10))
    await reviews.finish(game.id)
    assert "Accuracy 100.0% in a reviewed game." in alt(await world.ann.types("profile"))
    ben = re.search(r"Accuracy (\d+\.\d)% in a reviewed game\.", alt(await world.ben.types("profile")))
    assert ben is not None
    assert float(ben[1]) < 90
