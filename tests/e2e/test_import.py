"""`/import`: games from elsewhere, as a text or a file, looked through, reviewed and played on."""

from __future__ import annotations

import pytest
from simcord.results import InteractionResult

from bot.catalog import GAMES
from bot.study.records.recognition import FORMATS
from bot.study.records.record import GameRecord, Source
from data.games.records import Ending
from data.jobs.imports import ImportStore
from tests.cases import missing
from tests.e2e.seen import Answer
from tests.e2e.sequences import WIPE_OUT
from tests.e2e.world import Person, World

GGF = (
    "(;GM[Othello]PC[GGS/os]DT[2003.12.15]PB[**Saio** <@1> @everyone]PW[book`let]TY[8]RE[+64:r]"
    "BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]"
    "B[f5//0.01]W[d6/1.5/0.2]B[c3]W[d3];)"
)


def record(moves: str, names: tuple[str, str] = ("", "")) -> GameRecord:
    return Source("a test", 1).record(
        GAMES["reversi"], "", moves.split(), names=names, result=(0, Ending.RESIGNED)
    )


async def uploads(person: Person, name: str, content: bytes) -> Answer:
    """Send the dialog of `/import` with a file."""
    shown: InteractionResult = await person.actor.slash(person._world.channel, "import")
    assert shown.modal is not None
    result = await person.actor.submit_modal(shown, {"file": (name, content)})
    return person._world.answer(result._interaction)


async def test_a_text_is_shown_stepped_through_and_reviewed(world: World, ann: Person) -> None:
    (game,) = (await ann.types("import", text=WIPE_OUT)).messages
    assert game.private
    assert game.text.splitlines() == [
        "### 📥 ⚫ Black – ⚪ White",
        "-# Reversi · 9 moves · Black wins 64–0, empty squares included",
        "Move 9 of 9: Black played **c5**.",
    ]
    assert game.picture == "import-1-1-9.png"
    (before,) = (await ann.taps("Back", game)).messages
    assert (before.id, before.text.splitlines()[-1]) == (game.id, "Move 8 of 9: White played **f5**.")
    await world.restart()
    await ann.taps("Review", before)
    review = world.posts()[-1]
    assert not missing(review.text, "Review of game #1", "⚫ Black: **")
    # It is stored once, found by Ann by its number, private, and unrated.
    await ann.taps("Review", before)
    assert (await world.bot.kit[ImportStore].content(1, ann.id)) is not None
    assert "Review of game #1" in (await ann.types("review", game="1")).public
    assert (await world.ben.types("review", game="1")).private.startswith("There is no game #1")
    assert (await ann.types("history")).messages[0].text.count("#1") == 0
    snapshot = await world.snapshot()
    assert (snapshot.game.imported, snapshot.game.rated, snapshot.side_of(ann.id)) == (True, False, None)


async def test_one_plays_on_and_analyses_from_the_position_shown(world: World, ann: Person) -> None:
    (game,) = (await ann.types("import", text="f5d6c3d3")).messages
    (earlier,) = (await ann.taps("Back", game)).messages
    (board,) = (await ann.taps("Analyse", earlier)).messages
    assert board.id != game.id
    assert board.text.splitlines()[0] == "### 🔬 Reversi: ⚪ White to move"
    await ann.taps("Play on against…", earlier)
    assert "8x8, from a position, unrated" in world.posts()[-1].text
    # Imports of others and old ones are gone.
    assert (await world.ben.taps("Back", earlier)).private.startswith("I no longer have these games")
    await ann.types("import", text="f5f6")
    assert (await ann.taps("Review", earlier)).private.startswith("I no longer have these games")


async def test_a_file_of_many_games_is_a_list(world: World, ann: Person) -> None:
    world.untranslated.append("Player")
    games = [record("f5 d6", (f"Player {number}", "Ben")) for number in range(1, 61)]
    (shown,) = (await uploads(ann, "games.ggf", FORMATS["GGF"].write(games))).messages
    assert shown.text.splitlines()[0] == "### 📥 60 games imported"
    labels = [option["label"] for option in shown.menus[0]["options"]]
    assert labels[::24] == ["1. Player 1 – Ben", "25. Player 25 – Ben"]
    (last,) = (await ann.taps("Last", shown)).messages
    assert last.menus[0]["placeholder"] == "Games 51 to 60 of 60"
    (game,) = (await ann.chooses("Games 51 to 60 of 60", "60")).messages[:1]
    assert "Player 60 – ⚪ Ben (60 of 60)" in game.text
    (again,) = (await ann.taps("All games", game)).messages
    assert again.menus[0]["placeholder"] == "Games 51 to 60 of 60"
    await (await ann.opens("Number…")).send("31")
    assert [seen for seen in world.seen(world.channel, ann) if "Player 31" in seen.text]


@pytest.mark.long
async def test_a_game_in_progress_cannot_be_imported_for_review(world: World) -> None:
    ann, ben = world.ann, world.ben
    game = await world.begin(ann, ben)
    await world.play("f5 d6 c3 d3", ann, ben, game=game)
    (shown,) = (await ann.types("import", text="f5d6c3d3c4f4c5b3c2")).messages
    # Many games begin so.
    await ann.taps("Review", shown)
    assert "Review of game #2" in world.posts()[-1].text
    await world.play("c4 f4 c5 b3", ann, ben, game=game)
    (shown,) = (await ann.types("import", text="e6f4c3c4d3d6e3c2b3c5")).messages
    said = (await ann.taps("Review", shown)).private
    assert said.startswith(f"Your game #{game} has that position")
