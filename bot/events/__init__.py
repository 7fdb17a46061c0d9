"""Events: tournaments, simultaneous exhibitions, votes, computer matches."""
