"""Conditional moves: planned by a command, in private."""
