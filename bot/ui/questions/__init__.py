"""Questions from one player to the other, as people see them."""
