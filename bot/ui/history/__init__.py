"""`/history`: finished games of a player or the server."""
