"""Offers and challenges of games."""
