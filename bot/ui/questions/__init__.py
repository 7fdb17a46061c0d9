"""Questions from one person of a game to the other, as people see them."""
