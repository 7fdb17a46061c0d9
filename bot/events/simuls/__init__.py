"""Simultaneous exhibitions."""
