"""What is stored of people: told, taken away, deleted."""
