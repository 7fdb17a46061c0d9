"""What is expected after a move: legal moves, the known answer first, none once the game is over."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.catalog import GAMES
from bot.study.review.continuations import MAX_MOVES, expected_after
from bot.ui.moves import line_text
from engine import Position, StopFlag
from executors.executor import LOCAL
from tests.cases import for_each


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Positions near the end, where passes are frequent."""
    kind = GAMES[draw(st.sampled_from(["reversi", "connect4"]))]
    position = kind.start("6x6" if kind.key == "reversi" else "")
    for _ in range(draw(st.integers(20, 40))):
        moves = position.legal_moves()
        if position.result() is not None or not moves:
            break
        position = position.play(draw(st.sampled_from(moves)))
    return position


@settings(max_examples=30, deadline=None)
@given(positions(), st.data())
def test_it_can_be_played_and_begins_with_the_known_answer(position: Position, data: st.DataObject) -> None:
    over = position.result() is not None
    answer = None if over else data.draw(st.none() | st.sampled_from(position.legal_moves()))
    line = expected_after(position, answer, LOCAL, StopFlag())
    assert line is not None
    assert over is (line == ())
    assert len(line) <= MAX_MOVES
    assert answer is None or line[0] == answer
    for move in line:
        assert move in position.legal_moves()
        position = position.play(move)


def test_a_solved_game_is_expected_as_it_is_solved() -> None:
    position = GAMES["connect4"].start("")
    for move in "444444":
        position = position.play(move)
    line = expected_after(position, None, LOCAL, StopFlag())
    assert line is not None
    assert len(line) >= 2


def test_a_search_that_was_stopped_says_nothing() -> None:
    stop = StopFlag()
    stop.set()
    assert expected_after(GAMES["reversi"].start(""), None, LOCAL, stop) is None


@for_each(("line", "written"), [(("c1", "pass", "f2"), "⚪ c1, ⚪ f2"), (("pass", "a1"), "⚫ a1"), ((), "")])
def test_passes_are_left_out_of_a_line_in_words(line: tuple[str, ...], written: str) -> None:
    assert line_text(GAMES["reversi"], line, 1) == written
