"""Games decided by votes."""
