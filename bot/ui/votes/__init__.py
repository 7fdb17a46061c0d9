"""The commands and messages of games in which teams vote."""
