"""Statistics of games: profiles, comparisons, leaderboards."""
