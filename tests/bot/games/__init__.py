"""Tests of what each game has of its own."""
