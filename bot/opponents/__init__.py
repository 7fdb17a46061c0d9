"""Computer opponents: levels, styles, and the custom opponents of servers."""
