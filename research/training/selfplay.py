"""Whole training games played by the search core inside compiled code: no Python between the moves.

A game depends on its number alone: its opening and its blunders come from a generator seeded with the number,
and no entry of the transposition table survives from the game before. It begins with some random moves,
continues with the best moves of searches of a fixed depth, sometimes plays a random move, and solves every
position from a given number of empties on.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.jit.bits import (
    Pair,
    Square,
    Squares,
    Word,
    count_squares,
    first_square,
    mix,
    one_square,
    store,
    without_first,
    words_of,
)
from engine.jit.compiling import compiled, dispatched, implements, inlined
from engine.reversi.states import with_discs
from engine.search.alphabeta import alphabeta, table_move
from engine.search.interface import final, legal, passed, play, plies_left
from engine.search.scores import AGE, EXACT, INFINITY, KILLERS, SALT, STYLE, TERMINAL, TERMINAL_UNIT

_ZERO, _ONE = np.uint64(0), np.uint64(1)
_NO_PLY = np.int64(0)
_SALT = np.uint64(0xA0761D6478BD642F)
#: Maximum rows of a game, and its columns: discs of the side to move and of the other, in two
#: words each, searched value, target, colour to move (0 or 1), and what follows the position (below).
MAX_ROWS, COLUMNS = 100, 8
OWN, OPP, VALUE, TARGET, COLOUR, SOURCE = 0, 2, 4, 5, 6, 7
#: The next move was the best one found, or random; or the value is the exact final score.
BEST_MOVE, RANDOM_MOVE, SOLVED = np.int64(0), np.int64(1), np.int64(2)
#: Values and targets are in 1/64 disc.
UNIT = np.int64(64)
_KILLER_WORDS = 512


@inlined
def next_random(state: Any) -> Any:
    """Return the next state of the generator; its high half is the random number."""
    return (
        mix(state + np.uint64(0x9E3779B97F4A7C15), np.uint64(0xD1B54A32D192ED03))
        ^ state * np.uint64(0x2545F4914F6CDD1D) + _ONE
    )


@inlined
def below(random: Any, limit: Any) -> Any:
    """Return a number from 0 to limit - 1."""
    return np.int64((random >> np.uint64(33)) % np.uint64(limit))


@inlined
def nth_move(moves: Squares, number: Any) -> Square:
    while number > 0:
        moves = without_first(moves)
        number -= np.int64(1)
    return first_square(moves)


@inlined
def is_move(moves: Squares, square: Square) -> Any:
    """True if one of the moves is to this square, which may be NO_MOVE."""
    return square < np.int64(128) and count_squares(one_square(moves, square) & moves) > 0


@dispatched
def squares_at(like: Squares, discs: Any, index: Any) -> Squares:
    """Return the discs at `index` in an array of words, or of pairs of words as `like` tells."""


@implements(squares_at, np.uint64)
def _word_at(like: Word, discs: Any, index: Any) -> Word:
    return discs[index]


@implements(squares_at, Pair)
def _pair_at(like: Pair, discs: Any, index: Any) -> Pair:
    return Pair(discs[index, 0], discs[index, 1])


@inlined
def state_at(like: Any, own: Any, opp: Any, index: Any) -> Any:
    """Return the state at `index` in arrays of discs, for the board of `like`."""
    return with_discs(like, squares_at(like.own, own, index), squares_at(like.opp, opp, index))


@inlined
def _write_squares(squares: Squares, rows: Any, row: Any, column: Any) -> None:
    for number, word in enumerate(words_of(squares)):
        rows[row, column + np.int64(number)] = np.int64(word)


@inlined
def begin_game(number: Any, context: Any) -> None:
    """Clear the search context and its table of earlier games."""
    store(context, AGE, np.uint64(number) % np.uint64(255) + _ONE)
    for word in range(_KILLER_WORDS):
        store(context, KILLERS + np.int64(word), _ZERO)


@inlined
def use_style(style: Any, game_salt: Any, context: Any) -> None:
    store(context, STYLE, style)
    store(context, SALT, game_salt + np.uint64(0x9E3779B97F4A7C15) * style)


@inlined
def keeping_move(state: Any, value: Any, left: Any, context: Any) -> Any:
    """Return the first move that keeps the exact value of a position."""
    moves = legal(state)
    while count_squares(moves) > 0:
        square = first_square(moves)
        moves = without_first(moves)
        after = play(state, square)
        if alphabeta(after, -value, -value + np.int64(1), left - np.int64(1), _NO_PLY, context) <= -value:
            return square
    return first_square(legal(state))


@inlined
def _in_units(value: Any) -> Any:
    """Return a searched value in 1/64 disc, finished games by their score."""
    if abs(value) < TERMINAL:
        return value
    return np.sign(value) * ((abs(value) - TERMINAL) // TERMINAL_UNIT) * UNIT


@inlined
def _searched(state: Any, depth: Any, context: Any) -> Any:
    """Return the value of a search that deepens by two plies at a time."""
    value = np.int64(0)
    reach = np.int64(2) - (depth & np.int64(1))
    while reach <= depth:
        value = alphabeta(state, -INFINITY, INFINITY, reach, _NO_PLY, context)
        reach += np.int64(2)
    return _in_units(value)


@inlined
def _set_targets(rows: Any, count: Any, result: Any) -> None:
    """Set each position's target: the exact score, or the outcome of the line played from it.

    `result` is the score of the finished game for colour 0.
    """
    for index in range(count - 1, -1, -1):
        sign = np.int64(1) - np.int64(2) * rows[index, COLOUR]
        if rows[index, SOURCE] != BEST_MOVE:
            result = sign * rows[index, VALUE]
        rows[index, TARGET] = sign * result


@compiled
def play_game(
    start: Any,
    number: Any,
    least: Any,
    most: Any,
    blunder_rate: Any,
    depth: Any,
    solve_at: Any,
    style: Any,
    rows: Any,
    context: Any,
) -> Any:
    """Play game `number` from a state and fill in `rows` (MAX_ROWS × COLUMNS, int64); returns their number.

    The first `least` to `most` moves are random, later ones in `blunder_rate` of 1024 cases.
    """
    random = next_random(mix(np.uint64(number) + _SALT, np.uint64(0xE7037ED1A0B428DB)))
    game_salt = random
    random = next_random(random)
    random_moves = least + below(random, most - least + np.int64(1))
    begin_game(number, context)
    state = start
    count, colour = np.int64(0), np.int64(0)
    while True:
        moves = legal(state)
        if count_squares(moves) == 0:
            state, colour = passed(state), np.int64(1) - colour
            moves = legal(state)
            if count_squares(moves) == 0:
                break
        left = plies_left(state)
        random = next_random(random)
        at_random = random_moves > 0 or below(random, np.int64(1024)) < blunder_rate
        random = next_random(random)
        square = nth_move(moves, below(random, count_squares(moves)))
        if random_moves > 0:
            random_moves -= np.int64(1)
        else:
            source = RANDOM_MOVE if at_random else BEST_MOVE
            if left <= solve_at:
                use_style(EXACT, game_salt, context)
                value = alphabeta(state, -INFINITY, INFINITY, left, _NO_PLY, context)
                if not at_random:
                    square = keeping_move(state, value, left, context)
                value *= UNIT
                source = SOLVED
            else:
                use_style(style, game_salt, context)
                value = _searched(state, depth, context)
                best = table_move(state, context)
                if not at_random and is_move(moves, best):
                    square = best
            _write_squares(state.own, rows, count, OWN)
            _write_squares(state.opp, rows, count, OPP)
            rows[count, VALUE], rows[count, COLOUR], rows[count, SOURCE] = value, colour, source
            count += np.int64(1)
        state, colour = play(state, square), np.int64(1) - colour
    _set_targets(rows, count, final(state) * UNIT * (np.int64(1) - np.int64(2) * colour))
    return count


@compiled
def search_again(
    like: Any,
    own: Any,
    opp: Any,
    sources: Any,
    games: Any,
    depth: Any,
    style: Any,
    values: Any,
    context: Any,
) -> None:
    """Write into `values` those of searches of `depth` by a style, for unsolved positions.

    `like` is any state of the board.
    """
    game = np.int64(-1)
    for position in range(len(own)):
        if games[position] != game:
            game = games[position]
            begin_game(game, context)
            use_style(style, mix(np.uint64(game) + _SALT, np.uint64(0xE7037ED1A0B428DB)), context)
        if sources[position] != SOLVED:
            values[position] = _searched(state_at(like, own, opp, position), depth, context)
