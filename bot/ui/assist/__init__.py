"""Hints and hand-over, as people see them."""
