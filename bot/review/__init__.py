"""Reviews: the value of every move of a finished game, computed in the background and stored for good."""
