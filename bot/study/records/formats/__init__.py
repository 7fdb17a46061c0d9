"""Formats of games in files and texts."""
