"""The card of a computer opponent."""
