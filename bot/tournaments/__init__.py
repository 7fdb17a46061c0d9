"""Tournaments."""
