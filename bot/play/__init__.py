"""Playing: offers, games, questions between players, hints, notices, lists of games."""
