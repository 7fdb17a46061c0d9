"""Which buttons and menus a game's message has."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import discord
import pytest

from bot.computer.computer import ComputerStatus
from bot.core.snapshot import GameSnapshot
from bot.play.games import ids
from bot.play.games.challenges import Challenges
from bot.play.games.ids import HintAt, More, Pause, PlayAgain, Resume, StepMatch, Stop, TakeOverFrom
from bot.play.games.ui import BoardFacts, board_view, resign_view
from bot.play.offers_view import offer_view
from bot.rooms import all_routes
from bot.ui.component_ids import ComponentId
from bot.ui.layout import View, picture
from data.games.records import Ending, EventRef, GameState
from engine import Progress, reversi
from tests.bot.helpers import ANN, BOB, PLACE, REVERSI, begin, computer_game, with_game
from tests.cases import for_each, there
from tests.e2e.seen import walk

MANY_MOVES = "O-------XO-OOOO--X--XXO--O-OXO--X-OXXOO-O-OO-X------XOO--OXO--X- X"
MAX_COMPONENTS = 40
SEARCHED = Progress(depth=9, fraction=0.5, nodes=1000, move="d3", score=0.0, seconds=2.0)


def shown(
    snapshot: GameSnapshot, status: ComputerStatus | None = None, progress: Progress | None = None
) -> View:
    return board_view(snapshot, picture("board.png", "A board."), BoardFacts(status, progress))


def rows(view: View) -> list[list[ComponentId]]:
    """The typed ids of the components that can be used, row by row."""
    return [
        [component_id for component_id in map(read, row["components"]) if component_id is not None]
        for row in walk(parts(view))
        if row["type"] == discord.ComponentType.action_row.value
    ]


def parts(view: View) -> Any:
    return view.to_components()  # type: ignore[no-untyped-call]


def read(component: Any) -> ComponentId | None:
    found = there(all_routes().read(component["custom_id"]))
    return None if component.get("disabled") else found[1]


@pytest.fixture
async def game(challenges: Challenges) -> GameSnapshot:
    return await begin(challenges)


async def test_buttons_follow_the_kind_and_state_of_a_game(game: GameSnapshot) -> None:
    *moves, controls = rows(shown(game))
    assert moves == [[ids.PlayMove(game.game.id, 0, move) for move in ("d3", "c4", "f5", "e6")]]
    assert controls == [More(game.game.id), ids.Resign(game.game.id)]
    lent = with_game(game, delegates=("easy", None))
    (controls,) = rows(shown(lent, ComputerStatus.THINKING, SEARCHED))
    assert [type(item) for item in controls] == [ids.MoveNow, TakeOverFrom, More, ids.Resign]
    over = with_game(game, state=GameState.FINISHED, ending=Ending.RESIGNED, winner=1)
    assert rows(shown(over)) == [[ids.Rematch(game.game.id)]]
    seats = (replace(game.game.seats[0], player_id=None, computer="easy"),) * 2
    match = with_game(game, seats=seats)
    assert [type(item) for item in rows(shown(match))[0]] == [Pause, Stop]
    paused = with_game(match, paused_at=match.game.moved_at)
    assert [type(item) for item in rows(shown(paused))[0]] == [StepMatch, Resume, Stop]
    over = with_game(match, state=GameState.FINISHED, ending=Ending.CALLED_OFF)
    assert rows(shown(over)) == [[PlayAgain(game.game.id)]]


async def test_the_activity_has_a_button_where_there_is_room(
    game: GameSnapshot, challenges: Challenges
) -> None:
    def labels(snapshot: GameSnapshot) -> list[str]:
        board = picture("board.png", "A board.")
        view = board_view(snapshot, board, BoardFacts(can_open=True))
        return [part["label"] for part in list(walk(parts(view)))[-5:] if part["type"] == 2]

    assert labels(game)[-3:] == ["Open board", "More", "Resign"]
    alone = await computer_game(challenges)
    assert labels(alone) == ["Hint", "Undo", "Open board", "More", "Resign"]
    # Where only a click can show what has changed, another button has its place.
    abroad = with_game(alone, by_clicks=True)
    assert labels(abroad) == ["Hint", "Undo", "Refresh", "More", "Resign"]


async def test_boards_of_tournaments_and_offers_have_few_buttons(challenges: Challenges) -> None:
    game = await computer_game(challenges)
    number = game.game.id
    *_, controls = rows(shown(game))
    assert controls == [HintAt(number, 0), More(number), ids.Resign(number)]
    *_, controls = rows(shown(with_game(game, event=EventRef("tournament", 1))))
    assert controls == [More(number), ids.Resign(number)]
    offer = await challenges.challenge(REVERSI, PLACE, ANN, BOB, "random")
    game_id = offer.game.id
    assert rows(offer_view(offer)) == [[ids.Accept(game_id), ids.Decline(game_id), ids.Withdraw(game_id)]]
    closed = await challenges.decline(game_id, BOB)
    assert rows(offer_view(closed)) == []


async def test_rows_of_buttons_are_as_even_as_they_can_be(challenges: Challenges) -> None:
    game = await computer_game(challenges, board="10x10")
    position = reversi.parse(MANY_MOVES)
    for move in position.legal_moves():
        after = position.play(move)
        count = len(after.legal_moves())
        if not 5 < count <= 25:
            continue
        here = replace(game, position=after, game=replace(game.game, seats=game.game.seats[::-1]))
        *moves, _ = rows(shown(here))
        assert sum(map(len, moves)) == count
        assert len(moves) == -(-count // 5)
        assert max(map(len, moves)) == -(-count // len(moves))


async def test_more_moves_than_buttons_fit_into_menus(game: GameSnapshot) -> None:
    many = replace(game, position=reversi.parse(MANY_MOVES))
    view = shown(many)
    *menus, _ = rows(view)
    assert menus == [[ids.PlayMove(game.game.id, 0, "").in_menu(number)] for number in (0, 1)]
    offered = [option["value"] for part in walk(parts(view)) for option in part.get("options", ())]
    assert offered == list(many.position.legal_moves())
    assert len(list(walk(parts(view)))) < MAX_COMPONENTS


async def test_the_controls_follow_what_the_computer_does(challenges: Challenges) -> None:
    waiting = await computer_game(challenges, colour="second")
    states: tuple[tuple[ComputerStatus | None, Progress | None, list[type[ComponentId]]], ...] = (
        (None, None, []),
        (ComputerStatus.THINKING, None, []),
        (ComputerStatus.THINKING, SEARCHED, [ids.MoveNow]),
        (ComputerStatus.FAILED, None, [ids.RetryMove]),
    )
    for status, progress, first in states:
        board = shown(waiting, status, progress)
        assert [list(map(type, row)) for row in rows(board)] == [[*first, More, ids.Resign]]
        # Nobody has moved: Undo has its place, and does nothing yet.
        labels = [part["label"] for part in walk(parts(board)) if part["type"] == 2]
        assert (labels[-3:], len(labels)) == (["Undo", "More", "Resign"], 4)


@for_each(("calls_off", "counts"), [(True, "nobody"), (False, "loss")])
def test_the_button_keeps_what_the_question_said(calls_off: bool, counts: ids.ResigningCounts) -> None:
    assert rows(resign_view(7, calls_off=calls_off)) == [[ids.ConfirmResign(7, counts), ids.KeepPlaying(7)]]
