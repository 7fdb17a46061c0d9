"""Tests of the life of a game."""
