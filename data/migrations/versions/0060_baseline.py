"""The tables of version 1.0, which a new database gets at once from `data.tables`."""

from alembic import op

revision = "0060"
down_revision = None

WORDS = {
    "sqlite": {
        "id": "INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT",
        "small_id": "INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT",
        "plain_id": "INTEGER NOT NULL",
        "ref": "INTEGER",
        "time": "DATETIME",
        "double": "DOUBLE",
        "false": "0",
        "without_rowid": " WITHOUT ROWID",
    },
    "postgresql": {
        "id": "BIGSERIAL NOT NULL CONSTRAINT pk_{table} PRIMARY KEY",
        "small_id": "SERIAL NOT NULL CONSTRAINT pk_{table} PRIMARY KEY",
        "plain_id": "BIGSERIAL NOT NULL",
        "ref": "BIGINT",
        "time": "TIMESTAMP WITH TIME ZONE",
        "double": "DOUBLE PRECISION",
        "false": "false",
        "without_rowid": "",
    },
}
"""What the two databases call differently."""


def upgrade() -> None:
    """Create all tables."""
    words = WORDS[op.get_bind().dialect.name]
    for statement in TABLES.split(";"):
        parts = statement.split()
        named = {name: word.format(table=parts[2]) for name, word in words.items()}
        op.execute(" ".join(parts).format(**named))


TABLES = """
CREATE TABLE added_days (guild_id BIGINT NOT NULL, span VARCHAR(8) NOT NULL, first_day VARCHAR(10) NOT NULL,
    until {time} NOT NULL, CONSTRAINT pk_added_days PRIMARY KEY (guild_id, span, first_day),
    CONSTRAINT ck_added_days_span CHECK (span IN ('week', 'season'))){without_rowid};
CREATE TABLE board_posts (id {id}, guild_id BIGINT NOT NULL, span VARCHAR(8) NOT NULL,
    first_day VARCHAR(10) NOT NULL, channel_id BIGINT NOT NULL, message_id BIGINT, posted_at {time} NOT NULL,
    CONSTRAINT ck_board_posts_span CHECK (span IN ('week', 'season')),
    CONSTRAINT uq_board_posts_guild_id_span_first_day UNIQUE (guild_id, span, first_day));
CREATE INDEX ix_board_posts_not_sent ON board_posts (posted_at) WHERE message_id IS NULL;
CREATE TABLE channel_lists (channel_id BIGINT NOT NULL, guild_id BIGINT, message_id BIGINT,
    digest VARCHAR(64), CONSTRAINT pk_channel_lists PRIMARY KEY (channel_id));
CREATE TABLE daily_puzzles (guild_id BIGINT NOT NULL, next_at {time} NOT NULL,
    CONSTRAINT pk_daily_puzzles PRIMARY KEY (guild_id));
CREATE TABLE measurements (id {id}, place_id BIGINT NOT NULL, guild_id BIGINT, channel_id BIGINT NOT NULL,
    message_id BIGINT, asker_id BIGINT NOT NULL, game VARCHAR(32) NOT NULL, options TEXT NOT NULL,
    first TEXT NOT NULL, second TEXT NOT NULL, games INTEGER NOT NULL, seed BIGINT NOT NULL,
    results TEXT NOT NULL, efforts TEXT DEFAULT '' NOT NULL,
    CONSTRAINT uq_measurements_place_id UNIQUE (place_id));
CREATE TABLE next_boards (guild_id BIGINT NOT NULL, span VARCHAR(8) NOT NULL, first_day VARCHAR(10) NOT NULL,
    due_at {time} NOT NULL, CONSTRAINT pk_next_boards PRIMARY KEY (guild_id, span),
    CONSTRAINT ck_next_boards_span CHECK (span IN ('week', 'season'))){without_rowid};
CREATE INDEX ix_next_boards_due_at ON next_boards (due_at);
CREATE TABLE players (id BIGINT NOT NULL, name VARCHAR(100) NOT NULL, seen_at {time},
    CONSTRAINT pk_players PRIMARY KEY (id));
CREATE INDEX ix_players_seen_at ON players (seen_at);
CREATE TABLE preferences (owner_kind VARCHAR(8) NOT NULL, owner_id BIGINT NOT NULL, name VARCHAR(32) NOT NULL,
    value TEXT NOT NULL, CONSTRAINT pk_preferences PRIMARY KEY (owner_kind, owner_id, name),
    CONSTRAINT ck_preferences_owner_kind CHECK (owner_kind IN ('server', 'person'))){without_rowid};
CREATE TABLE presence (id INTEGER NOT NULL, seen_at {double} NOT NULL,
    CONSTRAINT pk_presence PRIMARY KEY (id));
CREATE TABLE puzzle_posts (id {id}, puzzle VARCHAR(16) NOT NULL, guild_id BIGINT, channel_id BIGINT NOT NULL,
    message_id BIGINT, by_clicks BOOLEAN NOT NULL, day VARCHAR(10), posted_at {time} NOT NULL,
    answer_at {time}, answered BOOLEAN NOT NULL, shown INTEGER NOT NULL,
    CONSTRAINT uq_puzzle_posts_guild_id_day UNIQUE (guild_id, day));
CREATE INDEX ix_puzzle_posts_answer_at ON puzzle_posts (answer_at) WHERE answer_at IS NOT NULL;
CREATE INDEX ix_puzzle_posts_puzzle ON puzzle_posts (puzzle);
CREATE TABLE puzzle_ratings (puzzle VARCHAR(16) NOT NULL, value {double} NOT NULL,
    deviation {double} NOT NULL, volatility {double} NOT NULL, attempts INTEGER NOT NULL,
    CONSTRAINT pk_puzzle_ratings PRIMARY KEY (puzzle)){without_rowid};
CREATE TABLE role_unlinks (id {plain_id}, tokens TEXT NOT NULL, expires_at {time} NOT NULL,
    unlinked_at {time} NOT NULL, due_at {time} NOT NULL, failures INTEGER NOT NULL,
    CONSTRAINT pk_role_unlinks PRIMARY KEY (id));
CREATE INDEX ix_role_unlinks_due_at ON role_unlinks (due_at);
CREATE TABLE server_zones (guild_id BIGINT NOT NULL, since {time} NOT NULL, zone VARCHAR(64) NOT NULL,
    CONSTRAINT pk_server_zones PRIMARY KEY (guild_id, since)){without_rowid};
CREATE TABLE servers (guild_id BIGINT NOT NULL, left_at {time}, CONSTRAINT pk_servers PRIMARY KEY (guild_id));
CREATE INDEX ix_servers_left_at ON servers (left_at) WHERE left_at IS NOT NULL;
CREATE TABLE threads (id BIGINT NOT NULL, channel_id BIGINT NOT NULL, guild_id BIGINT,
    CONSTRAINT pk_threads PRIMARY KEY (id));
CREATE INDEX ix_threads_channel_id ON threads (channel_id);
CREATE TABLE unanswered (id BIGINT NOT NULL, token TEXT NOT NULL, channel_id BIGINT NOT NULL,
    created_at {time} NOT NULL, guild_id BIGINT, CONSTRAINT pk_unanswered PRIMARY KEY (id));
CREATE TABLE used_states (hash VARCHAR(64) NOT NULL, used_at {time} NOT NULL,
    CONSTRAINT pk_used_states PRIMARY KEY (hash));
CREATE INDEX ix_used_states_used_at ON used_states (used_at);
CREATE TABLE versions (id {small_id}, version VARCHAR(64) NOT NULL, revision VARCHAR(32) NOT NULL,
    started_at {time} NOT NULL);
CREATE TABLE workers (token {id}, holder VARCHAR(200) NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL,
    shards INTEGER NOT NULL, expires_at {double} NOT NULL, asked BOOLEAN NOT NULL);
CREATE TABLE achievements (player_id BIGINT NOT NULL, achievement VARCHAR(64) NOT NULL,
    earned_at {time} NOT NULL, game_id BIGINT,
    CONSTRAINT pk_achievements PRIMARY KEY (player_id, achievement),
    CONSTRAINT fk_achievements_player_id FOREIGN KEY(player_id) REFERENCES players (id)){without_rowid};
CREATE TABLE blocks (blocker_id BIGINT NOT NULL, blocked_id BIGINT NOT NULL, created_at {time} NOT NULL,
    CONSTRAINT pk_blocks PRIMARY KEY (blocker_id, blocked_id),
    CONSTRAINT fk_blocks_blocker_id FOREIGN KEY(blocker_id) REFERENCES players (id),
    CONSTRAINT fk_blocks_blocked_id FOREIGN KEY(blocked_id) REFERENCES players (id)){without_rowid};
CREATE TABLE games (id {id}, game VARCHAR(32) NOT NULL, options TEXT NOT NULL, guild_id BIGINT,
    channel_id BIGINT NOT NULL, message_id BIGINT, state VARCHAR(16) NOT NULL, challenger_id BIGINT NOT NULL,
    opponent_id BIGINT, colour VARCHAR(8) NOT NULL, first_player_id BIGINT, first_computer TEXT,
    second_player_id BIGINT, second_computer TEXT, rated BOOLEAN NOT NULL, unrated_why VARCHAR(16),
    unrated_by INTEGER, unrated_lost BOOLEAN DEFAULT {false} NOT NULL, winner INTEGER, score INTEGER,
    ending VARCHAR(16), closed_as VARCHAR(16), rematch_of {ref}, created_at {time} NOT NULL,
    started_at {time}, moved_at {time} NOT NULL, finished_at {time}, paused_at {time}, first_delegate TEXT,
    second_delegate TEXT, asked BOOLEAN DEFAULT {false} NOT NULL, version INTEGER DEFAULT '1' NOT NULL,
    shown_version INTEGER DEFAULT '0' NOT NULL, refused BOOLEAN DEFAULT {false} NOT NULL,
    turn INTEGER DEFAULT '0' NOT NULL, by_clicks BOOLEAN DEFAULT {false} NOT NULL, conditional_from INTEGER,
    adjourned_at {time}, time_control VARCHAR(16), first_left {double}, second_left {double},
    clock_since {double}, warn_at {double}, flag_at {double}, first_name VARCHAR(100),
    second_name VARCHAR(100), opening VARCHAR(64), "indexed" BOOLEAN,
    CONSTRAINT ck_games_state CHECK (state IN ('offered', 'playing', 'finished', 'closed')),
    CONSTRAINT ck_games_winner CHECK (winner IN (0, 1)),
    CONSTRAINT ck_games_first_seat CHECK (first_player_id IS NULL OR first_computer IS NULL),
    CONSTRAINT ck_games_second_seat CHECK (second_player_id IS NULL OR second_computer IS NULL),
    CONSTRAINT fk_games_challenger_id FOREIGN KEY(challenger_id) REFERENCES players (id),
    CONSTRAINT fk_games_opponent_id FOREIGN KEY(opponent_id) REFERENCES players (id),
    CONSTRAINT fk_games_first_player_id FOREIGN KEY(first_player_id) REFERENCES players (id),
    CONSTRAINT fk_games_second_player_id FOREIGN KEY(second_player_id) REFERENCES players (id),
    CONSTRAINT uq_games_rematch_of UNIQUE (rematch_of),
    CONSTRAINT fk_games_rematch_of FOREIGN KEY(rematch_of) REFERENCES games (id));
CREATE INDEX ix_games_by_itself ON games (channel_id) WHERE CASE WHEN state = 'playing' AND adjourned_at IS
    NULL AND coalesce(second_computer, second_delegate) IS NOT NULL THEN coalesce(first_computer,
    first_delegate) END IS NOT NULL;
CREATE INDEX ix_games_computer_to_move ON games (moved_at) WHERE CASE WHEN state <> 'playing' OR paused_at IS
    NOT NULL OR adjourned_at IS NOT NULL THEN NULL WHEN turn = 0 THEN coalesce(first_computer, first_delegate)
    ELSE coalesce(second_computer, second_delegate) END IS NOT NULL;
CREATE INDEX ix_games_first_adjourned ON games (first_player_id) WHERE state = 'playing' AND adjourned_at IS
    NOT NULL;
CREATE INDEX ix_games_first_player_id_second_player_id_started_at ON games (first_player_id, second_player_id,
    started_at);
CREATE INDEX ix_games_first_playing ON games (first_player_id, channel_id) WHERE state = 'playing' AND
    adjourned_at IS NULL;
CREATE INDEX ix_games_flag_at ON games (flag_at) WHERE flag_at IS NOT NULL;
CREATE INDEX ix_games_guild_id ON games (guild_id) WHERE guild_id IS NOT NULL;
CREATE INDEX ix_games_guild_playing ON games (guild_id) WHERE state = 'playing' AND adjourned_at IS NULL;
CREATE INDEX ix_games_imported ON games (challenger_id) WHERE state = 'finished' AND first_player_id IS NULL
    AND first_computer IS NULL AND second_player_id IS NULL AND second_computer IS NULL;
CREATE INDEX ix_games_in_channel ON games (channel_id) WHERE CASE WHEN state = 'playing' AND adjourned_at IS
    NULL THEN channel_id END IS NOT NULL;
CREATE INDEX ix_games_index_pending ON games (id) WHERE CASE WHEN state = 'finished' AND indexed IS NULL THEN
    id END IS NOT NULL;
CREATE INDEX ix_games_message_id ON games (message_id) WHERE message_id IS NOT NULL;
CREATE INDEX ix_games_not_shown ON games (moved_at) WHERE shown_version < version;
CREATE INDEX ix_games_opening_unknown ON games (id) WHERE CASE WHEN state = 'finished' AND opening IS NULL
    THEN id END IS NOT NULL;
CREATE INDEX ix_games_paused ON games (paused_at) WHERE CASE WHEN state = 'playing' AND first_computer IS NOT
    NULL AND second_computer IS NOT NULL THEN paused_at END IS NOT NULL;
CREATE INDEX ix_games_refused ON games (channel_id) WHERE refused;
CREATE INDEX ix_games_second_adjourned ON games (second_player_id) WHERE state = 'playing' AND adjourned_at IS
    NOT NULL;
CREATE INDEX ix_games_second_playing ON games (second_player_id, channel_id) WHERE state = 'playing' AND
    adjourned_at IS NULL;
CREATE INDEX ix_games_state_moved_at ON games (state, moved_at);
CREATE INDEX ix_games_untouched ON games (moved_at) WHERE CASE WHEN state = 'playing' AND adjourned_at IS NULL
    AND flag_at IS NULL AND (first_computer IS NULL OR second_computer IS NULL) THEN moved_at END IS NOT NULL;
CREATE INDEX ix_games_warn_at ON games (warn_at) WHERE warn_at IS NOT NULL;
CREATE UNIQUE INDEX uq_games_exhibition ON games (channel_id) WHERE state = 'playing' AND first_computer IS
    NOT NULL AND second_computer IS NOT NULL;
CREATE TABLE imports (id {id}, player_id BIGINT NOT NULL, content TEXT NOT NULL, created_at {time} NOT NULL,
    CONSTRAINT uq_imports_player_id UNIQUE (player_id),
    CONSTRAINT fk_imports_player_id FOREIGN KEY(player_id) REFERENCES players (id));
CREATE INDEX ix_imports_created_at ON imports (created_at);
CREATE TABLE nicknames (player_id BIGINT NOT NULL, guild_id BIGINT NOT NULL, name VARCHAR(100) NOT NULL,
    CONSTRAINT pk_nicknames PRIMARY KEY (player_id, guild_id),
    CONSTRAINT fk_nicknames_player_id FOREIGN KEY(player_id) REFERENCES players (id)){without_rowid};
CREATE TABLE opponents (id {id}, guild_id BIGINT NOT NULL, name VARCHAR(32) NOT NULL,
    "key" VARCHAR(100) NOT NULL, player TEXT NOT NULL, creator_id BIGINT NOT NULL, created_at {time} NOT NULL,
    CONSTRAINT uq_opponents_guild_id_key UNIQUE (guild_id, "key"),
    CONSTRAINT fk_opponents_creator_id FOREIGN KEY(creator_id) REFERENCES players (id));
CREATE TABLE period_points (guild_id BIGINT NOT NULL, span VARCHAR(8) NOT NULL,
    first_day VARCHAR(10) NOT NULL, player_id BIGINT NOT NULL, of_games INTEGER NOT NULL,
    of_puzzles INTEGER NOT NULL, of_dailies INTEGER NOT NULL,
    CONSTRAINT pk_period_points PRIMARY KEY (guild_id, span, first_day, player_id),
    CONSTRAINT fk_period_points_player_id FOREIGN KEY(player_id) REFERENCES players (id)){without_rowid};
CREATE INDEX ix_period_points_player_id ON period_points (player_id);
CREATE TABLE puzzle_attempts (player_id BIGINT NOT NULL, puzzle VARCHAR(16) NOT NULL,
    game VARCHAR(32) NOT NULL, begun_at {time} NOT NULL, ply INTEGER NOT NULL, result VARCHAR(8),
    value_before {double}, value_after {double}, solved_at {time}, shown BOOLEAN NOT NULL,
    trace VARCHAR(120) DEFAULT '' NOT NULL, guild_id BIGINT,
    CONSTRAINT pk_puzzle_attempts PRIMARY KEY (player_id, puzzle),
    CONSTRAINT ck_puzzle_attempts_result CHECK (result IN ('solved', 'failed')),
    CONSTRAINT fk_puzzle_attempts_player_id FOREIGN KEY(player_id) REFERENCES players (id)){without_rowid};
CREATE INDEX ix_puzzle_attempts_solved_at ON puzzle_attempts (solved_at) WHERE solved_at IS NOT NULL;
CREATE INDEX ix_puzzle_attempts_solved_there ON puzzle_attempts (guild_id, solved_at) WHERE guild_id IS NOT
    NULL;
CREATE TABLE puzzle_runs (id {id}, player_id BIGINT NOT NULL, guild_id BIGINT, kind VARCHAR(8) NOT NULL,
    game VARCHAR(32) NOT NULL, begun_at {time} NOT NULL, touched_at {double} NOT NULL, deadline {double},
    seconds_left {double}, ended_at {time}, ending VARCHAR(8), score INTEGER NOT NULL,
    misses INTEGER NOT NULL, CONSTRAINT ck_puzzle_runs_kind CHECK (kind IN ('streak', 'rush')),
    CONSTRAINT ck_puzzle_runs_ending CHECK (ending IN ('miss', 'time', 'supply', 'stopped')),
    CONSTRAINT fk_puzzle_runs_player_id FOREIGN KEY(player_id) REFERENCES players (id));
CREATE INDEX ix_puzzle_runs_deadline ON puzzle_runs (deadline) WHERE ended_at IS NULL AND deadline IS NOT
    NULL;
CREATE INDEX ix_puzzle_runs_in_server ON puzzle_runs (guild_id, game, kind, score);
CREATE INDEX ix_puzzle_runs_of_player ON puzzle_runs (player_id, game, kind, score);
CREATE UNIQUE INDEX ix_puzzle_runs_unfinished ON puzzle_runs (player_id, game, kind) WHERE ended_at IS NULL;
CREATE TABLE puzzle_tries (post_id {ref} NOT NULL, player_id BIGINT NOT NULL, solved_at {time},
    first BOOLEAN NOT NULL, examined BOOLEAN, CONSTRAINT pk_puzzle_tries PRIMARY KEY (post_id, player_id),
    CONSTRAINT fk_puzzle_tries_post_id FOREIGN KEY(post_id) REFERENCES puzzle_posts (id) ON DELETE CASCADE,
    CONSTRAINT fk_puzzle_tries_player_id FOREIGN KEY(player_id) REFERENCES players (id)){without_rowid};
CREATE INDEX ix_puzzle_tries_player_id ON puzzle_tries (player_id);
CREATE INDEX ix_puzzle_tries_solved_at ON puzzle_tries (solved_at) WHERE solved_at IS NOT NULL;
CREATE INDEX ix_puzzle_tries_unexamined ON puzzle_tries (solved_at) WHERE examined IS NULL AND solved_at IS
    NOT NULL;
CREATE TABLE ratings (player_id BIGINT NOT NULL, game VARCHAR(32) NOT NULL, pool VARCHAR(16) NOT NULL,
    board VARCHAR(32) DEFAULT '' NOT NULL, value {double} NOT NULL, deviation {double} NOT NULL,
    volatility {double} NOT NULL, wins INTEGER NOT NULL, draws INTEGER NOT NULL, losses INTEGER NOT NULL,
    rated_at {time} NOT NULL, listed_until {time},
    CONSTRAINT pk_ratings PRIMARY KEY (player_id, game, pool, board),
    CONSTRAINT fk_ratings_player_id FOREIGN KEY(player_id) REFERENCES players (id));
CREATE INDEX ix_ratings_game_pool_board_value ON ratings (game, pool, board, value);
CREATE TABLE repertoire_moves (id {id}, player_id BIGINT NOT NULL, game VARCHAR(32) NOT NULL,
    side INTEGER NOT NULL, position BIGINT NOT NULL, line TEXT NOT NULL, move VARCHAR(16) NOT NULL,
    due_at {time} NOT NULL, stage INTEGER NOT NULL, misses INTEGER NOT NULL,
    CONSTRAINT ck_repertoire_moves_side CHECK (side IN (0, 1)),
    CONSTRAINT uq_repertoire_moves_player_id_game_side_position UNIQUE (player_id, game, side, position),
    CONSTRAINT fk_repertoire_moves_player_id FOREIGN KEY(player_id) REFERENCES players (id));
CREATE INDEX ix_repertoire_moves_player_id_due_at ON repertoire_moves (player_id, due_at);
CREATE TABLE requests (id {plain_id}, kind VARCHAR(16) NOT NULL, player_id BIGINT NOT NULL, guild_id BIGINT,
    asked_at {time} NOT NULL, CONSTRAINT pk_requests PRIMARY KEY (id),
    CONSTRAINT ck_requests_kind CHECK (kind IN ('challenge', 'question', 'strength test')),
    CONSTRAINT fk_requests_player_id FOREIGN KEY(player_id) REFERENCES players (id));
CREATE INDEX ix_requests_asked_at ON requests (asked_at);
CREATE INDEX ix_requests_guild_id_kind_asked_at ON requests (guild_id, kind, asked_at);
CREATE INDEX ix_requests_player_id_kind_asked_at ON requests (player_id, kind, asked_at);
CREATE TABLE role_grants (guild_id BIGINT NOT NULL, player_id BIGINT NOT NULL,
    achievement VARCHAR(64) NOT NULL, role_id BIGINT NOT NULL, due_at {time}, failures INTEGER NOT NULL,
    CONSTRAINT pk_role_grants PRIMARY KEY (guild_id, player_id, achievement),
    CONSTRAINT fk_role_grants_player_id FOREIGN KEY(player_id) REFERENCES players (id)){without_rowid};
CREATE INDEX ix_role_grants_due_at ON role_grants (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX ix_role_grants_player_id ON role_grants (player_id);
CREATE TABLE role_links (player_id BIGINT NOT NULL, tokens TEXT NOT NULL, expires_at {time} NOT NULL,
    linked_at {time} NOT NULL, pushed_at {time}, due_at {time} NOT NULL, changes INTEGER NOT NULL,
    failures INTEGER NOT NULL, CONSTRAINT pk_role_links PRIMARY KEY (player_id),
    CONSTRAINT fk_role_links_player_id FOREIGN KEY(player_id) REFERENCES players (id));
CREATE INDEX ix_role_links_due_at ON role_links (due_at);
CREATE TABLE season_badges (guild_id BIGINT NOT NULL, first_day VARCHAR(10) NOT NULL,
    player_id BIGINT NOT NULL, place INTEGER NOT NULL, points INTEGER NOT NULL, earned_at {time} NOT NULL,
    CONSTRAINT pk_season_badges PRIMARY KEY (guild_id, first_day, player_id),
    CONSTRAINT ck_season_badges_place CHECK (place BETWEEN 1 AND 3),
    CONSTRAINT fk_season_badges_player_id FOREIGN KEY(player_id) REFERENCES players (id)){without_rowid};
CREATE INDEX ix_season_badges_player_id ON season_badges (player_id);
CREATE TABLE server_players (guild_id BIGINT NOT NULL, game VARCHAR(32) NOT NULL, pool VARCHAR(16) NOT NULL,
    board VARCHAR(32) DEFAULT '' NOT NULL, player_id BIGINT NOT NULL,
    CONSTRAINT pk_server_players PRIMARY KEY (guild_id, game, pool, board, player_id),
    CONSTRAINT fk_server_players_player_id FOREIGN KEY(player_id) REFERENCES players (id)){without_rowid};
CREATE TABLE simuls (id {id}, guild_id BIGINT NOT NULL, channel_id BIGINT NOT NULL, message_id BIGINT,
    digest VARCHAR(64), thread_id BIGINT, organiser_id BIGINT NOT NULL, computer TEXT,
    game VARCHAR(32) NOT NULL, options TEXT NOT NULL, time_control VARCHAR(16), places INTEGER NOT NULL,
    side VARCHAR(16) NOT NULL, invited_only BOOLEAN NOT NULL, when_full BOOLEAN NOT NULL,
    state VARCHAR(16) NOT NULL, created_at {time} NOT NULL, starts_at {time} NOT NULL, finished_at {time},
    reason VARCHAR(16), told BOOLEAN NOT NULL, announced BOOLEAN NOT NULL, version INTEGER NOT NULL,
    CONSTRAINT ck_simuls_state CHECK (state IN ('open', 'running', 'finished', 'cancelled')),
    CONSTRAINT ck_simuls_side CHECK (side IN ('alternating', 'first', 'second')),
    CONSTRAINT fk_simuls_organiser_id FOREIGN KEY(organiser_id) REFERENCES players (id));
CREATE INDEX ix_simuls_active ON simuls (starts_at) WHERE state IN ('open', 'running');
CREATE INDEX ix_simuls_finished_at ON simuls (finished_at);
CREATE INDEX ix_simuls_guild_id ON simuls (guild_id);
CREATE INDEX ix_simuls_organiser_id ON simuls (organiser_id);
CREATE INDEX ix_simuls_thread_id ON simuls (thread_id);
CREATE INDEX ix_simuls_to_announce ON simuls (finished_at) WHERE state IN ('finished', 'cancelled') AND NOT
    announced;
CREATE TABLE tournaments (id {id}, guild_id BIGINT NOT NULL, channel_id BIGINT NOT NULL, message_id BIGINT,
    boards_id BIGINT, digest VARCHAR(64), organiser_id BIGINT NOT NULL, game VARCHAR(32) NOT NULL,
    options TEXT NOT NULL, form VARCHAR(16) NOT NULL, time_control VARCHAR(16) NOT NULL,
    places INTEGER NOT NULL, rounds INTEGER NOT NULL, minutes INTEGER NOT NULL, invited_only BOOLEAN NOT NULL,
    when_full BOOLEAN NOT NULL, filler TEXT, seed BIGINT NOT NULL, state VARCHAR(16) NOT NULL,
    created_at {time} NOT NULL, starts_at {time} NOT NULL, started_at {time}, ends_at {time},
    paused_at {time}, finished_at {time}, reason VARCHAR(16), announced BOOLEAN NOT NULL, corrected_at {time},
    version INTEGER NOT NULL,
    CONSTRAINT ck_tournaments_state CHECK (state IN ('open', 'running', 'finished', 'cancelled')),
    CONSTRAINT fk_tournaments_organiser_id FOREIGN KEY(organiser_id) REFERENCES players (id));
CREATE INDEX ix_tournaments_active ON tournaments (starts_at) WHERE state IN ('open', 'running');
CREATE INDEX ix_tournaments_guild_id_created_at ON tournaments (guild_id, created_at);
CREATE INDEX ix_tournaments_organiser_id ON tournaments (organiser_id);
CREATE INDEX ix_tournaments_to_announce ON tournaments (finished_at) WHERE state IN ('finished', 'cancelled')
    AND NOT announced;
CREATE TABLE training_sessions (id {id}, player_id BIGINT NOT NULL, game VARCHAR(32), side INTEGER,
    ahead BOOLEAN NOT NULL, begun_at {time} NOT NULL, ended_at {time},
    CONSTRAINT ck_training_sessions_side CHECK (side IN (0, 1)),
    CONSTRAINT uq_training_sessions_player_id UNIQUE (player_id),
    CONSTRAINT fk_training_sessions_player_id FOREIGN KEY(player_id) REFERENCES players (id));
CREATE TABLE untold_achievements (player_id BIGINT NOT NULL, achievement VARCHAR(64) NOT NULL,
    guild_id BIGINT, channel_id BIGINT NOT NULL, tell_by {time} NOT NULL,
    CONSTRAINT pk_untold_achievements PRIMARY KEY (player_id, achievement),
    CONSTRAINT fk_untold_achievements_player_id FOREIGN KEY(player_id) REFERENCES players
        (id)){without_rowid};
CREATE TABLE vote_invitations (id {id}, code VARCHAR(8) NOT NULL, inviter_id BIGINT NOT NULL,
    guild_id BIGINT NOT NULL, channel_id BIGINT NOT NULL, game VARCHAR(32) NOT NULL, options TEXT NOT NULL,
    side INTEGER NOT NULL, seconds INTEGER NOT NULL, created_at {time} NOT NULL,
    CONSTRAINT ck_vote_invitations_side CHECK (side IN (0, 1)),
    CONSTRAINT uq_vote_invitations_code UNIQUE (code),
    CONSTRAINT fk_vote_invitations_inviter_id FOREIGN KEY(inviter_id) REFERENCES players (id));
CREATE INDEX ix_vote_invitations_guild_id ON vote_invitations (guild_id);
CREATE INDEX ix_vote_invitations_inviter_id ON vote_invitations (inviter_id);
CREATE TABLE conditional_moves (id {id}, game_id {ref} NOT NULL, player_id BIGINT NOT NULL,
    ply INTEGER NOT NULL, line TEXT NOT NULL, created_at {time} NOT NULL,
    CONSTRAINT fk_conditional_moves_game_id FOREIGN KEY(game_id) REFERENCES games (id) ON DELETE CASCADE,
    CONSTRAINT fk_conditional_moves_player_id FOREIGN KEY(player_id) REFERENCES players (id));
CREATE INDEX ix_conditional_moves_game_id ON conditional_moves (game_id);
CREATE TABLE cups (id {plain_id}, player_id BIGINT NOT NULL, tournament_id {ref}, game VARCHAR(32) NOT NULL,
    form VARCHAR(16) NOT NULL, entrants INTEGER NOT NULL, won_at {time} NOT NULL,
    CONSTRAINT pk_cups PRIMARY KEY (id),
    CONSTRAINT fk_cups_player_id FOREIGN KEY(player_id) REFERENCES players (id),
    CONSTRAINT fk_cups_tournament_id FOREIGN KEY(tournament_id) REFERENCES tournaments (id) ON DELETE SET
        NULL);
CREATE INDEX ix_cups_player_id_won_at ON cups (player_id, won_at);
CREATE INDEX ix_cups_tournament_id ON cups (tournament_id);
CREATE INDEX ix_cups_won_at ON cups (won_at);
CREATE TABLE led_to (player_id BIGINT NOT NULL, game_id {ref} NOT NULL, led_at {time} NOT NULL,
    CONSTRAINT pk_led_to PRIMARY KEY (player_id, game_id),
    CONSTRAINT fk_led_to_player_id FOREIGN KEY(player_id) REFERENCES players (id),
    CONSTRAINT fk_led_to_game_id FOREIGN KEY(game_id) REFERENCES games (id) ON DELETE CASCADE){without_rowid};
CREATE INDEX ix_led_to_game_id ON led_to (game_id);
CREATE TABLE left_boards (message_id BIGINT NOT NULL, channel_id BIGINT NOT NULL, game_id {ref} NOT NULL,
    CONSTRAINT pk_left_boards PRIMARY KEY (message_id),
    CONSTRAINT fk_left_boards_game_id FOREIGN KEY(game_id) REFERENCES games (id) ON DELETE CASCADE);
CREATE INDEX ix_left_boards_game_id ON left_boards (game_id);
CREATE TABLE moves (game_id {ref} NOT NULL, ply INTEGER NOT NULL, move VARCHAR(16) NOT NULL,
    seat INTEGER NOT NULL, seconds {double} NOT NULL, played_at {time} NOT NULL, proved INTEGER,
    given_away {double} DEFAULT '0' NOT NULL, thought TEXT, CONSTRAINT pk_moves PRIMARY KEY (game_id, ply),
    CONSTRAINT ck_moves_seat CHECK (seat IN (0, 1)), CONSTRAINT ck_moves_ply CHECK (ply >= 0),
    CONSTRAINT fk_moves_game_id FOREIGN KEY(game_id) REFERENCES games (id) ON DELETE CASCADE){without_rowid};
CREATE TABLE notices (game_id {ref} NOT NULL, player_id BIGINT NOT NULL, turn_at {time} NOT NULL,
    due_at {double}, told BOOLEAN NOT NULL, reminded BOOLEAN NOT NULL, channel_id BIGINT, message_id BIGINT,
    failures INTEGER NOT NULL, refused VARCHAR(16), explained BOOLEAN NOT NULL,
    CONSTRAINT pk_notices PRIMARY KEY (game_id, player_id),
    CONSTRAINT fk_notices_game_id FOREIGN KEY(game_id) REFERENCES games (id) ON DELETE CASCADE,
    CONSTRAINT fk_notices_player_id FOREIGN KEY(player_id) REFERENCES players (id)){without_rowid};
CREATE INDEX ix_notices_due_at ON notices (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX ix_notices_player_id ON notices (player_id);
CREATE TABLE opening_moves (position BIGINT NOT NULL, game_id {ref} NOT NULL, square INTEGER NOT NULL,
    side INTEGER NOT NULL, CONSTRAINT pk_opening_moves PRIMARY KEY (position, game_id),
    CONSTRAINT ck_opening_moves_side CHECK (side IN (0, 1)),
    CONSTRAINT fk_opening_moves_game_id FOREIGN KEY(game_id) REFERENCES games (id) ON DELETE
        CASCADE){without_rowid};
CREATE INDEX ix_opening_moves_game_id ON opening_moves (game_id);
CREATE TABLE outdated_names (game_id {ref} NOT NULL, failures INTEGER DEFAULT '0' NOT NULL,
    CONSTRAINT pk_outdated_names PRIMARY KEY (game_id),
    CONSTRAINT fk_outdated_names_game_id FOREIGN KEY(game_id) REFERENCES games (id) ON DELETE CASCADE);
CREATE TABLE past_questions (game_id {ref} NOT NULL, side INTEGER NOT NULL, kind VARCHAR(16) NOT NULL,
    question_id {ref} NOT NULL, position VARCHAR(32) NOT NULL, refusals INTEGER DEFAULT '0' NOT NULL,
    refused_ply INTEGER DEFAULT '0' NOT NULL, CONSTRAINT pk_past_questions PRIMARY KEY (game_id, side, kind),
    CONSTRAINT ck_past_questions_side CHECK (side IN (0, 1)),
    CONSTRAINT fk_past_questions_game_id FOREIGN KEY(game_id) REFERENCES games (id) ON DELETE
        CASCADE){without_rowid};
CREATE TABLE puzzle_run_attempts (run_id {ref} NOT NULL, number INTEGER NOT NULL, player_id BIGINT NOT NULL,
    puzzle VARCHAR(16) NOT NULL, begun_at {time} NOT NULL, ply INTEGER NOT NULL, result VARCHAR(8),
    solved_at {time}, CONSTRAINT pk_puzzle_run_attempts PRIMARY KEY (run_id, number),
    CONSTRAINT ck_puzzle_run_attempts_result CHECK (result IN ('solved', 'failed')),
    CONSTRAINT fk_puzzle_run_attempts_run_id FOREIGN KEY(run_id) REFERENCES puzzle_runs (id) ON DELETE
        CASCADE,
    CONSTRAINT fk_puzzle_run_attempts_player_id FOREIGN KEY(player_id) REFERENCES players
        (id)){without_rowid};
CREATE INDEX ix_puzzle_run_attempts_begun_at ON puzzle_run_attempts (begun_at);
CREATE INDEX ix_puzzle_run_attempts_of_player ON puzzle_run_attempts (player_id, puzzle);
CREATE TABLE questions (id {id}, game_id {ref} NOT NULL, kind VARCHAR(16) NOT NULL, side INTEGER NOT NULL,
    ply INTEGER NOT NULL, player TEXT, channel_id BIGINT, message_id BIGINT, asked_at {time} NOT NULL,
    CONSTRAINT ck_questions_side CHECK (side IN (0, 1)), CONSTRAINT uq_questions_game_id UNIQUE (game_id),
    CONSTRAINT fk_questions_game_id FOREIGN KEY(game_id) REFERENCES games (id) ON DELETE CASCADE);
CREATE TABLE results (game_id {ref} NOT NULL, seat INTEGER NOT NULL, player_id BIGINT NOT NULL,
    game VARCHAR(32) NOT NULL, pool VARCHAR(16) NOT NULL, guild_id BIGINT, outcome VARCHAR(16) NOT NULL,
    rated BOOLEAN NOT NULL, value_before {double}, deviation_before {double}, volatility_before {double},
    value_after {double}, deviation_after {double}, volatility_after {double}, finished_at {time} NOT NULL,
    examined BOOLEAN, former_opponent BIGINT, CONSTRAINT pk_results PRIMARY KEY (game_id, seat),
    CONSTRAINT ck_results_seat CHECK (seat IN (0, 1)),
    CONSTRAINT ck_results_outcome CHECK (outcome IN ('win', 'draw', 'loss', 'called off')),
    CONSTRAINT fk_results_game_id FOREIGN KEY(game_id) REFERENCES games (id) ON DELETE CASCADE,
    CONSTRAINT fk_results_player_id FOREIGN KEY(player_id) REFERENCES players (id));
CREATE INDEX ix_results_player_id_finished_at ON results (player_id, finished_at);
CREATE INDEX ix_results_scored ON results (finished_at) WHERE rated AND outcome IN ('win', 'draw');
CREATE INDEX ix_results_scored_there ON results (guild_id, finished_at) WHERE rated AND outcome IN ('win',
    'draw');
CREATE INDEX ix_results_unexamined ON results (finished_at) WHERE examined IS NULL AND rated AND pool =
    'computer' AND outcome = 'win';
CREATE TABLE reviewed_plies (game_id {ref} NOT NULL, ply INTEGER NOT NULL, best VARCHAR(16) NOT NULL,
    score {double} NOT NULL, played {double}, depth INTEGER, keepers INTEGER,
    CONSTRAINT pk_reviewed_plies PRIMARY KEY (game_id, ply),
    CONSTRAINT fk_reviewed_plies_game_id FOREIGN KEY(game_id) REFERENCES games (id) ON DELETE
        CASCADE){without_rowid};
CREATE TABLE reviews (game_id {ref} NOT NULL, asker_id BIGINT NOT NULL, guild_id BIGINT,
    channel_id BIGINT NOT NULL, message_id BIGINT, begun_at {time} NOT NULL, finished_at {time},
    mine_from INTEGER DEFAULT '0', examined BOOLEAN, CONSTRAINT pk_reviews PRIMARY KEY (game_id),
    CONSTRAINT fk_reviews_game_id FOREIGN KEY(game_id) REFERENCES games (id) ON DELETE CASCADE);
CREATE INDEX ix_reviews_to_mine ON reviews (finished_at) WHERE mine_from IS NOT NULL AND finished_at IS NOT
    NULL;
CREATE INDEX ix_reviews_under_way ON reviews (begun_at) WHERE finished_at IS NULL;
CREATE INDEX ix_reviews_unexamined ON reviews (finished_at) WHERE examined IS NULL AND finished_at IS NOT
    NULL;
CREATE TABLE simul_opponents (id {plain_id}, simul_id {ref} NOT NULL, number INTEGER,
    player_id BIGINT NOT NULL, game_id {ref}, outcome VARCHAR(8), removed BOOLEAN DEFAULT {false} NOT NULL,
    CONSTRAINT pk_simul_opponents PRIMARY KEY (id),
    CONSTRAINT ck_simul_opponents_outcome CHECK (outcome IN ('win', 'draw', 'loss', 'none')),
    CONSTRAINT fk_simul_opponents_simul_id FOREIGN KEY(simul_id) REFERENCES simuls (id) ON DELETE CASCADE,
    CONSTRAINT fk_simul_opponents_player_id FOREIGN KEY(player_id) REFERENCES players (id),
    CONSTRAINT uq_simul_opponents_game_id UNIQUE (game_id),
    CONSTRAINT fk_simul_opponents_game_id FOREIGN KEY(game_id) REFERENCES games (id) ON DELETE SET NULL);
CREATE INDEX ix_simul_opponents_player_id ON simul_opponents (player_id);
CREATE INDEX ix_simul_opponents_simul_id ON simul_opponents (simul_id);
CREATE TABLE tournament_entrants (id {plain_id}, tournament_id {ref} NOT NULL, number INTEGER,
    player_id BIGINT, computer TEXT, rating {double} NOT NULL, joined_round INTEGER NOT NULL,
    left_round INTEGER, exit VARCHAR(8), waiting_since {time},
    CONSTRAINT pk_tournament_entrants PRIMARY KEY (id),
    CONSTRAINT fk_tournament_entrants_tournament_id FOREIGN KEY(tournament_id) REFERENCES tournaments (id) ON
        DELETE CASCADE,
    CONSTRAINT fk_tournament_entrants_player_id FOREIGN KEY(player_id) REFERENCES players (id));
CREATE INDEX ix_tournament_entrants_player_id ON tournament_entrants (player_id);
CREATE INDEX ix_tournament_entrants_tournament_id ON tournament_entrants (tournament_id);
CREATE TABLE tournament_pairings (id {plain_id}, tournament_id {ref} NOT NULL, round INTEGER NOT NULL,
    first INTEGER NOT NULL, second INTEGER, replay INTEGER NOT NULL, slot INTEGER NOT NULL, game_id {ref},
    told BOOLEAN NOT NULL, outcome VARCHAR(8), forfeit BOOLEAN NOT NULL, corrected_by BIGINT,
    second_asked BOOLEAN DEFAULT {false} NOT NULL, second_here BOOLEAN DEFAULT {false} NOT NULL,
    CONSTRAINT pk_tournament_pairings PRIMARY KEY (id),
    CONSTRAINT ck_tournament_pairings_outcome CHECK (outcome IN ('1-0', '0-1', 'draw', '0-0')),
    CONSTRAINT fk_tournament_pairings_tournament_id FOREIGN KEY(tournament_id) REFERENCES tournaments (id) ON
        DELETE CASCADE,
    CONSTRAINT uq_tournament_pairings_game_id UNIQUE (game_id),
    CONSTRAINT fk_tournament_pairings_game_id FOREIGN KEY(game_id) REFERENCES games (id) ON DELETE SET NULL,
    CONSTRAINT fk_tournament_pairings_corrected_by FOREIGN KEY(corrected_by) REFERENCES players (id));
CREATE INDEX ix_tournament_pairings_corrected_by ON tournament_pairings (corrected_by);
CREATE INDEX ix_tournament_pairings_tournament_id ON tournament_pairings (tournament_id);
CREATE TABLE training_questions (session_id {ref} NOT NULL, number INTEGER NOT NULL, move_id {ref} NOT NULL,
    answer VARCHAR(16), "right" BOOLEAN, CONSTRAINT pk_training_questions PRIMARY KEY (session_id, number),
    CONSTRAINT fk_training_questions_session_id FOREIGN KEY(session_id) REFERENCES training_sessions (id) ON
        DELETE CASCADE,
    CONSTRAINT fk_training_questions_move_id FOREIGN KEY(move_id) REFERENCES repertoire_moves (id) ON DELETE
        CASCADE){without_rowid};
CREATE INDEX ix_training_questions_move_id ON training_questions (move_id);
CREATE TABLE vote_games (game_id {ref} NOT NULL, form VARCHAR(16) NOT NULL, seconds INTEGER NOT NULL,
    lot INTEGER NOT NULL, side INTEGER NOT NULL, guild_id BIGINT, channel_id BIGINT, message_id BIGINT,
    ply INTEGER NOT NULL, ends_at {time}, decided VARCHAR(16), empty INTEGER NOT NULL,
    record VARCHAR(8) NOT NULL, CONSTRAINT pk_vote_games PRIMARY KEY (game_id),
    CONSTRAINT ck_vote_games_form CHECK (form IN ('computer', 'teams', 'servers')),
    CONSTRAINT ck_vote_games_side CHECK (side IN (0, 1)),
    CONSTRAINT ck_vote_games_record CHECK (record IN ('none', 'asked', 'done')),
    CONSTRAINT fk_vote_games_game_id FOREIGN KEY(game_id) REFERENCES games (id) ON DELETE CASCADE);
CREATE INDEX ix_vote_games_channel_id ON vote_games (channel_id) WHERE channel_id IS NOT NULL;
CREATE INDEX ix_vote_games_unfinished ON vote_games (ends_at) WHERE record <> 'done';
CREATE TABLE own_puzzles (id {id}, player_id BIGINT NOT NULL, game_id {ref} NOT NULL,
    game_ply INTEGER NOT NULL, played VARCHAR(16) NOT NULL, game VARCHAR(32) NOT NULL, position TEXT NOT NULL,
    line TEXT NOT NULL, goal VARCHAR(8) NOT NULL, margin INTEGER NOT NULL, rating {double} NOT NULL,
    themes TEXT NOT NULL, due_at {time}, stage INTEGER DEFAULT '0' NOT NULL, failures INTEGER NOT NULL,
    ply INTEGER NOT NULL, result VARCHAR(8), shown BOOLEAN NOT NULL, solved_at {time},
    CONSTRAINT ck_own_puzzles_result CHECK (result IN ('solved', 'failed')),
    CONSTRAINT uq_own_puzzles_game_id_game_ply UNIQUE (game_id, game_ply),
    CONSTRAINT fk_own_puzzles_player_id FOREIGN KEY(player_id) REFERENCES players (id),
    CONSTRAINT fk_own_puzzles_game_id FOREIGN KEY(game_id) REFERENCES reviews (game_id) ON DELETE CASCADE);
CREATE INDEX ix_own_puzzles_player_id_due_at ON own_puzzles (player_id, due_at);
CREATE TABLE vote_hints (game_id {ref} NOT NULL, ply INTEGER NOT NULL, player_id BIGINT NOT NULL,
    CONSTRAINT pk_vote_hints PRIMARY KEY (game_id, ply, player_id),
    CONSTRAINT fk_vote_hints_game_id FOREIGN KEY(game_id) REFERENCES vote_games (game_id) ON DELETE CASCADE,
    CONSTRAINT fk_vote_hints_player_id FOREIGN KEY(player_id) REFERENCES players (id)){without_rowid};
CREATE INDEX ix_vote_hints_player_id ON vote_hints (player_id);
CREATE TABLE vote_members (game_id {ref} NOT NULL, player_id BIGINT NOT NULL, side INTEGER NOT NULL,
    CONSTRAINT pk_vote_members PRIMARY KEY (game_id, player_id),
    CONSTRAINT ck_vote_members_side CHECK (side IN (0, 1)),
    CONSTRAINT fk_vote_members_game_id FOREIGN KEY(game_id) REFERENCES vote_games (game_id) ON DELETE CASCADE,
    CONSTRAINT fk_vote_members_player_id FOREIGN KEY(player_id) REFERENCES players (id)){without_rowid};
CREATE INDEX ix_vote_members_player_id ON vote_members (player_id);
CREATE TABLE votes (game_id {ref} NOT NULL, ply INTEGER NOT NULL, player_id BIGINT NOT NULL,
    move VARCHAR(16) NOT NULL, CONSTRAINT pk_votes PRIMARY KEY (game_id, ply, player_id),
    CONSTRAINT fk_votes_game_id FOREIGN KEY(game_id) REFERENCES vote_games (game_id) ON DELETE CASCADE,
    CONSTRAINT fk_votes_player_id FOREIGN KEY(player_id) REFERENCES players (id)){without_rowid};
CREATE INDEX ix_votes_player_id ON votes (player_id)
"""
