"""Tournaments in Discord: cards, standings, brackets."""
