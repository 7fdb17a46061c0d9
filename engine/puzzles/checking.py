"""Proving a puzzle again, with the exact solver."""

from __future__ import annotations

from engine.errors import EngineError
from engine.puzzles.games import puzzle_game
from engine.puzzles.only_moves import LEAST_CHOICE, best_replies, lead, only_move
from engine.puzzles.puzzle import Puzzle
from engine.puzzles.solving import Solver


def check(puzzle: Puzzle) -> None:
    """Prove that each own move of a puzzle is the only one for its goal, and that each reply is a best one.

    Raises EngineError with the reason when one is not. Takes as long as solving the position does.
    """
    game = puzzle_game(puzzle.game)
    position = game.parse(puzzle.position)
    if position.variant != game.variant or puzzle.board:
        raise EngineError(f"{puzzle.id}: it is not on the usual board")
    margins = []
    with Solver(position) as solver:
        for ply, move in enumerate(puzzle.line):
            if move not in position.legal_moves():
                raise EngineError(f"{puzzle.id}: {move} is not legal after {ply} plies")
            if ply % 2:
                if move not in best_replies(position, solver):
                    raise EngineError(f"{puzzle.id}: {move} is no best reply after {ply} plies")
            else:
                values = game.values(solver, position)
                if len(values) < LEAST_CHOICE:
                    raise EngineError(f"{puzzle.id}: there is too little choice after {ply} plies")
                if only_move(values, puzzle.goal, game) != move:
                    raise EngineError(f"{puzzle.id}: {move} is not the only move after {ply} plies")
                margins.append(lead(values))
            position = position.play(move)
    if min(margins) != puzzle.margin:
        raise EngineError(f"{puzzle.id}: the margin is {min(margins)}, not {puzzle.margin}")
