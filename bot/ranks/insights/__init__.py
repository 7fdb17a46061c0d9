"""Insights: what a person's reviewed games say about how they play."""
