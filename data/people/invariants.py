"""Invariants of what is stored about people."""

from __future__ import annotations

from sqlalchemy import String, and_, cast, exists, func, not_, or_

from data.db.invariants import Invariants, RowRule, in_order, never, not_negative
from data.people.achievements import ROLE
from data.people.personal import DELETED_PLAYER
from data.tables.people import (
    blocks,
    opponents,
    preferences,
    presence,
    role_links,
    role_unlinks,
    versions,
    web_event_links,
    web_links,
    web_sessions,
    workers,
)
from data.tables.playing import games
from data.tables.standings import achievements, role_grants
from data.tables.tournaments import cups

_key = achievements.c.achievement
_in_a_game = or_(*(_key.like(f"{kind}%") for kind in ("win:", "perfect:", "comeback")))
_game = games.c
_theirs = or_(
    _game.first_player_id == achievements.c.player_id, _game.second_player_id == achievements.c.player_id
)
_winner = or_(
    and_(_game.winner == 0, _game.first_player_id == achievements.c.player_id),
    and_(_game.winner == 1, _game.second_player_id == achievements.c.player_id),
)
_level = func.coalesce(_game.first_computer, _game.second_computer)

PEOPLE: Invariants = (
    never("player {id} blocks themselves", blocks.c.blocker_id, blocks.c.blocker_id == blocks.c.blocked_id),
    never(
        "player {id} has an achievement of a game that is not theirs",
        achievements.c.player_id,
        _game.id == achievements.c.game_id,
        not_(_theirs),
    ),
    never(
        "player {id} has an achievement of a game that they did not win so",
        achievements.c.player_id,
        _game.id == achievements.c.game_id,
        _key.like("win:%"),
        or_(not_(_winner), _key != "win:" + _game.game + ":" + _level),
    ),
    never(
        "player {id} has the achievement of a tournament and no cup",
        achievements.c.player_id,
        _key == "cup",
        ~exists().where(cups.c.player_id == achievements.c.player_id),
    ),
    RowRule(
        achievements.c.game_id, and_(achievements.c.game_id.is_(None), _in_a_game), "it is earned in a game"
    ),
    RowRule(
        achievements.c.game_id,
        and_(achievements.c.game_id.is_not(None), not_(_in_a_game)),
        "it is earned in no game",
    ),
    never(
        "player {id} in a database of people is a placeholder",
        role_links.c.player_id,
        role_links.c.player_id <= DELETED_PLAYER,
    ),
    never(
        "player {id} gets another role for an achievement than the server has chosen",
        role_grants.c.player_id,
        role_grants.c.due_at.is_not(None),
        preferences.c.owner_kind == "server",
        preferences.c.owner_id == role_grants.c.guild_id,
        preferences.c.name == ROLE + role_grants.c.achievement,
        preferences.c.value != cast(role_grants.c.role_id, String),
    ),
    *not_negative(
        role_grants.c.failures,
        role_links.c.failures,
        role_links.c.changes,
        role_unlinks.c.failures,
        workers.c.first,
        workers.c.shards,
        presence.c.id,
    ),
    RowRule(workers.c.last, workers.c.last < workers.c.first, "before the first"),
    RowRule(workers.c.last, workers.c.last >= workers.c.shards, "of fewer shards"),
    RowRule(versions.c.version, versions.c.version.not_like("%.%"), "no version"),
    RowRule(versions.c.revision, versions.c.revision.not_like("____"), "no revision"),
    *(
        RowRule(column, func.length(func.trim(column)) == 0, "it is empty")
        for column in (opponents.c.name, opponents.c.key)
    ),
    *(
        RowRule(column, func.length(column) < 8, "no code")
        for column in (web_links.c.code, web_event_links.c.code)
    ),
    RowRule(web_sessions.c.hash, func.length(web_sessions.c.hash) != 64, "no hash"),
    *in_order(role_links.c.linked_at, role_links.c.pushed_at),
    *in_order(web_links.c.created_at, web_links.c.withdrawn_at),
    *in_order(web_event_links.c.created_at, web_event_links.c.withdrawn_at),
    *in_order(web_sessions.c.created_at, web_sessions.c.expires_at),
)
