"""Reviews as people see them: progress, the result with its chart, and every move on the board."""
