"""The Discord application: commands, views, the life of a game, the computer player."""
