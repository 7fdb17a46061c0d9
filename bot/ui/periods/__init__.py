"""Boards of weeks and seasons, of cups and of streaks."""
