"""Time in games: what happens when it runs out."""
