"""Messages the bot keeps up to date."""
