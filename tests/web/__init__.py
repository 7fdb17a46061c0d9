"""Boards in the browser."""
