"""`/export`: games as files."""

from __future__ import annotations

import json
from typing import Any

from bot.study.records.recognition import read_games
from tests.cases import missing
from tests.e2e.seen import Answer
from tests.e2e.sequences import WIPE_OUT
from tests.e2e.world import Person, World


def attached(world: World, answer: Answer) -> tuple[str, bytes]:
    """The name of the file of a private answer, and what is in it."""
    (message,) = answer.messages
    assert message.private
    (file,) = message.payload["attachments"]
    return str(file["filename"]), world.env.backend.cdn.get(file["url"]) or b""


async def played(world: World, moves: str = WIPE_OUT, **options: Any) -> int:
    game = await world.begin(world.ann, world.ben, **options)
    await world.play(moves, world.ann, world.ben, game=game)
    return game


async def test_a_game_is_exported_as_one_line_of_moves_by_default(world: World) -> None:
    game = await played(world)
    answer = await world.ann.types("export", game=str(game))
    assert attached(world, answer) == (f"flipfour-reversi-{game}.txt", b"e6f4e3f6g5d6e7f5c5\n")
    assert not missing(answer.private, "Your file has 1 game.", "```\ne6f4e3f6g5d6e7f5c5\n```")
    await world.ann.types("connect4 start", bot="easy", colour="first")
    await world.ann.taps("4")
    name, content = attached(world, await world.ann.types("export", game="2"))
    assert name == "flipfour-connect4-2.txt"
    assert content.startswith(b"4")


async def test_a_game_in_progress_and_what_is_none(world: World, ann: Person, chloe: Person) -> None:
    assert (await chloe.types("export")).private.startswith("None of your games fits")
    assert "I can't find a game called “nonsense”" in (await chloe.types("export", game="nonsense")).private
    game = await played(world, "d3 c3")
    assert (await ann.suggestions("export", "game")) == [f"Reversi #{game} against Ben, in progress"]
    _, content = attached(world, await ann.types("export", game=str(game), format="JSON"))
    (read,) = json.loads(content)["games"]
    assert (read["moves"], read["ending"]) == (["d3", "c3"], None)
    refused = await ann.types("export", game=str(game), format="WTHOR")
    assert refused.private.startswith("The WTHOR format can't hold this game, because it has no result.")
    assert attached(world, await chloe.types("export", game=str(game)))[1] == b"d3c3\n"
    unseen = await chloe.types_privately("export", game=str(game))
    assert unseen.private == f"There is no game #{game} that you can see."
    await ann.types("reversi start", opponent=world.ben)
    assert (await ann.types("export", game="2")).private.startswith("This game hasn't started")
    await world.ben.taps("Decline")
    assert (await ann.types("export", game="2")).private.startswith("This challenge is no longer open.")


async def test_all_of_mine(world: World) -> None:
    await played(world)
    await played(world, "d3 c3")
    await played(world, "c2", board="6x6")
    await world.ann.types("connect4 start", bot="easy", colour="first")
    await world.chloe.types("connect4 start", bot="easy", colour="first")
    name, content = attached(world, await world.ann.types("export"))
    assert name == "flipfour-games.json"
    assert [(read.game, read.options) for read in read_games(content)] == [
        ("reversi", ""),
        ("reversi", ""),
        ("reversi", "6x6"),
        ("connect4", ""),
    ]
    answer = await world.ann.types("export", format="WTHOR")
    assert len(read_games(attached(world, answer)[1])) == 1
    assert "Your file has 1 game. 3 others don't fit into this format." in answer.private
    suggested = await world.ann.suggestions("export", "game")
    # Games in progress come first.
    assert suggested[-1].endswith(", 9 moves played")
