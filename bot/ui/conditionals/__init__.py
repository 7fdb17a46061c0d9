"""Conditional moves: planned by a command, seen by nobody else."""
