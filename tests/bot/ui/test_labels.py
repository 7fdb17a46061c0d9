"""Levels, reasons, values of moves, names that are cut or in pictures, documented examples."""

from __future__ import annotations

import doctest
import math
import random
import sys
from collections.abc import Callable
from dataclasses import replace
from itertools import product
from types import ModuleType

import pytest

import bot.core.background
import bot.core.paging
import bot.ui.component_ids
import bot.ui.components
import data.db.rows
from bot.catalog import GAMES
from bot.core.people import Names
from bot.ui.candidates import candidate_lines, move_value, move_values, value_words
from bot.ui.layout import MAX_ALT, picture
from bot.ui.opponent_words import LEVELS, level_line, suggested_line, suits_you
from bot.ui.options import MAX_CHOICES
from bot.ui.pictures import picture_names
from bot.ui.reason_words import reason_text
from bot.ui.threads import MAX_NAME, thread_name
from bot.ui.untrusted import shortened
from data import Storage
from data.games.records import Seat
from engine import Candidate, Limits, Position, SearchResult, connect4, reversi, search
from engine.connect4 import start
from engine.connect4.book import Solver
from engine.reasons import Reason, kinds
from engine.search.listing import list_moves
from engine.search.results import Final, Proved
from executors.executor import Conditions
from executors.tasks import ListMoves
from languages import LANGUAGES, Language, speaking
from renderers import connect4 as connect4_boards
from renderers import strip, writing
from renderers.themes import Look
from tests.bot.helpers import REVERSI, spied
from tests.cases import for_each
from tests.data.playing import against_computer
from tests.engine.reasons import test_connect4_reasons, test_reversi_reasons


def test_what_is_cut_says_so() -> None:
    (item,) = picture("x.png", "a" * 2000).items
    assert item.description == "a" * (MAX_ALT - 1) + "…"
    name = thread_name(GAMES["reversi"], ("a" * 60, "b" * 60))
    assert (len(name), name[-1]) == (MAX_NAME, "…")
    # Marks of right-to-left text count, too.
    assert shortened("م" * 200)[-2] == "…"
    assert len(shortened("م" * 200)) == 100


async def test_the_name_of_a_level_is_whole(storage: Storage) -> None:
    names = Names(storage)
    game = await storage.create_game(against_computer())
    for language, level in product(LANGUAGES.values(), GAMES["reversi"].levels):
        seats = (Seat(None, level), Seat(None, level))
        with speaking(language):
            first, _ = await picture_names(names, replace(game, seats=seats), None)
            assert strip.has_room(first), (language.code, level)


@pytest.mark.long
def test_a_name_without_a_score_has_two_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    cut = spied(monkeypatch, writing, "shortened")
    writing.fit.cache_clear()
    grid = start()
    connect4_boards.draw(
        grid, names=("Flipfour (beginner)", "Flipfour (principiante)"), look=Look(turned=True)
    )
    assert cut == []
    connect4_boards.draw(grid, names=("W" * 40, "M" * 40), look=Look(turned=True))
    assert [text for text, *_ in cut] == ["W" * 40, "M" * 40]


SHIPPED = ("reversi", "connect4")


def test_a_level_is_told_in_one_line_by_the_players_it_is_like() -> None:
    assert level_line(REVERSI, "hard") == (
        f"hard · level 6 of 19 · casual club player · rating {REVERSI.levels['hard'].rating}"
    )
    assert " · like an occasional player · " in level_line(REVERSI, "easy")
    assert " · like someone who plays often · " in level_line(REVERSI, "medium")


@for_each("line", [suits_you, suggested_line])
@for_each("game", SHIPPED)
def test_the_longest_line_fits_into_100_characters(game: str, line: Callable[[str], str]) -> None:
    kind = GAMES[game]
    assert max(len(line(level_line(kind, level))) for level in kind.levels) <= 100


@for_each("game", SHIPPED)
def test_every_level_has_a_description_of_its_own(game: str) -> None:
    assert list(LEVELS[game]) == list(GAMES[game].levels)
    assert len(set(LEVELS[game].values())) == len(GAMES[game].levels) <= MAX_CHOICES


REASONS = [
    *(example[-1] for example in test_reversi_reasons.EXAMPLES),
    *(example[-1] for example in test_connect4_reasons.EXAMPLES),
]


def said(reason: Reason) -> str:
    """The sentence on a move of the first side."""
    if type(reason) in {type(example[-1]) for example in test_connect4_reasons.EXAMPLES}:
        return reason_text(GAMES["connect4"], connect4.start(), reason, "6")
    return reason_text(GAMES["reversi"], reversi.start(), reason, "d3")


@for_each(
    ("reason", "sentence"),
    (kinds.GivesCorner("a1"), "It gives White the corner a1."),
    (
        kinds.GivesCornerSoon("a2", "a1"),
        "It gives White the corner a1 in two moves: after a2, Black can't prevent it.",
    ),
    (
        kinds.GivesUpAccess(9, 2, 4, 7),
        "It gives up mobility. Moves available after it: White 9, Black 2; after d3: White 4, Black 7.",
    ),
    (kinds.ShutsIn("c2", 1, 4), "After White's c2, Black has only 1 move; after d3 there are at least 4"),
    (kinds.ShutsIn("c2", 2, 5), "After White's c2, Black has only 2 moves; after d3 there are at least 5"),
    (kinds.ExposesEdge("h1", 5), "It exposes an edge: White's h1 flips 5 discs of Black's there."),
    (
        kinds.OddRegion(("a1",)),
        "It leaves White the single empty square a1; after d3, every region of empty squares ",
    ),
    (kinds.OpensSquares(("b2", "c1", "c2")), "It opens 3 more squares to White: b2, c1, c2."),
    (kinds.ForcesPass(), "It leaves White without a move, so Black plays twice in a row."),
    (kinds.FewReplies(1), "It leaves White only 1 move."),
    (kinds.IgnoresThreat("4"), "It doesn't stop Yellow, who can complete a row with column 4."),
    (
        kinds.AllowsForcedWin(("4", "5", "3")),
        "Yellow can then win with 2 more discs, each a threat: 🟡 4, 🔴 5, 🟡 3.",
    ),
    (kinds.ForcesWin(("4",)), "It wins by force with 1 disc, each a threat: 🔴 4."),
    (
        kinds.AllowsThreat("2", ("1",)),
        "With column 2, Yellow gets a threat in column 1; after column 6, no answer would make a new",
    ),
    (kinds.OnlyMove(wins=False), "Only this move keeps the draw."),
)
def test_a_reason_is_told_of_colours(reason: Reason, sentence: str) -> None:
    assert said(reason).startswith(sentence)


@for_each("language", LANGUAGES.values())
def test_every_kind_has_a_sentence(language: Language) -> None:
    with speaking(language):
        sentences = {type(reason): said(reason) for reason in REASONS}
    assert all(sentences.values())
    assert len(set(sentences.values())) == len(sentences)


@pytest.mark.parametrize(
    "module", [bot.core.paging, bot.core.background, bot.ui.component_ids, bot.ui.components, data.db.rows]
)
def test_examples_of_the_kernel_hold(module: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    # Kinds of components in examples must not count as the bot's.
    monkeypatch.setitem(sys.modules, "examples", module)
    failed, tried = doctest.testmod(module, extraglobs={"__name__": "examples"})
    assert not failed
    assert tried


KIND = GAMES["connect4"]
POSITIONS = 80
START_VALUES = (("d3", 0.4), ("c4", 0.41), ("f5", 0.4), ("e6", -0.1))
PLIES = range(12, 39)
"""Before that a position takes seconds to solve; there the book has the values."""


def random_position(seed: int) -> Position:
    """A position from random moves; neighbouring seeds have different numbers of plies."""
    rng = random.Random(seed)
    while True:
        position: Position = connect4.start()
        for _ in range(PLIES[seed % len(PLIES)]):
            if position.result() is None:
                position = position.play(rng.choice(position.legal_moves()))
        if position.result() is None:
            return position


def solved(solver: Solver, position: Position, move: str) -> int:
    """Return the value of a move under best play, by the rules and the solver alone."""
    after = position.play(move)
    result = after.result()
    assert isinstance(after, connect4.Position)
    return -(solver.score(after) if result is None else result.score)


@pytest.mark.long
def test_every_listed_value_of_connect4_positions_is_the_solvers() -> None:
    solver, early = Solver(16.0), 0
    for seed in range(POSITIONS):
        position = random_position(seed)
        found = ListMoves(position, 60.0).run(Conditions(60.0))
        assert {candidate.move for candidate in found.candidates} == set(position.legal_moves())
        values = {move: solved(solver, position, move) for move in position.legal_moves()}
        for candidate in found.candidates:
            value = values[candidate.move]
            assert value_words(KIND, position, found, candidate) == KIND.proved(position, value), position
            label = KIND.value_label(position, value, exact=True)
            assert move_values(KIND, position, found)[candidate.move][0] == label
        assert [values[candidate.move] for candidate in found.candidates] == sorted(
            values.values(), reverse=True
        )
        # Where the best move wins at once, a search knows it before it has looked at the others.
        early += search(position, Limits(depth=2)).exact
    assert early > POSITIONS / 4


def test_the_alternatives_to_a_win_in_one_are_proved() -> None:
    position = connect4.parse("776646633422")
    found = list_moves(position)
    lines = candidate_lines(KIND, position, found, 0)
    assert lines[0].startswith("1. **5** a win in 1 move")
    assert not [line for line in lines if "draw" in line]
    assert found.all_proved
    assert [(each.move, each.winner) for each in found.candidates[:3]] == [("5", 1), ("4", 1), ("3", -1)]
    assert all(each.winner < 0 for each in found.candidates[2:])


def test_moves_of_one_value_share_a_line() -> None:
    # By symmetry, all moves of the start are equally good.
    position = GAMES["reversi"].start("")
    candidates = tuple(Candidate(move, score, "exact", "c3") for move, score in START_VALUES)
    found = SearchResult("d3", 0.4, 4, 100, 0.1, False, ("d3",), candidates)
    assert candidate_lines(GAMES["reversi"], position, found, 0) == [
        "1. **d3**, **c4**, **f5** +0.4",
        "4. **e6** −0.1 · then c3",
    ]


def test_unsearched_and_bounded_moves_say_so() -> None:
    position = connect4.parse("776646633422")
    found = search(position, within=math.inf)
    assert found.exact
    words = {each.move: value_words(KIND, position, found, each) for each in found.candidates}
    figures = dict(move_values(KIND, position, found))
    assert (words.pop("5"), figures.pop("5")) == ("a win in 1 move", ("win in 1", 1.0))
    assert (set(words.values()), set(figures.values())) == ({"not analysed"}, {("?", 0.5)})
    best, other = Candidate("5", Proved(15), "exact"), Candidate("4", Proved(15), "at most")
    found = SearchResult("5", Proved(15), 1, 1, 0.0, exact=True, line=("5",), candidates=(best, other))
    assert [value_words(KIND, position, found, one) for one in (best, other)] == [
        "a win in 1 move",
        "no better",
    ]
    assert move_value(KIND, position, found, other) == "?"


@for_each(
    ("candidate", "words", "figures"),
    (Candidate("4", 0.02, "exact"), "+2.0", "+2"),
    (Candidate("4", 18.0, "exact"), "+18.0", "+18"),
    (Candidate("4", 0.02, "at most"), "at most +2.0", "≤+2"),
    (Candidate("4", Proved(0), "at most"), "at most a draw", "≤0"),
    (Candidate("4", Proved(0), "at least"), "at least a draw", "≥0"),
    (Candidate("4", Proved(0), "exact"), "a draw", "draw"),
    (Candidate("4", Final(18), "exact"), "a win in sight", "win?"),
    (Candidate("4", Final(-18), "exact"), "a loss in sight", "loss?"),
)
def test_words_and_figures_say_what_a_value_is(candidate: Candidate, words: str, figures: str) -> None:
    position = connect4.start()
    found = SearchResult("4", 0.0, 4, 1, 0.0, exact=False, line=("4",), candidates=(candidate,))
    assert value_words(KIND, position, found, candidate) == words
    assert move_value(KIND, position, found, candidate) == figures
