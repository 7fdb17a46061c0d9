"""Hints and fair play."""
