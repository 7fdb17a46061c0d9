"""Custom ids: those already posted keep their meaning, and each says the same when it is read again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from typing import Literal, get_type_hints

import pytest

from bot.account.blocks import ui as blocks
from bot.account.linked_roles import ui as linked_roles
from bot.account.privacy import ui as privacy
from bot.account.settings import ui as preferences
from bot.events.matches import ui as matches
from bot.events.tournaments import ids as tournaments
from bot.events.votes import ids as votes
from bot.play.assist import ui as assist
from bot.play.conditionals import ui as conditionals
from bot.play.games import ids as games
from bot.play.games.ids import Pause, PlayAgain, Resume, StepMatch, Stop
from bot.play.help import ui as helping
from bot.play.more.ui import Ask, ChooseComputer, ChooseOtherComputer
from bot.play.my_games import ui as my_games
from bot.play.notices import ui as notices
from bot.play.opponents import view as opponents
from bot.play.questions import ui as questions
from bot.puzzles import race_ui as races
from bot.puzzles import view as puzzles
from bot.puzzles.puzzles import Difficulty
from bot.puzzles.view import TryPuzzle
from bot.ranks.achievements import ui as achievements
from bot.ranks.insights import ui as insights
from bot.ranks.insights.kinds import ErrorKind
from bot.ranks.periods import ids as periods
from bot.ranks.periods.boards import RankingKind
from bot.ranks.stats import ids as stats
from bot.rooms import all_routes
from bot.study.analysis import ui as analysis
from bot.study.history import ids as history
from bot.study.imports import ui as imports
from bot.study.openings import ui as openings
from bot.study.replay import ui as replay
from bot.study.review import ui as review
from bot.ui import components as confirmation
from bot.ui import links as channel_lists
from bot.ui.component_ids import MAX_CUSTOM_ID, ComponentId, ComponentIdError
from bot.ui.links import (
    AskHint,
    AskReview,
    ChooseReplay,
    GiveEasyPuzzle,
    HintAt,
    KeepRated,
    More,
    NextGame,
    OpenBoard,
    OpenFeature,
    OpenPuzzleRace,
    OpenReplay,
    OpenReviewPage,
    ShowGamesList,
    ShowLeaderboard,
    ShowRules,
    ShowSettings,
    SignOutEverywhere,
    StartGame,
    TakeOver,
    TakeOverFrom,
    WatchEvent,
    WatchOnWeb,
    WithdrawEventLink,
    WithdrawWebLink,
)
from bot.ui.routes import Routes
from data.puzzles.runs import RunKind
from data.ratings.ratings import Pool
from data.tournaments.records import PairingOutcome
from tests.cases import for_each, there

POSTED: dict[str, ComponentId] = {
    "f4:role_link": linked_roles.ShowLink(),
    "f4:role_unlink": linked_roles.Unlink(),
    "f4:simul_join:7": tournaments.JoinEvent.of_simuls(7),
    "f4:simul_leave:7": tournaments.LeaveEvent.of_simuls(7),
    "f4:simul_next:7": tournaments.NextSimulBoard(7),
    "f4:simul_manage:7": tournaments.ManageEvent.of_simuls(7),
    "f4:simul_run:7:start": tournaments.ControlEvent.of_simuls(7, "start"),
    "f4:simul_run:7:end": tournaments.ControlEvent.of_simuls(7, "end"),
    "f4:simul_invite:7": tournaments.InviteToEvent.of_simuls(7),
    "f4:simul_remove:7": tournaments.RemoveEntrant.of_simuls(7),
    "f4:simul_remove_yes:7:2:31": tournaments.ConfirmRemoveEntrant.of_simuls(7, 2, 31),
    "f4:simul_end:7": tournaments.ConfirmCancelEvent.of_simuls(7),
    "f4:dismiss": confirmation.Dismiss(),
    "f4:move:1:0:d3": games.PlayMove(1, 0, "d3"),
    "f4:move:9223372036854775807:59:pass": games.PlayMove(2**63 - 1, 59, "pass"),
    "f4:choose:12:30:1": games.PlayMove(12, 30, "").in_menu(1),
    "f4:nudge:7": games.Retry(7),
    "f4:view:7": games.ShowOwnView(7),
    "f4:play_now:7": games.PlayNow(7),
    "f4:move_now:7:12": games.MoveNow(7, 12),
    "f4:stop:7": games.TakeBack(7),
    "f4:undo:7": games.Undo(7),
    "f4:undo_move:7:2": games.UndoMove(7, 2),
    "f4:hint_ask:7": AskHint(7),
    "f4:hint_at:7:3": HintAt(7, 3),
    "f4:retry_move:7:3": games.RetryMove(7, 3),
    "f4:take_up_at:7:3": games.TakeUpAt(7, 3),
    "f4:take_over_from:7:1f": TakeOverFrom(7, "1f"),
    "f4:vote_resume_at:7:3": votes.ResumeVotesAt(7, 3),
    "f4:take_up:7": games.TakeUp(7),
    "f4:refresh:7": games.Refresh(7),
    "f4:if_show:7": conditionals.ShowPlans(7),
    "f4:if_remove:7": conditionals.RemoveLine(7),
    "f4:past_games:3:2:reversi:1:win:yes": history.ShowHistory(3, 2, "reversi", 1, "win", "yes"),
    "f4:notices_off:2": notices.StopNotices(2),
    "f4:profile:2:reversi": stats.ShowProfile(2, "reversi"),
    "f4:compare_with:2": stats.CompareWith(2),
    "f4:compare:2:3:connect4": stats.ShowComparison(2, 3, "connect4"),
    "f4:join:7:3": games.Join(7, 3),
    "f4:offer_play:7:easy": games.PlayLevel(7, "easy"),
    "f4:offer_level:7": games.ChooseLevel(7),
    "f4:offer_other:7:style:0": games.ChooseOther(7, "style", 0),
    "f4:offer_invite:7": games.Invite(7),
    "f4:offer_board:7": games.ChooseBoard(7),
    "f4:offer_side:7": games.ChooseSide(7),
    "f4:offer_rated:7:yes": games.ChooseRated(7, "yes"),
    "f4:offer_rated:7:no": games.ChooseRated(7, "no"),
    "f4:offer_time:7": games.ChooseTime(7),
    "f4:accept:7": games.Accept(7),
    "f4:decline:7": games.Decline(7),
    "f4:withdraw:7": games.Withdraw(7),
    "f4:start:reversi": StartGame("reversi"),
    "f4:start_level:reversi": helping.StartAtLevel("reversi"),
    "f4:start_other:reversi:own:1": helping.StartAgainstOther("reversi", "own", 1),
    "f4:start_friend": helping.AgainstFriend(),
    "f4:start_invite:reversi": helping.InviteFriend("reversi"),
    "f4:start_open:reversi": helping.OpenToAll("reversi"),
    "f4:styles": helping.ShowStyles(),
    "f4:ask_other:7:style:0": ChooseOtherComputer(7, "style", 0),
    "f4:own_ponder:on": opponents.SwitchPondering("on"),
    "f4:own_play:7:reversi": opponents.PlayOpponent(7, "reversi"),
    "f4:rules:reversi": ShowRules("reversi"),
    "f4:what_else": helping.ShowMore(),
    "f4:start_style:connect4:alignments-w1": helping.PlayStyle("connect4", "alignments-w1"),
    "f4:open:opening explore": OpenFeature("opening explore"),
    "f4:open_dialog:import": helping.OpenDialog("import"),
    "f4:about:match": helping.AboutFeature("match"),
    "f4:level:7:hard": games.OtherLevel(7, "hard"),
    "f4:resign:7": games.Resign(7),
    "f4:resign_sure:7:loss": games.ConfirmResign(7, "loss"),
    "f4:resign_sure:7:nobody": games.ConfirmResign(7, "nobody"),
    "f4:keep_playing:7": games.KeepPlaying(7),
    "f4:rematch:7": games.Rematch(7),
    "f4:review:7": AskReview(7),
    "f4:review_cancel:7": review.CancelReview(7),
    "f4:an_move:reversi:6x6 anti:AAkL:AB:d3": analysis.PlayNext("reversi", "6x6 anti", "AAkL", "AB", "d3"),
    "f4:an_choose:reversi:10x10:AAkL::1": analysis.PlayNext("reversi", "10x10", "AAkL", "", "").in_menu(1),
    "f4:an_back:connect4::A-_L:AB": analysis.GoBack("connect4", "", "A-_L", "AB"),
    "f4:an_stop:connect4::A-_L:": analysis.StopLooking("connect4", "", "A-_L", ""),
    "f4:an_look:connect4::A-_L:": analysis.LookAgain("connect4", "", "A-_L", ""),
    "f4:an_play:connect4::A-_L:": analysis.PlayFromHere("connect4", "", "A-_L", ""),
    "f4:op_move:reversi:6x6 anti:AAkL:AB:d3": openings.ExploreMove("reversi", "6x6 anti", "AAkL", "AB", "d3"),
    "f4:op_choose:reversi:10x10:AAkL::1": openings.ExploreMove("reversi", "10x10", "AAkL", "", "").in_menu(1),
    "f4:op_back:connect4::A-_L:AB": openings.ExploreBack("connect4", "", "A-_L", "AB"),
    "f4:op_open:connect4::A-_L:AB": openings.ExploreHere("connect4", "", "A-_L", "AB"),
    "f4:op_add:reversi::A-_L:AB:1:ask": openings.AddLine("reversi", "", "A-_L", "AB", 1, "ask"),
    "f4:op_forget:reversi::A-_L:AB:sure": openings.ForgetMove("reversi", "", "A-_L", "AB", "sure"),
    "f4:op_mine:reversi:1": openings.ShowRepertoire("reversi", 1),
    "f4:op_page:reversi:1:2": openings.TurnRepertoire("reversi", 1, 2),
    "f4:op_remove:reversi:1:2": openings.RemoveOpeningLine("reversi", 1, 2),
    "f4:op_games:connect4:0": openings.SuggestMoves("connect4", 0),
    "f4:op_take:connect4:0:5": openings.TakeMoves("connect4", 0, 5),
    "f4:op_train::-1:due": openings.StartTraining("", -1, "due"),
    "f4:train_move:7:3:d3": openings.TrainMove(7, 3, "d3"),
    "f4:train_choose:7:3:1": openings.TrainMove(7, 3, "").in_menu(1),
    "f4:train_next:7": openings.NextQuestion(7),
    "f4:train_stop:7": openings.StopTraining(7),
    "f4:op_start:connect4::A-_L:AB": openings.ExploreStart("connect4", "", "A-_L", "AB"),
    "f4:im_sent": imports.ImportSent(),
    "f4:im_page:7:2:forward": imports.ShowPage(7, 2, "forward"),
    "f4:im_game:7": imports.ChooseGame(7),
    "f4:im_ask:7": imports.AskNumber(7),
    "f4:im_number:7": imports.NumberTyped(7),
    "f4:insights:1001:reversi": channel_lists.OpenInsights(1001, "reversi"),
    "f4:insights_turn:reversi:100:last": insights.TurnInsights("reversi", 100, "last"),
    "f4:insights_share:reversi:100": insights.ShareInsights("reversi", 100),
    "f4:insights_reviews:reversi:100:on": insights.SwitchReviews("reversi", 100, "on"),
    "f4:insights_kind:reversi:corners": insights.PractiseKind("reversi", ErrorKind.CORNERS),
    "f4:insights_puzzle:reversi": insights.PractisePuzzles("reversi"),
    "f4:insights_place:7:9": insights.SeePlace(7, 9),
    "f4:review_animate:7:12": review.AnimateError(7, 12),
    "f4:im_step:7:12:34:back": imports.ImportStep(7, 12, 34, "back"),
    "f4:im_review:7:12": imports.ReviewImported(7, 12),
    "f4:im_look:7:12:34": imports.AnalyseImported(7, 12, 34),
    "f4:im_play:7:12:34": imports.PlayOnImported(7, 12, 34),
    "f4:review_open:7": review.OpenSteps(7),
    "f4:review_step:7:34:forward": review.ReviewStep(7, 34, "forward"),
    "f4:review_error:7:34": review.NextError(7, 34),
    "f4:hint:7:12:where": assist.ShowHint(7, 12, "where"),
    "f4:hint:7:12:why": assist.ShowHint(7, 12, "why"),
    "f4:review_how": review.HowComputed(),
    "f4:replay:7": OpenReplay(7),
    "f4:replay_choose": ChooseReplay(),
    "f4:replay_step:7:34:forward": replay.ReplayStep(7, 34, "forward"),
    "f4:replay_look:7:34": replay.AnalyseReplayed(7, 34),
    "f4:replay_play:7:34": replay.PlayOnReplayed(7, 34),
    "f4:replay_animate:7": replay.Animate(7),
    "f4:replay_post:7": replay.PostAnimation(7),
    "f4:standings:reversi::people:s:0:4711:b": ShowLeaderboard("reversi", "", Pool.PEOPLE, "s", 0, 4711, "b"),
    "f4:standings:reversi:6x6 anti:people:e:0:4711:b": ShowLeaderboard(
        "reversi", "6x6 anti", Pool.PEOPLE, "e", 0, 4711, "b"
    ),
    "f4:take_back:7:11": games.ConfirmTakeBack(7, 11),
    "f4:hand_over:7:12:easy": assist.HandOver(7, 12, "easy"),
    "f4:take_over:7": TakeOver(7),
    "f4:think:7:4": assist.ShowHints(7, 4),
    "f4:think_no": KeepRated(),
    "f4:find_board:7": games.FindBoard(7),
    "f4:my_games:2:reversi:n": my_games.ShowMyGames(2, "reversi", "n"),
    "f4:my_games:0::a": my_games.ShowMyGames(0, "", "a"),
    "f4:my_games_of": my_games.FilterMyGames(),
    "f4:my_games_up:7:2:": my_games.TakeUpMine(7, 2, ""),
    "f4:my_games_here:7:2:reversi": my_games.ContinueHere(7, 2, "reversi"),
    "f4:next_game:7": NextGame(7),
    "f4:next_of_mine": my_games.NextOfMine(),
    "f4:next_skip:7": my_games.SkipGame(7),
    "f4:more:7": More(7),
    "f4:watch:7": WatchOnWeb(7),
    "f4:open_board:7": OpenBoard(7),
    "f4:review_web:7": OpenReviewPage(7),
    "f4:race_open": OpenPuzzleRace(),
    "f4:watch_event:7": WatchEvent(7),
    "f4:watch_event_no:7": WithdrawEventLink(7),
    "f4:watch_no:7": WithdrawWebLink(7),
    "f4:sign_out": SignOutEverywhere(),
    "f4:ask:7:12": Ask(7, 12),
    "f4:ask_level:7": ChooseComputer(7),
    "f4:agree:7:31:1": questions.Agree(7, 31, 1),
    "f4:refuse:7:31:0": questions.Refuse(7, 31, 0),
    "f4:puzzle_move:r7k3fq2:2:d3:parity:harder": puzzles.TryMove(
        "r7k3fq2", 2, "d3", "parity", Difficulty.HARDER
    ),
    "f4:puzzle_choose:r7k3fq2:0:1::usual": puzzles.TryMove("r7k3fq2", 0, "", "", Difficulty.USUAL).in_menu(1),
    "f4:puzzle_hint:r7k3fq2:0::easier": puzzles.HavePuzzleHint("r7k3fq2", 0, "", Difficulty.EASIER),
    "f4:puzzle_hint_not:r7k3fq2:0:corner:usual:d3 c4": puzzles.HintWithout(
        "r7k3fq2", 0, "corner", Difficulty.USUAL, "d3 c4"
    ),
    "f4:puzzle_show:r7k3fq2:0::usual": puzzles.ShowSolution("r7k3fq2", 0, "", Difficulty.USUAL),
    "f4:puzzle_next:r7k3fq2::usual": puzzles.NextPuzzle("r7k3fq2", "", Difficulty.USUAL),
    "f4:puzzle_solution:r7k3fq2": puzzles.OpenSolution("r7k3fq2"),
    "f4:puzzle_try:12:r7k3fq2": TryPuzzle(12, "r7k3fq2"),
    "f4:puzzle_results:12": puzzles.ShowResults(12),
    "f4:puzzle_easy:connect4": GiveEasyPuzzle("connect4"),
    "f4:puzzle_mine": puzzles.NextMistake(),
    "f4:race_join:7": races.JoinRace(7),
    "f4:race_leave:7": races.LeaveRace(7),
    "f4:race_begin:7": races.BeginRace(7),
    "f4:race_board:7": races.OpenRaceBoard(7),
    "f4:race_again:7": races.RaceAgain(7),
    "f4:run_move:7:3:2:d3": puzzles.RunMove(7, 3, 2, "d3"),
    "f4:run_choose:7:3:2:1": puzzles.RunMove(7, 3, 2, "").in_menu(1),
    "f4:run_stop:7:3": puzzles.StopRun(7, 3),
    "f4:run_start:rush:reversi": puzzles.StartRun(RunKind.RUSH, "reversi"),
    "f4:run_records:connect4": puzzles.ShowRecords("connect4"),
    "f4:run_turn:connect4": puzzles.TurnRecords("connect4"),
    "f4:puzzle_keep:m7:0": puzzles.KeepPlayed("m7", 0),
    "f4:puzzle_step:r7k3fq2:2:forward": puzzles.SolutionStep("r7k3fq2", 2, "forward"),
    "f4:match_pause:7": Pause(7),
    "f4:match_step:7:33": StepMatch(7, 33),
    "f4:match_resume:7": Resume(7),
    "f4:match_stop:7": Stop(7),
    "f4:match_stop_yes:7": matches.ConfirmStop(7),
    "f4:match_again:7": PlayAgain(7),
    "f4:strength_cancel:3": matches.CancelStrengthTest(3),
    "f4:strength_cancel_yes:3": matches.ConfirmCancelTest(3),
    "f4:own_opening:": opponents.ChooseOpening(""),
    "f4:own_opening:opening=random/1@8": opponents.ChooseOpening("opening=random/1@8"),
    "f4:own_middle:positional/4": opponents.ChooseMiddle("positional/4"),
    "f4:own_end:end=win-or-lose/10@12": opponents.ChooseEnd("end=win-or-lose/10@12"),
    "f4:own_numbers:cap=1.5 lots slips=0.25@3.0 seed=4": opponents.EditNumbers(
        "cap=1.5 lots slips=0.25@3.0 seed=4"
    ),
    "f4:own_correct:5|31|time|4|12": opponents.CorrectNumbers("5|31|time|4|12"),
    "f4:own_typed": opponents.NumbersTyped(),
    "f4:own_ponder:off": opponents.SwitchPondering("off"),
    "f4:own_save:reversi:Doctor Octo": opponents.SaveOpponent("reversi", "Doctor Octo"),
    "f4:own_cancel": opponents.DiscardOpponent(),
    "f4:setting:server:channels": preferences.ChooseValue("server", "channels"),
    "f4:setting_role:server:matches": preferences.ChooseRole("server", "matches"),
    "f4:setting_to:person:flip:on": preferences.SetTo("person", "flip", "on"),
    "f4:setting_reset:server:rated": preferences.Reset("server", "rated"),
    "f4:settings_page:person:-1": ShowSettings("person", -1),
    "f4:my_data_delete": privacy.AskToDelete(),
    "f4:my_data_word": privacy.DeleteTyped(),
    "f4:my_data_keep": privacy.KeepMyData(),
    "f4:own_page:-1": opponents.ShowOpponents(-1),
    "f4:own_new:reversi": opponents.CreateOpponent("reversi"),
    "f4:own_named:reversi": opponents.OpponentNamed("reversi"),
    "f4:own_delete:7": opponents.DeleteOpponent(7),
    "f4:own_deleted:7": opponents.ConfirmDeleteOpponent(7),
    "f4:blocked": blocks.ShowBlocked(),
    "f4:block": blocks.Block(),
    "f4:unblock": blocks.Unblock(),
    "f4:privacy": privacy.ShowPrivacy(),
    "f4:my_data": privacy.DeleteMyData(),
    "f4:my_data_export": privacy.ExportMyData(),
    "f4:games_list": ShowGamesList(),
    "f4:games_list_set:post": channel_lists.SetGamesList("post"),
    "f4:vote_move:7:31:1:d3": votes.VoteMove(7, 31, 1, "d3"),
    "f4:vote_menu:7:31:0:1": votes.VoteMove(7, 31, 0, "").in_menu(1),
    "f4:vote_join:7:1": votes.JoinTeam(7, 1),
    "f4:vote_leave:7": votes.LeaveTeam(7),
    "f4:vote_end:7": votes.EndVotes(7),
    "f4:vote_end_yes:7": votes.ConfirmEndVotes(7),
    "f4:vote_hint:7:31:0": votes.AskVoteHint(7, 31, 0),
    "f4:vote_resume:7": votes.ResumeVotes(7),
    "f4:tour_join:7": tournaments.JoinEvent(7),
    "f4:tour_leave:7": tournaments.LeaveEvent(7),
    "f4:tour_leave_yes:7": tournaments.ConfirmLeaveTournament(7),
    "f4:tour_show": tournaments.ShowTournament(),
    "f4:tour_cancel:7": tournaments.ConfirmCancelEvent(7),
    "f4:tour_remove_yes:7:2:31": tournaments.ConfirmRemoveEntrant(7, 2, 31),
    "f4:tour_here:7": tournaments.ConfirmPresence(7),
    "f4:tour_manage:7": tournaments.ManageEvent(7),
    "f4:tour_filler:7": tournaments.ChooseFiller(7),
    "f4:tour_bot_games:7": tournaments.ChooseComputerGames(7),
    "f4:tour_run:7:start": tournaments.ControlEvent(7, "start"),
    "f4:tour_run:7:pause": tournaments.ControlEvent(7, "pause"),
    "f4:tour_run:7:resume": tournaments.ControlEvent(7, "resume"),
    "f4:tour_run:7:cancel": tournaments.ControlEvent(7, "cancel"),
    "f4:tour_invite:7": tournaments.InviteToEvent(7),
    "f4:tour_remove:7": tournaments.RemoveEntrant(7),
    "f4:tour_remove_later:7:1": tournaments.RemoveLaterEntrant(7, 1),
    "f4:board:points:week:2026-11-23:s:0:later": periods.ShowBoard(
        RankingKind.POINTS, "week", "2026-11-23", "s", 0, "later"
    ),
    "f4:board:cups:all::e:3:after": periods.ShowBoard(RankingKind.CUPS, "all", "", "e", 3, "after"),
    "f4:board_mine:7": periods.ShowMyPoints(7),
    "f4:tour_result:7": tournaments.ChooseResult(7),
    "f4:tour_correct:7:31:1-0": tournaments.CorrectResult(7, 31, PairingOutcome.FIRST),
    "f4:badge_roles": achievements.ShowRoles(),
    "f4:badge:reversi": achievements.ChooseAchievement("reversi"),
    "f4:badge_role:win.reversi.easy": achievements.ChooseAchievementRole("win.reversi.easy"),
    "f4:badge_no_role:streak.30": achievements.ClearAchievementRole("streak.30"),
}
"""Never remove one: messages with them stay on Discord for years."""


@for_each("custom_id", POSTED)
def test_every_posted_id_keeps_its_meaning(custom_id: str) -> None:
    found = there(all_routes().read(custom_id))
    assert found[1] == POSTED[custom_id]
    assert str(POSTED[custom_id]) == custom_id


def test_every_kind_of_id_has_one_handler_and_a_posted_example() -> None:
    routed = [route.kind for route in all_routes()]
    assert sorted(map(_name, routed)) == sorted(set(_kinds(ComponentId)))
    assert set(routed) == {type(component_id) for component_id in POSTED.values()}


STATES = {"ply", "version", "number", "question", "pairing_id", "counts", "players"}
"""Fields that name the state of what an id is about."""


def test_an_id_of_something_stored_names_its_state_or_says_why_not() -> None:
    for kind in {route.kind for route in all_routes()}:
        types = {field.name: get_type_hints(kind)[field.name] for field in fields(kind)}
        is_about_a_number = next(iter(types.values()), None) is int
        assert bool(kind.timeless) is (is_about_a_number and not STATES & set(types)), kind


def _kinds(base: type[ComponentId]) -> Iterator[str]:
    """The names of all kinds in the product that have an action; bases of others have none."""
    for kind in base.__subclasses__():
        if kind.__module__.startswith("bot.") and kind.action:
            yield _name(kind)
        yield from _kinds(kind)


def _name(kind: type[ComponentId]) -> str:
    # Not the class: a data class with slots leaves behind the one it was made from.
    return f"{kind.__module__}.{kind.__name__}"


@for_each(
    "custom_id",
    [
        "f4:takeback:1:0",
        "f4:move:1:0",
        "f4:move:1:0:d3:again",
        "f4:move:one:0:d3",
        "f4:move:١:0:d3",
        "f4:resign_sure:7:perhaps",
        "f4:standings:reversi::robots:s:0:4711:b",
        "f5:nudge:7",
        "f4:nudge:7\n",
        "",
    ],
)
def test_unknown_ids_are_rejected(custom_id: str) -> None:
    assert all_routes().read(custom_id) is None


@for_each("text", ["a:b", "x" * MAX_CUSTOM_ID])
def test_an_unreadable_id_cannot_be_made(text: str) -> None:
    with pytest.raises(ComponentIdError):
        str(opponents.ChooseMiddle(text))


def test_fields_have_supported_types_and_literals() -> None:
    with pytest.raises(ComponentIdError):
        str(games.ConfirmResign(7, "perhaps"))  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        str(Unreadable("a"))
    routes = Routes()
    routes.on_press(games.Retry)(ignore)
    with pytest.raises(ValueError, match="nudge"):
        routes.on_press(Alias)(ignore)


class Alias(ComponentId, action="nudge"):
    """A component of another kind with a game button's action."""

    game_id: int


class Unreadable(ComponentId, action="unreadable"):
    """A kind with a field that no custom id can hold."""

    value: Literal["a"] | None


async def ignore(request: object, pressed: ComponentId) -> None:
    """Handle nothing."""
