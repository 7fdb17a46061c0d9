"""Games in which teams vote for their moves."""
