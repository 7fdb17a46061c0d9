"""Every kind of message but a game's board: how it is drawn, named in logs, and recognized after a kill."""

from __future__ import annotations

import asyncio
import io
from functools import partial

import discord

from bot.catalog import GAMES
from bot.core.people import Names, Place
from bot.events.matches.announcements import MatchOver, NewLeader, StrengthMeasured
from bot.events.matches.strength import StrengthReport
from bot.events.matches.view import strength_view
from bot.events.matches.words import player_names
from bot.events.simuls import words as simuls
from bot.events.simuls.messages import SimulBegins, SimulMessage, SimulResults
from bot.events.simuls.view import simul_view
from bot.events.tournaments import words as tournaments
from bot.events.tournaments.ids import ConfirmPresence
from bot.events.tournaments.messages import AreYouThere, GamesBegun, TournamentMessage, TournamentResults
from bot.events.tournaments.view import draw_tournament
from bot.events.votes.boards import VoteBoard
from bot.events.votes.view import draw_votes
from bot.hosting import notes
from bot.hosting.alerts import Alert
from bot.messages.jobs import Status
from bot.play.channel_lists.channel_lists import ChannelGames
from bot.play.channel_lists.words import list_text
from bot.play.notices import ui as notices
from bot.play.notices.turns import TurnNotice
from bot.play.notices.ui import StopNotices
from bot.play.questions.questions import QuestionMessage
from bot.play.questions.view import question_view
from bot.preferences.preferences import Looks
from bot.puzzles import words as puzzles
from bot.puzzles.daily import DailyPuzzleOff
from bot.puzzles.posted import PuzzleMessage
from bot.puzzles.view import draw_board, post_view
from bot.ranks.achievements import words as achievements
from bot.ranks.achievements.achievements import AchievementsEarned
from bot.ranks.periods import words as boards
from bot.ranks.periods.posting import PeriodBoard, WeeklyBoardOff
from bot.ranks.periods.view import draw_posted
from bot.study.review.reports import ReviewReport
from bot.study.review.view import draw_review
from bot.ui.components import ComponentItem, button
from bot.ui.layout import BLUE, card
from bot.ui.messenger import DiscordMessenger, Kind, Note
from bot.ui.pictures import files_of, picture_names, shown
from bot.ui.posted import Subject
from bot.ui.publisher import Drawing
from bot.ui.request import mentioning
from bot.ui.untrusted import escaped
from bot.ui.words import message_link
from data.games.records import Game
from data.tournaments.records import TournamentRecord
from languages import gettext, pgettext
from renderers.strength_chart import describe_strength, draw_strength


def add_kinds(messenger: DiscordMessenger, names: Names, looks: Looks) -> None:
    """Tell a messenger how to show everything that use-cases send."""
    messenger.add(ChannelGames, Kind(_channel_games, lambda games: {"list of channel": games.channel_id}))
    messenger.add(
        PuzzleMessage,
        Kind(
            partial(_puzzle, looks),
            lambda puzzle: {"puzzle": puzzle.post.id},
            subject=lambda puzzle: Subject("puzzle", puzzle.post.id),
        ),
    )
    messenger.add(
        StrengthReport,
        Kind(
            partial(_strength, looks),
            lambda report: {"strength_test": report.test.id, "results": len(report.test.results)},
            subject=lambda report: Subject("strength test", report.test.id),
            person=lambda report: report.test.asked.asker_id,
            repost=False,
        ),
    )
    messenger.add(
        ReviewReport,
        Kind(
            partial(_review, names, looks),
            lambda report: {"review": report.snapshot.game.id, "done": report.done},
            person=lambda report: report.stored.asked.asker_id,
            repost=False,
        ),
    )
    messenger.add(
        QuestionMessage,
        Kind(
            _question,
            lambda asked: {"game": asked.snapshot.game.id, "question": asked.question.id},
            person=lambda asked: asked.snapshot.game.challenger_id,
        ),
    )
    messenger.add(
        TurnNotice,
        Kind(
            partial(_notice, names),
            lambda due: {
                "game": due.game.id,
                "turn": due.notice.turn_at.isoformat(),
                "step": due.step.name,
            },
        ),
    )
    messenger.add(
        VoteBoard,
        Kind(
            partial(_votes, names, looks),
            lambda content: {
                "vote game": content.vote.game_id,
                "board": content.board,
                "version": content.snapshot.game.version,
            },
            subject=lambda content: Subject("vote", content.vote.game_id),
            person=lambda content: content.snapshot.game.challenger_id,
        ),
    )
    messenger.add(MatchOver, Kind(_match_over, lambda news: {"match over": news.snapshot.game.id}))
    messenger.add(StrengthMeasured, Kind(_strength_measured, lambda news: {"strength": news.test.id}))
    messenger.add(NewLeader, Kind(_new_leader, lambda news: {"leader": news.game.id}))
    messenger.add(DailyPuzzleOff, Kind(_daily_puzzle_off, lambda news: {"daily puzzle off": news.guild_id}))
    messenger.add(
        PeriodBoard,
        Kind(
            partial(_period_board, looks),
            lambda board: {"board": board.post.id},
            subject=lambda board: Subject("board", board.post.id),
        ),
    )
    messenger.add(WeeklyBoardOff, Kind(_weekly_board_off, lambda news: {"weekly board off": news.guild_id}))
    messenger.add(
        AchievementsEarned,
        Kind(
            _achievements,
            lambda news: {"achievements of": news.player_id, "earned": news.keys},
            person=lambda news: news.player_id,
        ),
    )
    messenger.add(
        TournamentMessage,
        Kind(
            partial(_tournament, looks),
            lambda shown: {
                "tournament": shown.record.tournament.id,
                "version": shown.record.tournament.version,
            },
            subject=lambda shown: Subject("tournament", shown.record.tournament.id),
        ),
    )
    messenger.add(
        GamesBegun,
        Kind(_games_begun, lambda news: {"tournament games": [one.id for one in news.pairings]}),
    )
    messenger.add(
        AreYouThere,
        Kind(
            _are_you_there,
            lambda news: {"tournament game": news.game.id, "due": int(news.deadline.timestamp())},
        ),
    )
    messenger.add(
        TournamentResults,
        Kind(
            _tournament_results,
            lambda news: {
                "tournament over": news.record.tournament.id,
                "elsewhere": news.elsewhere,
                "version": news.record.tournament.version,
            },
        ),
    )
    messenger.add(
        SimulMessage,
        Kind(
            _simul,
            lambda shown: {"simul": shown.record.simul.id, "version": shown.record.simul.version},
            subject=lambda shown: Subject("simul", shown.record.simul.id),
        ),
    )
    messenger.add(SimulBegins, Kind(_simul_begins, lambda news: {"simul begins": news.record.simul.id}))
    messenger.add(SimulResults, Kind(_simul_results, lambda news: {"simul over": news.record.simul.id}))
    messenger.add(Alert, Kind(_alert, lambda alert: {"alert": alert.kind.value, "detail": alert.detail}))


async def _channel_games(content: ChannelGames, place: Place, reader_id: int) -> Drawing:
    return Drawing(card(list_text(content.games, content.total), colour=BLUE), [])


async def _puzzle(looks: Looks, content: PuzzleMessage, place: Place, reader_id: int) -> Drawing:
    """Draw a posted puzzle; once it is answered, with the position at the end of the line."""
    post, puzzle = content.post, content.puzzle
    look = await looks.for_place(place, reader_id)
    ply = len(puzzle.line) if post.answered else 0
    board, files = await draw_board(puzzle, ply, look, hints=not post.answered)
    return Drawing(post_view(post, puzzle, puzzles.post_text(post, puzzle, content.results), board), files)


async def _strength(looks: Looks, report: StrengthReport, place: Place, reader_id: int) -> Drawing:
    test = report.test
    kind = GAMES.get(test.asked.game)
    if report.status.in_progress or kind is None or not test.results:
        return Drawing(strength_view(report, None), [])
    look = await looks.for_place(place, test.asked.asker_id)
    players, sides = player_names(report), (kind.sides[0].name, kind.sides[1].name)
    png = await asyncio.to_thread(draw_strength, test.results, players, sides, theme=look.theme)
    description = describe_strength(test.results, players, sides)
    picture = discord.File(io.BytesIO(png), filename=f"strength-{test.id}.png")
    return Drawing(strength_view(report, shown(look, picture, description)), files_of(look, picture))


async def _review(names: Names, looks: Looks, report: ReviewReport, place: Place, reader_id: int) -> Drawing:
    look = await looks.for_place(place, report.stored.asked.asker_id)
    return await draw_review(names, report, look, place.guild_id)


async def _question(asked: QuestionMessage, place: Place, reader_id: int) -> Drawing:
    return Drawing(question_view(asked.snapshot, asked.question, asked.ending), [])


async def _notice(names: Names, due: TurnNotice, place: Place, reader_id: int) -> Note:
    game, player_id = due.game, due.notice.player_id
    link = _link(game)
    assert link is not None
    shown_names = await picture_names(names, game, place.guild_id, whole=True)
    side = next(side for side, seat in enumerate(game.seats) if seat.player_id == player_id)
    return Note(
        notices.turn_notice(game, player_id, escaped(shown_names[1 - side]), due.step, link),
        mentioning([player_id]),
        button(gettext(notices.NO_MORE), StopNotices(player_id), emoji="🔕"),
    )


async def _votes(names: Names, looks: Looks, content: VoteBoard, place: Place, reader_id: int) -> Drawing:
    return await draw_votes(names, looks, content, place)


async def _match_over(news: MatchOver, place: Place, reader_id: int) -> Note:
    return Note(notes.match_over(news.snapshot, _link(news.snapshot.game)))


async def _strength_measured(news: StrengthMeasured, place: Place, reader_id: int) -> Note:
    asked = news.test.asked
    link = message_link(asked.guild_id, asked.channel_id, news.test.message_id)
    return Note(notes.strength_measured(StrengthReport(news.test, Status.DONE), link))


async def _new_leader(news: NewLeader, place: Place, reader_id: int) -> Note:
    return Note(notes.new_leader(news.rated_in, news.leader, _link(news.game)))


async def _daily_puzzle_off(news: DailyPuzzleOff, place: Place, reader_id: int) -> Note:
    return Note(puzzles.switched_off(news.channel_id))


async def _period_board(looks: Looks, content: PeriodBoard, place: Place, reader_id: int) -> Drawing:
    return await draw_posted(content, await looks.for_place(place, reader_id))


async def _weekly_board_off(news: WeeklyBoardOff, place: Place, reader_id: int) -> Note:
    return Note(boards.switched_off(news.channel_id))


async def _achievements(news: AchievementsEarned, place: Place, reader_id: int) -> Note:
    return Note(achievements.earned(news))


async def _tournament(looks: Looks, content: TournamentMessage, place: Place, reader_id: int) -> Drawing:
    return await draw_tournament(content, await looks.for_place(place, reader_id))


async def _games_begun(news: GamesBegun, place: Place, reader_id: int) -> Note:
    told = mentioning(tournaments.players_of(news))
    here = _here(news.record) if tournaments.can_confirm(news) else None
    return Note(tournaments.games_begun(news), told, here)


async def _are_you_there(news: AreYouThere, place: Place, reader_id: int) -> Note:
    told = mentioning([news.player_id])
    return Note(tournaments.are_you_there(news), told, _here(news.record))


def _here(record: TournamentRecord) -> ComponentItem:
    return button(pgettext("button", "I'm here"), ConfirmPresence(record.tournament.id), emoji="👋")


async def _tournament_results(news: TournamentResults, place: Place, reader_id: int) -> Note:
    return Note(tournaments.results(news.record))


async def _simul(content: SimulMessage, place: Place, reader_id: int) -> Drawing:
    return simul_view(content)


async def _simul_begins(news: SimulBegins, place: Place, reader_id: int) -> Note:
    return Note(
        simuls.begins(news),
        mentioning(simuls.called(news)),
    )


async def _simul_results(news: SimulResults, place: Place, reader_id: int) -> Note:
    return Note(simuls.results(news.record))


async def _alert(alert: Alert, place: Place, reader_id: int) -> Note:
    return Note(notes.alert_text(alert))


def _link(game: Game) -> str | None:
    return message_link(game.guild_id, game.channel_id, game.message_id)
