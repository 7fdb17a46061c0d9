"""Boards in the browser: pages for games, reviews and puzzles, one more view of the same use-cases."""
