-- A row in each table, beside the games of `tests.bot.hosting.test_checking`, that fit each other.
INSERT INTO players (id, name, seen_at) VALUES (0, 'deleted player', NULL), (-1, 'Team 1', NULL), (-2, 'Team 2', NULL);
UPDATE games SET event_kind = 'tournament', event_id = 1, opening = 'Tiger', indexed = 1, message_id = 9001 WHERE id = 1;
UPDATE games SET event_kind = 'simul', event_id = 2, rematch_of = 1 WHERE id = 3;
UPDATE games SET time_control = '3d', first_left = 259200.0, second_left = 259200.0, clock_since = 1772971200.0,
    warn_at = 1773144000.0, flag_at = 1773230400.0, conditional_from = 1 WHERE id = 4;
UPDATE games SET state = 'closed', closed_as = 'expired' WHERE id = 6;
UPDATE games SET paused_at = '2026-03-08 12:00:00.000000', adjourned_at = '2026-03-08 12:00:00.000000', rated = 0,
    first_delegate = 'easy', unrated_why = 'handed over', unrated_by = 0 WHERE id = 5;
UPDATE moves SET proved = 3, thought = '{"depth":1,"nodes":5,"seconds":0.1,"score":[3.0,"final"],"candidates":4}'
    WHERE game_id = 1 AND ply = 2;
INSERT INTO games (id, game, options, guild_id, channel_id, state, challenger_id, colour, first_player_id, second_player_id,
    rated, unrated_why, created_at, started_at, moved_at, turn) VALUES (7, 'reversi', '', 7001, 8001, 'playing', 1001, 'first', -1, -2, 0,
    'board', '2026-03-08 12:00:00.000000', '2026-03-08 12:00:00.000000', '2026-03-08 12:00:00.000000', 0);
INSERT INTO moves (game_id, ply, move, seat, seconds, played_at) VALUES (7, 0, 'd3', 0, 1.0, '2026-03-08 12:00:00.000000'),
    (7, 1, 'c3', 1, 1.0, '2026-03-08 12:00:00.000000');
INSERT INTO games (id, game, options, channel_id, state, challenger_id, colour, rated, created_at, started_at, moved_at, finished_at,
    turn, winner, ending, first_name, second_name, version, shown_version) VALUES (8, 'reversi', '', 0, 'finished', 1001, 'random', 0,
    '2026-03-08 12:00:00.000000', '2026-03-08 12:00:00.000000', '2026-03-08 12:00:00.000000', '2026-03-08 12:00:00.000000', 1, 0,
    'resigned', 'One', 'Two', 1, 1);
INSERT INTO moves (game_id, ply, move, seat, seconds, played_at) VALUES (8, 0, 'd3', 0, 0.0, '2026-03-08 12:00:00.000000');
INSERT INTO vote_games (game_id, form, seconds, lot, side, ply, ends_at, decided, empty, record)
    VALUES (7, 'teams', 60, 1, 0, 2, '2026-03-08 12:01:00.000000', 'c4', 0, 'none');
INSERT INTO vote_members (game_id, player_id, side) VALUES (7, 1001, 0), (7, 1002, 1);
INSERT INTO votes (game_id, ply, player_id, move) VALUES (7, 0, 1001, 'd3'), (7, 1, 1002, 'c3');
INSERT INTO vote_hints (game_id, ply, player_id) VALUES (7, 0, 1001);
INSERT INTO questions (id, game_id, kind, side, ply, channel_id, message_id, asked_at, player)
    VALUES (1, 4, 'hand over', 0, 2, 8001, 9003, '2026-03-08 12:00:00.000000', 'easy');
INSERT INTO past_questions (game_id, side, kind, question_id, position, refusals, refused_ply)
    VALUES (4, 0, 'draw', 1, '0123456789abcdef0123456789abcdef', 1, 0);
INSERT INTO conditional_moves (id, game_id, player_id, ply, line, created_at)
    VALUES (1, 4, 1002, 2, 'c4 c5', '2026-03-08 12:00:00.000000');
INSERT INTO opening_moves (position, game_id, square, side) VALUES (77, 1, 19, 0);
INSERT INTO notices (game_id, player_id, turn_at, due_at, told, reminded, channel_id, message_id, failures, refused, explained)
    VALUES (4, 1001, '2026-03-08 12:00:00.000000', 1772971200.0, 1, 0, 8001, 9004, 0, 'direct', 1);
INSERT INTO left_boards (message_id, channel_id, game_id) VALUES (9005, 8001, 4);
INSERT INTO threads (id, channel_id, guild_id) VALUES (8003, 8001, 7001);
INSERT INTO channel_lists (channel_id, guild_id, message_id, digest) VALUES (8001, 7001, 9006, '0123456789abcdef');
INSERT INTO unanswered (id, token, channel_id, created_at, guild_id) VALUES (5, 'token', 8001, '2026-03-08 12:00:00.000000', 7001);
INSERT INTO outdated_names (game_id, failures) VALUES (1, 0);
INSERT INTO led_to (player_id, game_id, led_at) VALUES (1001, 4, '2026-03-08 12:00:00.000000');
INSERT INTO reviews (game_id, asker_id, guild_id, channel_id, message_id, begun_at, finished_at, mine_from, examined, judged, quiet)
    VALUES (1, 1001, 7001, 8001, 9007, '2026-03-02 12:00:00.000000', '2026-03-02 12:01:00.000000', 9, 1, 1, 0);
INSERT INTO reviewed_plies (game_id, ply, best, score, played, depth, keepers)
    SELECT game_id, ply, move, 2.0, 2.0, 10, 1 FROM moves WHERE game_id = 1;
INSERT INTO judged_games (game_id, seat, player_id, game, finished_at, own_rating, other_rating, moves, accuracy)
    SELECT 1, 0, 1001, 'reversi', finished_at, 1500.0, 1500.0, '[[0,0,0,1.0,0.0,0.0,null,[]]]', 100.0 FROM games WHERE id = 1;
INSERT INTO measurements (id, place_id, guild_id, channel_id, message_id, asker_id, game, options, first, second, games, seed, results, efforts)
    VALUES (1, 7001, 7001, 8001, 9008, 1001, 'reversi', '', 'easy', 'hard', 4, 1, 'wdl', '1 2 3 4');
INSERT INTO tournaments (id, guild_id, channel_id, message_id, boards_id, digest, organiser_id, game, options, form, time_control, places,
    rounds, minutes, invited_only, when_full, filler, seed, state, created_at, starts_at, started_at, finished_at, announced, version,
    side, exhibitor, former_number, reason, corrected_at) VALUES
    (1, 7001, 8001, 9009, 8003, '0123456789abcdef', 1001, 'reversi', '', 'round_robin', '5+3', 2, 0, 0, 0, 1, 'easy', 5, 'finished',
     '2026-03-01 11:00:00.000000', '2026-03-01 12:00:00.000000', '2026-03-01 12:00:00.000000', '2026-03-01 13:00:00.000000', 1, 4,
     NULL, NULL, NULL, NULL, '2026-03-01 14:00:00.000000'),
    (2, 7001, 8001, 9010, 8001, '0123456789abcdef', 1002, 'reversi', '', 'simul', '', 2, 0, 0, 0, 1, NULL, 5, 'finished',
     '2026-03-07 11:00:00.000000', '2026-03-07 12:00:00.000000', '2026-03-07 12:00:00.000000', '2026-03-07 13:00:00.000000', 1, 4,
     'second', NULL, 7, 'organiser', NULL),
    (3, 7001, 8001, 9011, 8001, NULL, 1001, 'reversi', '', 'arena', '5+3', 9, 0, 30, 0, 0, NULL, 5, 'running',
     '2026-03-07 11:00:00.000000', '2026-03-07 12:00:00.000000', '2026-03-07 12:00:00.000000', NULL, 0, 4, NULL, NULL, NULL, NULL, NULL);
UPDATE tournaments SET ends_at = '2026-03-07 13:00:00.000000', paused_at = '2026-03-07 12:30:00.000000' WHERE id = 3;
INSERT INTO tournament_entrants (id, tournament_id, number, player_id, computer, rating, joined_round, left_round, exit, waiting_since)
    VALUES (1, 1, 1, 1001, NULL, 1500, 1, NULL, NULL, '2026-03-01 12:00:00.000000'), (2, 1, 2, 1002, NULL, 1500, 1, 2, 'left', NULL),
    (3, 2, 0, 1002, NULL, 1500, 1, NULL, NULL, NULL), (4, 2, 1, 1001, NULL, 1500, 1, NULL, NULL, NULL),
    (5, 3, 1, 1001, NULL, 1500, 1, NULL, NULL, NULL), (6, 3, 2, NULL, 'easy', 1500, 1, NULL, NULL, NULL);
INSERT INTO tournament_pairings (id, tournament_id, round, first, second, replay, slot, game_id, told, outcome, forfeit, corrected_by)
    VALUES (1, 1, 1, 1, 2, 0, 0, 1, 1, '1-0', 0, NULL), (2, 2, 1, 0, 1, 0, 0, 3, 1, '1-0', 0, NULL),
    (3, 3, 1, 1, 2, 0, 0, NULL, 1, '1-0', 0, 1001), (4, 3, 2, 1, NULL, 0, 0, NULL, 1, NULL, 0, NULL);
INSERT INTO cups (id, player_id, tournament_id, game, form, entrants, won_at)
    VALUES (1, 1001, 1, 'reversi', 'round_robin', 2, '2026-03-01 13:00:00.000000');
INSERT INTO achievements (player_id, achievement, earned_at, game_id) VALUES (1001, 'cup', '2026-03-01 13:00:00.000000', NULL),
    (1001, 'perfect:reversi', '2026-03-01 13:00:00.000000', 1);
INSERT INTO untold_achievements (player_id, achievement, guild_id, channel_id, tell_by)
    VALUES (1001, 'cup', 7001, 8001, '2026-03-01 14:00:00.000000');
INSERT INTO role_grants (guild_id, player_id, achievement, role_id, due_at, failures)
    VALUES (7001, 1001, 'cup', 5001, '2026-03-01 14:00:00.000000', 0);
INSERT INTO preferences (owner_kind, owner_id, name, value) VALUES ('server', 7001, 'role:cup', '5001'), ('server', 7001, 'time_zone', 'Europe/Berlin'),
    ('person', 1001, 'theme', 'wood');
INSERT INTO server_zones (guild_id, since, zone) VALUES (7001, '2026-03-01 12:00:00.000000', 'Europe/Berlin');
INSERT INTO servers (guild_id, left_at) VALUES (7001, NULL), (7002, '2026-03-01 12:00:00.000000');
INSERT INTO presence (id, seen_at) VALUES (1, 1772971200.0);
INSERT INTO workers (token, holder, first, last, shards, expires_at, asked) VALUES (1, 'host', 0, 0, 1, 1772971200.0, 0);
INSERT INTO versions (id, version, revision, started_at) VALUES (1, '1.0.0', '0066', '2026-03-01 12:00:00.000000');
INSERT INTO nicknames (player_id, guild_id, name) VALUES (1001, 7001, 'Annie');
INSERT INTO blocks (blocker_id, blocked_id, created_at) VALUES (1001, 1002, '2026-03-01 12:00:00.000000');
INSERT INTO opponents (id, guild_id, name, key, player, creator_id, created_at)
    VALUES (1, 7001, 'Bot', 'bot', 'positional:4', 1001, '2026-03-01 12:00:00.000000');
INSERT INTO imports (id, player_id, content, created_at) VALUES (1, 1001,
    '{"game":"reversi","board":"","opening":"","position":"","moves":["d3"],"first":"A","second":"B","date":null,"winner":null,"ending":null}',
    '2026-03-01 12:00:00.000000');
INSERT INTO added_days (guild_id, span, first_day, until) VALUES (0, 'week', '2026-03-02', '2026-03-09 00:00:00.000000');
INSERT INTO period_points (guild_id, span, first_day, player_id, of_games, of_puzzles, of_dailies) VALUES (0, 'week', '2026-03-02', 1001, 3, 1, 3);
INSERT INTO next_boards (guild_id, span, first_day, due_at) VALUES (7001, 'week', '2026-03-02', '2026-03-09 00:00:00.000000');
INSERT INTO board_posts (id, guild_id, span, first_day, channel_id, message_id, posted_at)
    VALUES (1, 7001, 'week', '2026-02-23', 8001, 9012, '2026-03-02 00:00:00.000000');
INSERT INTO season_badges (guild_id, first_day, player_id, place, points, earned_at) VALUES
    (7001, '2026-01-01', 1001, 1, 9, '2026-03-01 00:00:00.000000'), (7001, '2026-01-01', 1002, 2, 5, '2026-03-01 00:00:00.000000');
INSERT INTO puzzle_attempts (player_id, puzzle, game, begun_at, ply, result, value_before, value_after, solved_at, shown, trace, guild_id)
    VALUES (1001, 'r3qtwgv', 'reversi', '2026-03-04 12:00:00.000000', 1, 'solved', 1500.0, 1520.0, '2026-03-04 12:01:00.000000', 0, '+', 7001);
INSERT INTO puzzle_ratings (puzzle, value, deviation, volatility, attempts) VALUES ('r3qtwgv', 590.0, 140.0, 0.06, 1);
INSERT INTO ratings (player_id, game, pool, board, value, deviation, volatility, wins, draws, losses, rated_at, listed_until)
    VALUES (1001, 'reversi', 'puzzles', '', 1520.0, 300.0, 0.06, 1, 0, 0, '2026-03-04 12:01:00.000000', '2026-03-05 12:00:00.000000');
INSERT INTO puzzle_posts (id, puzzle, guild_id, channel_id, message_id, by_clicks, day, posted_at, answer_at, answered, shown)
    VALUES (1, 'r3qtwgv', 7001, 8001, 9013, 0, '2026-03-04', '2026-03-04 11:00:00.000000', '2026-03-05 11:00:00.000000', 0, 1);
INSERT INTO puzzle_tries (post_id, player_id, day, solved_at, first, examined)
    VALUES (1, 1001, '2026-03-04', '2026-03-04 12:01:00.000000', 1, 1);
INSERT INTO daily_puzzles (guild_id, next_at) VALUES (7001, '2026-03-09 11:00:00.000000');
INSERT INTO puzzle_races (id, guild_id, channel_id, message_id, digest, organiser_id, game, state, created_at, expires_at, puzzles, begins_at,
    deadline, finished_at, reason, rematch_of, announced, version) VALUES
    (1, 7001, 8001, 9014, '0123456789abcdef', 1001, 'reversi', 'cancelled', '2026-03-07 12:00:00.000000', '2026-03-07 12:05:00.000000',
     '', NULL, NULL, '2026-03-07 12:05:00.000000', 'few', NULL, 1, 2),
    (2, 7001, 8001, 9015, '0123456789abcdef', 1001, 'reversi', 'running', '2026-03-08 11:50:00.000000', '2026-03-08 12:00:00.000000',
     'r3qtwgv', 1772971200.0, 1772971380.0, NULL, NULL, 1, 0, 2);
INSERT INTO puzzle_racers (race_id, player_id, joined_at) VALUES (2, 1001, '2026-03-08 11:55:00.000000');
INSERT INTO puzzle_runs (id, player_id, guild_id, kind, game, begun_at, touched_at, deadline, seconds_left, ended_at, ending, score, misses, race_id)
    VALUES (1, 1001, 7001, 'streak', 'reversi', '2026-03-07 12:00:00.000000', 1772884800.0, NULL, NULL, '2026-03-07 12:09:00.000000', 'stopped', 1, 0, NULL),
    (2, 1001, 7001, 'race', 'reversi', '2026-03-08 12:00:00.000000', 1772971200.0, 1772971380.0, NULL, NULL, NULL, 0, 0, 2),
    (3, 1002, 7001, 'rush', 'reversi', '2026-03-08 12:00:00.000000', 1772971200.0, NULL, 60.0, NULL, NULL, 0, 0, NULL);
INSERT INTO puzzle_run_attempts (run_id, number, player_id, puzzle, begun_at, ply, result, solved_at) VALUES
    (1, 1, 1001, 'r3qtwgv', '2026-03-07 12:00:00.000000', 1, 'solved', '2026-03-07 12:01:00.000000');
INSERT INTO own_puzzles (id, player_id, game_id, game_ply, played, game, position, line, goal, margin, rating, themes, due_at, stage, failures,
    ply, result, shown, solved_at) VALUES (1, 1001, 1, 0, 'd3', 'reversi', '--OXXXXXOOOXXXX-OOOXXXX-OXOOXOOOOXXOOXOOXXXOOOOO--XXXO---OOOOOO- X',
    'a1', 'win', 52, 600.0, 'corner', '2026-03-08 12:00:00.000000', 1, 0, 1, 'solved', 0, '2026-03-07 12:00:00.000000');
INSERT INTO repertoire_moves (id, player_id, game, side, position, line, move, due_at, stage, misses)
    VALUES (1, 1001, 'reversi', 1, -8486761471724404545, 'f5', 'd6', '2026-03-08 12:00:00.000000', 1, 0);
INSERT INTO training_sessions (id, player_id, game, side, ahead, begun_at, ended_at)
    VALUES (1, 1001, 'reversi', 1, 0, '2026-03-08 12:00:00.000000', '2026-03-08 12:01:00.000000');
INSERT INTO training_questions (session_id, number, move_id, answer, "right") VALUES (1, 1, 1, 'd6', 1);
INSERT INTO role_links (player_id, tokens, expires_at, linked_at, pushed_at, due_at, changes, failures) VALUES (1001, 'secret',
    '2026-03-09 12:00:00.000000', '2026-03-01 12:00:00.000000', '2026-03-02 12:00:00.000000', '2026-03-08 12:00:00.000000', 0, 0);
INSERT INTO role_unlinks (id, tokens, expires_at, unlinked_at, due_at, failures) VALUES (1, 'secret', '2026-03-09 12:00:00.000000',
    '2026-03-01 12:00:00.000000', '2026-03-08 12:00:00.000000', 0);
INSERT INTO used_states (hash, used_at) VALUES ('0123456789abcdef', '2026-03-08 12:00:00.000000');
INSERT INTO web_links (game_id, code, created_at, withdrawn_at) VALUES (1, '0123456789abcdef', '2026-03-01 12:00:00.000000', '2026-03-02 12:00:00.000000');
INSERT INTO web_event_links (tournament_id, code, created_at, withdrawn_at)
    VALUES (1, '0123456789abcdef', '2026-03-01 12:00:00.000000', '2026-03-02 12:00:00.000000');
INSERT INTO web_sessions (hash, player_id, created_at, expires_at) VALUES ('0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef',
    1001, '2026-03-01 12:00:00.000000', '2026-06-01 12:00:00.000000');
