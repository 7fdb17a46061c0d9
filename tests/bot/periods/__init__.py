"""Weeks and seasons."""
