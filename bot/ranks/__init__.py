"""Ratings, profiles, weeks and seasons, achievements."""
