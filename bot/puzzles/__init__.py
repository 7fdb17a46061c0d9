"""Puzzles: positions in which one move is better than all others."""
