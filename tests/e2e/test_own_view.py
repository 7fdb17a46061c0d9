"""`/game view`, also by More: a game as one person wants to see it, for them alone."""

from __future__ import annotations

import numpy as np
import pytest

from renderers.themes import THEMES
from tests.e2e.seen import Answer, Seen
from tests.e2e.world import Person, World
from tests.renderers.helpers import changed, pixels_of


async def view_of(person: Person) -> Seen:
    """Return the player's private view."""
    (message,) = (await person.types("game view")).messages
    assert message.private
    return message


async def turn_on(person: Person, setting: str) -> None:
    await person.taps(f"{setting}: turn on", (await person.types("me")).messages[0])


async def test_the_view_has_the_persons_theme_and_the_board_the_servers(world: World) -> None:
    game = await world.begin(world.ann, world.ben)
    before = world.picture(world.board(game))
    assert world.picture(await view_of(world.ben)) == before
    await world.ann.types("me")
    await world.ann.chooses("Theme: choose", "midnight")
    pixels = pixels_of(world.picture(await view_of(world.ann)))
    assert tuple(pixels[400, 6, :3]) == THEMES["midnight"].frame
    assert world.picture(world.board(game)) == before
    assert world.board(game).alt == (await view_of(world.ann)).alt


@pytest.mark.parametrize(("command", "moves"), [("reversi start", "d3"), ("connect4 start", "3")])
async def test_a_turned_board_is_seen_from_the_other_side(world: World, command: str, moves: str) -> None:
    ann = world.ann
    await ann.types(command, bot="easy", colour="first")
    await ann.taps(moves, world.board())
    as_usual = pixels_of(world.picture(await view_of(ann)))
    await turn_on(ann, "Flip board")
    turned = pixels_of(world.picture(await view_of(ann)))
    assert changed(turned, as_usual).any()
    # The players stay where they are, but for a shade of the palette.
    assert np.abs(turned[:98] - as_usual[:98]).mean() < 1


async def test_the_view_in_words_tells_everything(world: World) -> None:
    ann, ben = world.ann, world.ben
    game = await world.begin(ann, ben)
    await turn_on(ben, "Text board")
    await world.play("d3", ann, game=game)
    view = await view_of(ben)
    assert view.picture is None
    assert "  a b c d e f g h\n" in view.text
    assert "3 . . *>B * . . .\n" in view.text
    assert "Moves: c3 e3 c5" in view.text
    assert "The last move was d3." in view.text
    assert "Row 3: black d." in view.text
    assert world.board(game).picture is not None


async def test_a_move_can_be_made_in_the_view_and_shows_on_the_board(world: World) -> None:
    ann, ben = world.ann, world.ben
    game = await world.begin(ann, ben)
    view = await view_of(ann)
    assert view.moves == ["d3", "c4", "f5", "e6"]
    answer = await ann.taps("d3", view)
    assert await world.moves(game) == "d3"
    assert world.board(game).picture == f"reversi-{game}-1.png"
    assert shown(answer).moves == []
    await world.play("c3", ben, game=game)
    assert "c4" in shown(await ann.taps("Refresh", shown(answer))).moves


async def test_an_old_view_plays_nothing(world: World) -> None:
    ann, ben = world.ann, world.ben
    game = await world.begin(ann, ben)
    old = await view_of(ann)
    await world.play("d3 c3", ann, ben, game=game)
    assert "The board has changed since then" in (await ann.taps("c4", old)).private
    assert await world.moves(game) == "d3 c3"


async def test_the_waiting_player_has_no_move_buttons(world: World) -> None:
    await world.begin(world.ann, world.ben)
    assert (await view_of(world.ben)).moves == []


async def test_more_opens_the_view(world: World) -> None:
    game = await world.begin(world.ann, world.ben)
    menu = shown(await world.ann.taps("More", world.board(game)))
    view = shown(await world.ann.taps("My view", menu))
    assert view.private
    assert view.picture == f"reversi-{game}-0.png"


async def test_without_a_game_the_answer_is_kind(world: World) -> None:
    assert "You have no games in progress in this channel" in (await world.ann.types("game view")).private


def shown(answer: Answer) -> Seen:
    """The message of an answer that the person alone sees."""
    return next(message for message in answer.messages if message.private)
