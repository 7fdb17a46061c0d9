"""Upkeep of the database for hosts and people."""
