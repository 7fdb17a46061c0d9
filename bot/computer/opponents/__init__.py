"""Computer opponents: their names, saved recipes, choices and advice."""
