"""The life of a game, without Discord: taking turns by the rules, and the computer player's place."""
