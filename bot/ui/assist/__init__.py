"""Hints, and handing a side over to the computer."""
