"""`/settings` and `/me`: what servers and people can set."""
