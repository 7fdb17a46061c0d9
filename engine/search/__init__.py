"""The search core that every game shares: alpha-beta, the transposition table, time management."""
