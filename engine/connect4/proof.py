"""The proof of Connect 4 scores: an alpha-beta search with null windows made for this game.

It takes over from the shared search wherever a final score is wanted and uses the same transposition table.
Its bounds come from the follow-up of either side (see `follow_up_bound`); those of all moves are
tried before any of them is searched. Moves are put in order by the threats they make, by how central they
are and by the cut-offs they caused elsewhere. Several threads share it as they share other searches.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.connect4.rules import (
    Geometry,
    completing,
    geometry,
    has_line,
    landing,
    of_every_grid,
    upper_squares,
)
from engine.jit.bits import (
    Square,
    Squares,
    count_squares,
    first_square,
    load,
    one_square,
    store,
    without_first,
)
from engine.jit.compiling import always_inlined, compiled, inlined
from engine.search import interface
from engine.search.alphabeta import count_node, etc_bound, prefetch_children, stopping
from engine.search.interface import State, etc_from_depth, final, hash_key, play, plies_left
from engine.search.move_lists import list_word, next_move, uses
from engine.search.progress import enter_child, leave_child
from engine.search.scores import (
    AGE,
    ENDGAME_LISTS,
    ETC,
    EXACT,
    INFINITY,
    LAST_PLY,
    MOVE_LISTS,
    MOVE_ORDERING,
    NO_MOVE,
    PLY_WORDS,
    STATIC_BOUNDS,
    STYLE,
    TABLE_CUTOFFS,
    TABLE_MOVES,
    Context,
    Ply,
    Score,
)
from engine.search.sharing import enter_node, is_shared, leave_node, put_off, value_found_elsewhere
from engine.search.transposition import (
    PROVED,
    lower_of,
    move_of,
    packed,
    prefetch_entry,
    probe_entry,
    store_entry,
    upper_of,
)

_ZERO, _ONE, _TWO_BITS = np.uint64(0), np.uint64(1), np.uint64(2)
_TWO = np.int64(2)
#: Squares of the largest grid, rounded up.
_SQUARES = np.int64(128)
#: Maximum absolute value; each cut-off moves a value 1 / _STEPS of the way to it.
_MAX, _STEPS = np.int64(1 << 20), np.int64(16)
#: A score for move ordering, up to 4 on either side of 0, is a value without its lowest bits.
_LOW_BITS = np.int64(18)
_SQUARE = np.uint64(0xFF)


@inlined
def history_score(square: Square, left: Any, context: Context) -> Score:
    """Return how much earlier to try a move with `left` empty squares, by cut-offs so far."""
    return np.int64(load(context, _words(left) + square)) >> _LOW_BITS


@inlined
def learn_from_cutoff(index: Any, left: Any, context: Context) -> None:
    """Reward the move at `index` of the list, which caused a cut-off, and penalize those tried before it."""
    words, moves = _words(left), MOVE_LISTS + left * PLY_WORDS
    for number in range(index + 1):
        at = words + np.int64(load(context, moves + number) & _SQUARE)
        value = np.int64(load(context, at))
        aim = _MAX if number == index else -_MAX
        store(context, at, np.uint64(value + (aim - value) // _STEPS))


@inlined
def _words(left: Any) -> Any:
    """Return where the history of the side to move starts."""
    return ENDGAME_LISTS + (left & np.int64(1)) * _SQUARES


@inlined
def _column(top: Squares, grid: Geometry) -> Squares:
    return (top << _ONE) - (top >> (grid.step - _TWO_BITS))


@inlined
def follow_up_bound(own: Squares, opp: Squares, threats: Squares, left: Any, grid: Geometry) -> Score:
    """Return an upper bound on the score of the side to move if the other side can follow up, else INFINITY.

    `threats` are the empty squares that complete a line of the other side, `left` is the number of all empty
    squares. Neither side may have a line, and the side to move must be unable to complete one with its next
    disc.
    """
    taken = own | opp
    empty, even, guard = grid.board ^ taken, upper_squares(grid), grid.bottom << (grid.step - _ONE)
    # Above an odd number of discs the lower squares of the pairs are in even rows.
    shifted = (guard - (landing(taken, grid) & even)) & grid.board
    lower = empty & (even ^ grid.board ^ shifted)
    upper = empty ^ lower
    wins = threats & upper
    # In each column the game ends with the follower's lowest winning square.
    reached = empty & (grid.board ^ ((guard - wins) | wins))
    lower = lower & reached
    single = lower & (guard >> _ONE)
    count = count_squares(single)
    if count == 0:
        if has_line(own | lower, grid):
            return INFINITY
    elif count == np.int64(2):
        # After the top square of one column the follower starts the other, whose pairs shift by one square.
        one = one_square(grid.board, first_square(single))
        first, second = upper & _column(one, grid), upper & _column(single ^ one, grid)
        if has_line(own | lower | first, grid) or has_line(own | lower | second, grid):
            return INFINITY
        upper = upper ^ first ^ second
    else:
        return INFINITY
    if count_squares(wins) != 0:
        free = reached & (reached ^ (wins >> _ONE))
        return -((left - count_squares(free)) // np.int64(2))
    return np.int64(-1) if has_line(opp | upper, grid) else np.int64(0)


@compiled
def most_against_follow_up(state: State) -> Score:
    """Compiled `follow_up_bound` for a state whose side to move cannot complete a line at once."""
    grid = geometry(state)
    threats: Any = completing(state.opp, grid) & (grid.board ^ (state.own | state.opp))
    return follow_up_bound(state.own, state.opp, threats, plies_left(state), grid)


#: Added to move-order scores so that they are never negative.
_SCORE_OFFSET = np.int64(1 << 12)
#: Puts the move of the transposition table before all others.
_TABLE_SCORE = np.uint64(1 << 40)
#: Minimum squares left to count progress, and for threads to share a node's moves.
_COUNTED_FROM, _SHARED_FROM = np.int64(12), np.int64(20)
#: Value of a square that completes a line, lower when the other side can make use of the square below it.
_THREAT = np.int64(16)
_STOPPED_THREAT = np.int64(10)
#: Cost of a move right below such a square, which the other side then takes.
_GIVEN_UP = np.int64(6)


@inlined
def lines_through(square: Square, grid: Geometry) -> Any:
    """Number of lines of four to which a square belongs."""
    columns, rows = np.int64(grid.columns), np.int64(grid.step) - np.int64(1)
    left, below = square // (rows + 1), square % (rows + 1)
    right, above = columns - 1 - left, rows - 1 - below
    return (
        _lines_between(left, right)
        + _lines_between(below, above)
        + _lines_between(min(left, below), min(right, above))
        + _lines_between(min(left, above), min(right, below))
    )


@inlined
def _lines_between(before: Any, after: Any) -> Any:
    """Count the lines of four through a square with so many squares before and after it."""
    three = np.int64(3)
    return max(min(before, three) + min(after, three) - _TWO, np.int64(0))


@inlined
def _move_order_score(
    square: Square, disc: Squares, threats: Squares, menaced: Squares, grid: Geometry
) -> Any:
    """Return the ordering score of a move: the threats it leaves its side with, and how central it is."""
    column = np.int64(np.uint64(square) // grid.step)
    score = _SCORE_OFFSET + _THREAT * count_squares(threats) + lines_through(square, grid)
    score -= abs(_TWO * column + np.int64(1) - np.int64(grid.columns))
    score -= (_THREAT - _STOPPED_THREAT) * count_squares(threats & (menaced << _ONE))
    if count_squares(threats & (disc << _ONE)) != 0:
        score -= _GIVEN_UP
    return score


@always_inlined
def _list_moves(
    state: State, moves: Squares, menaced: Squares, lower: Score, alpha: Score, left: Any, context: Context
) -> Score:
    """Write the moves with their scores into a list; returns the best lower bound that needs no search.

    Ends at the first bound above `alpha`, with the list unfinished.
    """
    grid = geometry(state)
    own, opp = state.own, state.opp
    taken = own | opp
    ordered, bounded = uses(MOVE_ORDERING, context), uses(STATIC_BOUNDS, context)
    start = MOVE_LISTS + left * PLY_WORDS
    for number in range(count_squares(moves)):
        square = first_square(moves)
        moves = without_first(moves)
        disc = one_square(grid.board, square)
        after = own | disc
        threats = completing(after, grid) & (grid.board ^ taken ^ disc)
        if bounded:
            # Two threats at once, next to or above each other, cannot be stopped.
            now = threats & landing(taken | disc, grid)
            if count_squares(now) > 1 or count_squares(threats & (now << _ONE)) != 0:
                return (left - np.int64(1)) // _TWO
            lower = max(lower, -follow_up_bound(opp, after, threats, left - 1, grid))
            if lower > alpha:
                return lower
        score = _SCORE_OFFSET
        if ordered:
            score = _move_order_score(square, disc, threats, menaced, grid)
            score += history_score(square, left, context)
        store(context, start + np.int64(number), np.uint64(score << np.int64(8) | square))
    return lower


@inlined
def _put_first(move: Square, count: Any, left: Any, context: Context) -> None:
    start = MOVE_LISTS + left * PLY_WORDS
    for number in range(count):
        word = load(context, start + np.int64(number))
        if np.int64(word & _SQUARE) == move:
            store(context, start + np.int64(number), word | _TABLE_SCORE)


@compiled
def prove_bound(state: State, alpha: Score, left: Any, context: Context) -> Score:
    """A lower bound of the score above `alpha`, else an upper bound up to it.

    The game must not be over, and the side to move must be unable to end it with its next disc. Meaningless
    once the context's stop word is set.
    """
    count_node(context)
    if stopping(context):
        return alpha
    grid = geometry(state)
    taken = state.own | state.opp
    menaced = completing(state.opp, grid) & (grid.board ^ taken)
    moves = landing(taken, grid)
    forced = menaced & moves
    replies = count_squares(forced)
    if replies != 0:
        moves = forced
    # A disc right below a square that the other side needs would give it away.
    moves = moves & (grid.board ^ (menaced >> _ONE))
    count = count_squares(moves)
    if replies > 1 or count == 0:
        return -(left // _TWO)
    if left <= _TWO:
        return np.int64(0)
    # Neither side wins with its next disc.
    lower, upper = -((left - _TWO) // _TWO), (left - np.int64(1)) // _TWO
    if alpha >= np.int64(0) and not has_line(grid.board ^ state.opp, grid):
        upper = np.int64(0)
    if alpha < np.int64(0) and not has_line(grid.board ^ state.own, grid):
        lower = np.int64(0)
    if lower > alpha:
        return lower
    if upper <= alpha:
        return upper
    place, check = hash_key(state)
    prefetch_entry(context, place)
    lower = _list_moves(state, moves, menaced, lower, alpha, left, context)
    if lower > alpha:
        return lower
    counted = left >= _COUNTED_FROM
    ply = np.int64(load(context, LAST_PLY)) - left
    if count == 1:
        if counted:
            enter_child(ply, np.int64(0), np.int64(1), context)
        return -prove_bound(play(state, first_square(moves)), -alpha - 1, left - 1, context)
    entry = probe_entry(context, place, check)
    if entry != _ZERO:
        if uses(TABLE_CUTOFFS, context):
            if lower_of(entry) > alpha:
                return lower_of(entry)
            if upper_of(entry) <= alpha:
                return upper_of(entry)
            lower, upper = max(lower, lower_of(entry)), min(upper, upper_of(entry))
        if uses(TABLE_MOVES, context) and move_of(entry) != NO_MOVE:
            _put_first(move_of(entry), count, left, context)
    if left >= etc_from_depth(state, True) and uses(ETC, context):
        prefetch_children(state, moves, context)
        bound = etc_bound(state, moves, alpha + 1, left, PROVED, context)
        if bound > alpha:
            return bound
    best, best_move = -INFINITY, NO_MOVE
    index = np.int64(0)
    shared = is_shared(context) and left >= _SHARED_FROM
    if shared:
        enter_node(place, check, alpha, alpha + 1, left, context)
    while index < count:
        square = next_move(left, index, count, context)
        after = play(state, square)
        if shared and put_off(after, left, index == 0, list_word(left, index), context):
            continue
        if counted:
            enter_child(ply, index, count, context)
        value = -prove_bound(after, -alpha - 1, left - 1, context)
        if stopping(context):
            return alpha
        if counted:
            leave_child(ply, index, count, context)
        if shared:
            bound = value_found_elsewhere(after, left, context)
            if bound < INFINITY:
                return bound
        if value > best:
            best, best_move = value, square
            if value > alpha:
                if index > 0:
                    learn_from_cutoff(index, left, context)
                break
        index += np.int64(1)
    if shared:
        leave_node(context)
    if best > alpha:
        lower = max(lower, best)
    else:
        upper = min(upper, best)
    store_entry(context, place, check, packed(lower, upper, left, best_move, load(context, AGE), PROVED))
    return best


@of_every_grid(interface.solves_directly)
def _solves_directly(state: State, left: Any, context: Context) -> Any:
    return load(context, STYLE) == EXACT


@of_every_grid(interface.solve_endgame)
def _solve_endgame(state: State, alpha: Score, beta: Score, ply: Ply, context: Context) -> Score:
    # Some positions need no search; they count as well.
    count_node(context)
    grid, left = geometry(state), plies_left(state)
    if has_line(state.opp, grid) or left == np.int64(0):
        return final(state)
    if count_squares(completing(state.own, grid) & landing(state.own | state.opp, grid)) != 0:
        return (left + np.int64(1)) // _TWO
    store(context, LAST_PLY, np.uint64(ply + left))
    low, high = max(alpha, -(left // _TWO)), min(beta, (left - np.int64(1)) // _TWO)
    value = low
    while low < high and not stopping(context):
        middle = (low + high) >> np.int64(1)
        value = prove_bound(state, middle, left, context)
        if value > middle:
            low = value
        else:
            high = value
    return value
