"""Achievements: their words, in profiles and announcements, and the roles that servers give for them."""
