"""The life of a game, without Discord: the rules of taking turns, and the computer player's place at the board."""
