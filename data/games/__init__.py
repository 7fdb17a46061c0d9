"""Games: their moves, clocks, questions and lists."""
