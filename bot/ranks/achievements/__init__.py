"""Achievements and their roles."""
