"""Reviews: what every move of a finished game was worth, worked out in the background and kept."""
