"""Studying games: reviews, replays, analysis, openings, records, history."""
