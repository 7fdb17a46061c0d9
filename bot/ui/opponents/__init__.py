"""Choosing and making computer opponents."""
