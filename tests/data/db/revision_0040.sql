BEGIN TRANSACTION;
CREATE TABLE alembic_version (
    version_num VARCHAR(32) NOT NULL,
    CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0040');
CREATE TABLE blocks (
	blocker_id BIGINT NOT NULL, 
	blocked_id BIGINT NOT NULL, 
	created_at DATETIME NOT NULL, 
	CONSTRAINT pk_blocks PRIMARY KEY (blocker_id, blocked_id), 
	CONSTRAINT fk_blocks_blocker_id FOREIGN KEY(blocker_id) REFERENCES players (id), 
	CONSTRAINT fk_blocks_blocked_id FOREIGN KEY(blocked_id) REFERENCES players (id)
)
 WITHOUT ROWID

;
CREATE TABLE channel_lists (
	channel_id BIGINT NOT NULL, 
	guild_id BIGINT, 
	message_id BIGINT, 
	digest VARCHAR(64), 
	CONSTRAINT pk_channel_lists PRIMARY KEY (channel_id)
);
CREATE TABLE conditional_moves (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	game_id INTEGER NOT NULL, 
	player_id BIGINT NOT NULL, 
	ply INTEGER NOT NULL, 
	line TEXT NOT NULL, 
	created_at DATETIME NOT NULL, 
	CONSTRAINT fk_conditional_moves_game_id FOREIGN KEY(game_id) REFERENCES games (id) ON DELETE CASCADE, 
	CONSTRAINT fk_conditional_moves_player_id FOREIGN KEY(player_id) REFERENCES players (id)
);
CREATE TABLE daily_puzzles (
	guild_id BIGINT NOT NULL, 
	next_at DATETIME NOT NULL, 
	CONSTRAINT pk_daily_puzzles PRIMARY KEY (guild_id)
);
CREATE TABLE games (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	game VARCHAR(32) NOT NULL, 
	options TEXT NOT NULL, 
	guild_id BIGINT, 
	channel_id BIGINT NOT NULL, 
	message_id BIGINT, 
	state VARCHAR(16) NOT NULL, 
	challenger_id BIGINT NOT NULL, 
	opponent_id BIGINT, 
	colour VARCHAR(8) NOT NULL, 
	first_player_id BIGINT, 
	first_computer TEXT, 
	second_player_id BIGINT, 
	second_computer TEXT, 
	rated BOOLEAN NOT NULL, 
	unrated_why VARCHAR(16), 
	unrated_by INTEGER, 
	unrated_lost BOOLEAN DEFAULT 0 NOT NULL, 
	winner INTEGER, 
	score INTEGER, 
	ending VARCHAR(16), 
	closed_as VARCHAR(16), 
	rematch_of INTEGER, 
	created_at DATETIME NOT NULL, 
	started_at DATETIME, 
	moved_at DATETIME NOT NULL, 
	finished_at DATETIME, 
	paused_at DATETIME, 
	first_delegate TEXT, 
	second_delegate TEXT, 
	asked BOOLEAN DEFAULT 0 NOT NULL, 
	version INTEGER DEFAULT '1' NOT NULL, 
	shown_version INTEGER DEFAULT '0' NOT NULL, 
	refused BOOLEAN DEFAULT 0 NOT NULL, 
	turn INTEGER DEFAULT '0' NOT NULL, 
	by_clicks BOOLEAN DEFAULT 0 NOT NULL, 
	conditional_from INTEGER, 
	adjourned_at DATETIME, 
	time_control VARCHAR(16), 
	first_left DOUBLE, 
	second_left DOUBLE, 
	clock_since DOUBLE, 
	warn_at DOUBLE, 
	flag_at DOUBLE, 
	first_name VARCHAR(100), 
	second_name VARCHAR(100), 
	opening VARCHAR(64), 
	CONSTRAINT ck_games_state CHECK (state IN ('offered', 'playing', 'finished', 'closed')), 
	CONSTRAINT ck_games_winner CHECK (winner IN (0, 1)), 
	CONSTRAINT ck_games_first_seat CHECK (first_player_id IS NULL OR first_computer IS NULL), 
	CONSTRAINT ck_games_second_seat CHECK (second_player_id IS NULL OR second_computer IS NULL), 
	CONSTRAINT fk_games_challenger_id FOREIGN KEY(challenger_id) REFERENCES players (id), 
	CONSTRAINT fk_games_opponent_id FOREIGN KEY(opponent_id) REFERENCES players (id), 
	CONSTRAINT fk_games_first_player_id FOREIGN KEY(first_player_id) REFERENCES players (id), 
	CONSTRAINT fk_games_second_player_id FOREIGN KEY(second_player_id) REFERENCES players (id), 
	CONSTRAINT uq_games_rematch_of UNIQUE (rematch_of), 
	CONSTRAINT fk_games_rematch_of FOREIGN KEY(rematch_of) REFERENCES games (id)
);
INSERT INTO "games" VALUES(1,'reversi','',7001,8001,NULL,'playing',1001,1002,'first',1001,NULL,1002,NULL,1,NULL,NULL,0,NULL,NULL,NULL,NULL,NULL,'2026-03-01 12:00:00.000000','2026-03-01 12:00:00.000000','2026-03-01 12:00:00.000000',NULL,NULL,NULL,NULL,0,2,0,0,0,0,NULL,NULL,'5+5',305.0,300.0,1772366400.0,1772366605.0,1772366705.0,NULL,NULL,NULL);
INSERT INTO "games" VALUES(2,'reversi','',7001,8001,NULL,'playing',1001,NULL,'first',1001,NULL,NULL,'easy',1,NULL,NULL,0,NULL,NULL,NULL,NULL,NULL,'2026-03-01 12:00:00.000000','2026-03-01 12:00:00.000000','2026-03-01 12:00:00.000000',NULL,NULL,NULL,NULL,0,2,0,0,1,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "games" VALUES(3,'reversi','',7001,8001,NULL,'finished',1001,1002,'first',1001,NULL,1002,NULL,1,NULL,NULL,0,0,12,'played',NULL,NULL,'2026-03-01 12:00:00.000000','2026-03-01 12:00:00.000000','2026-03-01 12:00:00.000000','2026-03-01 12:00:00.000000',NULL,NULL,NULL,0,2,0,0,1,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
CREATE TABLE imports (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	player_id BIGINT NOT NULL, 
	content TEXT NOT NULL, 
	created_at DATETIME NOT NULL, 
	CONSTRAINT uq_imports_player_id UNIQUE (player_id), 
	CONSTRAINT fk_imports_player_id FOREIGN KEY(player_id) REFERENCES players (id)
);
CREATE TABLE led_to (
	player_id BIGINT NOT NULL, 
	game_id INTEGER NOT NULL, 
	led_at DATETIME NOT NULL, 
	CONSTRAINT pk_led_to PRIMARY KEY (player_id, game_id), 
	CONSTRAINT fk_led_to_player_id FOREIGN KEY(player_id) REFERENCES players (id), 
	CONSTRAINT fk_led_to_game_id FOREIGN KEY(game_id) REFERENCES games (id) ON DELETE CASCADE
)
 WITHOUT ROWID

;
CREATE TABLE left_boards (
	message_id BIGINT NOT NULL, 
	channel_id BIGINT NOT NULL, 
	game_id INTEGER NOT NULL, 
	CONSTRAINT pk_left_boards PRIMARY KEY (message_id), 
	CONSTRAINT fk_left_boards_game_id FOREIGN KEY(game_id) REFERENCES games (id) ON DELETE CASCADE
);
CREATE TABLE measurements (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	place_id BIGINT NOT NULL, 
	guild_id BIGINT, 
	channel_id BIGINT NOT NULL, 
	message_id BIGINT, 
	asker_id BIGINT NOT NULL, 
	game VARCHAR(32) NOT NULL, 
	options TEXT NOT NULL, 
	first TEXT NOT NULL, 
	second TEXT NOT NULL, 
	games INTEGER NOT NULL, 
	seed BIGINT NOT NULL, 
	results TEXT NOT NULL, 
	efforts TEXT DEFAULT '' NOT NULL, 
	CONSTRAINT uq_measurements_place_id UNIQUE (place_id)
);
CREATE TABLE moves (
	game_id INTEGER NOT NULL, 
	ply INTEGER NOT NULL, 
	move VARCHAR(16) NOT NULL, 
	seat INTEGER NOT NULL, 
	seconds DOUBLE NOT NULL, 
	played_at DATETIME NOT NULL, 
	proved INTEGER, 
	given_away DOUBLE DEFAULT '0' NOT NULL, 
	thought TEXT, 
	CONSTRAINT pk_moves PRIMARY KEY (game_id, ply), 
	CONSTRAINT ck_moves_seat CHECK (seat IN (0, 1)), 
	CONSTRAINT ck_moves_ply CHECK (ply >= 0), 
	CONSTRAINT fk_moves_game_id FOREIGN KEY(game_id) REFERENCES games (id) ON DELETE CASCADE
)
 WITHOUT ROWID

;
INSERT INTO "moves" VALUES(1,0,'d3',0,1.0,'2026-03-01 12:00:00.000000',NULL,0.0,NULL);
INSERT INTO "moves" VALUES(1,1,'c3',1,1.0,'2026-03-01 12:00:00.000000',NULL,0.0,NULL);
INSERT INTO "moves" VALUES(2,0,'d3',0,1.0,'2026-03-01 12:00:00.000000',NULL,0.0,NULL);
INSERT INTO "moves" VALUES(3,0,'d3',0,1.0,'2026-03-01 12:00:00.000000',NULL,0.0,NULL);
CREATE TABLE nicknames (
	player_id BIGINT NOT NULL, 
	guild_id BIGINT NOT NULL, 
	name VARCHAR(100) NOT NULL, 
	CONSTRAINT pk_nicknames PRIMARY KEY (player_id, guild_id), 
	CONSTRAINT fk_nicknames_player_id FOREIGN KEY(player_id) REFERENCES players (id)
)
 WITHOUT ROWID

;
INSERT INTO "nicknames" VALUES(1001,7001,'Annie');
CREATE TABLE notices (
	game_id INTEGER NOT NULL, 
	player_id BIGINT NOT NULL, 
	turn_at DATETIME NOT NULL, 
	due_at DOUBLE, 
	told BOOLEAN NOT NULL, 
	reminded BOOLEAN NOT NULL, 
	channel_id BIGINT, 
	message_id BIGINT, 
	failures INTEGER NOT NULL, 
	refused VARCHAR(16), 
	explained BOOLEAN NOT NULL, 
	CONSTRAINT pk_notices PRIMARY KEY (game_id, player_id), 
	CONSTRAINT fk_notices_game_id FOREIGN KEY(game_id) REFERENCES games (id) ON DELETE CASCADE, 
	CONSTRAINT fk_notices_player_id FOREIGN KEY(player_id) REFERENCES players (id)
)
 WITHOUT ROWID

;
CREATE TABLE opponents (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	guild_id BIGINT NOT NULL, 
	name VARCHAR(32) NOT NULL, 
	"key" VARCHAR(100) NOT NULL, 
	player TEXT NOT NULL, 
	creator_id BIGINT NOT NULL, 
	created_at DATETIME NOT NULL, 
	CONSTRAINT uq_opponents_guild_id_key UNIQUE (guild_id, "key"), 
	CONSTRAINT fk_opponents_creator_id FOREIGN KEY(creator_id) REFERENCES players (id)
);
CREATE TABLE outdated_names (
	game_id INTEGER NOT NULL, 
	failures INTEGER DEFAULT '0' NOT NULL, 
	CONSTRAINT pk_outdated_names PRIMARY KEY (game_id), 
	CONSTRAINT fk_outdated_names_game_id FOREIGN KEY(game_id) REFERENCES games (id) ON DELETE CASCADE
);
CREATE TABLE own_puzzles (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	player_id BIGINT NOT NULL, 
	game_id INTEGER NOT NULL, 
	game_ply INTEGER NOT NULL, 
	played VARCHAR(16) NOT NULL, 
	game VARCHAR(32) NOT NULL, 
	position TEXT NOT NULL, 
	line TEXT NOT NULL, 
	goal VARCHAR(8) NOT NULL, 
	margin INTEGER NOT NULL, 
	rating DOUBLE NOT NULL, 
	themes TEXT NOT NULL, 
	due_at DATETIME, 
	failures INTEGER NOT NULL, 
	ply INTEGER NOT NULL, 
	result VARCHAR(8), 
	shown BOOLEAN NOT NULL, 
	solved_at DATETIME, 
	CONSTRAINT ck_own_puzzles_result CHECK (result IN ('solved', 'failed')), 
	CONSTRAINT uq_own_puzzles_game_id_game_ply UNIQUE (game_id, game_ply), 
	CONSTRAINT fk_own_puzzles_player_id FOREIGN KEY(player_id) REFERENCES players (id), 
	CONSTRAINT fk_own_puzzles_game_id FOREIGN KEY(game_id) REFERENCES reviews (game_id) ON DELETE CASCADE
);
CREATE TABLE past_questions (
	game_id INTEGER NOT NULL, 
	side INTEGER NOT NULL, 
	kind VARCHAR(16) NOT NULL, 
	question_id INTEGER NOT NULL, 
	position VARCHAR(32) NOT NULL, 
	refusals INTEGER DEFAULT '0' NOT NULL, 
	refused_ply INTEGER DEFAULT '0' NOT NULL, 
	CONSTRAINT pk_past_questions PRIMARY KEY (game_id, side, kind), 
	CONSTRAINT ck_past_questions_side CHECK (side IN (0, 1)), 
	CONSTRAINT fk_past_questions_game_id FOREIGN KEY(game_id) REFERENCES games (id) ON DELETE CASCADE
)
 WITHOUT ROWID

;
INSERT INTO "past_questions" VALUES(1,0,'draw',1,'86b3ed38758f9b6e22ab7883f153f8ff',0,0);
CREATE TABLE players (
	id BIGINT NOT NULL, 
	name VARCHAR(100) NOT NULL, 
	seen_at DATETIME, 
	CONSTRAINT pk_players PRIMARY KEY (id)
);
INSERT INTO "players" VALUES(1001,'Ann','2026-03-01 12:00:00.000000');
INSERT INTO "players" VALUES(1002,'Bob','2026-03-01 12:00:00.000000');
CREATE TABLE preferences (
	owner_kind VARCHAR(8) NOT NULL, 
	owner_id BIGINT NOT NULL, 
	name VARCHAR(32) NOT NULL, 
	value TEXT NOT NULL, 
	CONSTRAINT pk_preferences PRIMARY KEY (owner_kind, owner_id, name), 
	CONSTRAINT ck_preferences_owner_kind CHECK (owner_kind IN ('server', 'person'))
)
 WITHOUT ROWID

;
INSERT INTO "preferences" VALUES('server',7001,'theme','wood');
CREATE TABLE presence (
	id INTEGER NOT NULL, 
	seen_at DOUBLE NOT NULL, 
	CONSTRAINT pk_presence PRIMARY KEY (id)
);
CREATE TABLE puzzle_attempts (
	player_id BIGINT NOT NULL, 
	puzzle VARCHAR(16) NOT NULL, 
	game VARCHAR(32) NOT NULL, 
	begun_at DATETIME NOT NULL, 
	ply INTEGER NOT NULL, 
	result VARCHAR(8), 
	value_before DOUBLE, 
	value_after DOUBLE, 
	solved_at DATETIME, 
	shown BOOLEAN NOT NULL, 
	CONSTRAINT pk_puzzle_attempts PRIMARY KEY (player_id, puzzle), 
	CONSTRAINT ck_puzzle_attempts_result CHECK (result IN ('solved', 'failed')), 
	CONSTRAINT fk_puzzle_attempts_player_id FOREIGN KEY(player_id) REFERENCES players (id)
)
 WITHOUT ROWID

;
CREATE TABLE puzzle_posts (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	puzzle VARCHAR(16) NOT NULL, 
	guild_id BIGINT, 
	channel_id BIGINT NOT NULL, 
	message_id BIGINT, 
	by_clicks BOOLEAN NOT NULL, 
	day VARCHAR(10), 
	posted_at DATETIME NOT NULL, 
	answer_at DATETIME, 
	answered BOOLEAN NOT NULL, 
	shown INTEGER NOT NULL, 
	CONSTRAINT uq_puzzle_posts_guild_id_day UNIQUE (guild_id, day)
);
CREATE TABLE puzzle_ratings (
	puzzle VARCHAR(16) NOT NULL, 
	value DOUBLE NOT NULL, 
	deviation DOUBLE NOT NULL, 
	volatility DOUBLE NOT NULL, 
	attempts INTEGER NOT NULL, 
	CONSTRAINT pk_puzzle_ratings PRIMARY KEY (puzzle)
)
 WITHOUT ROWID

;
CREATE TABLE puzzle_tries (
	post_id INTEGER NOT NULL, 
	player_id BIGINT NOT NULL, 
	solved_at DATETIME, 
	first BOOLEAN NOT NULL, 
	CONSTRAINT pk_puzzle_tries PRIMARY KEY (post_id, player_id), 
	CONSTRAINT fk_puzzle_tries_post_id FOREIGN KEY(post_id) REFERENCES puzzle_posts (id) ON DELETE CASCADE, 
	CONSTRAINT fk_puzzle_tries_player_id FOREIGN KEY(player_id) REFERENCES players (id)
)
 WITHOUT ROWID

;
CREATE TABLE questions (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	game_id INTEGER NOT NULL, 
	kind VARCHAR(16) NOT NULL, 
	side INTEGER NOT NULL, 
	ply INTEGER NOT NULL, 
	player TEXT, 
	channel_id BIGINT, 
	message_id BIGINT, 
	asked_at DATETIME NOT NULL, 
	CONSTRAINT ck_questions_side CHECK (side IN (0, 1)), 
	CONSTRAINT uq_questions_game_id UNIQUE (game_id), 
	CONSTRAINT fk_questions_game_id FOREIGN KEY(game_id) REFERENCES games (id) ON DELETE CASCADE
);
INSERT INTO "questions" VALUES(1,1,'draw',0,2,NULL,NULL,NULL,'2026-03-01 12:00:00.000000');
CREATE TABLE ratings (
	player_id BIGINT NOT NULL, 
	game VARCHAR(32) NOT NULL, 
	pool VARCHAR(16) NOT NULL, 
	board VARCHAR(32) DEFAULT '' NOT NULL, 
	value DOUBLE NOT NULL, 
	deviation DOUBLE NOT NULL, 
	volatility DOUBLE NOT NULL, 
	wins INTEGER NOT NULL, 
	draws INTEGER NOT NULL, 
	losses INTEGER NOT NULL, 
	rated_at DATETIME NOT NULL, 
	listed_until DATETIME, 
	CONSTRAINT pk_ratings PRIMARY KEY (player_id, game, pool, board), 
	CONSTRAINT fk_ratings_player_id FOREIGN KEY(player_id) REFERENCES players (id)
);
INSERT INTO "ratings" VALUES(1001,'reversi','people','',1.66221200147034551264e+03,2.90230507782238646543e+02,5.99996753723381417988e-02,1,0,0,'2026-03-01 12:00:00.000000',NULL);
INSERT INTO "ratings" VALUES(1002,'reversi','people','',1.33778799852965448737e+03,2.90230507782238646543e+02,5.99996753723381417988e-02,0,0,1,'2026-03-01 12:00:00.000000',NULL);
CREATE TABLE requests (
	id INTEGER NOT NULL, 
	kind VARCHAR(16) NOT NULL, 
	player_id BIGINT NOT NULL, 
	guild_id BIGINT, 
	asked_at DATETIME NOT NULL, 
	CONSTRAINT pk_requests PRIMARY KEY (id), 
	CONSTRAINT ck_requests_kind CHECK (kind IN ('challenge', 'question')), 
	CONSTRAINT fk_requests_player_id FOREIGN KEY(player_id) REFERENCES players (id)
);
INSERT INTO "requests" VALUES(1,'question',1001,7001,'2026-03-01 12:00:00.000000');
CREATE TABLE results (
	game_id INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	player_id BIGINT NOT NULL, 
	game VARCHAR(32) NOT NULL, 
	pool VARCHAR(16) NOT NULL, 
	guild_id BIGINT, 
	outcome VARCHAR(16) NOT NULL, 
	rated BOOLEAN NOT NULL, 
	value_before DOUBLE, 
	deviation_before DOUBLE, 
	volatility_before DOUBLE, 
	value_after DOUBLE, 
	deviation_after DOUBLE, 
	volatility_after DOUBLE, 
	finished_at DATETIME NOT NULL, 
	CONSTRAINT pk_results PRIMARY KEY (game_id, seat), 
	CONSTRAINT ck_results_seat CHECK (seat IN (0, 1)), 
	CONSTRAINT ck_results_outcome CHECK (outcome IN ('win', 'draw', 'loss', 'called off')), 
	CONSTRAINT fk_results_game_id FOREIGN KEY(game_id) REFERENCES games (id) ON DELETE CASCADE, 
	CONSTRAINT fk_results_player_id FOREIGN KEY(player_id) REFERENCES players (id)
);
INSERT INTO "results" VALUES(3,0,1001,'reversi','people',7001,'win',1,1500.0,350.0,0.06,1.66221200147034551264e+03,2.90230507782238646543e+02,5.99996753723381417988e-02,'2026-03-01 12:00:00.000000');
INSERT INTO "results" VALUES(3,1,1002,'reversi','people',7001,'loss',1,1500.0,350.0,0.06,1.33778799852965448737e+03,2.90230507782238646543e+02,5.99996753723381417988e-02,'2026-03-01 12:00:00.000000');
CREATE TABLE reviewed_plies (
	game_id INTEGER NOT NULL, 
	ply INTEGER NOT NULL, 
	best VARCHAR(16) NOT NULL, 
	score DOUBLE NOT NULL, 
	played DOUBLE, 
	depth INTEGER, 
	keepers INTEGER, 
	CONSTRAINT pk_reviewed_plies PRIMARY KEY (game_id, ply), 
	CONSTRAINT fk_reviewed_plies_game_id FOREIGN KEY(game_id) REFERENCES games (id) ON DELETE CASCADE
)
 WITHOUT ROWID

;
CREATE TABLE reviews (
	game_id INTEGER NOT NULL, 
	asker_id BIGINT NOT NULL, 
	guild_id BIGINT, 
	channel_id BIGINT NOT NULL, 
	message_id BIGINT, 
	begun_at DATETIME NOT NULL, 
	finished_at DATETIME, 
	mine_from INTEGER DEFAULT '0', 
	CONSTRAINT pk_reviews PRIMARY KEY (game_id), 
	CONSTRAINT fk_reviews_game_id FOREIGN KEY(game_id) REFERENCES games (id) ON DELETE CASCADE
);
CREATE TABLE server_players (
	guild_id BIGINT NOT NULL, 
	game VARCHAR(32) NOT NULL, 
	pool VARCHAR(16) NOT NULL, 
	board VARCHAR(32) DEFAULT '' NOT NULL, 
	player_id BIGINT NOT NULL, 
	CONSTRAINT pk_server_players PRIMARY KEY (guild_id, game, pool, board, player_id), 
	CONSTRAINT fk_server_players_player_id FOREIGN KEY(player_id) REFERENCES players (id)
)
 WITHOUT ROWID

;
INSERT INTO "server_players" VALUES(7001,'reversi','people','',1001);
INSERT INTO "server_players" VALUES(7001,'reversi','people','',1002);
CREATE TABLE servers (
	guild_id BIGINT NOT NULL, 
	left_at DATETIME, 
	CONSTRAINT pk_servers PRIMARY KEY (guild_id)
);
CREATE TABLE threads (
	id BIGINT NOT NULL, 
	channel_id BIGINT NOT NULL, 
	guild_id BIGINT, 
	CONSTRAINT pk_threads PRIMARY KEY (id)
);
CREATE TABLE unanswered (
	id BIGINT NOT NULL, 
	token TEXT NOT NULL, 
	channel_id BIGINT NOT NULL, 
	created_at DATETIME NOT NULL, 
	guild_id BIGINT, 
	CONSTRAINT pk_unanswered PRIMARY KEY (id)
);
CREATE TABLE workers (
	token INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	holder VARCHAR(200) NOT NULL, 
	first INTEGER NOT NULL, 
	last INTEGER NOT NULL, 
	shards INTEGER NOT NULL, 
	expires_at DOUBLE NOT NULL, 
	asked BOOLEAN NOT NULL
);
CREATE INDEX ix_servers_left_at ON servers (left_at) WHERE left_at IS NOT NULL;
CREATE INDEX ix_threads_channel_id ON threads (channel_id);
CREATE INDEX ix_players_seen_at ON players (seen_at);
CREATE INDEX ix_puzzle_posts_answer_at ON puzzle_posts (answer_at) WHERE answer_at IS NOT NULL;
CREATE INDEX ix_puzzle_posts_puzzle ON puzzle_posts (puzzle);
CREATE INDEX ix_requests_asked_at ON requests (asked_at);
CREATE INDEX ix_requests_player_id_kind_asked_at ON requests (player_id, kind, asked_at);
CREATE INDEX ix_requests_guild_id_kind_asked_at ON requests (guild_id, kind, asked_at);
CREATE INDEX ix_imports_created_at ON imports (created_at);
CREATE INDEX ix_games_imported ON games (challenger_id) WHERE state = 'finished' AND first_player_id IS NULL AND first_computer IS NULL AND second_player_id IS NULL AND second_computer IS NULL;
CREATE INDEX ix_games_second_playing ON games (second_player_id, channel_id) WHERE state = 'playing' AND adjourned_at IS NULL;
CREATE INDEX ix_games_in_channel ON games (channel_id) WHERE CASE WHEN state = 'playing' AND adjourned_at IS NULL THEN channel_id END IS NOT NULL;
CREATE INDEX ix_games_computer_to_move ON games (moved_at) WHERE CASE WHEN state <> 'playing' OR paused_at IS NOT NULL OR adjourned_at IS NOT NULL THEN NULL WHEN turn = 0 THEN coalesce(first_computer, first_delegate) ELSE coalesce(second_computer, second_delegate) END IS NOT NULL;
CREATE INDEX ix_games_message_id ON games (message_id) WHERE message_id IS NOT NULL;
CREATE INDEX ix_games_guild_id ON games (guild_id) WHERE guild_id IS NOT NULL;
CREATE INDEX ix_games_by_itself ON games (channel_id) WHERE CASE WHEN state = 'playing' AND adjourned_at IS NULL AND coalesce(second_computer, second_delegate) IS NOT NULL THEN coalesce(first_computer, first_delegate) END IS NOT NULL;
CREATE INDEX ix_games_second_adjourned ON games (second_player_id) WHERE state = 'playing' AND adjourned_at IS NOT NULL;
CREATE INDEX ix_games_warn_at ON games (warn_at) WHERE warn_at IS NOT NULL;
CREATE INDEX ix_games_first_playing ON games (first_player_id, channel_id) WHERE state = 'playing' AND adjourned_at IS NULL;
CREATE UNIQUE INDEX uq_games_exhibition ON games (channel_id) WHERE state = 'playing' AND first_computer IS NOT NULL AND second_computer IS NOT NULL;
CREATE INDEX ix_games_state_moved_at ON games (state, moved_at);
CREATE INDEX ix_games_first_player_id_second_player_id_started_at ON games (first_player_id, second_player_id, started_at);
CREATE INDEX ix_games_not_shown ON games (moved_at) WHERE shown_version < version;
CREATE INDEX ix_games_opening_unknown ON games (id) WHERE CASE WHEN state = 'finished' AND opening IS NULL THEN id END IS NOT NULL;
CREATE INDEX ix_games_first_adjourned ON games (first_player_id) WHERE state = 'playing' AND adjourned_at IS NOT NULL;
CREATE INDEX ix_games_paused ON games (paused_at) WHERE CASE WHEN state = 'playing' AND first_computer IS NOT NULL AND second_computer IS NOT NULL THEN paused_at END IS NOT NULL;
CREATE INDEX ix_games_refused ON games (channel_id) WHERE refused;
CREATE INDEX ix_games_guild_playing ON games (guild_id) WHERE state = 'playing' AND adjourned_at IS NULL;
CREATE INDEX ix_games_untouched ON games (moved_at) WHERE CASE WHEN state = 'playing' AND adjourned_at IS NULL AND flag_at IS NULL AND (first_computer IS NULL OR second_computer IS NULL) THEN moved_at END IS NOT NULL;
CREATE INDEX ix_games_flag_at ON games (flag_at) WHERE flag_at IS NOT NULL;
CREATE INDEX ix_puzzle_tries_player_id ON puzzle_tries (player_id);
CREATE INDEX ix_ratings_game_pool_board_value ON ratings (game, pool, board, value);
CREATE INDEX ix_left_boards_game_id ON left_boards (game_id);
CREATE INDEX ix_notices_player_id ON notices (player_id);
CREATE INDEX ix_notices_due_at ON notices (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX ix_led_to_game_id ON led_to (game_id);
CREATE INDEX ix_conditional_moves_game_id ON conditional_moves (game_id);
CREATE INDEX ix_reviews_to_mine ON reviews (finished_at) WHERE mine_from IS NOT NULL AND finished_at IS NOT NULL;
CREATE INDEX ix_reviews_under_way ON reviews (begun_at) WHERE finished_at IS NULL;
CREATE INDEX ix_results_player_id_finished_at ON results (player_id, finished_at);
CREATE INDEX ix_own_puzzles_player_id_due_at ON own_puzzles (player_id, due_at);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('games',3);
INSERT INTO "sqlite_sequence" VALUES('questions',1);
COMMIT;
