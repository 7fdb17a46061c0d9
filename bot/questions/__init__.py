"""Questions from one player to the other: to take a move back, for a draw, to swap colours, for help."""
