"""Matches of computer players and strength tests."""
