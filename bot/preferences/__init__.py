"""What servers and people set, and what follows from it."""
