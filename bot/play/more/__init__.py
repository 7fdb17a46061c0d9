"""What players can ask for in a game: the menu under More, and its commands."""
