"""Boards in the browser: pages on which people watch games and play, one more view of the same use-cases."""
