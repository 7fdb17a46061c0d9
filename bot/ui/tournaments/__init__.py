"""`/tournament`: creating, showing and managing tournaments."""
