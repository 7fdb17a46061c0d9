"""`python -m research.kills`: the process is killed at random moments, and nothing is lost by it."""
