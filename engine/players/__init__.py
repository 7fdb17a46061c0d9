"""Computer players: styles, levels, pondering, matches between them."""
