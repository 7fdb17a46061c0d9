"""Games as files: written for other programs, and read from them."""
