"""Positions that people bring to be analysed."""
