"""Threads of their own for games."""
