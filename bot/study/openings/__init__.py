"""Openings: explorer, repertoires, trainer."""
