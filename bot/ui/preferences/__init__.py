"""`/settings` and `/me`: the settings of servers and people."""
