"""Puzzle races: rushes of several people with the same puzzles, shown by one public card."""
