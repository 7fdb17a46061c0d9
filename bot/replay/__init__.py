"""Finished games shown again: move by move, or as one animated picture."""
