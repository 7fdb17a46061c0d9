"""Data about people: shown, exported, deleted."""
