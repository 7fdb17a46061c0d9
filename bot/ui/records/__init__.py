"""Games to take away: `/export`."""
