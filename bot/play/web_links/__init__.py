"""The links of games to their pages in the browser."""
