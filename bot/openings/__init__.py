"""Openings: an explorer of positions and the moves people play there."""
