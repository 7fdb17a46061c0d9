"""Simultaneous exhibitions: one exhibitor against many opponents."""
