"""Games between computer players, and strength tests, as people see them."""
