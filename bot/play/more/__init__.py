"""Requests of players in a game: the menu under More, and its commands."""
