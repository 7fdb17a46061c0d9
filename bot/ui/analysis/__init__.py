"""Positions under analysis: `/position`."""
