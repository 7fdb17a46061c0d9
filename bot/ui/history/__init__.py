"""`/history`: games that are over, of a person or the server, and the way to their reviews."""
