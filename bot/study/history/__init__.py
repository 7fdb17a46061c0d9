"""Finished games of a person or server."""
