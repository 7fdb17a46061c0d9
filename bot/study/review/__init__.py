"""Reviews with reasons."""
