"""All routes from components to handlers, area by area."""

from __future__ import annotations

from bot.ui.analysis.components import ANALYSIS_ROUTES
from bot.ui.assist.components import ASSIST_ROUTES
from bot.ui.conditionals.components import CONDITIONAL_ROUTES
from bot.ui.games.components import GAME_ROUTES
from bot.ui.games.offer_components import OFFER_ROUTES
from bot.ui.help.components import HELP_ROUTES
from bot.ui.history.components import HISTORY_ROUTES
from bot.ui.imports.components import IMPORT_ROUTES
from bot.ui.matches.components import MATCH_ROUTES
from bot.ui.my_games.components import MY_GAMES_ROUTES
from bot.ui.notices.components import NOTICE_ROUTES
from bot.ui.opponents.components import OPPONENT_ROUTES
from bot.ui.preferences.components import PREFERENCE_ROUTES
from bot.ui.privacy.components import PRIVACY_ROUTES
from bot.ui.puzzles.components import PUZZLE_ROUTES
from bot.ui.questions.components import QUESTION_ROUTES
from bot.ui.replay.components import REPLAY_ROUTES
from bot.ui.review.components import REVIEW_ROUTES
from bot.ui.stats.components import STATS_ROUTES

ROUTES = (
    *GAME_ROUTES,
    *OFFER_ROUTES,
    *QUESTION_ROUTES,
    *CONDITIONAL_ROUTES,
    *HELP_ROUTES,
    *HISTORY_ROUTES,
    *MY_GAMES_ROUTES,
    *NOTICE_ROUTES,
    *ASSIST_ROUTES,
    *MATCH_ROUTES,
    *OPPONENT_ROUTES,
    *PUZZLE_ROUTES,
    *REVIEW_ROUTES,
    *ANALYSIS_ROUTES,
    *REPLAY_ROUTES,
    *IMPORT_ROUTES,
    *STATS_ROUTES,
    *PREFERENCE_ROUTES,
    *PRIVACY_ROUTES,
)
