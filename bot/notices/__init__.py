"""Turn notices for the players who want them."""
