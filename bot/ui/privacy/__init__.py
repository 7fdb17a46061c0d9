"""`/privacy` and `/mydata`: people read, export and delete their stored data."""
