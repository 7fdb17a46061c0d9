"""A player's own games everywhere, and the next one waiting for their move."""
