"""Game records and their export."""
