"""Typed reasons why a click or a command is not carried out; `bot.ui.refusals` has the words for each class.

A refusal is an ordinary answer, not a fault: nothing was changed, and the user learns what to do instead. A
`game` is a game's key, such as `reversi`; a `title` is its name.
"""

from bot.refusals.base import *  # noqa: F403
from bot.refusals.computers import *  # noqa: F403
from bot.refusals.games import *  # noqa: F403
from bot.refusals.openings import *  # noqa: F403
from bot.refusals.records import *  # noqa: F403
from bot.refusals.simuls import *  # noqa: F403
from bot.refusals.tournaments import *  # noqa: F403
from bot.refusals.votes import *  # noqa: F403
