"""Telling a server what has happened there, in the channel that it has chosen for that."""
