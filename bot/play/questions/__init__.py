"""Questions between players: draw, undo, adjournment."""
