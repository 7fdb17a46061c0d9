"""Offers: cards to start a game from, and challenges."""
