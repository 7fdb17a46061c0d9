"""Proving a puzzle again, with the exact solver."""

from __future__ import annotations

from engine.errors import EngineError
from engine.puzzles.games import puzzle_game
from engine.puzzles.only_moves import only_move, reaches
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
    leads = []
    with Solver(position) as solver:
        for ply, move in enumerate(puzzle.line):
            if move not in position.legal_moves():
                raise EngineError(f"{puzzle.id}: {move} is not legal after {ply} plies")
            if ply % 2:
                if move not in solver.best_moves(position):
                    raise EngineError(f"{puzzle.id}: {move} is no best reply after {ply} plies")
            else:
                turn = only_move(position, game, solver)
                if turn is None or turn.move != move or not reaches(turn, puzzle.goal, game):
                    raise EngineError(f"{puzzle.id}: {move} is not the only move after {ply} plies")
                leads.append(turn.lead)
            position = position.play(move)
    if min(leads) != puzzle.margin:
        raise EngineError(f"{puzzle.id}: the margin is {min(leads)}, not {puzzle.margin}")
