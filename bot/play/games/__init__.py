"""Games: their moves, boards, clocks and threads."""
