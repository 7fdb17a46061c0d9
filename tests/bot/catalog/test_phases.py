"""Phases of games: where they begin, on every board, and that none returns."""

from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from bot.catalog import GAMES
from bot.catalog.phases import Phase, connect4_phase, phases_of, reversi_phase
from engine import Position, connect4
from tests.cases import for_each

BOARDS = [(kind, variant.options) for kind in GAMES.values() for variant in kind.variants]


def random_game(key: str, options: str, seed: int) -> list[Position]:
    rng = random.Random(seed)
    positions = [GAMES[key].start(options)]
    while moves := positions[-1].legal_moves():
        positions.append(positions[-1].play(rng.choice(moves)))
    return positions


@for_each(
    ("empties", "at_start", "phase"),
    [
        (60, 60, Phase.OPENING),
        (41, 60, Phase.OPENING),
        (40, 60, Phase.MIDDLE),
        (21, 60, Phase.MIDDLE),
        (20, 60, Phase.ENDGAME),
        (0, 60, Phase.ENDGAME),
        (22, 32, Phase.OPENING),
        (21, 32, Phase.MIDDLE),
        (10, 32, Phase.ENDGAME),
    ],
)
def test_phases_of_reversi_follow_from_the_empty_squares(empties: int, at_start: int, phase: Phase) -> None:
    assert reversi_phase(empties, at_start) is phase


@for_each(
    ("moves", "phase"),
    [
        ("", Phase.OPENING),
        ("44444411111", Phase.OPENING),  # 11 discs of 42, less than two sevenths
        ("444444111112", Phase.MIDDLE),
        ("445566", Phase.MIDDLE),  # columns 3 and 7 complete a row
        ("25777131474464721417", Phase.MIDDLE),  # 20 discs, fewer than half
        ("257771314744647214174", Phase.ENDGAME),  # and a threat that is out of reach
        ("667723667173521441123454", Phase.MIDDLE),  # the only threat is in reach
        ("4444442222226666661111117777", Phase.ENDGAME),  # 28 discs, two thirds
    ],
)
def test_phases_of_connect_4_follow_from_discs_and_threats(moves: str, phase: Phase) -> None:
    assert connect4_phase(connect4.parse(moves)) is phase


@given(board=st.sampled_from(BOARDS), seed=st.integers(0, 10**6))
def test_a_game_begins_with_the_opening_and_never_returns_to_an_earlier_phase(
    board: tuple[object, str], seed: int
) -> None:
    kind, options = board
    positions = random_game(kind.key, options, seed)  # type: ignore[attr-defined]
    phases = phases_of(kind.judging.phase, positions)  # type: ignore[attr-defined]
    assert phases[0] is Phase.OPENING
    assert list(phases) == sorted(phases)
    assert len(phases) == len(positions)
