"""Analysis of positions that players bring."""
