"""Several processes that share the servers among them."""
