"""Typed reasons why a click or a command is not carried out; `bot.ui.refusals` has the words for each class.

A refusal is an ordinary answer, not a fault: nothing was changed, and the user learns what to do instead. A
`game` is a game's key, such as `reversi`; a `title` is its name.
"""

from bot.core.refusals.base import *  # noqa: F403
from bot.core.refusals.computers import *  # noqa: F403
from bot.core.refusals.games import *  # noqa: F403
from bot.core.refusals.openings import *  # noqa: F403
from bot.core.refusals.records import *  # noqa: F403
from bot.core.refusals.simuls import *  # noqa: F403
from bot.core.refusals.tournaments import *  # noqa: F403
from bot.core.refusals.votes import *  # noqa: F403
