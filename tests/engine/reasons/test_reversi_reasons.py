"""Every reason in Reversi is a claim about the board, checked on a plain one."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from engine import reversi
from engine.reasons import Comparison, Reason, explain, kinds
from engine.reasons.reversi import flaws, merits
from engine.search.position import PASS
from tests.cases import for_each
from tests.engine.reasons.naive_reversi import Board, name, played_out, square_of


def sure_corners(board: Board) -> set[str]:
    """Corners that can be taken after every next move."""
    moves = board.moves()
    if moves <= {PASS}:
        return set()
    return set.intersection(*(board.play(move).moves() & board.corners for move in moves))


class Claim:
    """The boards after a move and after the one it is compared with."""

    def __init__(self, compared: Comparison) -> None:
        assert isinstance(compared.position, reversi.Position)
        self.before = Board.of(compared.position)
        self.own, self.other = self.before.turn, 1 - self.before.turn
        self.move, self.better = compared.move, compared.better
        self.after, self.after_better = self.before.play(self.move), self.before.play(self.better)
        self.answer = compared.answer

    def check_reply(self, reply: str) -> Board:
        assert reply in self.after.open_to(self.other)
        assert self.answer in (None, reply)
        return self.after.play(reply)

    def replies(self) -> list[Board]:
        """The boards after all replies to the better move."""
        return [self.after_better.play(reply) for reply in self.after_better.open_to(self.other)]

    def opened(self, after: Board) -> set[str]:
        return after.open_to(self.other) - self.before.open_to(self.other)

    def even(self, board: Board) -> bool:
        regions = board.regions()
        even = all(len(region) % 2 == 0 for region in regions)
        return even and len(regions) > 1 and bool(board.open_to(self.other))

    def check_safe(self, number: int, board: Board, side: int, others: list[Board]) -> None:
        """Check the number of discs that are safe and were not before, and that other moves secure fewer."""
        assert number <= len(board.safe(side) - self.before.safe(side))
        if len(self.before.empty) <= 5:
            # Exhaustively: none of them was safe before, and all are.
            before = self.before.never_turned(self.before.owned(side))
            assert number <= len(board.never_turned(board.owned(side)) - before)
            assert all(len(other.safe(side) - before) < number for other in others)

    def check(self, reason: Reason) -> None:
        after, better, own, other = self.after, self.after_better, self.own, self.other
        match reason:
            case kinds.LosesAllDiscs(reply):
                assert not self.check_reply(reply).count(own)
                assert all(board.count(own) for board in self.replies())
            case kinds.GivesCorner(corner):
                assert corner in self.before.corners
                assert corner in after.open_to(other) - self.before.open_to(other) - better.open_to(other)
            case kinds.LeavesCorner(corner):
                assert corner in self.before.corners
                assert corner in after.open_to(other) & self.before.open_to(other) - better.open_to(other)
            case kinds.GivesCornerSoon(reply, corner):
                assert corner in sure_corners(self.check_reply(reply))
                assert not any(map(sure_corners, self.replies()))
                assert not (after.open_to(other) | better.open_to(other)) & self.before.corners
            case kinds.ExposesCorner(reply, corner):
                beside = corner in map(name, after.next_to(square_of(self.move)))
                assert reply in after.open_to(other)
                assert beside or reply == self.answer
                assert corner in after.play(reply).open_to(other) & self.before.corners
                assert all(corner not in board.open_to(other) for board in self.replies())
            case kinds.MustPass(reply):
                board = self.check_reply(reply)
                assert not board.open_to(own)
                assert board.open_to(other)
                assert all(board.moves() != {PASS} for board in self.replies())
            case kinds.ExposesEdge(reply, discs):
                assert self.check_reply(reply).edge_discs(after, own) == discs
                assert all(board.edge_discs(better, own) < discs for board in self.replies())
            case kinds.SecuresTheirs(reply, discs):
                self.check_safe(discs, self.check_reply(reply), other, self.replies())
            case kinds.OddRegion(squares):
                assert set(squares) in after.regions()
                assert len(squares) % 2 == 1
                assert set(squares) & after.open_to(other)
                assert self.even(better)
            case kinds.GivesUpAccess(others, owns, better_others, better_owns):
                assert (others, owns) == (len(after.open_to(other)), len(after.open_to(own)))
                assert (better_others, better_owns) == (len(better.open_to(other)), len(better.open_to(own)))
                assert others >= better_others
                assert owns <= better_owns
            case kinds.ShutsIn(reply, moves, better_moves):
                assert len(self.check_reply(reply).open_to(own)) == moves
                assert min(len(board.open_to(own)) for board in self.replies()) == better_moves > moves
            case kinds.OpensSquares(squares):
                assert set(squares) == self.opened(after)
                assert len(squares) > len(self.opened(better))
            case kinds.BuildsWall(squares, better_squares):
                assert after.bordering(own) == squares > better.bordering(own) == better_squares
            case kinds.TakesAllDiscs():
                assert not better.count(other)
            case kinds.TakesCorner():
                assert self.better in self.before.corners
                assert self.move not in self.before.corners
            case kinds.GuardsCorner(corner):
                assert corner in self.before.open_to(other) & after.open_to(other) & self.before.corners
                assert corner not in better.open_to(other)
                assert corner != self.better
            case kinds.TrapsCorner(corner):
                assert corner in sure_corners(better) - self.before.open_to(own)
                assert sure_corners(after) <= self.before.open_to(own)
            case kinds.ForcesPass():
                assert better.moves() == {PASS} != after.moves()
            case kinds.SecuresOwn(discs):
                self.check_safe(discs, better, own, [after])
            case kinds.EvenRegions():
                assert self.even(better)
                assert not self.even(after)
            case kinds.FewReplies(replies):
                assert len(better.open_to(other)) == replies < len(after.open_to(other))
            case kinds.OpensNothing():
                assert not self.opened(better)
                assert self.opened(after)
            case _:
                pytest.fail(f"unknown reason {reason}")


def compared(rng: random.Random, position: reversi.Position) -> Comparison | None:
    """Two moves of a position, and perhaps a reply to the first one."""
    moves = position.legal_moves()
    if len(moves) < 2:
        return None
    move, better = rng.sample(moves, 2)
    replies = [reply for reply in position.play(move).legal_moves() if reply != PASS]
    return Comparison(position, move, better, rng.choice([None, *replies]))


def test_no_disc_that_was_safe_before_is_said_to_be_safe_now() -> None:
    """In late positions, where every line can be played; a simple count is wrong there in half the cases."""
    rng, found = random.Random(5), 0
    for _ in range(30):
        for position in played_out(rng, 8)[-6:]:
            comparison = compared(rng, position)
            if comparison is not None:
                claim = Claim(comparison)
                for reason in (*flaws(comparison), *merits(comparison)):
                    if isinstance(reason, kinds.SecuresTheirs | kinds.SecuresOwn):
                        claim.check(reason)
                        found += 1
    assert found > 8


@for_each(("size", "games"), [(6, 3), (8, 2), (10, 1)])
def test_every_claim_holds_on_a_plain_board(size: int, games: int) -> None:
    rng, found = random.Random(size), Counter[type[Reason]]()
    for _ in range(games):
        for position in played_out(rng, size)[::2]:
            comparison = compared(rng, position)
            if comparison is not None:
                claim = Claim(comparison)
                for reason in (*flaws(comparison), *merits(comparison)):
                    claim.check(reason)
                    found[type(reason)] += 1
    assert len(found) > 8


EXAMPLES: list[tuple[str, str, str, str, Reason]] = [
    ("XOOX----XOOO----XOXXOO--OOXXOOOO-OXXOOOOOXXOXOOOXXXXXX-OXXXXXXX- X", "g3", "a5", "g2",
     kinds.BuildsWall(9, 4)),
    ("---OOOO----OXO-O-OOOOXOO---OOXXO---OOXOX---OOXX-----OXOX----OX-- O", "h6", "g2", "h1",
     kinds.ExposesEdge("h1", 5)),
    # It builds a wall, too, which costs less.
    ("------------------X-------XXX----XXXX----O-OOO----OO-------O---- O", "b2", "e3", "a7",
     kinds.ExposesCorner("c2", "a1")),
    ("OOOOOO---OOOOOX-OOOXXXXOXXOOXXXOXXXXXXXO--XXXXXO--X------------- O", "f7", "h2", "h7",
     kinds.FewReplies(3)),
    ("OOOOOOOO-OOOOOOOXOOOOOOOXOOOOOOO-XOOOOOO--XXOOOO--XXXOOO-XXXXOOO O", "b6", "a8", "a5",
     kinds.ForcesPass()),
    ("--X----O--XXOOOX--XOOOO--X-XOOO---XXXO-----XXX----X--OX------O-- O", "h6", "h3", "h8",
     kinds.GivesCorner("h8")),
    ("-------------------XO------XO-----XXOX---X-O-O----O------------- X", "g7", "e7", "e6",
     kinds.GivesCornerSoon("e6", "h8")),
    ("-----------OO-----OOOO--OOOOOOO-OOXXXX--OXOXXX----XX-X----XXO--- O", "f8", "g5", "g6",
     kinds.GivesUpAccess(15, 4, 11, 8)),
    ("--OXX--X-OXXXXXXXXXXOXOX-XXOXOOX-OXXOXOX-XXXXOOX--XXXXOX-----O-- O", "b8", "c8", "g8",
     kinds.GuardsCorner("a1")),
    ("--OOOOO-X-OOXOO-XXOXXOX-XOXXOXX-XOXOXXX-XXOXXXX-XXXXX-----X----- O", "h3", "a8", "h1",
     kinds.LeavesCorner("h1")),
    ("--OOOOOXXXXXXOOXXXXXXXOXXOOOOOXXXOOOXXXXXXOOXXX-XOXXX---O-XX-O-- X", "b1", "b8", "b8",
     kinds.MustPass("b8")),
    ("XOOOOOOOXXOOOOOOXXOOXXOOXXOXXOXOXXXXOXXOXXXXXOXOXXXXXXOO--O--X-O O", "d8", "g8", "g8",
     kinds.OddRegion(("g8",))),
    ("---XXX------XO---OXXOX---OOOOOX--OXXXX---OXXXO-----X------------ O", "g6", "g5", "a5",
     kinds.OpensNothing()),
    ("---------------------------OX-O--OOXXX---XOXXXX---OOXX------X--- O", "h6", "f8", "g5",
     kinds.OpensSquares(("g5", "h5", "g7", "h7"))),
    ("XXXXXXXXOOXOOOOOOOOXOXOOOOXOXOOOOOXXXXOO-OOXXOOO--OOOOOO---OOXXO X", "b8", "a6", "b7",
     kinds.SecuresOwn(6)),
    ("O-OOX--XOOOOOOXOOOOOOXOOOOXOXOOOOXOXOXOOOXXOXXOO-XXXXXOO-XXXXX-- O", "g8", "g1", "h8",
     kinds.SecuresTheirs("h8", 14)),
    ("----O------OX-----OXXX----OXXOXX---XOXXX--X-OOOX----OO-X-----O-- O", "f2", "c2", "c1",
     kinds.ShutsIn("c1", 5, 8)),
    ("O-OOX---XOOOXXX--XOOOXOO-OXOXOOOOOOXOXOOOOXOXXOO--XXXXOO-XXXXX-- X", "a4", "b7", "a3",
     kinds.SecuresTheirs("a3", 5)),
    ("--XXXX-O-OXXXXXO-XXXXXXO--XOOXXO-XXOXXXO-XOXXXXOXOOOOO-O-OOOOO-O X", "b1", "a1", "a3",
     kinds.TakesCorner()),
    ("-O-X-X--O-OXXXX-OXXOOXOOOXOOOXO-OXOXOOOOOOXOOXOOO-OXXXXO-OOOOOOO X", "h2", "c1", "h1",
     kinds.TrapsCorner("a1")),
    ("XOOX----XOOO----XOXXOO--OOXXOOOO-OXXOOOOOXXOXOOOXXXXXX-OXXXXXXX- X", "g3", "a5", "g2",
     kinds.EvenRegions()),
    (24 * "-" + "--XOO------XX---" + 24 * "-" + " X", "e3", "f4", "f3", kinds.TakesAllDiscs()),
    ("--O--------O----OOOOO-----XXO------XO--------------------------- X", "c2", "d1", "c5",
     kinds.LosesAllDiscs("c5")),
]  # fmt: skip
"""Positions that have a feature: the move, the better one and the reply."""


@for_each(("text", "move", "better", "answer", "reason"), EXAMPLES)
def test_a_reason_is_true_of_one_move(text: str, move: str, better: str, answer: str, reason: Reason) -> None:
    comparison = Comparison(reversi.parse(text), move, better, answer)
    Claim(comparison).check(reason)
    assert reason in [*flaws(comparison), *merits(comparison)]
    # Of the same moves the other way round it is not true.
    turned = Comparison(comparison.position, better, move)
    assert type(reason) not in {type(each) for each in (*flaws(turned), *merits(turned))}


def test_an_exposed_corner_is_said_before_a_wall() -> None:
    """A move next to an empty corner, which falls soon, also builds a wall."""
    position = reversi.parse("------------------X-------XXX----XXXX----O-OOO----OO-------O---- O")
    flaws = explain(Comparison(position, "b2", "e3", "a7")).flaws
    assert [type(flaw) for flaw in flaws] == [kinds.ExposesCorner, kinds.BuildsWall]


def test_anti_reversi_has_no_reasons() -> None:
    """Corners and mobility mean something else there."""
    rng = random.Random(1)
    for position in played_out(rng, 8, anti=True):
        comparison = compared(rng, position)
        if comparison is not None:
            assert explain(comparison) == ((), None)


def test_reasons_are_few_and_of_different_subjects() -> None:
    rng, numbers = random.Random(2), Counter[int]()
    for position in played_out(rng, 8):
        comparison = compared(rng, position)
        if comparison is not None:
            found = explain(comparison)
            assert len({flaw.about for flaw in found.flaws}) == len(found.flaws)
            numbers[len(found.flaws)] += 1
            if found.merit is not None and any(flaw.compares for flaw in found.flaws):
                assert found.merit.about not in {flaw.about for flaw in found.flaws if flaw.compares}
    assert set(numbers) == {0, 1, 2}
