"""Importing files of games."""
