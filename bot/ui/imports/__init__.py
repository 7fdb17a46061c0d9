"""Games that people bring: `/import`."""
