"""What use-cases are built from."""

from __future__ import annotations

import random
from dataclasses import dataclass

from bot.core.background import BackgroundTasks
from bot.core.metrics import Metrics
from bot.core.runtime import Now, Rest
from bot.messages.delivery import Messenger
from bot.preferences.preferences import Preferences
from bot.settings.settings import Settings
from data import Storage


@dataclass(frozen=True, slots=True)
class Kit:
    """What most use-cases need: rooms get it to build theirs."""

    settings: Settings
    storage: Storage
    messenger: Messenger
    preferences: Preferences
    background: BackgroundTasks
    metrics: Metrics
    rest: Rest
    now: Now
    rng: random.Random
