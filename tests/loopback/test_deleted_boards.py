"""Moderators and cleaning bots delete boards: any action that leads to a board posts it again.

Boards that Discord refuses to take as pictures arrive in words.
"""

from __future__ import annotations

import json

import pytest

from tests.e2e.seen import Seen
from tests.loopback.model import Message, RefusedError
from tests.loopback.running import Scene
from tests.loopback.test_broken_requests import EDIT, EDIT_BY_CLICK

READ = ("GET", "/channels/*/messages/*")


async def deleted(scene: Scene, **terms: str) -> int:
    """A game in which Ben is to move, and whose board is gone."""
    await scene.ann.types("reversi start", opponent=scene.ben, colour="first", **terms)
    await scene.ben.taps("Accept")
    await scene.turn(scene.ann)
    board = await scene.play(scene.ann, scene.ben, plies=1)
    scene.discord.delete_message(scene.channel.messages[board.id])
    assert not scene.boards(1)
    return 1


def leads_to_the_board(scene: Scene, *messages: Seen) -> bool:
    """True if a message links to the one public board."""
    (board,) = [message.id for message in scene.channel.messages.values() if is_board(message)]
    return any(f"/{board}" in json.dumps(seen.payload["components"]) for seen in messages)


def is_board(message: Message) -> bool:
    return message.only_for is None and any(file.filename.startswith("reversi-1-") for file in message.files)


async def test_a_command_for_a_deleted_board_posts_it_again(scene: Scene) -> None:
    await deleted(scene)
    for command in ("next", "games", "game view"):
        answer = await scene.ben.types(command)
        assert leads_to_the_board(scene, *answer.messages), command
        (board,) = filter(is_board, scene.channel.messages.values())
        scene.discord.delete_message(board)


@pytest.mark.long
async def test_where_the_bot_may_not_read_it_finds_out_by_an_edit(scene: Scene) -> None:
    game = await deleted(scene)
    fault = scene.discord.faults.refuse(*READ, status=403, code=50001, times=2)
    await scene.ben.types("next")
    board = scene.board(game)
    await scene.ben.types("next")
    assert len(fault.met) == 2
    assert scene.board(game).id == board.id
    await scene.continues(scene.ann, scene.ben, game=game)


async def test_a_channel_that_refuses_everything_and_a_board_that_cannot_be_looked_for(scene: Scene) -> None:
    game = await deleted(scene)
    scene.channel.refuses = RefusedError(403, 50001, "Missing Access")
    answer = await scene.ben.types("next")
    assert "Your move" in answer.messages[0].text
    scene.channel.refuses = None
    await scene.ben.types("next")
    before = scene.board(game)
    scene.discord.faults.refuse(*READ, status=503)
    await scene.ben.types("next")
    assert scene.board(game).id == before.id
    await scene.continues(scene.ann, scene.ben, game=game)


@pytest.mark.first(1)
@pytest.mark.parametrize(("request_", "status"), [(EDIT_BY_CLICK, 400), (EDIT, 413)])
async def test_a_board_that_discord_refuses_once_is_posted_in_words(
    scene: Scene, request_: tuple[str, str], status: int
) -> None:
    game = await scene.begin(scene.ann, scene.ben)
    board = scene.board(game)
    if request_ == EDIT:
        # The token of the tap is worth nothing.
        scene.discord.faults.refuse(*EDIT_BY_CLICK, status=401, code=50027, times=2)
    fault = scene.discord.faults.refuse(*request_, status=status)
    await scene.ann.taps("d3", board)

    def now() -> Seen:
        return Seen(scene.channel.messages[board.id].payload())

    await scene.until(lambda: f"**{scene.ben.mention} to move.**" in now().text, "the board")
    assert len(fault.met) == 1
    assert "```" in now().text
    assert now().picture is None
    # The next move brings the picture back.
    await scene.ben.taps(now().moves[0], now())
    await scene.turn(scene.ann, game=game, after=1)
    await scene.continues(scene.ann, scene.ben, game=game)


async def test_the_first_board_is_posted_in_words_where_its_picture_is_refused(scene: Scene) -> None:
    scene.discord.faults.refuse("POST", "/webhooks/*", status=413)
    answer = await scene.ann.types("reversi start", bot="beginner", colour="first")
    assert "```" in answer.messages[0].text
    await scene.ann.taps("d3", answer.messages[0])
    await scene.turn(scene.ann, after=1)
    await scene.continues(scene.ann)
