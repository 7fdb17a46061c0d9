"""The book of Connect 4 openings: made in pieces, read again, refused when damaged, used by the search."""

from __future__ import annotations

import math
import random
from dataclasses import replace
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

from engine import EngineError, Limits, StopFlag, connect4, search
from engine.connect4.book import (
    Book,
    BookPage,
    Solver,
    key_of,
    packed,
    position_of,
    preference,
    shipped,
    unpacked,
)
from engine.connect4.registration import STYLES
from engine.search.context import SearchContext
from engine.search.registry import Style, default_style
from engine.search.root import Root
from engine.search.tables import TranspositionTable
from engine.search.time_management import iterations
from executors.batch import in_threads
from research.training import connect4_book as training
from research.training.connect4_book import Work, contradictions, positions_after, read_state, verify, write
from tests.cases import for_each, there

#: A start from which everything is quickly solved: the book of the positions up to three plies later.
START = connect4.parse("621437355226522")
PLIES = 3

#: How many positions of 7 × 6 are not over, by ply, mirror images once.
UNFINISHED = [1, 4, 25, 121, 568, 2144, 8231, 27109, 91295, 269531]


def complete(state: Path, stop: StopFlag | None = None, threads: int = 1) -> None:
    """Solves every position of the small book."""
    with in_threads(threads) as crew:
        Work(state, crew, stop or StopFlag(), START, 4).complete(PLIES)


@pytest.fixture(scope="module")
def state(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The solved positions."""
    path = tmp_path_factory.mktemp("book") / "state.txt"
    complete(path)
    return path


@pytest.fixture
def book(state: Path, tmp_path: Path) -> Book:
    """The book made of them."""
    write(state, tmp_path / "small.book", START)
    return unpacked((tmp_path / "small.book").read_bytes())


@pytest.fixture
def book_without_replies(book: Book) -> Book:
    """The book without what follows its last complete ply, where it knows scores but no moves."""
    return Book({ply: page for ply, page in book.pages.items() if ply <= START.ply + PLIES}, book.recipe)


def value_of(solver: Solver, after: connect4.Position) -> int:
    """Return the score of a move for the side that made it."""
    result = after.result()
    return -(solver.score(after) if result is None else result.score)


def test_positions_and_mirror_images_have_one_key() -> None:
    assert [len(positions_after(connect4.start(), plies)) for plies in range(5)] == [1, 4, 25, 121, 568]
    assert key_of(connect4.parse("112")) == key_of(connect4.parse("776"))
    assert key_of(connect4.parse("112")) != key_of(connect4.parse("121"))
    for plies in (0, 1, 4):
        for key, position in positions_after(connect4.start(), plies).items():
            assert position_of(key) in (position, position.mirrored())


def test_mirror_images_have_mirrored_preferences() -> None:
    for position in positions_after(connect4.start(), 4).values():
        preferred = sorted(position.legal_moves(), key=lambda move: preference(position, move))
        image = position.mirrored()
        mirrored = sorted(image.legal_moves(), key=lambda move: preference(image, move))
        assert preferred[0] == "4"
        if image != position:
            assert [8 - int(move) for move in mirrored] == [int(move) for move in preferred]


@pytest.mark.long
def test_every_entry_is_what_the_solver_says_and_others_are_found(book: Book) -> None:
    solver = Solver(4)
    for plies in range(PLIES + 1):
        for position in positions_after(START, plies).values():
            assert book.score(position) == book.score(position.mirrored()) == solver.score(position)
    assert verify(book, 20, 3) == (20, 20)
    assert contradictions(book) == 0
    assert book.recipe["complete_plies"] == PLIES + 1
    assert any(book.score(after) is None for after in positions_after(START, PLIES + 1).values())
    later = next(iter(positions_after(START, PLIES + 2).values()))
    assert book.score(later) is None
    assert book.values(later) == {}
    assert book.score(connect4.start(8, 7)) is None
    # Wrong entries are found.
    scores = np.zeros_like(book.pages[START.ply + 1].scores)
    pages = {**book.pages, START.ply + 1: BookPage(book.pages[START.ply + 1].keys, scores)}
    wrong = Book(pages, book.recipe)
    assert contradictions(wrong) > 0
    tried, right = verify(wrong, len(wrong), 3)
    assert tried - right == np.count_nonzero(book.pages[START.ply + 1].scores)


@pytest.mark.long
def test_in_all_its_positions_it_knows_a_best_move(book: Book, book_without_replies: Book) -> None:
    solver = Solver(4)
    last = positions_after(START, PLIES).values()
    for position in last:
        found = there(book.probe(position))
        assert found.score == value_of(solver, position.play(found.move))
    assert any(book_without_replies.probe(position) is None for position in last)


def test_moves_are_found_for_scores_solved_before(state: Path, tmp_path: Path) -> None:
    last = START.ply + PLIES
    lines = [line for line in state.read_text().splitlines(keepends=True) if int(line.split()[0]) <= last]
    scores = tmp_path / "scores.txt"
    scores.write_text("".join(lines))
    assert len(read_state(scores)) == PLIES + 1
    complete(scores)
    assert read_state(scores) == read_state(state)


@pytest.mark.long
def test_killed_work_resumes(state: Path, tmp_path: Path, stopped: StopFlag) -> None:
    lines = state.read_text().splitlines(keepends=True)
    half = tmp_path / "half.txt"
    half.write_text("".join(lines[:30]) + lines[30][:-4] + "\n")
    assert sum(map(len, read_state(half).values())) == 30
    # Nor does the number of solvers change the book.
    complete(half, threads=3)
    assert read_state(half) == read_state(state)
    none = tmp_path / "none.txt"
    complete(none, stopped)
    assert read_state(none) == {}


def test_work_continues_where_a_book_ends(book: Book, state: Path, tmp_path: Path) -> None:
    begun = tmp_path / "begun.txt"
    assert training.begin_state(begun, book) == len(book)
    assert read_state(begun) == read_state(state)
    with pytest.raises(EngineError, match=r"begun\.txt is there already"):
        training.begin_state(begun, book)


def test_what_follows_is_known_when_work_was_stopped(state: Path, tmp_path: Path, stopped: StopFlag) -> None:
    last, earlier = START.ply + PLIES, START.ply + PLIES - 1
    solved, missing = read_state(state), next(iter(positions_after(START, PLIES)))
    lines = [line for line in state.read_text().splitlines(keepends=True) if line.startswith(f"{last} ")]
    part = tmp_path / "part.txt"
    part.write_text("".join(line for line in lines if line.split()[1] != str(missing)))
    complete(part, stopped)
    found = read_state(part)
    assert missing not in found[last]
    assert 0 < len(found[earlier]) < len(solved[earlier])
    assert found[earlier].items() <= solved[earlier].items()


@pytest.mark.long
@for_each("side", [0, 1])
def test_a_perfect_side_finds_its_moves_against_every_reply(tmp_path: Path, side: int) -> None:
    path = tmp_path / f"state-{side}.txt"
    with in_threads(2) as crew:
        Work(path, crew, StopFlag(), START, 4).perfect(4)
    write(path, tmp_path / "perfect.book", START)
    book = unpacked((tmp_path / "perfect.book").read_bytes())
    assert len(book) < sum(len(positions_after(START, plies)) for plies in range(5))
    style = replace(default_style("connect4"), book=lambda position: book)
    solver, searched = Solver(4), 0
    now = list(positions_after(START, (START.ply + side) % 2).values())
    while now and now[0].ply < START.ply + 4:
        later = []
        for position in now:
            found = there(book.probe(position))
            assert found.score == solver.score(position)
            every = search(position, style=style, within=math.inf)
            assert {candidate.bound for candidate in every.candidates} == {"exact"}
            searched += every.nodes > 0
            after = position.play(found.move)
            assert value_of(solver, after) == found.score
            if after.result() is None:
                replies = [after.play(reply) for reply in after.legal_moves()]
                later += [reply for reply in replies if reply.result() is None]
        now = later
    # The values of the other moves are not all in the book.
    assert searched > 0


def test_a_damaged_book_is_refused(book: Book) -> None:
    content = packed(book.pages, book.recipe)
    draw = random.Random(2)
    for _ in range(20):
        at = draw.randrange(30, len(content))
        broken = content[:at] + bytes([content[at] ^ 1 << draw.randrange(8)]) + content[at + 1 :]
        with pytest.raises(EngineError, match=r"x\.book: the book of Connect 4 openings is damaged"):
            unpacked(broken, "x.book")
    with pytest.raises(EngineError, match="damaged"):
        unpacked(content[:-7])
    with pytest.raises(EngineError, match="not a book"):
        unpacked(b"PK" + content)
    assert unpacked(content).recipe == book.recipe


def test_a_search_takes_its_moves_from_the_book(book: Book) -> None:
    style = replace(default_style("connect4"), book=lambda position: book)
    plain = replace(style, book=None)
    found, searched = search(START, style=style), search(START, style=plain, within=math.inf)
    assert found.nodes == 0
    assert (found.exact, found.score, found.depth) == (True, searched.score, 42 - START.ply)
    values = {candidate.move: candidate.score for candidate in found.candidates}
    assert values == {candidate.move: candidate.score for candidate in searched.candidates}
    assert values[found.move] == max(values.values())
    assert (found.line[0], len(found.line)) == (found.move, PLIES + 1)
    # Limits of depth are kept.
    assert search(START, Limits(depth=3), style=style).nodes > 0


def test_a_search_before_the_book_meets_it_in_its_table(book_without_replies: Book) -> None:
    book = book_without_replies
    style = replace(default_style("connect4"), book=lambda position: book)
    before = connect4.parse(str(START)[:-1])
    # Of the last ones the book knows only the score, and the search finds the move by it.
    last = [position for position in positions_after(START, PLIES).values() if book.probe(position) is None]
    assert len(last) > 5
    nodes = plain_nodes = 0
    for position in (before, *last[:10]):
        found, plain = (
            search(position, Limits(seconds=60), style=one, table=TranspositionTable(4))
            for one in (style, replace(style, book=None))
        )
        assert (found.exact, found.score) == (plain.exact, plain.score)
        assert value_of(Solver(1), position.play(found.move)) == found.score
        nodes, plain_nodes = nodes + found.nodes, plain_nodes + plain.nodes
    assert nodes < plain_nodes


def proved(
    position: connect4.Position,
    style: Style,
    book: Book | None = None,
    known: int | None = None,
    least: int | None = None,
) -> Root:
    """Search until the score is proved, by what is known of it."""
    context = SearchContext(TranspositionTable(4))
    if book is not None:
        book.fill(context, position)
    root = Root(position, style, context, known=known, least=least)
    for iteration in iterations(position, style, None):
        if not root.proved:
            root.search(iteration)
    return root


def test_where_the_score_is_known_only_a_move_is_looked_for(book_without_replies: Book) -> None:
    book = book_without_replies
    style = replace(default_style("connect4"), book=lambda position: book)
    nodes = {True: 0, False: 0}
    for position in [one for one in positions_after(START, PLIES).values() if book.probe(one) is None][:30]:
        score = book.score(position)
        for given in nodes:
            root = proved(position, style, book, known=score if given else None)
            nodes[given] += root.context.nodes
            found = root.result()
            assert (found.exact, found.score, found.candidates[0].bound) == (True, score, "exact")
            if given:
                assert {candidate.bound for candidate in found.candidates[1:]} <= {"at most"}
            assert value_of(Solver(1), position.play(found.move)) == score
    assert nodes[True] < nodes[False]


def test_right_behind_the_book_positions_before_bound_the_score(book_without_replies: Book) -> None:
    book, solver = book_without_replies, Solver(4)
    behind = list(positions_after(START, PLIES + 1).values())
    above = set()
    for position in behind[::3]:
        least = there(book.least(position))
        assert book.least(position.mirrored()) == least
        above.add(solver.score(position) - least)
    assert min(above) == 0 < max(above)
    assert book.least(next(iter(positions_after(START, PLIES + 2).values()))) is None
    assert book.least(connect4.start(8, 7)) is None


@pytest.mark.long
@for_each("name", ["threats", "win-or-lose"])
def test_a_search_begins_at_the_least_score(book_without_replies: Book, name: str) -> None:
    book = book_without_replies
    (style,) = (style for style in STYLES if style.name == name)
    nodes, solver = {True: 0, False: 0}, Solver(4)
    for position in list(positions_after(START, PLIES + 1).values())[::9]:
        for given in nodes:
            root = proved(position, style, least=book.least(position) if given else None)
            nodes[given] += root.context.nodes
            found, score = root.result(), solver.score(position)
            reached = value_of(solver, position.play(found.move))
            if name == "threats":
                assert (found.exact, found.score, reached) == (True, score, score)
            else:
                assert np.sign(reached) == np.sign(score) == np.sign(found.score)
    assert nodes[True] < nodes[False]


def test_the_program_has_a_book_with_the_values_of_the_first_moves() -> None:
    book = shipped()
    assert book.values(connect4.start()) == {
        "4": 1, "3": 0, "5": 0, "2": -1, "6": -1, "1": -2, "7": -2,
    }  # fmt: skip
    first = search(connect4.start())
    assert (first.move, first.score, first.exact, first.nodes) == ("4", 1, True, 0)


def test_a_walk_through_the_tree_meets_all_positions() -> None:
    met = [len(positions) for positions in islice(training.plies_from(connect4.start()), 6)]
    assert met == UNFINISHED[:6]


@pytest.mark.long
def test_the_programs_book_has_all_positions_of_the_first_plies_with_a_best_move() -> None:
    book = shipped()
    complete = book.recipe["complete_plies"]
    assert complete == len(UNFINISHED)
    assert [len(book.pages[ply].keys) for ply in range(complete)] == UNFINISHED
    for ply in range(complete - 1):
        page = book.pages[ply]
        # Later there are too many to look at all of them here; `verify` does.
        for key in page.keys[:: 1 if ply < 5 else 200]:
            position = position_of(int(key))
            following = [book.score(position.play(move)) for move in position.legal_moves()]
            assert page.score(int(key)) == max(-score for score in following if score is not None)
            assert None not in following

    last = book.pages[book.recipe["complete_plies"] - 1]
    for key in last.keys[::1000]:
        position = position_of(int(key))
        found = there(book.probe(position))
        after = position.play(found.move)
        end = after.result()
        reached = there(book.score(after) if end is None else end.score)
        assert found.score == last.score(int(key)) == -reached


@pytest.mark.long
@for_each("side", [0, 1])
def test_a_player_by_the_book_never_gives_anything_away_in_its_first_moves(side: int) -> None:
    book, now = shipped(), positions_after(connect4.start(), side)
    for ply in range(side, 5, 2):
        later: dict[int, connect4.Position] = {}
        for position in now.values():
            found = there(book.probe(position))
            assert found.exact
            assert found.score > 0 or side == 1
            after = position.play(found.move)
            assert -(book.score(after) or 0) == found.score
            for reply in after.legal_moves():
                next_one = after.play(reply)
                if next_one.result() is None:
                    later.setdefault(key_of(next_one), next_one)
        assert len(later) > len(now)
        now = later
        assert next(iter(now.values())).ply == ply + 2
