"""Somebody's games everywhere, and the way to the next one that waits for them."""
