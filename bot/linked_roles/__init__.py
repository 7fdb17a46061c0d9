"""Discord's Linked Roles: people let Discord know their figures, and servers give roles for them."""
