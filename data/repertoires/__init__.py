"""Repertoires of openings, and the sessions in which people train theirs."""
