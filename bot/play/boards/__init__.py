"""Messages that show games: drawn, delivered, posted again."""
