"""A player's own games."""
