"""`/import`: games from elsewhere, as a text or a file, looked through, reviewed and played on."""

from __future__ import annotations

import pytest
from simcord.results import InteractionResult

from bot.account.privacy.own_data import OwnData
from bot.catalog import GAMES
from bot.study.records.formats.record import GameRecord, Source
from bot.study.records.recognition import FORMATS
from data.games.records import Ending
from data.jobs.imports import ImportStore
from data.upkeep.export import ExportStore
from data.upkeep.forgetting import ForgettingStore
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
        GAMES["reversi"], "", moves.split(), names=names, winner=0, ending=Ending.RESIGNED
    )


async def uploads(person: Person, name: str, content: bytes) -> Answer:
    """Send the dialog of `/import` with a file."""
    shown: InteractionResult = await person.actor.slash(person._world.channel, "import")
    assert shown.modal is not None
    result = await person.actor.submit_modal(shown, {"file": (name, content)})
    return person._world.answer(result._interaction)


async def test_a_text_is_shown_stepped_through_and_reviewed(world: World) -> None:
    ann = world.ann
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
    assert "Review of game #1" in review.text
    assert "⚫ Black: **" in review.text
    # It is stored once, found by Ann by its number, private, and unrated.
    await ann.taps("Review", before)
    assert (await world.bot.kit[ImportStore].content(1, ann.id)) is not None
    assert "Review of game #1" in (await ann.types("review", game="1")).public
    assert (await world.ben.types("review", game="1")).private.startswith("There is no game #1")
    assert (await ann.types("history")).messages[0].text.count("#1") == 0
    snapshot = await world.snapshot()
    assert (snapshot.game.imported, snapshot.game.rated, snapshot.side_of(ann.id)) == (True, False, None)


async def test_names_are_texts_of_strangers(world: World) -> None:
    world.untranslated += ["**Saio** <@1> @everyone", "book`let", "n" * 29]
    (game,) = (await world.ann.types("import", text=GGF)).messages
    title, facts = game.text.splitlines()[:2]
    assert title == r"### 📥 ⚫ \*\*Saio\*\* \<\@1\> \@everyone – ⚪ book\`let"
    assert facts == "-# Reversi · 15 December 2003 · 4 moves · Black wins: the other side resigned"
    assert "mentions" not in game.payload or game.payload["mentions"] == []
    long = FORMATS["GGF"].write([record("f5 d6", ("n" * 90, ""))])
    assert f"⚫ {'n' * 29}… –" in (await uploads(world.ann, "a.ggf", long)).private


async def test_one_plays_on_and_analyses_from_the_position_shown(world: World) -> None:
    ann = world.ann
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


async def test_a_file_of_many_games_is_a_list(world: World) -> None:
    ann = world.ann
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
async def test_of_thousands_of_games_a_part_is_read(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    content = FORMATS["WTHOR"].write([record("f5 d6 c3 d3 c4 f4"[: 3 * n - 1]) for n in range(1, 4)])
    answer = await uploads(world.ann, "WTH_2001.wtb", content)
    assert "### 📥 3 games imported" in answer.private
    for module in ("bot.study.records.formats.wthor", "bot.study.imports.imports"):
        monkeypatch.setattr(f"{module}.MAX_GAMES", 3)
    many = content[:4] + (7).to_bytes(4, "little") + content[8:] + content[16:] + content[16 : 16 + 68]
    answer = await world.ann.types("import", file=("WTH.wtb", many), first=5)
    assert "### 📥 3 games imported" in answer.private
    assert "-# These are games 5 to 7 of 7. For others, use `/import` with `first`." in answer.private
    none = await world.ann.types("import", file=("WTH.wtb", many), first=9)
    assert none.private.startswith("I couldn't find a game")


async def test_unreadable_files_are_answered_kindly(world: World) -> None:
    world.untranslated.append("a1")
    for content, answer in (
        (b"", "I couldn't find a game in that."),
        (
            b"f5d6\nf5f6\nf5a1\n",
            "The rules don't allow the move “a1” there (line 3, move 2). I read this as a transcript.",
        ),
        (b"x" * 10_000_000, "That file is too large for me: it can have 1 MB at most."),
    ):
        said = (await uploads(world.ann, "file.bin", content)).private
        assert said.startswith(answer), said


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


@pytest.mark.long
async def test_imports_are_deleted_with_the_person(world: World) -> None:
    ann = world.ann
    (game,) = (await ann.types("import", text=WIPE_OUT)).messages
    await ann.taps("Review", game)
    storage = world.bot.kit.storage
    exported = await storage[ExportStore].of(ann.id)
    assert [one["first_name"] for one in exported["games"]] == ["Black"]
    assert len(exported["imports"]) == 1
    await world.bot.kit[OwnData].delete_absent(ann.id)
    assert await storage.game(1) is None
    assert await storage[ImportStore].content(1, ann.id) is None
    assert not await storage[ForgettingStore].knows(ann.id)


async def test_an_export_can_be_pasted_back(world: World) -> None:
    ann, ben = world.ann, world.ben
    game = await world.begin(ann, ben)
    await world.play(WIPE_OUT, ann, ben, game=game)
    exported = (await ann.types("export", game=str(game))).private
    assert "```" in exported
    assert "9 moves · Black wins 64–0" in (await ann.types("import", text=exported)).private
    # The options of commands have no line breaks.
    flat = (await ann.types("import", text=exported.replace("\n", " "))).private
    assert "9 moves · Black wins 64–0" in flat
    valued = (await ann.types("import", text="43745416472735 -13")).private
    assert "-# Connect 4 · 14 moves · not finished · valued at -13" in valued
