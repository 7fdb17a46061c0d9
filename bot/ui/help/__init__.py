"""The card that every way in begins with: the games, their levels, and where to read more."""
