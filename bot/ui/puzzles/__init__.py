"""Puzzles as people see them: the position with its moves, what was right, and the solution."""
