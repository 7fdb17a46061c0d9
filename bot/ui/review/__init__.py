"""The messages and buttons of reviews: progress, the result with its chart, every move on the board."""
