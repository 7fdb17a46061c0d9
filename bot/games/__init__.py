"""The life of a game, without Discord: challenges, moves, results."""
