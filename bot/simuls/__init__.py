"""Simultaneous exhibitions: one exhibitor plays many opponents, each on a board of their own."""
