"""What one person of a game asks of the other: to take a move back, for a draw, to swap colours, for help."""
