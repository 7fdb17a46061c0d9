"""When the bot is there: time in which people could not move is not theirs to lose."""

from datetime import timedelta

BEAT = timedelta(seconds=5)
"""How often it is noted that the bot is there, while a clock runs."""

ABSENCE = 2 * BEAT
"""A longer time without such a note is not charged to anybody: the process, the machine or the connection was
away, or too busy."""
