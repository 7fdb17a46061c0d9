"""Puzzles and their solvers."""
