"""`python -m research.kills`: kill the process at random moments and check that nothing is lost."""
