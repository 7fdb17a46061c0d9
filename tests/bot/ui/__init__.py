"""Tests of words and messages."""
