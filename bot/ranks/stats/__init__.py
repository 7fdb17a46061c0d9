"""Leaderboards, profiles, comparisons."""
