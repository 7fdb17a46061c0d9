"""`python -m bench.kills`: the process is killed at random moments, and nothing is lost by it."""
