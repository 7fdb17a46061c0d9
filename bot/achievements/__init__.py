"""Achievements: what earns one, awarding them, and the Discord roles that servers give for them."""
