"""Every reason in Connect 4 is a claim about the grid, checked on a plain one."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from engine import connect4
from engine.connect4 import threats
from engine.connect4.book import Solver
from engine.reasons import Comparison, Reason, kinds
from engine.reasons.connect4 import flaws, merits
from tests.cases import for_each
from tests.engine.reasons import test_reversi_reasons
from tests.engine.reasons.naive_connect4 import Grid, best_against_follow_up, is_forced


class Claim:
    """The grids after a move and after the one it is compared with."""

    def __init__(self, compared: Comparison) -> None:
        assert isinstance(compared.position, connect4.Position)
        self.compared = compared
        self.before = Grid.of(compared.position)
        self.own, self.other = self.before.turn, 1 - self.before.turn
        self.after, self.better = self.before.play(compared.move), self.before.play(compared.better)

    def reply(self, reply: str) -> Grid:
        assert self.compared.answer in (None, reply)
        return self.after.play(reply)

    def new_threats(self, grid: Grid) -> set[tuple[int, int]]:
        return grid.threats(self.other) - self.before.threats(self.other)

    def makes_two(self, grid: Grid) -> bool:
        """Whether a reply wins the next disc but one, or at once."""
        return any(grid.play(move).won(grid.turn) or grid.play(move).loses_in_two() for move in grid.moves())

    def check(self, reason: Reason) -> None:
        own, other, compared = self.own, self.other, self.compared
        match reason:
            case kinds.IgnoresThreat(column):
                assert column in self.before.wins(other) & self.after.wins(other)
                assert not self.better.wins(other)
            case kinds.OpensSquareAbove():
                assert compared.move in self.after.wins(other) - self.before.wins(other)
                assert not self.better.wins(other)
            case kinds.AllowsDoubleThreat(reply, stacked):
                made = self.reply(reply)
                assert made.loses_in_two()
                assert (len(made.wins(other)) == 1) == stacked
                assert compared.better_value is not None or not self.makes_two(self.better)
            case kinds.AllowsForcedWin(line):
                assert is_forced(self.after, line)
            case kinds.AllowsThreat(reply, columns):
                assert {str(column + 1) for column, _ in self.new_threats(self.reply(reply))} == set(columns)
                assert not any(self.new_threats(self.better.play(move)) for move in self.better.moves())
            case kinds.AllowsFollowUp(reply, wins):
                assert best_against_follow_up(self.reply(reply)) == (-1 if wins else 0)
            case kinds.GivesAwayThreat():
                played = int(compared.move) - 1
                above = (played, len(self.after.columns[played]))
                assert above in self.before.threats(own)
                assert self.after.wins(own) == {compared.move}
                assert compared.move != compared.better
            case kinds.LosesTempo(reply):
                assert self.after.wins(own) == {reply}
                assert self.reply(reply).wins(other)
                assert not any(self.better.play(move).wins(other) for move in self.better.wins(own))
            case kinds.CompletesRow():
                assert self.better.won(own)
                assert not self.after.won(own)
            case kinds.StopsRow():
                assert self.before.wins(other) == {compared.better}
                assert not self.better.wins(other)
            case kinds.MakesDoubleThreat(stacked):
                assert self.better.loses_in_two()
                assert (len(self.better.wins(own)) == 1) == stacked
                assert not self.after.loses_in_two()
            case kinds.ForcesWin(line):
                assert line[0] == compared.better
                assert is_forced(self.before, line)
            case kinds.StopsDoubleThreat(reply):
                assert self.after.play(reply).loses_in_two()
                assert not self.makes_two(self.better)
            case kinds.KeepsFollowUp(wins):
                assert best_against_follow_up(self.better) == (-1 if wins else 0)
            case kinds.OnlyMove(wins):
                assert compared.keepers == 1
                assert compared.better_value is not None
                assert (compared.better_value > 0) == wins
            case _:
                pytest.fail(f"unknown reason {reason}")


def played_out(rng: random.Random, columns: int, rows: int, connect: int) -> list[connect4.Position]:
    """A game of moves chosen at random, without the last position."""
    positions = [connect4.start(columns, rows, connect)]
    while moves := positions[-1].legal_moves():
        positions.append(positions[-1].play(rng.choice(moves)))
    return positions[:-1]


def comparisons(
    rng: random.Random, position: connect4.Position, solver: Solver | None
) -> Iterator[Comparison]:
    """Two moves and perhaps a reply; with a solver, the values of the moves and the best reply."""
    moves = position.legal_moves()
    if len(moves) < 2:
        return
    if solver is None:
        move, better = rng.sample(moves, 2)
        replies = position.play(move).legal_moves()
        yield Comparison(position, move, better, rng.choice([None, *replies]))
        return
    values = {move: value(solver, position.play(move)) for move in moves}
    better = max(moves, key=values.__getitem__)
    move = min(moves, key=values.__getitem__)
    if outcome(values[better]) > outcome(values[move]):
        after = position.play(move)
        replies = after.legal_moves()
        answer = max(replies, key=lambda reply: value(solver, after.play(reply))) if replies else None
        keepers = sum(outcome(each) == outcome(values[better]) for each in values.values())
        yield Comparison(position, move, better, answer, values[move], values[better], keepers)


def outcome(score: int) -> int:
    return (score > 0) - (score < 0)


def value(solver: Solver, after: connect4.Position) -> int:
    """The score of a move for the side that made it."""
    result = after.result()
    return -result.score if result is not None else -solver.score(after)


@for_each("size", [(7, 6, 4), (5, 5, 3), (8, 7, 5)])
def test_every_claim_holds_on_a_plain_grid(size: tuple[int, int, int]) -> None:
    rng, found = random.Random(sum(size)), Counter[type[Reason]]()
    for _ in range(5):
        for position in played_out(rng, *size)[2::3]:
            for comparison in comparisons(rng, position, None):
                for reason in (*flaws(comparison), *merits(comparison)):
                    Claim(comparison).check(reason)
                    found[type(reason)] += 1
    assert len(found) > 2


def test_claims_agree_with_proved_values() -> None:
    rng, found, solver = random.Random(3), Counter[type[Reason]](), Solver(4.0)
    for _ in range(10):
        for position in played_out(rng, 7, 6, 4)[26::2]:
            for comparison in comparisons(rng, position, solver):
                for reason in (*flaws(comparison), *merits(comparison)):
                    Claim(comparison).check(reason)
                    assert comparison.value is not None
                    assert comparison.better_value is not None
                    if isinstance(reason, (kinds.AllowsDoubleThreat, kinds.AllowsForcedWin)):
                        assert comparison.value < 0
                    if isinstance(reason, (kinds.MakesDoubleThreat, kinds.ForcesWin)):
                        assert comparison.better_value > 0
                    found[type(reason)] += 1
    assert found


EXAMPLES: list[tuple[str, str, str, str, int, int, int, Reason]] = [
    ("57421675557722116252264", "4", "6", "6", -8, 4, 1, kinds.AllowsDoubleThreat("6", stacked=False)),
    ("33233427224444356467667677736111", "5", "1", "5", -4, 2, 2,
     kinds.AllowsDoubleThreat("5", stacked=True)),
    ("76322173332266366263241114414144", "7", "5", "7", -3, 2, 1, kinds.AllowsFollowUp("7", wins=True)),
    ("33233427224444356467667677736111", "5", "1", "5", -4, 2, 2, kinds.AllowsForcedWin(("5", "5", "5"))),
    ("66444773343366436477732672", "2", "1", "2", -5, 2, 2, kinds.AllowsThreat("2", ("1",))),
    ("557235557772462434433245472332761", "1", "6", "6", -4, 5, 1, kinds.CompletesRow()),
    ("1734612737733646466423462242", "2", "5", "7", 0, 4, 2,
     kinds.ForcesWin(("5", "5", "5", "5", "5", "5", "7"))),
    ("33233427224444356467667677736111", "5", "1", "5", -4, 2, 2, kinds.GivesAwayThreat()),
    ("557235557772462434433245472332761", "1", "6", "6", -4, 5, 1, kinds.IgnoresThreat("6")),
    ("23742344224334374377775166666611111", "2", "5", "2", -2, 0, 1, kinds.KeepsFollowUp(wins=False)),
    ("3477677744336466433436761111112", "5", "2", "5", -5, 4, 1, kinds.KeepsFollowUp(wins=True)),
    ("677171233366163322672362244444", "4", "1", "1", -3, 6, 1, kinds.LosesTempo("1")),
    ("755714474544557", "6", "3", "3", -6, 13, 1, kinds.MakesDoubleThreat(stacked=False)),
    ("6375471334554344155511477733", "6", "2", "6", -7, 6, 3, kinds.MakesDoubleThreat(stacked=True)),
    ("23742344224334374377775166666611111", "2", "5", "2", -2, 0, 1, kinds.OnlyMove(wins=False)),
    ("76322173332266366263241114414144", "7", "5", "7", -3, 2, 1, kinds.OnlyMove(wins=True)),
    ("173461273773364646642346224227371", "5", "1", "5", -4, 0, 1, kinds.OpensSquareAbove()),
    ("33233427224444356467667677736111", "5", "1", "5", -4, 2, 2, kinds.StopsDoubleThreat("5")),
    ("67717123336616332267236224444", "4", "1", "1", -6, 3, 1, kinds.StopsRow()),
]  # fmt: skip
"""Errors from games between levels: the move, the better one, the best reply, proved values and keepers."""


@for_each(("text", "move", "better", "answer", "value_", "best", "keepers", "reason"), EXAMPLES)
def test_a_reason_is_true_of_one_move(
    text: str, move: str, better: str, answer: str, value_: int, best: int, keepers: int, reason: Reason
) -> None:
    position = connect4.parse(text)
    comparison = Comparison(position, move, better, answer, value_, best, keepers)
    Claim(comparison).check(reason)
    assert reason in [*flaws(comparison), *merits(comparison)]
    # Of the same moves the other way round it is not true.
    turned = Comparison(position, better, move, value=best, better_value=value_, keepers=keepers)
    assert type(reason) not in {type(each) for each in (*flaws(turned), *merits(turned))}


def test_every_kind_has_an_example() -> None:
    found = {each for each in vars(kinds).values() if isinstance(each, type) and issubclass(each, Reason)}
    examples = (*EXAMPLES, *test_reversi_reasons.EXAMPLES)
    assert {type(example[-1]) for example in examples} == found - {Reason}


def test_an_odd_column_and_a_long_search_claim_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    before = connect4.parse("3477677744336466433436761111112")
    assert [threats.follow_up(before.play(move)) for move in "25"] == [-1, None]
    position = connect4.parse("1734612737733646466423462242")
    assert threats.forced_win(position) == ("5", "5", "5", "5", "5", "5", "7")
    monkeypatch.setattr(threats, "MAX_POSITIONS", 3)
    assert threats.forced_win(position) is None
