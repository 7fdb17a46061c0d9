"""Telling people that it is their turn, if they want that."""
