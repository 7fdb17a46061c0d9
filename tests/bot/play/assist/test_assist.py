"""Help in games: fair play, hints, pointers, words."""

from __future__ import annotations

import asyncio
import threading
from dataclasses import replace
from random import Random

import pytest

from bot.catalog import GAMES, Diagram, GameKind
from bot.computer.pool import SearchPool
from bot.core.people import Place
from bot.core.snapshot import GameSnapshot
from bot.play.assist import hints as fair_play
from bot.play.assist.hints import (
    FairPlay,
    Hints,
    Idea,
    VotingRights,
    idea_of,
    in_reach,
    moves_to_look_at,
    part_of_board,
)
from bot.play.assist.ui import move_values_view
from bot.play.assist.words import LOOK_AT, hints_text
from bot.play.assist.words import move as move_text
from bot.play.games.challenges import Challenges
from bot.play.games.handover import needs_consent
from bot.play.games.referee import Referee
from bot.play.games.refusals import NotYourTurn
from bot.settings.settings import Settings
from bot.study.analyses import read_position
from bot.ui.candidates import MAX_TEXT, move_values
from data import Storage
from data.games.records import QuestionKind
from engine import Candidate, Position, SearchResult, StopFlag, connect4, reversi
from engine.search.results import Estimate, Proved
from tests.bot.helpers import (
    ANN,
    BLACK_PASSES_AFTER,
    BLACK_WIPES_OUT,
    REVERSI,
    SEARCHED,
    agreed,
    begin,
    computer_game,
    kit_of,
    line,
)
from tests.cases import for_each, there
from tests.data.playing import against_computer

PLAYED = "f5d6c3d3c4"


NEAR = [
    *(PLAYED, PLAYED + "f4", PLAYED + "f4c5", PLAYED + "f4c5b3", PLAYED[:-2]),
    "e6f4c3c4d3",  # mirrored
    "c4e3f6e6f5",  # turned
    "f5d6c4d3c3",  # in another order
]
OTHERS = [PLAYED + "f4c5b3c2", PLAYED[:-4], "f5d6c3d3c5", "f5f6e6f4g5", "6x6:c2d2", "f5f6e6f4e3c5"]


def test_the_position_itself_and_what_is_near_is_in_reach() -> None:
    kind, played = GAMES["reversi"], read_position(PLAYED).position
    assert [text for text in NEAR + OTHERS if in_reach(kind, read_position(text).position, played)] == NEAR


def test_only_grids_mirrored_and_passes_are_the_same() -> None:
    played = read_position("4455").position
    texts = ("4433", "44556", "4466")
    found = [in_reach(CONNECT4, read_position(text).position, played) for text in texts]
    assert found == [True, True, False]
    stuck = "O-XXXXXOOOXXXXXXOOXXXXXXOOXXXXXXOOXXXXXXOOXXXXXXOOXXXXXXOOXXXXXX"
    before, after = (REVERSI.set_up("", f"{stuck}{side}") for side in "XO")
    assert in_reach(REVERSI, after, before)
    assert in_reach(REVERSI, after.play("b1"), before)


class InNoServer:
    async def may_vote(self, place: Place, user_id: int) -> bool:
        return False


async def test_games_are_compared_in_threads(storage: Storage, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game on a large grid takes milliseconds."""
    threads: list[threading.Thread] = []

    def seen(*_: object) -> bool:
        threads.append(threading.current_thread())
        return False

    for name in ("in_reach", "is_same"):
        monkeypatch.setattr(fair_play, name, seen)
    monkeypatch.setattr(fair_play, "is_protected", lambda snapshot: True)
    monkeypatch.setattr(fair_play, "BOOK_MOVES", 0)
    await storage.create_game(against_computer(ANN.id))
    checks = kit_of(storage, features={VotingRights: InNoServer()})[FairPlay]
    position = read_position(PLAYED).position
    await checks.require_fair(REVERSI, position, ANN, 0)
    await checks.require_fair_game(REVERSI, [position], ANN, 0)
    assert len(threads) == 2
    assert threading.main_thread() not in threads


@pytest.fixture
def pool() -> SearchPool:
    return SearchPool(1, 10.0)


@pytest.fixture
def hints(storage: Storage, pool: SearchPool) -> Hints:
    return Hints(kit_of(storage, pool=pool, settings=Settings(move_seconds=0.2)))


async def test_asking_unrates_the_game_once(hints: Hints, referee: Referee, challenges: Challenges) -> None:
    snapshot = await computer_game(challenges)
    assert snapshot.game.rated
    asked = await hints.ask(snapshot.game.id, 0, ANN)
    assert (asked.game.rated, asked.game.asked) == (False, True)
    assert (await hints.ask(snapshot.game.id, 0, ANN)).game == asked.game
    await referee.move(snapshot.game.id, ANN, 0, "d3")
    with pytest.raises(NotYourTurn):
        await hints.ask(snapshot.game.id, 0, ANN)


async def test_between_people_both_agree(storage: Storage, hints: Hints, challenges: Challenges) -> None:
    snapshot = await begin(challenges)
    assert needs_consent(snapshot)
    with pytest.raises(ValueError, match="has to agree"):
        await hints.ask(snapshot.game.id, 0, ANN)
    shown = await agreed(storage, snapshot.game, ANN, QuestionKind.THINKING)
    assert (shown.game.rated, needs_consent(shown)) == (False, False)
    assert (await hints.ask(snapshot.game.id, 0, ANN)).game.asked


async def test_every_move_has_a_value(hints: Hints, challenges: Challenges) -> None:
    snapshot = await computer_game(challenges)
    found = await hints.think(snapshot, ANN)
    assert {candidate.move for candidate in found.candidates} == set(snapshot.position.legal_moves())


async def test_a_hint_yields_to_a_game(hints: Hints, challenges: Challenges, pool: SearchPool) -> None:
    """The only worker is taken: the search ends with what it has found so far."""
    snapshot = await computer_game(challenges)
    asked = asyncio.create_task(hints.think(snapshot, ANN))
    await asyncio.sleep(0)

    def quick(seconds: float, stop: StopFlag) -> str:
        return "moved"

    assert await pool.think(quick) == "moved"
    assert (await asked).move in snapshot.position.legal_moves()


CONNECT4 = GAMES["connect4"]
ESTIMATE = SearchResult("", 0.0, 9, 1, 0.0, exact=False, line=(), candidates=())


def found(*candidates: tuple[str, float], exact: bool = False) -> SearchResult:
    kind = Proved if exact else Estimate
    listed = tuple(Candidate(move, kind(score), "exact") for move, score in candidates)
    return replace(ESTIMATE, move=listed[0].move, score=listed[0].score, exact=exact, candidates=listed)


def half_proved(*candidates: tuple[str, float]) -> SearchResult:
    """Return a proof of the best move with only estimates of the others."""
    whole = found(*candidates, exact=True)
    return replace(whole, candidates=(whole.candidates[0], *found(*candidates[1:]).candidates))


@for_each(
    ("kind", "position", "best", "idea"),
    (CONNECT4, connect4.parse("112233"), found(("4", 18.0), ("5", 0.0)), Idea.WINS),
    (CONNECT4, connect4.parse("11223"), found(("4", 1.0), ("5", -18.0)), Idea.STOPS),
    (CONNECT4, connect4.start(), found(("4", 1.0), ("3", 0.0), exact=True), Idea.KEEPS),
    (CONNECT4, connect4.start(), found(("4", 1.0), ("3", 0.0)), Idea.CHOICE),
    (CONNECT4, connect4.start(), found(("4", 2.0), ("3", 1.0), exact=True), Idea.CHOICE),
    (CONNECT4, connect4.start(), half_proved(("4", 1.0), ("3", 0.0)), Idea.CHOICE),
    (CONNECT4, connect4.start(), found(("4", 1.0), ("3", 1.0), exact=True), Idea.EQUAL),
    (REVERSI, reversi.start(), found(("d3", -0.11), ("c4", -0.14), ("f5", -1.0)), Idea.EQUAL),
    (REVERSI, reversi.start(), found(("d3", 0.0), ("c4", -0.1)), Idea.CHOICE),
)
def test_an_idea_of_the_best(kind: GameKind, position: Position, best: SearchResult, idea: Idea) -> None:
    assert idea_of(kind, position, best) is idea


def test_an_idea_needs_a_sure_reason() -> None:
    win, estimate = Candidate("4", Proved(1), "exact"), Candidate("3", -0.2, "at most")
    early = replace(ESTIMATE, move="4", score=Proved(1), exact=True, candidates=(win, estimate))
    assert idea_of(CONNECT4, connect4.start(), early) is Idea.CHOICE
    draw = Candidate("3", Proved(0), "at most")
    assert idea_of(CONNECT4, connect4.start(), replace(early, candidates=(win, draw))) is Idea.KEEPS
    best, second = Candidate("d3", 0.5, "exact"), Candidate("c4", 0.5, "at most")
    unsure = replace(ESTIMATE, move="d3", candidates=(best, second))
    assert idea_of(REVERSI, reversi.start(), unsure) is Idea.CHOICE


def test_ideas_of_forced_moves() -> None:
    for game, value, idea in (
        (BLACK_PASSES_AFTER, 1.0, Idea.FEW_REPLIES),
        (BLACK_WIPES_OUT, 64.0, Idea.WINS),
    ):
        *moves, best = game
        position = line(reversi.start(), moves)[-1]
        others = ((move, 0.0) for move in position.legal_moves() if move != best)
        assert idea_of(REVERSI, position, found((best, value), *others)) is idea
    rng = Random(1)
    one: Position = connect4.start(columns=4, rows=4)
    while len(only := one.legal_moves()) != 1:
        one = one.play(rng.choice(only)) if only else connect4.start(columns=4, rows=4)
    assert idea_of(CONNECT4, one, found((only[0], 0.0))) is Idea.ONLY
    assert moves_to_look_at(CONNECT4, one, only[0]) == only


@for_each(
    ("best", "looked_at", "part"),
    ("1", ("1", "2", "3", "4"), (-1, 0)),
    ("7", ("4", "5", "6", "7"), (1, 0)),
    ("4", None, (0, 0)),
)
def test_moves_near_the_best_are_named(
    best: str, looked_at: tuple[str, ...] | None, part: tuple[int, int]
) -> None:
    start = connect4.start()
    moves = moves_to_look_at(CONNECT4, start, best)
    assert best in moves
    assert len(moves) == 4
    assert looked_at in (None, moves)
    assert part_of_board(CONNECT4, start, moves) == part


def test_places_of_reversi_are_those_of_the_squares() -> None:
    start = reversi.start()
    assert part_of_board(REVERSI, start, ("a1",)) == (-1, -1)
    assert part_of_board(REVERSI, start, ("h1", "h2")) == (1, -1)
    assert part_of_board(REVERSI, start, ("d8", "e8")) == (0, 1)
    assert moves_to_look_at(REVERSI, start, "d3") == tuple(start.legal_moves())


NAMES = ("Ann", "Flipfour (easy)")


@pytest.fixture
async def game(challenges: Challenges) -> GameSnapshot:
    return await computer_game(challenges)


async def test_moves_have_quality_and_a_picture(game: GameSnapshot) -> None:
    def values(*moves: Candidate, exact: bool = False) -> object:
        return move_values(game.kind, game.position, replace(SEARCHED, candidates=moves, exact=exact))

    listed = Candidate("d3", 4.0, "exact"), Candidate("c4", 1.0, "at most"), Candidate("e6", -2.0, "exact")
    assert values(*listed) == {"d3": ("+4.0", 1.0), "c4": ("≤+1.0", 0.5), "e6": ("−2.0", 0.0)}
    proved = Candidate("d3", Proved(2), "exact"), Candidate("c4", Proved(2), "exact")
    assert values(*proved, exact=True) == {"d3": ("+2", 1.0), "c4": ("+2", 1.0)}
    nothing = replace(SEARCHED, candidates=())
    assert (await move_values_view(game, nothing, NAMES)).files == []
    found = replace(SEARCHED, candidates=(Candidate("d3", 2.0, "exact"),))
    (file,) = (await move_values_view(game, found, NAMES)).files
    assert file.filename == f"hints-{game.game.id}-0.png"
    told = move_values(game.kind, game.position, found)
    assert file.fp.read() == REVERSI.draw(Diagram(game.position, hints=True, names=NAMES, values=told))


async def test_hints_tell_values_answers_and_certainty_in_a_message(game: GameSnapshot) -> None:
    *_, first, second, expected = hints_text(game, SEARCHED).splitlines()
    assert "**d3** +1.0" in first
    assert first.endswith("c3")
    assert "**c4**" in second
    assert "+0.5" in second
    assert expected.endswith("d3 c3")
    changed_its_mind = replace(SEARCHED, move="c4", line=("c4", "c3"))
    assert "c4 c3" not in hints_text(game, changed_its_mind)
    nothing = replace(SEARCHED, depth=0, line=("d3",), candidates=())
    assert len(hints_text(game, nothing).splitlines()) == 1
    many = tuple(Candidate(f"move{number}", 1.0, "at most", "a1") for number in range(200))
    text = hints_text(game, replace(SEARCHED, candidates=many))
    shown = text.count("**move")
    assert len(text) < MAX_TEXT + 100
    assert str(200 - shown) in text.splitlines()[-1]
    proved = replace(SEARCHED, exact=True)
    assert REVERSI.proved(game.position, 1) in hints_text(game, proved).splitlines()[1]
    _, how, *_ = hints_text(game, replace(SEARCHED, certainty=0.9545)).splitlines()
    assert how == "Searched to the end of the game, 95% certain: the higher, the better for you."


@for_each(
    ("certainty", "outcome", "told"),
    (0.95, 1, ", 95% certain: the higher, the better for you. Proved: you can win."),
    (0.95, -1, ", 95% certain: the higher, the better for you. Proved: you lose with best play."),
    (None, 0, ": the higher, the better for you. Proved: a draw."),
)
async def test_proofs_are_named(game: GameSnapshot, certainty: float | None, outcome: int, told: str) -> None:
    found = replace(SEARCHED, certainty=certainty, outcome=outcome)
    _, how, *_ = hints_text(game, found).splitlines()
    assert how == f"Searched to the end of the game{told}"
    *_, hint = move_text(game, found).splitlines()
    assert hint == f"I value it at +1.0: an estimate, 9 moves deep. {told.split('. ')[1]}"


def test_a_part_of_the_board_with_empty_rows_beyond_it_is_called_no_edge() -> None:
    part = there(part_of_board(REVERSI, REVERSI.start(""), ("c6", "d6", "e6", "f6")))
    assert "the lower part" in LOOK_AT[part]
    assert not [text for text in LOOK_AT.values() if "edge" in text]
