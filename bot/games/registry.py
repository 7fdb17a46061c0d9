"""Every game there is, by its key."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from bot.games.kind import GameKind
from bot.games.reversi import Reversi

GAMES: Mapping[str, GameKind] = MappingProxyType({kind.key: kind for kind in (Reversi(),)})
