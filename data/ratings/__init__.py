"""Ratings and statistics."""
