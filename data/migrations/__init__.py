"""The steps from one form of the tables to the next; see README.md here."""
