"""Questions between players: one at a time, for the position on the board."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import permutations
from typing import Any

import pytest

from bot.play.questions_ui import question_view
from data.games.records import Ending, GameState, Question, QuestionKind
from tests.cases import missing
from tests.e2e.seen import BUTTON, Seen
from tests.e2e.world import Person, World

CHOOSE = "Choose"


async def asks(world: World, person: Person, kind: QuestionKind) -> Seen:
    """Ask through the menu under the board; returns the public question."""
    await person.taps("More", world.board())
    await person.chooses(CHOOSE, kind.value)
    return world.posts()[-1]


def now(world: World, question: Seen) -> Seen:
    return next(seen for seen in world.posts() if seen.id == question.id)


async def test_a_move_is_taken_back(world: World, ann: Person, ben: Person) -> None:
    """The last one before the answer to it, or two when the asker is to move."""
    await world.begin(ann, ben)
    await world.play("d3 c3 c4", ann, ben)
    question = await asks(world, ann, QuestionKind.TAKE_BACK)
    assert question.text == (
        f"{ann.mention} would like to take back **⚫ c4** in the Reversi game against {ben.mention}. "
        f"The game then becomes **unrated**.\n{ben.mention}, do you agree? This request ends with the next "
        "move."
    )
    await ben.taps("Agree to the takeback", question)
    assert await world.moves() == "d3 c3"
    assert now(world, question).text.startswith(f"{ben.mention} agreed: {ann.mention} took their last move")
    assert now(world, question).labels == []
    board = world.board()
    assert not missing(board.text, f"**{ann.mention} to move.**", f"unrated: {ann.mention} took a move back")
    assert not (await world.snapshot()).game.rated
    question = await asks(world, ann, QuestionKind.TAKE_BACK)
    assert "take back **⚫ d3 ⚪ c3**" in question.text
    twice = (ben, question, "Agree to the takeback")
    answers = await world.together(twice, twice)
    assert sorted(answer.private for answer in answers)[1] == "This request is no longer open."
    assert await world.moves() == ""
    await world.begin(ann, ben, "connect4")
    await world.play("1", ann, ben, game=2)
    await ann.types("game ask", what="take back", game="2")
    assert "would like to take back **🔴 column 1** in the Connect 4 game" in world.posts()[-1].text


async def test_a_draw_is_agreed_and_rated(world: World, ann: Person, ben: Person) -> None:
    await world.begin(ann, ben)
    early = await ann.types("game ask", what="draw")
    assert early.private.startswith("The game has barely started: Resign calls it off")
    await world.play("d3 c3 c4 e3", ann, ben)
    question = await asks(world, ben, QuestionKind.DRAW)
    assert "offers a draw in the Reversi game" in question.text
    assert "It counts as a draw for both ratings." in question.text
    await ann.taps("Agree to a draw", question)
    game = (await world.snapshot()).game
    assert (game.state, game.ending, game.winner) == (GameState.FINISHED, Ending.DRAWN, None)
    board = world.board()
    assert not missing(board.text, "**A draw**: both players agreed.", "placement game 1 of about 10")
    assert board.labels == ["Rematch", "Review", "Replay"]
    assert now(world, question).text == f"{ann.mention} agreed: the Reversi game is a draw."


async def test_colours_are_swapped_and_the_game_is_put_aside(world: World, ann: Person, ben: Person) -> None:
    await world.begin(ann, ben)

    async def offered(person: Person) -> list[str]:
        menu = (await person.taps("More", world.board())).messages[0].menus[0]
        return [option["value"] for option in menu["options"]]

    assert await offered(ann) == ["swap", "adjourn", "hand over", "thinking"]
    assert await offered(ben) == ["swap", "adjourn", "hand over"]
    question = await asks(world, ann, QuestionKind.SWAP)
    assert f"{ben.mention} would play Black, {ann.mention} White." in question.text
    await ben.taps("Agree to swap", question)
    assert now(world, question).text.endswith(f"{ben.mention} plays Black, {ann.mention} plays White.")
    # After the first move it is still possible, and the game remains rated.
    await ben.taps("d3", world.board())
    question = await asks(world, ann, QuestionKind.SWAP)
    await ben.taps("Agree to swap", question)
    board = world.board()
    assert not missing(board.text, f"**{ben.mention} to move.**", f"⚫ **4** {ann.mention}")
    question = await asks(world, ann, QuestionKind.ADJOURN)
    await ben.taps("Agree to put it aside", question)
    assert now(world, question).text == f"{ben.mention} agreed: the Reversi game is put aside."
    assert "**Put aside.**" in world.board().text
    await ann.taps("Resume game", world.board())
    await world.play("c3 c4 e3", ann, ben)
    assert (await world.snapshot()).game.rated
    late = await ben.types("game ask", what="swap")
    assert late.private == "Colours can only be swapped before the second move."
    assert await offered(ann) == ["take back", "draw", "adjourn", "hand over", "thinking"]
    assert (await world.chloe.taps("More", world.board())).private.startswith("You're watching this game.")


async def test_a_computer_is_let_in_from_the_menu(world: World, ann: Person, ben: Person) -> None:
    await world.begin(ann, ben)
    await ann.taps("More", world.board())
    await ann.chooses(CHOOSE, QuestionKind.HAND_OVER.value)
    await ann.chooses("Choose a level, or a style", ">style.0")
    await ann.chooses("Choose a style of play", "greedy.4")
    await ben.taps("Agree", world.posts()[-1])
    assert (await world.snapshot()).game.delegates == ("greedy|greedy:4", None)
    while_it_plays = await ann.types("game ask", what="take back")
    assert while_it_plays.private.startswith("A computer player is playing your side.")
    other = await ben.types("game ask", what="take back")
    assert other.private.startswith(f"A computer player is playing for {ann.mention}.")


# --- one at a time, for one position ---------------------------------------------------------------------


@pytest.fixture
async def played(world: World) -> World:
    """A game of Ann against Ben after two moves each."""
    await world.begin(world.ann, world.ben)
    await world.play("d3 c3 c4 e3", world.ann, world.ben)
    return world


async def test_one_question_at_a_time(played: World) -> None:
    """Also after a kill; a second one of the same person takes the place of their first."""
    world, ann, ben = played, played.ann, played.ben
    first = await asks(world, ann, QuestionKind.TAKE_BACK)
    question = await asks(world, ann, QuestionKind.DRAW)
    assert now(world, first).text.endswith(f"{ann.mention} withdrew the request.")
    late = await ben.taps_late("Agree to the takeback", first, now(world, first))
    assert late.private == "This request is no longer open."
    await world.kill()
    asking: list[dict[str, Any]] = [{"what": "take back"}, {"bot": "easy"}]
    for asked in asking:
        second = await ben.types("game ask", **asked)
        assert second.private.startswith(
            f"One request at a time: {ann.mention} is still waiting for an answer"
        )
        assert second.private.endswith(f"/{question.id}")
    for person, label in (
        (ann, "Agree to a draw"),
        (world.chloe, "Agree to a draw"),
        (world.chloe, "Decline"),
    ):
        assert (await person.taps(label, question)).private == f"Only {ben.mention} can answer that."
    assert now(world, question) == question
    await ben.taps("Decline", question)
    assert now(world, question).text.endswith("declined; the game continues.")
    await ben.types("game ask", what="take back")
    own = world.posts()[-1]
    assert "would like to take back" in own.text
    await ben.taps("Decline", own)
    assert now(world, own).text.endswith(f"{ben.mention} withdrew the request.")
    last = await asks(world, ben, QuestionKind.DRAW)
    await world.restart()
    await ann.taps("Agree to a draw", last)
    assert (await world.snapshot()).game.ending is Ending.DRAWN


@pytest.mark.first(1)
@pytest.mark.parametrize("killed", [False, True])
async def test_a_void_question_whose_buttons_are_still_there_is_not_answered(
    played: World, lose_connection: Callable[[str, str], None], killed: bool
) -> None:
    """A start closes it, and so does a tap on it."""
    world, ann, ben = played, played.ann, played.ben
    question = await asks(world, ben, QuestionKind.DRAW)
    lose_connection("PATCH", f"*/messages/{question.id}")
    await world.play("f6", ann, ben)
    assert "Agree to a draw" in now(world, question).labels
    if killed:
        await world.kill()
        assert now(world, question).text.endswith("so this request no longer applies.")
    else:
        answer = await ann.taps("Agree to a draw", question)
        assert answer.private.startswith(f"The game has moved on since {ben.mention} asked")
    assert now(world, question).labels == []
    assert (await world.snapshot()).going


# --- where the buttons are -------------------------------------------------------------------------------


def places(rows: list[list[str]]) -> Iterator[tuple[str, tuple[int, int]]]:
    """The custom actions of a message's buttons with their rows and places."""
    for number, items in enumerate(rows):
        for place, action in enumerate(items):
            yield action, (number, place)


async def test_agree_is_never_in_place_of_another_button(world: World) -> None:
    await world.begin(world.ann, world.ben)
    snapshot = await world.snapshot()
    found: dict[QuestionKind, dict[str, tuple[int, int]]] = {}
    for kind in QuestionKind:
        view = question_view(snapshot, Question(1, kind, 0, 0, "easy"))
        shown: list[dict[str, Any]] = view.to_components()  # type: ignore[no-untyped-call]
        rows = [part["components"] for part in shown[0]["components"] if "components" in part]
        actions = [[button.get("custom_id", "link").split(":")[-4:][0] for button in row] for row in rows]
        assert all(button["type"] == BUTTON for row in rows for button in row)
        found[kind] = {action: place for action, place in places(actions) if action != "link"}
        assert set(found[kind]) == {"agree", "refuse"}
    for one, other in permutations(QuestionKind, 2):
        assert found[one]["agree"] not in found[other].values(), (one, other)


# --- asked again -----------------------------------------------------------------------------------------


async def test_a_draw_is_offered_once(played: World, lose_connection: Callable[[str, str], None]) -> None:
    world, ann, ben = played, played.ann, played.ben
    # What could not be sent can be asked again.
    lose_connection("POST", "/webhooks/*")
    await ann.types("game ask", what="draw")
    question = await asks(world, ann, QuestionKind.DRAW)
    before = len(world.posts())
    again = await ann.types("game ask", what="draw")
    assert again.private == (
        "You have already offered a draw in this position. You can offer one again after the next move."
    )
    await ben.taps("Decline", question)
    await world.restart()
    assert "already offered a draw" in (await ann.types("game ask", what="draw")).private
    assert len(world.posts()) == before
    # Others can offer one.
    assert "offers a draw" in (await asks(world, ben, QuestionKind.DRAW)).text
