"""Reasons in Reversi, found on the board.

In anti-Reversi, where corners and mobility mean something else, there are none.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator
from functools import cached_property

from engine.reasons import kinds
from engine.reasons.kinds import Comparison, Reason
from engine.reversi import features
from engine.reversi.features import AXES, Grid, grid_of
from engine.reversi.position import Position, square_index
from engine.search.position import PASS

MAX_POSITIONS = 400
"""Maximum positions looked at; a disc for which no line is found by then counts as safe before."""


@functools.lru_cache(maxsize=64)
def turnable(position: Position, discs: int) -> int:
    """Return those of some discs that some line of moves turns: near the end all, earlier perhaps not all."""
    search = _Search(discs, grid_of(position.size))
    own, other = (features.discs_of(position, side) for side in (position.turn, 1 - position.turn))
    search.look(own, other, passed=False)
    return discs & ~search.left


class _Search:
    """A search for lines that turn discs; `left` are those for which none was found."""

    def __init__(self, discs: int, grid: Grid) -> None:
        self.left = discs
        self._grid = grid
        self._steps = tuple((grid.size * down + right, _room(grid, right)) for right, down in AXES)
        self._seen: set[tuple[int, int]] = set()

    def look(self, own: int, other: int, *, passed: bool) -> None:
        """Follow all lines from a position, those first that turn most discs."""
        if not self.left or (own, other) in self._seen or len(self._seen) >= MAX_POSITIONS:
            return
        self._seen.add((own, other))
        moves = self._moves(own, other)
        for _, _, flips in moves:
            self.left &= ~flips
        for _, square, flips in moves:
            self.look(other & ~flips, own | flips | square, passed=False)
        if not moves and not passed:
            self.look(other, own, passed=True)

    def _moves(self, own: int, other: int) -> list[tuple[int, int, int]]:
        """Return the moves as squares and the discs they turn, those first that turn most of `left`."""
        grid, moves = self._grid, []
        empty = features.around(other, grid.size) & grid.board & ~(own | other)
        while empty:
            square = empty & -empty
            empty ^= square
            flips = 0
            for step, room in self._steps:
                line, at = 0, (square & room) << step
                while at & other:
                    line, at = line | at, (at & room) << step
                if at & own:
                    flips |= line
                line, at = 0, square >> step & room
                while at & other:
                    line, at = line | at, at >> step & room
                if at & own:
                    flips |= line
            if flips:
                moves.append(((flips & self.left).bit_count(), square, flips))
        moves.sort(reverse=True)
        return moves


def _room(grid: Grid, right: int) -> int:
    """Return the squares from which a step along an axis does not leave the board at its sides."""
    return grid.board & ~{1: grid.last, 0: 0, -1: grid.first}[right]


#: Minimum differences to the other move that are worth a sentence.
MIN_EDGE_DISCS, MIN_SAFE_DISCS, MIN_FEWER_REPLIES = 3, 3, 3
MIN_ACCESS, MIN_FEWER_MOVES, MIN_OPENED, MIN_WALL = 4, 3, 3, 4
#: Maximum replies that are few, and moves of a side that is shut in.
MAX_FEW_REPLIES, MAX_MOVES_SHUT_IN = 4, 6
#: Empty squares up to which regions count, and from which on mobility does.
MAX_EMPTIES_FOR_REGIONS, MIN_EMPTIES_FOR_MOBILITY = 20, 12


class After:
    """The board after a move; features are computed when first needed."""

    def __init__(self, before: Position, move: str) -> None:
        self.before = before
        self.move = move
        self.position = before.play(move)
        self.own = before.turn
        self.other = 1 - before.turn

    @cached_property
    def replies(self) -> frozenset[str]:
        """Squares open to the other side."""
        return features.open_to(self.position, self.other)

    @cached_property
    def own_squares(self) -> frozenset[str]:
        """Squares that would be open to the own side."""
        return features.open_to(self.position, self.own)

    @cached_property
    def corners(self) -> frozenset[str]:
        """Corners the other side can take at once."""
        return self.replies & frozenset(features.corners(self.position.size))

    @cached_property
    def must_pass(self) -> bool:
        """True if the other side has no move, and the own one has."""
        return self.position.legal_moves() == (PASS,)

    @cached_property
    def regions(self) -> list[int]:
        return features.regions(features.empty_squares(self.position), self.position.size)

    @cached_property
    def empties(self) -> int:
        return features.empty_squares(self.position).bit_count()

    @cached_property
    def keeps_parity(self) -> bool:
        """True if the other side has to move in one of several regions, each of them even."""
        even = all(region.bit_count() % 2 == 0 for region in self.regions)
        return even and len(self.regions) > 1 and bool(self.replies)

    @cached_property
    def opened(self) -> frozenset[str]:
        """Squares open to the other side that were not before the move."""
        return self.replies - features.open_to(self.before, self.other)

    @cached_property
    def border(self) -> int:
        """Number of empty squares next to own discs, where the other side may move sooner or later."""
        near = features.around(features.discs_of(self.position, self.own), self.position.size)
        return (near & features.empty_squares(self.position)).bit_count()

    @cached_property
    def trapped_corners(self) -> frozenset[str]:
        """Corners the own side can take after every reply, and could not before the move."""
        return sure_corners(self.position) - features.open_to(self.before, self.own)

    def own_safe_gain(self, above: int = 0) -> int:
        """Return how many own discs are safe that could have been turned before the move; 0 if not above a
        number."""
        return _newly_safe(self.before, self.position, self.own, above)

    def corners_after(self, reply: str) -> frozenset[str]:
        """Corners that the other side can take after its reply, whatever the answer."""
        return sure_corners(self.position.play(reply))

    def threatened(self, reply: str) -> frozenset[str]:
        """Return the corners that the other side can take after its reply, unless they are guarded."""
        open_after = features.open_to(self.position.play(reply), self.other)
        return open_after & frozenset(features.corners(self.position.size))

    def leaves_pass(self, reply: str) -> bool:
        """Return whether the own side has to pass after a reply."""
        return self.position.play(reply).legal_moves() == (PASS,)

    def moves_after(self, reply: str) -> int:
        """Return how many moves the own side has after a reply."""
        return len(features.open_to(self.position.play(reply), self.own))

    def takes_all(self, reply: str) -> bool:
        """Return whether no own disc is left after a reply."""
        return not features.discs_of(self.position.play(reply), self.own)

    def edge_discs(self, reply: str) -> int:
        """Return how many own discs of one edge a reply turns, at most."""
        left = features.discs_of(self.position.play(reply), self.own)
        turned = features.discs_of(self.position, self.own) & ~left
        return max((turned & edge).bit_count() for edge in features.edges(self.position.size))

    def safe_gain(self, reply: str, above: int = 0) -> int:
        """Return how many discs of the other side are safe after its reply that could have been turned before
        the move; 0 if not above a number."""
        return _newly_safe(self.before, self.position.play(reply), self.other, above)


def _newly_safe(before: Position, after: Position, side: int, above: int) -> int:
    """Return how many discs of a side are safe after some moves and could have been turned before; 0 if not
    above a number."""
    discs, safe = features.discs_of(before, side), features.safe_discs(after, side)
    new, held = safe & ~discs, safe & discs & ~features.safe_discs(before, side)
    if (new | held).bit_count() <= above:
        return 0
    number = (new | turnable(before, held)).bit_count()
    return number if number > above else 0


def sure_corners(position: Position) -> frozenset[str]:
    """Return the corners that can be taken after the next move, whichever it is; none after a pass."""
    answers = position.legal_moves()
    if answers in ((), (PASS,)):
        return frozenset()
    sure = frozenset(features.corners(position.size))
    for answer in answers:
        if not sure:
            break
        sure &= frozenset(position.play(answer).legal_moves())
    return sure


def flaws(compared: Comparison) -> Iterator[Reason]:
    """Yield why a move is worse, the weightiest reason first."""
    position = compared.position
    assert isinstance(position, Position)
    if position.anti:
        return
    move, better = After(position, compared.move), After(position, compared.better)
    known = move.replies if compared.answer is None else move.replies & {compared.answer}
    replies = sorted(known)
    yield from _lost_discs(move, better, replies)
    yield from _corners(move, better, replies)
    yield from _passes(move, better, replies)
    if compared.answer is not None:
        yield from _safety(move, better, replies)
    yield from _exposed_corner(move, better, compared.answer)
    yield from _parity(move, better, replies)
    yield from _mobility(move, better, compared.answer)


def _lost_discs(move: After, better: After, replies: Iterable[str]) -> Iterator[Reason]:
    found = next(filter(move.takes_all, replies), None)
    if found is not None and not any(map(better.takes_all, better.replies)):
        yield kinds.LosesAllDiscs(found)


def _corners(move: After, better: After, replies: Iterable[str]) -> Iterator[Reason]:
    """Yield the corner that the move gives and the better one does not; that one must give none instead."""
    given = move.corners - better.corners
    if given and len(better.corners) < len(move.corners):
        before = features.open_to(move.before, move.other)
        for corner in sorted(given.intersection(replies)):
            yield kinds.LeavesCorner(corner) if corner in before else kinds.GivesCorner(corner)
    elif not move.corners and not better.corners:
        for reply in replies:
            soon = move.corners_after(reply)
            if soon and not any(map(better.corners_after, better.replies)):
                yield kinds.GivesCornerSoon(reply, min(soon))
                return


def _exposed_corner(move: After, better: After, answer: str | None) -> Iterator[Reason]:
    """Yield a corner that the best reply threatens, or any reply if the move is next to the corner."""
    if move.corners or better.corners:
        return
    size = move.position.size
    near = features.around(1 << square_index(move.move, size), size) & features.empty_squares(move.position)
    beside = {corner for corner in features.corners(size) if near >> square_index(corner, size) & 1}
    for reply in sorted(move.replies, key=lambda reply: (reply != answer, reply)):
        threatened = move.threatened(reply)
        for corner in sorted(threatened if reply == answer else threatened & beside):
            if not any(corner in better.threatened(each) for each in better.replies):
                yield kinds.ExposesCorner(reply, corner)
                return


def _passes(move: After, better: After, replies: Iterable[str]) -> Iterator[Reason]:
    found = next(filter(move.leaves_pass, replies), None)
    if found is not None and not any(map(better.leaves_pass, better.replies)):
        yield kinds.MustPass(found)


def _safety(move: After, better: After, replies: Iterable[str]) -> Iterator[Reason]:
    for reply in replies:
        gain = move.safe_gain(reply, MIN_SAFE_DISCS - 1)
        if gain and not any(better.safe_gain(each, gain - MIN_SAFE_DISCS) for each in better.replies):
            yield kinds.SecuresTheirs(reply, gain)
        turned = move.edge_discs(reply)
        if turned >= MIN_EDGE_DISCS and turned > max(map(better.edge_discs, better.replies), default=0) + 1:
            yield kinds.ExposesEdge(reply, turned)


def _parity(move: After, better: After, replies: Iterable[str]) -> Iterator[Reason]:
    if move.empties > MAX_EMPTIES_FOR_REGIONS or not better.keeps_parity:
        return
    size = move.position.size
    for region in move.regions:
        if region.bit_count() % 2 and any(region >> square_index(reply, size) & 1 for reply in replies):
            yield kinds.OddRegion(features.names(region, size))
            return


def _mobility(move: After, better: After, answer: str | None) -> Iterator[Reason]:
    """Yield what the move does to the mobility of both sides.

    Errors between levels have each of these about twice as often as other moves (docs/review.md).
    """
    if move.empties < MIN_EMPTIES_FOR_MOBILITY or not better.replies:
        return
    other, own = len(move.replies), len(move.own_squares)
    better_other, better_own = len(better.replies), len(better.own_squares)
    lost = (other - own) - (better_other - better_own)
    if lost >= MIN_ACCESS and other >= better_other and own <= better_own and move.border > better.border:
        yield kinds.GivesUpAccess(other, own, better_other, better_own)
    if answer in move.replies:
        few = move.moves_after(answer)
        most = min(map(better.moves_after, better.replies))
        if 0 < few <= MAX_MOVES_SHUT_IN and most - few >= MIN_FEWER_MOVES:
            yield kinds.ShutsIn(answer, few, most)
    if len(move.opened) - len(better.opened) >= MIN_OPENED:
        size = move.position.size
        yield kinds.OpensSquares(tuple(sorted(move.opened, key=lambda name: square_index(name, size))))
    if move.border - better.border >= MIN_WALL and other >= better_other:
        yield kinds.BuildsWall(move.border, better.border)


def merits(compared: Comparison) -> Iterator[Reason]:
    """Yield why the better move is better, the weightiest reason first."""
    position = compared.position
    assert isinstance(position, Position)
    if position.anti:
        return
    move, better = After(position, compared.move), After(position, compared.better)
    corners = features.corners(position.size)
    if not features.discs_of(better.position, better.other):
        yield kinds.TakesAllDiscs()
        return
    if better.move in corners and move.move not in corners:
        yield kinds.TakesCorner()
    guarded = (features.open_to(position, better.other) & move.corners) - better.corners - {better.move}
    if guarded and len(better.corners) < len(move.corners):
        yield kinds.GuardsCorner(min(guarded))
    if better.trapped_corners and not move.trapped_corners:
        yield kinds.TrapsCorner(min(better.trapped_corners))
    if better.must_pass and not move.must_pass:
        yield kinds.ForcesPass()
    gain = better.own_safe_gain(MIN_SAFE_DISCS - 1)
    if gain and not move.own_safe_gain(gain - MIN_SAFE_DISCS):
        yield kinds.SecuresOwn(gain)
    if better.empties <= MAX_EMPTIES_FOR_REGIONS and better.keeps_parity and not move.keeps_parity:
        yield kinds.EvenRegions()
    if better.empties >= MIN_EMPTIES_FOR_MOBILITY:
        few, many = len(better.replies), len(move.replies)
        if 0 < few <= MAX_FEW_REPLIES and many - few >= MIN_FEWER_REPLIES:
            yield kinds.FewReplies(few)
        if not better.opened and len(move.opened) >= MIN_OPENED:
            yield kinds.OpensNothing()
