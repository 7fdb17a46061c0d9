"""Settings of servers and people, and their consequences."""
