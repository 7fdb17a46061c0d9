"""`/privacy` and `/mydata`: what is stored of people, for them to read, take away or delete."""
