"""Computer players against each other: games to watch, and strength tests."""
