"""Puzzles as people see them: the position with its moves, the verdict, and the solution."""
