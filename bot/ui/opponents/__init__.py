"""Choosing and creating computer opponents."""
