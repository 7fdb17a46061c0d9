"""Announcements in the channel that a server has chosen for them."""
