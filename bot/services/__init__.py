"""The use-cases of a running bot, and what they are built from."""
