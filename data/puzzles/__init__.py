"""Puzzles and repertoires, and the attempts of people at both."""
