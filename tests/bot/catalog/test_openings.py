"""Openings: names, formulas, phases and what is proved of them."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.catalog import GAMES, board_label, chosen_board
from bot.catalog import judging as formulas
from bot.catalog.judging import Choice, Phase, connect4_phase, phases_of, reversi_phase
from bot.catalog.reversi import NAMES
from bot.events.matches.strength import openings_of
from bot.play.games.challenges import Challenges, Terms
from bot.play.games.referee import Referee
from engine import Limits, Position, connect4, reversi, search, transcripts
from engine.players.matches import balanced_openings
from engine.search.results import Estimate, Proved
from tests.bot.helpers import ANN, BOB, PLACE, REVERSI, begin, computer_game, line, play_out
from tests.cases import for_each, there

LINES = [
    tuple(line.split("\t"))
    for line in NAMES.read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
]


def after(moves: Sequence[str], start: reversi.Position | None = None) -> reversi.Position:
    *_, position = line(start or reversi.start(), moves)
    assert isinstance(position, reversi.Position)
    return position


def forms(moves: Sequence[str]) -> list[list[str]]:
    """Return a line on the board turned and mirrored."""
    numbers = [("abcdefgh".index(move[0]), int(move[1]) - 1) for move in moves]
    turned = [(7 - x, 7 - y) for x, y in numbers]
    found = [numbers, turned, [(y, x) for x, y in numbers], [(y, x) for x, y in turned]]
    return [["abcdefgh"[x] + str(y + 1) for x, y in form] for form in found]


@for_each(("name", "moves"), LINES)
def test_every_opening_is_found_in_its_four_forms(name: str, moves: str) -> None:
    assert {REVERSI.opening_name(after(form)) for form in forms(transcripts.moves(moves))} == {name}


def test_openings_end_in_different_positions_and_take_any_order() -> None:
    assert len(LINES) == 95
    ends = [min(str(after(form)) for form in forms(transcripts.moves(moves))) for _, moves in LINES]
    assert len(set(ends)) == len(LINES)
    orders = ("f5f6e6f4e3d6", "f5f4e3f6e6d6", "f5f4e3d6e6f6")
    assert {REVERSI.opening_name(after(transcripts.moves(order))) for order in orders} == {"Chimney"}
    assert REVERSI.opening_name(reversi.start()) is None
    assert REVERSI.opening_name(after(("f5", "f6"), reversi.start(anti=True))) is None
    assert REVERSI.opening_name(reversi.start(6)) is None
    assert GAMES["connect4"].opening_name(connect4.parse("44")) is None


async def test_a_game_keeps_the_name_of_its_last_opening(challenges: Challenges, referee: Referee) -> None:
    snapshot, names = await begin(challenges), []
    for move in transcripts.moves("f5d6c3d3c4f4f6f3e3d2"):
        snapshot = await play_out(referee, snapshot, (move,))
        names.append(snapshot.opening)
    assert names[:2] == [None, "Perpendicular Opening"]
    assert names[4:] == ["Tiger", "Tiger", "Stephenson", "Comp'Oth", "Lightning bolt", "Lightning bolt"]


def test_only_a_drawn_opening_is_left_to_chance() -> None:
    drawn = REVERSI.drawn("xot", random.Random(1))
    assert REVERSI.start(drawn) in balanced_openings(reversi.start())
    assert len(REVERSI.opening_moves(drawn)) == 8
    assert chosen_board(drawn) == "xot"
    assert board_label(REVERSI, drawn) == "8x8, XOT: eight moves chosen at random"
    for kind in GAMES.values():
        for variant in kind.variants:
            if variant.options != "xot":
                assert kind.drawn(variant.options, random.Random(1)) == variant.options
                assert kind.opening_moves(variant.options) == ()


async def test_a_drawn_opening_is_stored_kept_and_another_in_a_rematch(
    challenges: Challenges, referee: Referee
) -> None:
    begun = await computer_game(challenges, board="xot")
    assert begun.position in balanced_openings(reversi.start())
    assert (await referee.snapshot(begun.game.id)).position == begun.position
    assert not begun.game.rated
    await referee.resign(begun.game.id, ANN)
    again, _ = await challenges.rematch(begun.game.id, ANN)
    assert again.position in balanced_openings(reversi.start())
    assert again.position != begun.position
    assert again.game.options.startswith("xot:")
    offer = await challenges.challenge(REVERSI, PLACE, ANN, None, "first", "xot")
    changed = await challenges.change_offer(
        offer.game.id, ANN, lambda terms: Terms("second", terms.options, terms.time)
    )
    begun = await challenges.accept(offer.game.id, BOB)
    assert (changed.game.options, begun.position) == (offer.game.options, offer.position)


def test_a_strength_test_begins_every_pair_of_games_with_another_drawn_opening() -> None:
    drawn = list(islice(openings_of(REVERSI, "xot", random.Random(3)), 5))
    assert len(set(drawn)) == 5
    assert set(drawn) <= set(balanced_openings(reversi.start()))
    assert drawn == list(islice(openings_of(REVERSI, "xot", random.Random(3)), 5))


@for_each(("empties", "expected"), (60, 0.603), (24, 0.603), (16, 0.609), (12, 0.651), (8, 0.738), (4, 0.955))
def test_a_lead_of_four_discs_is_worth_more_with_fewer_empties(empties: int, expected: float) -> None:
    assert formulas.disc_expectancy(4, empties) == pytest.approx(expected, abs=0.0006)
    assert formulas.disc_expectancy(-4, empties) == pytest.approx(1 - expected, abs=0.0006)
    assert formulas.disc_expectancy(0, empties) == 0.5


@for_each(("discs", "expected"), [(0.5, 1.0), (2, 1.0), (0, 0.5), (-2, 0.0)])
def test_with_fewer_than_four_empties_the_result_is_certain(discs: float, expected: float) -> None:
    assert formulas.disc_expectancy(discs, 3) == expected


@for_each(("loss", "expected"), [(0.0, 100.0), (1.0, 81.87), (4.0, 44.93), (64.0, 5.0)])
def test_in_reversi_the_accuracy_falls_with_the_discs_lost_per_move(loss: float, expected: float) -> None:
    moves = [Choice(0.0, 2 * loss, 3.0, 8), Choice(0.0, 0.0, 3.0, 8)]
    assert formulas.disc_accuracy(moves) == pytest.approx(expected, abs=0.01)


def test_in_connect_4_choices_weigh_by_what_they_keep() -> None:
    kept = Choice(0.0, 0, 4, 7, keepers=3)
    only, one_of_many = (Choice(100.0, 9, 4, 7, keepers=keepers) for keepers in (1, 6))
    # Weights: 1 + 3 × 6/7 and 1 + 3 × 1/7 alongside 1 + 3 × 4/7.
    assert formulas.result_accuracy([only, kept]) == pytest.approx(100 * (19 / 44) ** 2)
    assert formulas.result_accuracy([one_of_many, kept]) == pytest.approx(100 * (19 / 29) ** 2)
    accuracies = [
        formulas.result_accuracy([Choice(points, loss, 9, 7, keepers=3)])
        for points, loss in ((0.0, 0), (0.0, 1), (0.0, 6), (0.0, 30), (50.0, 9), (100.0, 12))
    ]
    shares = (1.0, 0.95, 0.7, 0.7, 0.5)
    assert accuracies == pytest.approx([*(100 * share**2 for share in shares), 5.0])
    lost = Choice(0.0, 0, -5, 7, keepers=7)
    # One move with a weight of 1 + 3 × 6/7, and three with a weight of 1.
    assert formulas.result_accuracy([only, lost, lost, lost]) == pytest.approx(100 * (21 / 46) ** 2)
    thrown_away, kept = Choice(100.0, 9, 4, 7), Choice(0.0, 0, 4, 7)
    assert formulas.result_accuracy([thrown_away, kept, kept]) == pytest.approx(100 * (2 / 3) ** 2)


@for_each("accuracy", [formulas.disc_accuracy, formulas.result_accuracy])
def test_losing_more_never_raises_the_accuracy(accuracy: Callable[[Sequence[Choice]], float | None]) -> None:
    rng = random.Random(37)

    def choice() -> Choice:
        points, keepers = rng.choice((0.0, 50.0, 100.0)), rng.choice((None, *range(1, 8)))
        return Choice(points, rng.uniform(0, 40), rng.randint(-20, 20), legal=7, keepers=keepers)

    for _ in range(300):
        choices = [choice() for _ in range(rng.randint(1, 20))]
        worse, number = list(choices), rng.randrange(len(choices))
        points = min(100.0, choices[number].points + rng.choice((0.0, 50.0)))
        worse[number] = choices[number]._replace(
            points=points, loss=choices[number].loss + rng.uniform(0, 10)
        )
        before, after = there(accuracy(choices)), there(accuracy(worse))
        assert 5.0 <= after <= before + 1e-9 <= 100.0 + 2e-9


def test_accuracy_expectancy_and_noise_at_their_ends() -> None:
    assert (formulas.disc_accuracy([]), formulas.result_accuracy([])) == (None, None)
    assert (formulas.result_expectancy(-3), formulas.result_expectancy(0)) == (0.0, 0.5)
    assert formulas.disc_noise(8, 45) > formulas.disc_noise(18, 45) > 0
    assert formulas.disc_noise(18, 27) > formulas.disc_noise(18, 45)


BOARDS = [(kind, variant.options) for kind in GAMES.values() for variant in kind.variants]


def random_game(key: str, options: str, seed: int) -> list[Position]:
    rng = random.Random(seed)
    positions = [GAMES[key].start(options)]
    while moves := positions[-1].legal_moves():
        positions.append(positions[-1].play(rng.choice(moves)))
    return positions


@for_each(
    ("empties", "at_start", "phase"),
    (60, 60, Phase.OPENING),
    (41, 60, Phase.OPENING),
    (40, 60, Phase.MIDDLE),
    (21, 60, Phase.MIDDLE),
    (20, 60, Phase.ENDGAME),
    (0, 60, Phase.ENDGAME),
    (22, 32, Phase.OPENING),
    (21, 32, Phase.MIDDLE),
    (10, 32, Phase.ENDGAME),
)
def test_phases_of_reversi_follow_from_the_empty_squares(empties: int, at_start: int, phase: Phase) -> None:
    assert reversi_phase(empties, at_start) is phase


@for_each(
    ("moves", "phase"),
    ("", Phase.OPENING),
    ("44444411111", Phase.OPENING),  # 11 discs of 42, less than two sevenths
    ("444444111112", Phase.MIDDLE),
    ("445566", Phase.MIDDLE),  # columns 3 and 7 complete a row
    ("25777131474464721417", Phase.MIDDLE),  # 20 discs, fewer than half
    ("257771314744647214174", Phase.ENDGAME),  # and a threat that is out of reach
    ("667723667173521441123454", Phase.MIDDLE),  # the only threat is in reach
    ("4444442222226666661111117777", Phase.ENDGAME),  # 28 discs, two thirds
)
def test_phases_of_connect_4_follow_from_discs_and_threats(moves: str, phase: Phase) -> None:
    assert connect4_phase(connect4.parse(moves)) is phase


@given(board=st.sampled_from(BOARDS), seed=st.integers(0, 10**6))
def test_a_game_never_returns_to_an_earlier_phase(board: tuple[object, str], seed: int) -> None:
    kind, options = board
    positions = random_game(kind.key, options, seed)  # type: ignore[attr-defined]
    phases = phases_of(kind.judging.phase, positions)  # type: ignore[attr-defined]
    assert (phases[0], list(phases), len(phases)) == (Phase.OPENING, sorted(phases), len(positions))


@for_each(
    ("position", "score", "words"),
    (connect4.start(), 1, "a win in 21 moves"),
    (connect4.parse("1"), 0, "a draw"),
    (connect4.parse("1"), -1, "a loss in 20 moves"),
    (connect4.parse("112233"), 18, "a win in 1 move"),
    (connect4.parse("1122337"), -17, "a loss in 1 move"),
    *((reversi.start(), 4, "a win by exactly 4"), (reversi.start(), -12, "a loss by exactly 12")),
    (reversi.start(), 0, "a draw"),
)
def test_a_proved_value_is_counted_in_the_winners_moves_or_in_discs(
    position: Position, score: int, words: str
) -> None:
    assert GAMES[position.game].proved(position, score) == words


@for_each(
    ("game", "score", "exact", "label"),
    ("reversi", 3.21, False, "+3.2"),
    ("reversi", -0.4, False, "−0.4"),
    ("reversi", 0.02, False, "0"),
    ("reversi", -12.6, False, "−13"),
    ("reversi", 4, True, "+4"),
    ("reversi", 0, True, "0"),
    ("connect4", 0.034, False, "+3"),
    ("connect4", -0.3, False, "−30"),
    ("connect4", 0, False, "0"),
    ("connect4", 0, True, "draw"),
    ("connect4", 1, True, "win in 21"),
    ("connect4", -2, False, "loss in 20"),
    ("connect4", Estimate(-18.0), False, "−18"),
)
def test_a_value_is_short_enough_for_its_square(game: str, score: float, exact: bool, label: str) -> None:
    kind = GAMES[game]
    assert kind.value_label(kind.start(""), score, exact=exact) == label


def test_it_says_what_the_search_has_proved() -> None:
    position = connect4.start(columns=4, rows=4, connect=3)
    found = search(position, Limits(seconds=30))
    assert found.exact
    left, winner = GAMES["connect4"].proved(position, round(found.score)), position.turn
    moves = int(left.removeprefix("a win in ").partition(" ")[0])
    for _ in range(2 * moves - 1):
        assert position.result() is None
        position = position.play(search(position, Limits(seconds=30)).move)
    result = there(position.result())
    assert result.winner == winner


@for_each(
    ("game", "score", "words"),
    ("reversi", 2.04, "+2.0"),
    ("reversi", -11.5, "−11.5"),
    ("reversi", -0.04, "0"),
    ("connect4", 0.0234, "+2.3"),
    ("connect4", -0.5, "−50.0"),
    ("connect4", -13.0, "a loss in 9 moves"),
    ("connect4", Proved(18), "a win in 4 moves"),
    ("connect4", Estimate(18.0), "+18.0"),
)
def test_an_estimate_is_told_on_the_scale_of_its_game(game: str, score: float, words: str) -> None:
    assert GAMES[game].estimate(GAMES[game].start(""), score) == words
