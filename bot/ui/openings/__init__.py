"""Messages of the openings explorer."""
