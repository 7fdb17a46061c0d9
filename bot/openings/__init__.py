"""Openings: what they are called, and balanced ones to start from."""
