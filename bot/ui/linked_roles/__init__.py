"""Discord's Linked Roles: the pages on which people link their accounts, and Discord's API for it."""
