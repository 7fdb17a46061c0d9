"""Privacy, export and deletion of one's data."""
